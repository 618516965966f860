package rules

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"chuhe/board"
)

func TestTmp(t *testing.T) {
	f, _ := os.Open("/work/shared/rule_cases.tsv")
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	bad, n := 0, 0
	for sc.Scan() {
		c := strings.Split(sc.Text(), "\t")
		if c[0] == "id" {
			continue
		}
		for _, name := range strings.Split(c[1], ",") {
			n++
			set, err := ParseSet(name)
			if err != nil {
				t.Fatal(err)
			}
			p, err := board.ParseFEN(c[2])
			if err != nil {
				t.Fatal(c[0], err)
			}
			var ms []board.Move
			for _, m := range strings.Fields(c[3]) {
				ms = append(ms, board.MustParseMove(m))
			}
			g, err := Replay(p, ms)
			got := ""
			if err != nil {
				got = "illegal"
			} else {
				v := Judge(g, Options{set, OwnLimit})
				got = v.Outcome.String()
				if l, ok := v.Loser(); ok {
					got = l.String() + " loses"
				}
				if v.Later > 0 {
					t.Log(c[0], name, "later", v.Later)
				}
			}
			if !strings.HasPrefix(c[4], got) {
				bad++
				t.Errorf("%s %s want %s got %s", c[0], name, c[4], got)
			}
		}
	}
	t.Log(n, "bad", bad)
}
