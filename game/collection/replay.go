package collection

import (
	"iter"

	"chuhe/board"
	"chuhe/game"
	"chuhe/movegen"
)

// pair is a position with its mirror image.
type pair struct{ direct, mirrored board.Position }

// passed returns the positions of the main line of a game, up to the first move that is not
// possible. What is yielded is valid until the next.
func passed(g *game.Game) iter.Seq[*pair] {
	return func(yield func(*pair) bool) {
		setup := g.Start.Setup().Mirror()
		mirrored, _ := setup.Position() // the image can be wherever the position can
		p := pair{g.Start, mirrored}
		for n := &g.Root; yield(&p); {
			if n = n.Main(); n == nil || !movegen.IsLegal(&p.direct, n.Move) {
				return
			}
			p.direct.Play(n.Move)
			p.mirrored.Play(n.Move.Mirror())
		}
	}
}
