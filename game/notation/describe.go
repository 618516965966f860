package notation

import "chuhe/board"

// direction is how a piece goes, as its owner sees it.
type direction uint8

const (
	advance direction = iota
	retreat
	traverse
)

// description is a move in the words of Chinese notation.
type description struct {
	side      board.Side
	piece     board.PieceType
	file      int // 1..9 from the owner's right
	direction direction
	number    int // steps along the file, else the file of the target

	// Where the piece stands among others of its kind.
	place, onFile int // place from the front among those on its file, of how many
	order, among  int // pawns: place from the right, then from the front, among those that share a file with others
}

// describe puts a move of a position into words.
func describe(p *board.Position, m board.Move) description {
	from, to := m.From(), m.To()
	piece := p.At(from)
	side := piece.Side()
	d := description{side: side, piece: piece.Type(), file: fileNumber(side, from)}
	ahead := to.From(side).Rank() - from.From(side).Rank()
	switch {
	case ahead > 0:
		d.direction = advance
	case ahead < 0:
		d.direction = retreat
	default:
		d.direction = traverse
	}
	d.number = fileNumber(side, to)
	if from.File() == to.File() {
		d.number = max(ahead, -ahead)
	}

	var stacks [board.Files + 1]int // pieces of the kind by file number
	same := p.Pieces(side, d.piece)
	for rest := same; !rest.IsEmpty(); {
		sq := rest.Pop()
		n := fileNumber(side, sq)
		stacks[n]++
		if n == d.file && sq.From(side).Rank() > from.From(side).Rank() {
			d.place++
		}
	}
	d.onFile = stacks[d.file]
	d.order = d.place
	for n, count := range stacks {
		if count < 2 {
			continue
		}
		d.among += count
		if n < d.file {
			d.order += count
		}
	}
	return d
}

// fileNumber returns the file of a square from 1 at a side's right to 9.
func fileNumber(side board.Side, s board.Square) int {
	if side == board.Red {
		return board.Files - s.File()
	}
	return s.File() + 1
}

// mark is the word for one of several pieces on a file.
type mark uint8

const (
	noMark mark = iota
	front
	middle
	rear
	frontMiddle // of four or five on a file
	rearMiddle
	ordinal // and upwards: the first, second ... of several pawns
)

// mark returns the word that the description needs, noMark if the file says
// enough: two advisors or elephants on one file move in different directions.
func (d *description) mark() mark {
	switch {
	case d.onFile < 2 || d.piece == board.Advisor || d.piece == board.Bishop:
		return noMark
	case d.piece == board.Pawn && d.among > 3:
		return ordinal + mark(d.order)
	}
	return d.placeMark()
}

// placeMark returns the word for a piece's place on its file, noMark if it stands there
// alone.
func (d *description) placeMark() mark {
	switch {
	case d.onFile < 2:
		return noMark
	case d.place == 0:
		return front
	case d.place == d.onFile-1:
		return rear
	case 2*d.place == d.onFile-1:
		return middle
	case 2*d.place < d.onFile:
		return frontMiddle
	}
	return rearMiddle
}
