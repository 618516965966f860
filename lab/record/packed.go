package record

import (
	"errors"
	"fmt"
	"math/bits"

	"chuhe/board"
	"chuhe/lab/record/entropy"
)

// packedGames is the size of games, as Game.Size counts it, that a block of a packed
// file holds; a longer game has a block of its own. Large blocks pack better, small
// ones lose less by damage.
const packedGames = 1 << 21

// maxPacked is the largest size of a packed block. Only games made to be hard to pack
// come near it.
const maxPacked = 2 * MaxBlock

// errPacked is wrapped by errors about the packed games of a block.
var errPacked = errors.New("bad packed games")

// packer packs the games of a block, or unpacks them. What it learns from a game
// helps with the next, so it reads only what another one has written in the same
// order.
type packer struct {
	coder    entropy.Coder
	size     int            // of the games unpacked so far, as Game.Size counts it
	position board.Position // after the plies so far
	starts   startModel
	length   numberModel
	scores   scoreModel
	moves    moveModel
	results  [2 * 2 * scoreClasses]entropy.Bit
	unscored [2]entropy.Bit
}

// newPacker returns a packer that knows nothing of games.
func newPacker() *packer {
	p := &packer{}
	p.forget()
	return p
}

// forget forgets all games, as at the start of a block.
func (p *packer) forget() {
	p.size = 0
	p.starts.forget()
	p.length.forget()
	p.scores.forget()
	p.moves.forget()
	even(p.results[:])
	even(p.unscored[:])
}

// even makes probabilities even.
func even(bits []entropy.Bit) {
	for i := range bits {
		bits[i] = entropy.NewBit(entropy.One / 2)
	}
}

// write begins a block that is appended to b.
func (p *packer) write(b []byte) {
	p.forget()
	p.coder.Write(b)
}

// read begins a block with these packed games.
func (p *packer) read(b []byte) {
	p.forget()
	p.coder.Read(b)
}

// pack writes a game, whose moves must be legal.
func (p *packer) pack(g *Game) {
	if err := p.code(g, len(g.Plies)); err != nil {
		panic(err) // of reading
	}
}

// unpack reads the next game into g, whose memory it reuses.
func (p *packer) unpack(g *Game) error {
	g.Plies = g.Plies[:0]
	err := p.code(g, 0)
	if err == nil && p.coder.Overrun() {
		err = fmt.Errorf("%w: they end within a game", errPacked)
	}
	return err
}

// code writes or reads a game, as the coder does.
func (p *packer) code(g *Game, plies int) error {
	c := &p.coder
	if err := p.starts.code(c, &g.Start); err != nil {
		return err
	}
	plies = p.length.code(c, plies)
	if c.Reading() {
		if plies > MaxBlock/plySize {
			return fmt.Errorf("%w: a game of %d plies", errPacked, plies)
		}
		p.size += startSize + plySize*(plies+1)
		if p.size > MaxBlock {
			return fmt.Errorf("%w: games of more than %d bytes", errPacked, MaxBlock)
		}
	}
	p.position = g.Start
	position := &p.position
	p.scores.begin()
	p.moves.begin()
	for i := range plies {
		if c.Reading() {
			if c.Overrun() {
				return fmt.Errorf("%w: they end within a game", errPacked)
			}
			g.Plies = append(g.Plies, Ply{})
		}
		ply := &g.Plies[i]
		miss := 0
		if p.scored(ply) {
			score, by := p.scores.code(c, int(ply.Score), position, &p.moves)
			if score != int(int16(score)) || score == NoScore {
				return fmt.Errorf("%w: score %d at ply %d", errPacked, score, i+1)
			}
			ply.Score, miss = int16(score), by
		} else {
			ply.Score = NoScore
			p.scores.skip()
		}
		var err error
		if ply.Move, err = p.moves.code(c, ply.Move, position, miss); err != nil {
			return fmt.Errorf("%w at ply %d", err, i+1)
		}
		position.Play(ply.Move)
	}
	p.codeResult(g, position.Side())
	return nil
}

// scored codes whether a ply has a score.
func (p *packer) scored(ply *Ply) bool {
	bit := 0
	if ply.Score == NoScore {
		bit = 1
	}
	before := p.scores.unscored
	bit = p.unscored[before].Code(&p.coder, bit)
	p.scores.unscored = bit
	return bit == 0
}

// scoreClasses is the number of classes of scores by which results are coded.
const scoreClasses = 32

// codeResult codes the result of a game after whose last ply it is a side's move.
func (p *packer) codeResult(g *Game, side board.Side) {
	size, sign := p.scores.last()
	if side == board.Black {
		sign ^= 1
	}
	node := (size*2 + sign) * 2
	drawn, won := 0, 0
	switch g.Result {
	case board.Draw:
		drawn = 1
	case board.RedWins:
		won = 1
	}
	g.Result = board.Draw
	if p.results[node].Code(&p.coder, drawn) == 1 {
		return
	}
	g.Result = board.BlackWins
	if p.results[node+1].Code(&p.coder, won) == 1 {
		g.Result = board.RedWins
	}
}

// numberModel codes numbers up to 1<<31-1, best those that are small or alike.
type numberModel struct{ sizes, first [32]entropy.Bit }

func (m *numberModel) forget() {
	even(m.sizes[:])
	even(m.first[:])
}

// code writes or reads a number.
func (m *numberModel) code(c *entropy.Coder, n int) int {
	size := entropy.CodeTree(c, m.sizes[:], bits.Len(uint(n)), 5)
	if size < 2 {
		return size
	}
	second := m.first[size].Code(c, n>>(size-2)&1)
	return (2|second)<<(size-2) | c.Bits(n, size-2)
}

// sizeClass returns a class of numbers by their size, 0..31: two classes for each
// power of two up to 1<<16-1.
func sizeClass(n int) int {
	n = max(n, -n)
	size := bits.Len(uint(n))
	if size < 2 {
		return size
	}
	return 2*size - 2 + n>>(size-2)&1
}

// negative returns 1 for a negative number, otherwise 0.
func negative(n int) int { return int(uint(n) >> (bits.UintSize - 1)) }

// toInt returns 1 for true, 0 for false.
func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
