package rules

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"chuhe/board"
)

func TestDbg(t *testing.T) {
	want := os.Getenv("CASE")
	set, _ := ParseSet(os.Getenv("SET"))
	f, _ := os.Open("/work/shared/rule_cases.tsv")
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		c := strings.Split(sc.Text(), "\t")
		if c[0] != want {
			continue
		}
		p, _ := board.ParseFEN(c[2])
		var ms []board.Move
		for _, m := range strings.Fields(c[3]) {
			ms = append(ms, board.MustParseMove(m))
		}
		g, _ := Replay(p, ms)
		l := set.law()
		for i := 0; i < g.Len(); i++ {
			var ids numbers
			ids.number(g.At(i + 1))
			before, after, m := g.At(i), g.At(i+1), g.Move(i)
			a, ch := l.newly(g, i, &ids, all)
			names := func(b uint16) (s string) {
				for sq := board.Square(0); sq < 90; sq++ {
					if q := after.At(sq); q != 0 && q.Side() != before.Side() && b>>ids[sq]&1 != 0 {
						s += q.String() + sq.String() + " "
					}
				}
				return
			}
			t.Log(m, before.Side(), "check", after.InCheck(), "attacked", names(a.union()), "chased", names(ch.union()), "forces", l.forces(g, i, 0, g.Len(), &ids))
		}
	}
}
