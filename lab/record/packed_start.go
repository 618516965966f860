package record

import (
	"fmt"

	"chuhe/board"
	"chuhe/lab/record/entropy"
)

// startModel packs start positions by how they differ from the start of the game.
type startModel struct {
	same  [board.Squares * strayClasses]entropy.Bit // whether a square is as in the start position
	piece [board.Squares * 16]entropy.Bit
	black entropy.Bit
	quiet numberModel
	usual board.Position // the start position of the game
}

// strayClasses is the number of classes by the pieces that must be elsewhere, unless
// they were taken.
const strayClasses = 16

func (m *startModel) forget() {
	even(m.same[:])
	even(m.piece[:])
	m.black = entropy.NewBit(entropy.One / 2)
	m.quiet.forget()
	m.usual = board.Start()
}

// code writes or reads a position. The error is about a reading that yields another than a
// valid one.
func (m *startModel) code(c *entropy.Coder, p *board.Position) error {
	setup := board.Setup{Fullmove: 1}
	strayed := 0 // pieces that are not at home, less those found elsewhere
	for _, home := range [2]bool{true, false} {
		for s := range board.Square(board.Squares) {
			was, is := m.usual.At(s), p.At(s)
			if (was != board.NoPiece) != home {
				continue
			}
			if m.same[int(s)*strayClasses+max(0, min(strayed, strayClasses-1))].Code(c, toInt(was == is)) == 1 {
				setup.Pieces[s] = was
				continue
			}
			is = board.Piece(entropy.CodeTree(c, m.piece[int(s)*16:][:16], int(is), 4))
			setup.Pieces[s] = is
			strayed += toInt(home) - toInt(is != board.NoPiece)
		}
	}
	setup.Side = board.Side(m.black.Code(c, int(p.Side())))
	quiet := m.quiet.code(c, p.Halfmove())
	if !c.Reading() {
		return nil
	}
	if quiet > board.MaxCounter {
		return fmt.Errorf("%w: start is %d plies from the last capture, want at most %d", errPacked, quiet, board.MaxCounter)
	}
	setup.Halfmove = uint16(quiet)
	var err error
	if *p, err = setup.Position(); err != nil {
		return fmt.Errorf("%w: start: %w", errPacked, err)
	}
	return nil
}
