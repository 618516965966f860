package rules

import (
	"testing"

	"chuhe/board"
	"chuhe/movegen"
)

func TestDbg2(t *testing.T) {
	p, _ := board.ParseFEN("1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1")
	l := &laws[Chinese]
	for _, m := range []string{"h6i4", "i9h9", "i4h6", "h9i9"} {
		p.Play(board.MustParseMove(m))
		t.Log(m, "after", l.threatAfter(&p), "tomove", l.threatsOf(&p))
		q := p.Pass()
		for _, r := range []*board.Position{&p, &q} {
			g := movegen.NewChecks(r)
			for _, mv := range movegen.Legal(r, nil) {
				if g.Gives(r, mv) {
					c := r.Make(mv)
					for n := 1; n < 4; n++ {
						f := forcing{law: l, nodes: threatNodes}
						t.Log("   ", r.Side(), mv, n, f.forced(&c, n-1, 0), f.nodes)
					}
					for _, rep := range movegen.Legal(&c, nil) {
						d := c.Make(rep)
						t.Log("       ", rep, l.freeGain(&d))
					}
				}
			}
		}
	}
}
