package xqf

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"iter"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/preorder"
	encodings "chuhe/game/text"
	"chuhe/internal/charset"
	"chuhe/internal/keyed"
)

// ErrSyntax is wrapped by every error about a file that is not XQF.
var ErrSyntax error = keyed.New("fault.xqf", "bad XQF")

// Places in the header.
const (
	headSize   = 1024
	atVersion  = 2
	atMask     = 3
	atSquares  = 16
	atSide     = 50
	atResult   = 51
	atKind     = 64
	atTitleTwo = 0x90
	// longTitle is the size of a title that goes on into the field of the second title.
	longTitle = 128
)

const plainVersion = 10

// maxSize is the size of the largest file that is read, in bytes. The largest one in
// collections is one megabyte long.
const maxSize = 64 << 20

// field is a text of the header.
type field struct {
	tag  string
	at   int
	size int // with the byte for the length
}

var fields = []field{
	{game.TagTitle, 0x50, 64},
	{game.TagEvent, 0xD0, 64},
	{game.TagDate, 0x110, 16},
	{game.TagSite, 0x120, 16},
	{game.TagRed, 0x130, 16},
	{game.TagBlack, 0x140, 16},
	{game.TagTimeControl, 0x150, 64},
	{game.TagRedTime, 0x190, 16},
	{game.TagBlackTime, 0x1A0, 16},
	{game.TagAnnotator, 0x1D0, 16},
	{game.TagAuthor, 0x1E0, 16},
}

var results = [...]board.Result{board.Unfinished, board.RedWins, board.BlackWins, board.Draw}

// Recognise reports whether a file that begins like this is XQF.
func Recognise(head []byte) bool {
	return len(head) > atVersion && head[0] == 'X' && head[1] == 'Q' && head[atVersion] >= plainVersion && head[atVersion] < ' '
}

// Read reads the game of a file. All errors are of type *[game.Error]. Where the file
// ends too early or a move is illegal, the game up to there comes with the error.
func Read(r io.Reader) iter.Seq2[*game.Game, error] {
	return func(yield func(*game.Game, error) bool) {
		data, err := io.ReadAll(io.LimitReader(r, maxSize+1))
		switch {
		case err != nil:
			yield(nil, err)
		case len(data) > maxSize:
			yield(nil, fault(maxSize, "fault.tooLarge", "more than %d bytes", maxSize))
		default:
			yield(decode(data))
		}
	}
}

// fault returns an error that wraps ErrSyntax, see [game.NewError].
func fault(offset int, key, format string, values ...any) error {
	return game.NewError(int64(offset), ErrSyntax, key, format, values...)
}

// file is a file as it is read.
type file struct {
	data  []byte
	pos   int
	keys  keys
	texts []text // of the game, which share an encoding
}

// text is a text of the file and where it is to go.
type text struct {
	offset int
	raw    []byte
	set    func(string)
}

func decode(data []byte) (*game.Game, error) {
	if !Recognise(data) {
		return nil, fault(0, "fault.begins", `the file begins with %q, want "XQ" and a version from %d on`, data[:min(len(data), 3)], plainVersion)
	}
	if len(data) < headSize {
		return nil, fault(len(data), "fault.ends", "the file ends within the header of %d bytes", headSize)
	}
	f := &file{data: data, pos: headSize, keys: makeKeys(data)}
	g := &game.Game{}
	f.head(g)

	root, err := f.record()
	var first record
	if err == nil && root.follows {
		first, err = f.record()
	}
	if root.comment != nil {
		f.texts = append(f.texts, text{root.offset, root.comment, func(s string) { g.Root.Comment = game.Clean(s) }})
	}
	start, bad := f.start(first)
	if bad != nil {
		return nil, bad
	}
	g.Start = start
	f.kind(g)
	if err == nil && root.follows {
		err = f.moves(g, first)
	}
	f.decodeTexts(g)
	if err == nil {
		g.WarnRest(data, f.pos)
	}
	return g, err
}

// head reads everything of the header but the position.
func (f *file) head(g *game.Game) {
	for _, field := range fields {
		long := field.tag == game.TagTitle && int(f.data[field.at]) >= field.size
		if long {
			field.size = longTitle
		}
		raw := f.pascal(field.at, field.size)
		if size := int(f.data[field.at]); size > len(raw) {
			g.Warn(&game.Error{Offset: int64(field.at), Err: fmt.Errorf("%w: %s of %d bytes, %d of them are there", game.ErrShortened, field.tag, size, len(raw))})
		}
		if field.tag == game.TagTitle && !long {
			if second := f.pascal(atTitleTwo, 64); len(second) > 0 {
				raw = append(append(encodings.WholeCharacters(raw), ' '), second...)
			}
		}
		if len(raw) > 0 {
			f.texts = append(f.texts, text{field.at, raw, func(s string) { g.SetTag(field.tag, game.CleanLine(s)) }})
		}
	}
	if result := int(f.data[atResult]); result < len(results) {
		g.Result = results[result]
	}
}

// TagKind is the tag for the kind of a game: 开局 (opening), 中局 (middle game) or 残局
// (ending). A whole game has none, nor has an ending that begins with its own
// position.
const TagKind = "Kind"

var kinds = []string{"", "开局", "中局", endgame: "残局"}

const endgame = 3

// kind sets the tag for the kind of game.
func (f *file) kind(g *game.Game) {
	kind := int(f.data[atKind])
	if start := board.Start(); kind == endgame && g.Start.Setup().Pieces != start.Setup().Pieces || kind >= len(kinds) {
		return
	}
	g.SetTag(TagKind, kinds[kind])
}

// pascal returns a text of the header.
func (f *file) pascal(at, size int) []byte {
	n := min(int(f.data[at]), size-1)
	return f.data[at+1 : at+1+n]
}

// start returns the position of the header. The side to move owns the piece that moves
// first or, without moves, the one in the header, unless only the other is possible.
func (f *file) start(first record) (board.Position, error) {
	setup := board.Setup{Fullmove: 1, Side: board.Side(f.data[atSide] & 1)}
	for i := range 32 {
		offset := atSquares + f.keys.slot(i)
		square, ok := squareOf(f.data[offset] - f.keys.square)
		if !ok {
			continue // captured
		}
		piece := board.NewPiece(board.Side(i/16), preorder.Pieces[i%16])
		if other := setup.Pieces[square]; other != board.NoPiece {
			return board.Position{}, fault(offset, "fault.occupied", "%v %v on %v, where there is a %v %v already", piece.Side(), piece.Type(), square, other.Side(), other.Type())
		}
		setup.Pieces[square] = piece
	}
	p, err := preorder.Start(setup, first.move)
	if err != nil {
		return board.Position{}, &game.Error{Offset: atSquares, Err: fmt.Errorf("%w: %w", ErrSyntax, err)}
	}
	return p, nil
}

// captured is the square of a piece that is not on the board.
const captured = 0xFF

// squareOf returns the square of a byte: ten times the file, plus the rank. ok is
// false for any other byte, as for captured.
func squareOf(b byte) (s board.Square, ok bool) {
	if b >= 90 {
		return board.NoSquare, false
	}
	return board.SquareAt(int(b/10), int(b%10)), true
}

// record is a move with its flags.
type record struct {
	offset           int
	move             board.Move
	fault            error // a square is off the board
	follows, sibling bool
	comment          []byte
}

// record reads the next move.
func (f *file) record() (r record, err error) {
	r.offset = f.pos
	b, err := f.bytes(4, "a move")
	if err != nil {
		return r, err
	}
	from, fromOK := squareOf(b[0] - 24 - f.keys.from)
	to, toOK := squareOf(b[1] - 32 - f.keys.to)
	if fromOK && toOK {
		r.move = board.NewMove(from, to)
	}
	if !fromOK || !toOK {
		r.fault = keyed.Errorf("fault.offBoard", "%w: a move from %d to %d, want squares 0-89", ErrSyntax, b[0]-24-f.keys.from, b[1]-32-f.keys.to)
	}
	var commented bool
	if f.data[atVersion] <= plainVersion {
		r.follows, r.sibling, commented = b[2]&0xF0 != 0, b[2]&0x0F != 0, true
	} else {
		r.follows, r.sibling, commented = b[2]&0x80 != 0, b[2]&0x40 != 0, b[2]&0x20 != 0
	}
	if commented {
		at := f.pos
		if b, err = f.bytes(4, "the length of a comment"); err != nil {
			return r, err
		}
		n := binary.LittleEndian.Uint32(b) - f.keys.length
		if left := len(f.data) - f.pos; int64(n) > int64(left) {
			return r, fault(at, "fault.commentLength", "a comment of %d bytes, want at most %d, which are left", int32(n), left)
		}
		r.comment, _ = f.bytes(int(n), "a comment")
	}
	return r, nil
}

// bytes reads and unscrambles n bytes.
func (f *file) bytes(n int, what string) ([]byte, error) {
	if len(f.data)-f.pos < n {
		return nil, fault(len(f.data), "fault.ends", "the file ends, want %s", what)
	}
	b := make([]byte, n)
	for i := range b {
		b[i] = f.data[f.pos+i] - f.keys.stream[(f.pos+i)%len(f.keys.stream)]
	}
	f.pos += n
	return b, nil
}

// moves reads the moves from the first on.
func (f *file) moves(g *game.Game, r record) error {
	b := preorder.NewBuilder(g)
	for {
		node, more := b.Add(preorder.Move{Move: r.move, Follows: r.follows, Sibling: r.sibling, Fault: r.fault}, int64(r.offset))
		if node != nil && len(r.comment) > 0 {
			f.texts = append(f.texts, text{r.offset, r.comment, func(s string) { node.Comment = game.Clean(s) }})
		}
		if !more {
			return b.Finish()
		}
		next, err := f.record()
		if err != nil {
			if illegal := b.Finish(); illegal != nil {
				return illegal
			}
			return err
		}
		r = next
	}
}

// decodeTexts gives the texts to the game, in the encoding that they share.
func (f *file) decodeTexts(g *game.Game) {
	decoder := charset.GB18030.NewDecoder()
	if isBig5(f.texts) {
		decoder = charset.Big5.NewDecoder()
	}
	for _, t := range f.texts {
		raw := string(encodings.WholeCharacters(bytes.TrimRight(t.raw, "\x00")))
		if s, err := decoder.String(raw); err == nil {
			t.set(s)
			g.WarnDamaged(int64(t.offset), s)
		}
	}
}

// isBig5 reports whether texts are in Big5 rather than in GB18030. Most double bytes
// of either are possible in the other. But the second byte of a common character in
// GB18030 is above A0, while in Big5 it is often below 7F, and
// never between 7F and A0; the first byte of a common character in Big5 is below C7.
// Texts of a few characters are taken to be in GB18030, and so are those that have more common
// characters in it: a traditional character or two make its second bytes low too.
func isBig5(texts []text) bool {
	pairs, low, rare := 0, 0, 0
	var all []byte
	for _, t := range texts {
		all = append(append(all, encodings.WholeCharacters(t.raw)...), '\n')
		for i := 0; i+1 < len(t.raw); i++ {
			lead, trail := t.raw[i], t.raw[i+1]
			if lead < 0x80 {
				continue
			}
			if lead < 0xA1 || lead == 0xFF || trail < 0x40 || trail > 0x7E && trail < 0xA1 || trail == 0xFF {
				return false
			}
			pairs++
			if trail <= 0x7E {
				low++
			}
			if lead > 0xC6 {
				rare++
			}
			i++
		}
	}
	return pairs >= 4 && low*12 > pairs && rare*6 < pairs && encodings.CanBeBig5(all)
}
