package nnue

import "chuhe/board"

// Dimensions of the network. Files of other dimensions are refused.
const (
	Buckets       = 6   // squares of the own king
	PieceSquares  = 689 // own and their pieces on the squares they can stand on
	Inputs        = Buckets * PieceSquares
	Width         = 512 // of an accumulator
	OutputBuckets = 8   // numbers of pieces
	QA            = 255 // 1.0 in an accumulator
	QB            = 64  // 1.0 of an output weight
)

// maxActive is the most inputs that a perspective can have, one for a piece.
const maxActive = 32

// A view is how a perspective looks at the board: the place of its own king in
// its palace, rank*3 + file, as it sees it before mirroring. From it follow
// bucket and mirror side, so two positions of one view share their inputs but
// for the pieces that differ.
type view uint8

// views is the number of views of a side.
const views = 9

// viewOf returns the view of a side.
func viewOf(p *board.Position, perspective board.Side) view {
	return kingView(p.King(perspective), perspective)
}

// kingView returns the view of a side whose king stands on a square.
func kingView(king board.Square, side board.Side) view { return palaceView[king.From(side)&127] }

// palaceView has the view by the square of a king at the bottom, 0 elsewhere.
var palaceView = func() (t [128]view) {
	for n := range views {
		t[board.SquareAt(3+n%3, n/3)] = view(n)
	}
	return
}()

// bucketOf has the bucket of a view: d0 d1 d2 e0 e1 e2, and f as d.
var bucketOf = [views]uint16{0, 3, 0, 1, 4, 1, 2, 5, 2}

// eye turns pieces on squares into the inputs of a perspective and view.
type eye struct {
	squares *[128]board.Square // as the perspective sees them
	swap    board.Piece        // makes own pieces red
	first   uint16             // input of the bucket
}

// eye returns the eye of a view.
func (v view) eye(perspective board.Side) eye {
	turn := perspective & 1
	if v%3 == 2 {
		turn |= mirrored
	}
	return eye{&orientation[turn], board.Piece(perspective&1) << 3, bucketOf[v] * PieceSquares}
}

// input returns the input of a piece on a square.
func (e eye) input(piece board.Piece, s board.Square) uint16 {
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

// pieceSquare numbers the squares of the own pieces (Red's), then of theirs.
// Within a side the kinds are in the order of their codes but for the king,
// who is first; within a kind the squares are in the order of the board.
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

// points returns where a piece can be seen by a perspective: Red is the own side.
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

// Input returns the input of a piece on a square, which it must be able to stand
// on, for a perspective whose king stands on another.
func Input(perspective board.Side, king board.Square, piece board.Piece, s board.Square) uint16 {
	return kingView(king, perspective).eye(perspective).input(piece, s)
}

// AppendFeatures appends the active inputs of a perspective, each 0..Inputs-1,
// in the order of the squares of the board, one for each piece.
func AppendFeatures(dst []uint16, p *board.Position, perspective board.Side) []uint16 {
	e := viewOf(p, perspective).eye(perspective)
	for pieces := p.Occupied(); !pieces.IsEmpty(); {
		s := pieces.Pop()
		dst = append(dst, e.input(p.At(s), s))
	}
	return dst
}

// OutputBucket returns which row of output weights serves a position,
// 0..OutputBuckets-1: the more pieces of both sides besides the kings, the
// higher.
func OutputBucket(p *board.Position) int {
	return (p.Occupied().Count() - 2) * OutputBuckets / (maxActive - 1)
}

// BucketPieces returns the fewest and the most pieces besides the kings that an
// output bucket has.
func BucketPieces(bucket int) (least, most int) {
	first := func(bucket int) int { return (bucket*(maxActive-1) + OutputBuckets - 1) / OutputBuckets }
	return first(bucket), first(bucket+1) - 1
}
