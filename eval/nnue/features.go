package nnue

import "chuhe/board"

// Dimensions of the feature set.
const (
	Buckets      = 6   // squares of the own king
	PieceSquares = 689 // own and enemy pieces on the squares they can stand on
	Inputs       = Buckets * PieceSquares
)

// maxActive is the most inputs that are active at a time: one for each piece.
const maxActive = 32

// A View is how a perspective looks at the board: twice its king bucket, and one more if
// it exchanges left and right. Two positions of one view have the same inputs but for the
// pieces that differ.
type View uint8

// Views is the number of views of a side.
const Views = 2 * Buckets

// middle is the first view of a king on the e file, which is mirrored by the tilt.
const middle View = 6

// Bucket returns the king bucket of a view, 0..Buckets-1: d0 d1 d2 e0 e1 e2.
func (v View) Bucket() uint16 { return uint16(v >> 1) }

// viewOf returns the view of a side whose king stands on a square.
func viewOf(king board.Square, side board.Side, t tilt) View {
	return kingView[king.From(side)&127].tilted(t)
}

// tilted returns the view of the same king after the tilt has changed.
func (v View) tilted(t tilt) View {
	if v >= middle {
		v = v&^1 | View(uint64(t)>>63)
	}
	return v
}

// kingView has the view by the square of a king at the bottom of the board.
var kingView = func() (t [128]View) {
	for rank := range 3 {
		left, right := View(2*rank), View(2*rank+1)
		t[board.SquareAt(3, rank)], t[board.SquareAt(5, rank)] = left, right
		t[board.SquareAt(4, rank)] = middle + left
	}
	return
}()

// eye maps pieces on squares to the inputs of a perspective and view.
type eye struct {
	squares *[128]board.Square // as the perspective sees them
	swap    board.Piece        // XOR that turns own pieces red
	first   uint16             // input of the king bucket
}

// eye returns the eye of a view.
func (v View) eye(perspective board.Side) *eye { return &eyes[perspective&1][v&15] }

var eyes = func() (t [2][16]eye) {
	for perspective := range t {
		for v := range View(Views) {
			turn := perspective + mirrored*int(v&1)
			t[perspective][v] = eye{&orientation[turn], board.Piece(perspective) << 3, v.Bucket() * PieceSquares}
		}
	}
	return
}()

// input returns the input of a piece on a square.
func (e *eye) input(piece board.Piece, s board.Square) uint16 {
	return e.first + pieceSquare[(piece^e.swap)&15][e.squares[s&127]&127]
}

// mirrored is the half of orientation in which left and right are swapped.
const mirrored = 2

// orientation has the squares as each side sees them, then the same mirrored.
var orientation = func() (t [4][128]board.Square) {
	for s := range board.Square(board.Squares) {
		t[0][s], t[1][s] = s, s.Flip()
		t[2][s], t[3][s] = s.Mirror(), s.Flip().Mirror()
	}
	return
}()

// pieceSquare numbers the squares of the own pieces (Red's), then the squares of the
// enemy pieces. Within a side the kinds follow the order of kinds, within a kind the
// squares follow the order of the board.
var pieceSquare, pieceSquares = func() (t [16][128]uint16, n uint16) {
	for side := range board.Side(2) {
		for _, kind := range kinds {
			for standing := points(side, kind); !standing.IsEmpty(); n++ {
				t[board.NewPiece(side, kind)][standing.Pop()] = n
			}
		}
	}
	return
}()

// kinds are the kinds of pieces in the order of the inputs.
var kinds = [...]board.PieceType{
	board.King, board.Advisor, board.Bishop, board.Pawn, board.Knight, board.Cannon, board.Rook,
}

// points returns the squares on which a perspective can see a piece. Red is its own
// side, whose king stands on the d or e file.
func points(side board.Side, kind board.PieceType) board.Bitboard {
	switch {
	case kind == board.King && side == board.Red:
		return board.Palace[side].AndNot(board.FileOf(board.SquareAt(5, 0)))
	case kind == board.King:
		return board.Palace[side]
	case kind == board.Advisor:
		return board.AdvisorPoints[side]
	case kind == board.Bishop:
		return board.BishopPoints[side]
	case kind == board.Pawn:
		return board.PawnPoints[side]
	}
	return board.AllSquares
}

// ViewOf returns the view of a side in a position.
func ViewOf(p *board.Position, side board.Side) View { return viewIn(p, p.Occupied(), side) }

// viewIn is ViewOf where only some of the pieces count, both kings among them.
func viewIn(p *board.Position, pieces board.Bitboard, side board.Side) View {
	return viewOf(p.King(side), side, tiltOf(p, pieces, side))
}

// Input returns the input of a piece for a perspective with the view. The piece must be on a
// square that it can legally stand on.
func (v View) Input(perspective board.Side, piece board.Piece, s board.Square) uint16 {
	return v.eye(perspective).input(piece, s)
}

// AppendFeatures appends the active inputs of a perspective, each 0..Inputs-1,
// in the order of the squares of the board, one for each piece.
func AppendFeatures(dst []uint16, p *board.Position, perspective board.Side) []uint16 {
	return appendFeatures(dst, p, p.Occupied(), perspective)
}

// appendFeatures is AppendFeatures for some of the pieces, both kings among them.
func appendFeatures(dst []uint16, p *board.Position, pieces board.Bitboard, perspective board.Side) []uint16 {
	e := viewIn(p, pieces, perspective).eye(perspective)
	for !pieces.IsEmpty() {
		s := pieces.Pop()
		dst = append(dst, e.input(p.At(s), s))
	}
	return dst
}
