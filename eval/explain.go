package eval

import (
	"fmt"
	"strings"

	"chuhe/board"
)

// Explain returns a table of the terms that make up the score of a position,
// as Red sees them. The other methods are not disturbed.
func (c *Classical) Explain(p *board.Position) string {
	f := newFrame(c.tables, p)
	v := newView(c.tables, p)
	var b strings.Builder
	line := func(name string, sum pair) { fmt.Fprintf(&b, "%-8s %6d %6d\n", name, sum.mg(), sum.eg()) }

	fmt.Fprintf(&b, "%-8s %6s %6s\n", "term", "middle", "end")
	line("squares", f.squares)
	line("balance", f.balance)
	for _, term := range []struct {
		name string
		add  func()
	}{
		{"guards", v.guards}, {"knights", v.knights}, {"cannons", v.cannons}, {"rooks", v.rooks},
		{"threats", v.threats}, {"kings", v.kings},
	} {
		before := v.sum
		term.add()
		line(term.name, v.sum[board.Red]-before[board.Red]-v.sum[board.Black]+before[board.Black])
	}
	score := f.score(p.Side(), f.squares+f.balance+v.sum[board.Red]-v.sum[board.Black], c.tables.Tempo.pair())
	if p.Side() == board.Black {
		score = -score
	}
	fmt.Fprintf(&b, "phase %d/%d, kept %d/%d of Red's and %d/%d of Black's advantage, tempo for %v\ntotal %d\n",
		f.phase, fullPhase, f.scale[board.Red], fullScale, f.scale[board.Black], fullScale, p.Side(), score)
	return b.String()
}
