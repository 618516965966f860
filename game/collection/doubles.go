package collection

import (
	"encoding/binary"
	"hash/fnv"

	"chuhe/game"
)

// Doubles knows the games that it has seen by their moves. The zero value knows none.
type Doubles struct{ seen map[[16]byte]struct{} }

// Seen reports whether a game with the same moves from the same position was there before,
// whatever its tags, result, comments and variations are. A game without moves from the start
// of the game is never one: it is all tags.
func (d *Doubles) Seen(g *game.Game) bool {
	moves := g.Moves()
	if len(moves) == 0 && g.Start.IsStart() {
		return false
	}
	h := fnv.New128a()
	setup := g.Start.Setup()
	setup.Halfmove, setup.Fullmove = 0, 0 // which are counted differently by different programs
	_ = binary.Write(h, binary.LittleEndian, setup)
	_ = binary.Write(h, binary.LittleEndian, moves)
	sum := [16]byte(h.Sum(nil))
	if d.seen == nil {
		d.seen = map[[16]byte]struct{}{}
	}
	_, double := d.seen[sum]
	d.seen[sum] = struct{}{}
	return double
}
