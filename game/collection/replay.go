package collection

import (
	"iter"

	"chuhe/board"
	"chuhe/game"
	"chuhe/movegen"
)

// pair is a position with its mirror image.
type pair struct{ direct, mirrored board.Position }

// pairOf returns the pair of a position.
func pairOf(p board.Position) pair {
	setup := p.Setup().Mirror()
	mirrored, _ := setup.Position() // the image can be wherever the position can
	return pair{p, mirrored}
}

// play plays a move, and its image on the image.
func (p *pair) play(m board.Move) {
	p.direct.Play(m)
	p.mirrored.Play(m.Mirror())
}

// key returns the key that a position shares with its mirror image: the smaller one of both.
func (p *pair) key() uint64 { return min(p.direct.Key(), p.mirrored.Key()) }

// turned reports whether that key is the one of the image.
func (p *pair) turned() bool { return p.mirrored.Key() < p.direct.Key() }

// symmetric reports whether the position is its own image.
func (p *pair) symmetric() bool { return p.direct.Key() == p.mirrored.Key() }

// Symmetric reports whether a position is its own mirror image.
func Symmetric(position *board.Position) bool {
	p := pairOf(*position)
	return p.symmetric()
}

// passed returns the positions of the main line of a game, up to the first move that is not
// possible. What is yielded is valid until the next.
func passed(g *game.Game) iter.Seq[*pair] {
	return func(yield func(*pair) bool) {
		p := pairOf(g.Start)
		for n := &g.Root; yield(&p); {
			if n = n.Main(); n == nil || !movegen.IsLegal(&p.direct, n.Move) {
				return
			}
			p.play(n.Move)
		}
	}
}
