package movegen

import (
	"chuhe/board"
	"math/rand/v2"
	"testing"
)

func TestDbg(t *testing.T) {
	next := randomGames(rand.New(rand.NewPCG(1, 1)))
	bad := 0
	for range 20000 {
		p := next()
		var side movers
		side.init(&p.Placement)
		var r replies
		r.init(&p)
		for i := range side.list[:side.n] {
			m := side.list[i]
			for e := m.ends; !e.IsEmpty(); {
				to := e.Pop()
				c := p.Make(board.NewMove(m.from, to))
				one := mover{m.from, m.kind, to.Bit()}
				if got, want := r.after(&one), Count(&c); got != want {
					s := NewSafety(&c)
					t.Logf("%v %v%v got %d want %d base %v now %v", p.FEN(), m.from, to, got, want, r.safety, s)
					if bad++; bad > 5 {
						t.FailNow()
					}
				}
			}
		}
	}
}
