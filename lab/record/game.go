package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"chuhe/board"
	"chuhe/movegen"
)

// NoScore is the score of a ply that was not searched.
const NoScore = 32767

// Ply is a move with the score of its search, in units of eval.Score, for the side
// that plays it.
type Ply struct {
	Move  board.Move
	Score int16
}

// results are the results that a file can hold, by twice Red's points.
var results = [...]board.Result{board.BlackWins, board.Draw, board.RedWins}

// Game is a start position, the plies played from it, and the result. The move
// number of the start is not stored.
type Game struct {
	Start  board.Position
	Plies  []Ply
	Result board.Result
}

const (
	startSize = 32
	plySize   = 4
)

// errGame is wrapped by errors about the bytes of a game.
var errGame = errors.New("bad game")

// Size returns the size of the game in a file in bytes.
func (g *Game) Size() int { return startSize + plySize*len(g.Plies) + plySize }

// validate returns an error that names the first part of the game that the format
// cannot hold. It does not check that the moves are legal.
func (g *Game) validate() error {
	if !slices.Contains(results[:], g.Result) {
		return fmt.Errorf("%w: result %v, want one of %v", errGame, g.Result, results)
	}
	if g.Size() > MaxBlock {
		return fmt.Errorf("%w: %d plies take %d bytes, want at most %d", errGame, len(g.Plies), g.Size(), MaxBlock)
	}
	setup := g.Start.Setup()
	if _, err := setup.Position(); err != nil {
		return fmt.Errorf("%w: start: %w", errGame, err)
	}
	for i, p := range g.Plies {
		if err := checkMove(uint16(p.Move), i+1); err != nil {
			return err
		}
	}
	return nil
}

// checkMove returns an error if the bits of a move do not name two squares or are
// zero.
func checkMove(m uint16, ply int) error {
	if m == 0 || m>>14 != 0 || m&127 >= board.Squares || m>>7&127 >= board.Squares {
		return fmt.Errorf("%w: move %#04x at ply %d, want squares 0-89", errGame, m, ply)
	}
	return nil
}

// AppendTo appends the g.Size() bytes of the game as they stand in a block. The game
// must be one that Writer.Write accepts.
func (g *Game) AppendTo(b []byte) []byte {
	var start [startSize]byte
	n := 0
	for s := range board.Square(board.Squares) {
		piece := g.Start.At(s)
		if piece == board.NoPiece {
			continue
		}
		code := byte(piece.Type())
		if piece.Side() == board.Black {
			code |= 8
		}
		start[s/8] |= 1 << (s % 8)
		start[12+n/2] |= code << (n % 2 * 4)
		n++
	}
	start[28] = byte(g.Start.Side())&1 | byte(2*g.Result.Points(board.Red))<<1
	binary.LittleEndian.PutUint16(start[30:], uint16(g.Start.Halfmove()))
	b = append(b, start[:]...)
	for _, p := range g.Plies {
		b = binary.LittleEndian.AppendUint16(b, uint16(p.Move))
		b = binary.LittleEndian.AppendUint16(b, uint16(p.Score))
	}
	return append(b, 0, 0, 0, 0)
}

// Decode reads a game from the start of b into g, whose memory it reuses, and
// returns the rest of b. It checks that the start is a valid position. Check checks
// the moves.
func (g *Game) Decode(b []byte) (rest []byte, err error) {
	if len(b) < startSize+plySize {
		return nil, fmt.Errorf("%w: %d bytes left, want at least %d", errGame, len(b), startSize+plySize)
	}
	if g.Start, err = decodeStart(b[:startSize]); err != nil {
		return nil, err
	}
	result := b[28] >> 1
	if int(result) >= len(results) || b[29] != 0 {
		return nil, fmt.Errorf("%w: flags %02x %02x, want a result of 0-2 and zeros above it", errGame, b[28], b[29])
	}
	g.Result = results[result]
	g.Plies = g.Plies[:0]
	for b = b[startSize:]; ; b = b[plySize:] {
		if len(b) < plySize {
			return nil, fmt.Errorf("%w: no end after %d plies", errGame, len(g.Plies))
		}
		m, score := binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint16(b[2:])
		if m == 0 {
			if score != 0 {
				return nil, fmt.Errorf("%w: score %d without a move after %d plies", errGame, int16(score), len(g.Plies))
			}
			return b[plySize:], nil
		}
		if err := checkMove(m, len(g.Plies)+1); err != nil {
			return nil, err
		}
		g.Plies = append(g.Plies, Ply{board.Move(m), int16(score)})
	}
}

// decodeStart reads a start.
func decodeStart(b []byte) (board.Position, error) {
	setup := board.Setup{
		Side:     board.Side(b[28] & 1),
		Halfmove: binary.LittleEndian.Uint16(b[30:]),
		Fullmove: 1,
	}
	n := 0
	for s := range 96 {
		if b[s/8]>>(s%8)&1 == 0 {
			continue
		}
		if s >= board.Squares || n >= 32 {
			return board.Position{}, fmt.Errorf("%w: start has a piece on square %d as number %d, want at most 32 on squares 0-89", errGame, s, n+1)
		}
		code := b[12+n/2] >> (n % 2 * 4) & 15
		t := board.PieceType(code & 7)
		if t == board.NoPieceType {
			return board.Position{}, fmt.Errorf("%w: start has piece code %d on %v", errGame, code, board.Square(s))
		}
		setup.Pieces[s] = board.NewPiece(board.Side(code>>3), t)
		n++
	}
	if setup.Halfmove > board.MaxCounter {
		return board.Position{}, fmt.Errorf("%w: start is %d plies from the last capture, want at most %d", errGame, setup.Halfmove, board.MaxCounter)
	}
	for i := n; i < 32; i++ {
		if code := b[12+i/2] >> (i % 2 * 4) & 15; code != 0 {
			return board.Position{}, fmt.Errorf("%w: start has piece code %d as number %d of %d pieces", errGame, code, i+1, n)
		}
	}
	p, err := setup.Position()
	if err != nil {
		return board.Position{}, fmt.Errorf("%w: start: %w", errGame, err)
	}
	return p, nil
}

// Check returns an error that names the first illegal move.
func (g *Game) Check() error {
	p := g.Start
	for i, ply := range g.Plies {
		if !movegen.IsLegal(&p, ply.Move) {
			return fmt.Errorf("%w: ply %d: %v is not legal in %s", errGame, i+1, ply.Move, p.FEN())
		}
		p.Play(ply.Move)
	}
	return nil
}
