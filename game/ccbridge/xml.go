package ccbridge

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/preorder"
	encodings "chuhe/game/text"
	"chuhe/internal/charset"
	"chuhe/internal/keyed"
)

const rootElement = "ChineseChessRecord"

// CBF is the format of single games in XML.
var CBF = &game.Format{
	Name:       "cbf",
	Extensions: []string{"cbf", "xml"},
	Recognise:  func(head []byte) bool { return bytes.Contains(encodings.Narrow(head), []byte("<"+rootElement)) },
	Read:       readCBF,
}

// readCBF reads the game of a file. Where the XML is damaged or a move is illegal, the
// game up to there comes with the error, a *[game.Error].
func readCBF(r io.Reader) iter.Seq2[*game.Game, error] {
	return func(yield func(*game.Game, error) bool) {
		data, err := readAll(r)
		if err != nil {
			yield(nil, err)
			return
		}
		narrow, place := encodings.NarrowPlaces(data)
		g, err := readXML(narrow)
		if g != nil {
			for _, w := range g.Warnings {
				w.Offset = place(w.Offset)
			}
		}
		if where, ok := errors.AsType[*game.Error](err); ok {
			where.Offset = place(where.Offset)
		}
		yield(g, err)
	}
}

// xmlMove is a move with its place in the file.
type xmlMove struct {
	preorder.Move
	offset int64
}

// document is a file as it is read.
type document struct {
	in    *xml.Decoder
	path  []string // the open elements
	text  strings.Builder
	game  *game.Game
	start board.Position
	begun bool // start is set
	kind  string
	moves []xmlMove
}

// maxDepth is how deep elements may be nested; files have three levels.
const maxDepth = 16

func readXML(data []byte) (*game.Game, error) {
	d := document{in: xml.NewDecoder(bytes.NewReader(data)), game: &game.Game{}}
	d.in.CharsetReader = func(name string, in io.Reader) (io.Reader, error) {
		if strings.HasPrefix(strings.ToLower(name), "utf-16") {
			return in, nil // one that says so in single bytes is in UTF-8, or has become it
		}
		encoding, err := charset.Named(name)
		if err != nil {
			return nil, keyed.Errorf("fault.xmlCharset", "%w", err)
		}
		return encoding.NewDecoder().Reader(in), nil
	}
	err := d.read()
	if !d.begun {
		if err == nil {
			err = fault(int64(len(data)), "fault.noStart", "no element FEN, want the start position")
		}
		return nil, err
	}
	g := d.game
	g.Start = d.start
	if d.kind != "" && d.kind != strconv.Itoa(usualType(&g.Start)) {
		g.SetTag(TagRecordType, d.kind)
	}
	if illegal := d.play(); illegal != nil {
		return g, illegal
	}
	return g, err
}

// read reads the elements.
func (d *document) read() error {
	for {
		offset := d.in.InputOffset()
		token, err := d.in.Token()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fault(d.in.InputOffset(), keyOf(err), "%w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch {
			case len(d.path) == 0 && t.Name.Local != rootElement:
				return fault(offset, "fault.xmlRoot", "element %q, want %s", t.Name.Local, rootElement)
			case len(d.path) == maxDepth:
				return fault(offset, "fault.xmlDeep", "element %q within %d others, want fewer", t.Name.Local, maxDepth)
			}
			d.path = append(d.path, t.Name.Local)
			d.text.Reset()
			if t.Name.Local == "Move" {
				if err := d.move(t, offset); err != nil {
					return err
				}
			}
		case xml.CharData:
			d.text.Write(t)
		case xml.EndElement:
			err := d.end(t.Name.Local, offset)
			d.path = d.path[:len(d.path)-1]
			d.text.Reset()
			if err != nil {
				return err
			}
		}
	}
}

// keyOf returns the key of the text about an error of package xml.
func keyOf(err error) string {
	if known, ok := errors.AsType[*keyed.Error](err); ok {
		return known.Key
	}
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok && syntax.Msg == "unexpected EOF" {
		return "fault.ends"
	}
	return "fault.xml"
}

// end takes an element with its text.
func (d *document) end(name string, offset int64) error {
	text := d.text.String()
	d.game.WarnDamaged(offset, text)
	if name == "Move" && len(d.moves) > 0 {
		d.moves[len(d.moves)-1].Comment = game.Clean(text)
		return nil
	}
	if len(d.path) != 3 || d.path[1] != "Head" {
		return nil
	}
	switch line := game.CleanLine(text); name {
	case "FEN":
		p, err := board.ParseFEN(line)
		switch {
		case line == "":
		case d.begun && (err != nil || p != d.start):
			d.game.WarnTwice(name, line, offset)
		case d.begun:
		case err != nil:
			return &game.Error{Offset: offset, Err: fmt.Errorf("%w: %w", ErrSyntax, err)}
		default:
			d.start, d.begun = p, true
		}
	case "RecordResult":
		n, err := strconv.Atoi(line)
		if err != nil && line != "" {
			return fault(offset, "fault.xmlResult", "result %q, want a number", line)
		}
		switch r := resultOf(n); {
		case !d.game.Result.Finished():
			d.game.Result = r
		case r.Finished() && r != d.game.Result:
			d.game.WarnTwice(name, line, offset)
		}
	case "RecordType":
		switch {
		case d.kind == "":
			d.kind = line
		case line != "" && line != d.kind:
			d.game.WarnTwice(name, line, offset)
		}
	default:
		if i := slices.IndexFunc(fields, func(f field) bool { return f.element == name }); i >= 0 {
			name = fields[i].tag
		}
		d.game.AddTag(name, line, offset)
	}
	return nil
}

// move reads the attributes of a move. No file with variations is known, so an
// attribute that might be about one is a fault.
func (d *document) move(t xml.StartElement, offset int64) error {
	m := xmlMove{offset: offset}
	m.Follows = true
	for _, a := range t.Attr {
		switch a.Name.Local {
		case "value":
			m.Move.Move, m.Fault = parseXMLMove(a.Value)
		case "end":
			m.Follows = a.Value != "1"
		default:
			return fault(offset, "fault.xmlAttribute", "attribute %q of a move, want value or end", a.Name.Local)
		}
	}
	if n := len(d.moves); n > 0 && !d.moves[n-1].Follows {
		return fault(offset, "fault.xmlEnded", "a move after the end of the game")
	}
	if len(d.moves) > preorder.MaxMoves {
		return fault(offset, "fault.tooLong", "more than %d moves", preorder.MaxMoves)
	}
	d.moves = append(d.moves, m)
	return nil
}

// parseXMLMove reads a move such as "77-47": a file from Red's left and a rank from
// Black's side for each square. "00-00" is no move.
func parseXMLMove(s string) (board.Move, error) {
	square := func(file, rank byte) board.Square {
		if file < '0' || file > '8' || rank < '0' || rank > '9' {
			return board.NoSquare
		}
		return board.SquareAt(int(file-'0'), int('9'-rank))
	}
	if len(s) == 5 && s[2] == '-' {
		from, to := square(s[0], s[1]), square(s[3], s[4])
		switch {
		case from == board.NoSquare || to == board.NoSquare:
		case from == to:
			return board.NoMove, nil
		default:
			return board.NewMove(from, to), nil
		}
	}
	return board.NoMove, keyed.Errorf("fault.xmlMove", "%w: move %q, want one such as 77-47", ErrSyntax, s)
}

// play builds the tree. The first element is not a move and holds the comment on the
// whole game; some programs leave it out.
func (d *document) play() error {
	moves := d.moves
	if len(moves) > 0 && moves[0].Move.Move == board.NoMove && moves[0].Fault == nil {
		d.game.Root.Comment = moves[0].Comment
		moves = moves[1:]
	}
	b := preorder.NewBuilder(d.game)
	for _, m := range moves {
		if _, more := b.Add(m.Move, m.offset); !more {
			break
		}
	}
	return b.Finish()
}
