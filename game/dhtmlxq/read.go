package dhtmlxq

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/preorder"
	encodings "chuhe/game/text"
	"chuhe/internal/keyed"
	"chuhe/internal/lazy"
)

// ErrSyntax is wrapped by every error about a text that is not DhtmlXQ.
var ErrSyntax error = keyed.New("fault.dhtmlxq", "bad DhtmlXQ")

// maxSize is the size of the largest file that is read, in bytes.
const maxSize = 64 << 20

// Read reads the games of a file, of which a web page or games of PGN may be the rest, one after
// another. A fault comes as a *[game.Error] with the game as far as it could be read,
// and the next one follows.
func Read(r io.Reader) iter.Seq2[*game.Game, error] {
	return func(yield func(*game.Game, error) bool) {
		data, err := io.ReadAll(io.LimitReader(r, maxSize+1))
		switch {
		case err != nil:
			yield(nil, err)
			return
		case len(data) > maxSize:
			yield(nil, fault(maxSize, "fault.tooLarge", "more than %d bytes", maxSize))
			return
		}
		data, offset := encodings.NarrowPlaces(data)
		legacy, page := encodings.Legacy(data), htmlPage().Match(data)
		parts := parts(data)
		newline := []byte("\n")
		if !bytes.Contains(data, newline) { // as on old Macs
			newline = []byte("\r")
		}
		line, counted := 1, 0 // the line in which the byte counted stands
		number := 0           // of the game
		for _, part := range parts {
			line, counted = line+bytes.Count(data[counted:part.begin], newline), part.begin
			place := func(e *game.Error) {
				e.Line = line + bytes.Count(data[part.begin:max(part.begin, int(e.Offset))], newline)
				e.Offset = offset(e.Offset)
				if len(parts) > 1 {
					e.Game = number
				}
			}
			for g, err := range part.games(data, legacy, page) {
				number++
				if where, ok := errors.AsType[*game.Error](err); ok {
					place(where)
				}
				if g != nil {
					g.Line = line + bytes.Count(data[part.begin:max(part.begin, int(g.Offset))], newline)
					g.Offset = offset(g.Offset)
					for _, w := range g.Warnings {
						place(w)
					}
				}
				if !yield(g, err) {
					return
				}
			}
		}
	}
}

var (
	htmlPage = lazy.Pattern(`(?i)<(html|body|div|script|!doctype)`)
	// lineBreak matches the element br of a page, and the line end that may follow it.
	lineBreak = lazy.Pattern(`(?i)<br[ \t]*/?>(?:\r?\n)?`)
	lineName  = lazy.Pattern(`^move_(\d{1,9})_(\d{1,9})_(\d{1,9})$`)
	noteName  = lazy.Pattern(`^comment(?:(\d{1,9})_)?(\d{1,9})$`)
)

// fault returns an error that wraps ErrSyntax, see [game.NewError].
func fault(offset int, key, format string, values ...any) *game.Error {
	return game.NewError(int64(offset), ErrSyntax, key, format, values...)
}

// reader reads a game.
type reader struct {
	data   []byte
	base   int               // offset of data in the file
	legacy encoding.Encoding // nil for UTF-8
	page   bool              // HTML with entities

	game  *game.Game
	texts map[string]text
	// repeated are the names of texts of which another one that is not empty was found.
	repeated map[string]bool
	unended  bool    // a warning about a text without an end was given, one for all
	lines    []*line // the main line first
	byID     map[int]*line
	notes    []note
	remarks  map[*game.Node][]string
	first    *game.Error // of what is wrong, in the order of the file
	cut      game.Cuts   // of the variations
}

// text stands between two marks.
type text struct {
	raw    string
	offset int // in the file
}

// wrong records a fault. Only the first in the file is reported.
func (r *reader) wrong(e *game.Error) {
	if r.first == nil || e.Offset < r.first.Offset {
		r.first = e
	}
}

// wrongIn notes a fault of a line: the game can do without what follows in a variation.
func (r *reader) wrongIn(l *line, e *game.Error) {
	if l.id == 0 {
		r.wrong(e)
		return
	}
	r.cut.Add(e, 1)
}

// open notes a text without an end. Without the end of its position or its main line the
// game is not whole.
func (r *reader) open(name string, e *game.Error) {
	m := lineName().FindStringSubmatch(name)
	switch {
	case m != nil && strings.Trim(m[3], "0") != "":
		r.cut.Add(e, 0)
	case m != nil, name == "movelist", name == "binit", name == "fen":
		r.wrong(e)
	case !r.unended:
		r.unended = true
		r.game.Warn(e)
	}
}

// parse finds the texts.
func (r *reader) parse() {
	r.texts, r.repeated = make(map[string]text), make(map[string]bool)
	for at := 0; ; {
		i := bytes.Index(r.data[at:], []byte(mark+"_"))
		if i < 0 {
			return
		}
		begin := at + i + len(mark) + 1
		size := bytes.IndexByte(r.data[begin:min(len(r.data), begin+64)], ']')
		if size <= 0 {
			at = begin
			continue
		}
		name, value := string(r.data[begin:begin+size]), begin+size+1
		raw := r.data[value:]
		if next := bytes.Index(raw, []byte(mark+"_")); next >= 0 {
			raw = raw[:next]
		}
		if end := bytes.Index(raw, []byte("[/DhtmlXQ")); end >= 0 {
			raw = raw[:end]
		} else {
			r.open(name, fault(r.base+value, "fault.endMark", "%s has no end, want [/DhtmlXQ_%s]", game.CleanLine(name), game.CleanLine(name)))
		}
		r.text(name, text{string(raw), r.base + value})
		at = value + len(raw)
	}
}

// text takes a text by its name. A page may repeat a name, with an empty text first.
func (r *reader) text(name string, t text) {
	if m := lineName().FindStringSubmatch(name); m != nil {
		parent, _ := strconv.Atoi(m[1])
		ply, _ := strconv.Atoi(m[2])
		id, _ := strconv.Atoi(m[3])
		if id == 0 { // move_0_1_0 is another name of the movelist
			r.text("movelist", t)
			return
		}
		r.lines = append(r.lines, &line{parent: parent, ply: ply, id: id, text: t})
		return
	}
	if m := noteName().FindStringSubmatch(name); m != nil {
		id, _ := strconv.Atoi(m[1])
		ply, _ := strconv.Atoi(m[2])
		r.notes = append(r.notes, note{id, ply, t})
		return
	}
	words := strings.Fields(t.raw)
	old, known := r.texts[name]
	switch {
	case !known:
		r.texts[name] = t
	case len(words) == 0, r.repeated[name]:
	case strings.TrimSpace(old.raw) == "":
		r.texts[name] = t
	default:
		r.repeated[name] = true // no more are compared, so that no file takes long
		if strings.Join(words, "") != strings.Join(strings.Fields(old.raw), "") && !slices.Contains(ignored, name) {
			r.game.Warn(&game.Error{Offset: int64(t.offset), Err: fmt.Errorf("%w: %s", game.ErrTwice, game.CleanLine(name))})
		}
	}
}

// decode returns a text in UTF-8, without the half of a character at its end that a program
// leaves which cuts a text by its bytes.
func (r *reader) decode(t text) string {
	raw := r.utf8(t.raw)
	if r.page {
		raw = html.UnescapeString(lineBreak().ReplaceAllString(raw, "\n"))
	}
	raw = strings.ToValidUTF8(raw, string(utf8.RuneError))
	r.game.WarnDamaged(int64(t.offset), raw)
	return raw
}

// utf8 returns a text in UTF-8 that may be in the old encoding of its page.
func (r *reader) utf8(raw string) string {
	if r.legacy != nil {
		if utf, err := r.legacy.NewDecoder().Bytes(encodings.WholeCharacters([]byte(raw))); err == nil {
			return string(utf)
		}
	}
	return raw
}

// read reads the game.
func (r *reader) read() (*game.Game, error) {
	g := &game.Game{}
	r.game = g
	r.parse()
	movelist := r.texts["movelist"]
	moves := r.moves(&line{text: movelist})
	start, err := r.start(moves)
	if err != nil {
		return nil, err
	}
	g.Start = start
	r.tags()

	r.lines = slices.Insert(r.lines, 0, &line{ply: 1, text: movelist})
	r.tree(moves)
	r.remarks = make(map[*game.Node][]string)
	for _, n := range r.notes {
		r.note(n)
	}
	for node, comments := range r.remarks {
		node.Comment = strings.Join(comments, "\n")
	}
	g.Warn(r.cut.Warning())
	if bytes.HasPrefix(r.data, []byte(mark+"]")) && !bytes.Contains(r.data, []byte(ending)) {
		g.Warn(&game.Error{Offset: int64(r.base + len(r.data)), Err: fmt.Errorf("%w: no %s", game.ErrNoEnd, ending)})
	}
	if r.first != nil {
		return g, r.first
	}
	return g, nil
}

// tags gives the game its tags, in the order of the fields. Of the texts that fill one tag the first
// in the file counts.
func (r *reader) tags() {
	g := r.game
	for _, names := range [2][2]string{{"red", "redname"}, {"black", "blackname"}} {
		if name := r.texts[names[1]]; strings.TrimSpace(name.raw) != "" {
			r.texts[names[0]] = name // "red" contains the team as well
		}
	}
	var names, others []string // of the texts that are there
	for _, f := range fields {
		if _, known := r.texts[f.name]; known {
			names = append(names, f.name)
		}
	}
	for name := range r.texts {
		if !isName(name) || slices.Contains(content, name) || slices.Contains(ignored, name) || slices.Contains(names, name) {
			continue
		}
		others = append(others, name)
	}
	slices.Sort(others)
	var tags []string
	byTag := make(map[string][]text) // several texts may fill one: open and opening
	for _, name := range append(names, others...) {
		tag := tagOf(name)
		key := strings.ToLower(tag)
		if byTag[key] == nil {
			tags = append(tags, tag)
		}
		byTag[key] = append(byTag[key], r.texts[name])
	}
	for _, tag := range tags {
		texts := byTag[strings.ToLower(tag)]
		slices.SortFunc(texts, func(a, b text) int { return cmp.Compare(a.offset, b.offset) })
		for _, t := range texts {
			g.AddTag(tag, game.CleanLine(r.decode(t)), int64(t.offset))
		}
	}
	result := game.CleanLine(r.decode(r.texts["result"]))
	var ok bool
	if g.Result, ok = game.ParseResult(result); !ok {
		g.SetTag(game.TagResultText, result)
	}
}

// start returns the position before the first move.
func (r *reader) start(moves []board.Move) (board.Position, error) {
	if fen, ok := r.texts["fen"]; ok && strings.TrimSpace(fen.raw) != "" {
		p, err := board.ParseFEN(strings.TrimSpace(fen.raw))
		if err != nil {
			return p, &game.Error{Offset: int64(fen.offset), Err: fmt.Errorf("%w: %w", ErrSyntax, err)}
		}
		return p, nil
	}
	binit := r.texts["binit"]
	digits := strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, binit.raw)
	start := board.Start()
	setup := start.Setup()
	switch {
	case strings.TrimSpace(binit.raw) == "":
	case len(digits) != 2*32:
		return start, fault(binit.offset, "fault.boardDigits", "%d digits of binit, want 64", len(digits))
	default:
		setup.Pieces = [board.Squares]board.Piece{}
		for i := range 32 {
			if digits[2*i] == '9' {
				continue // captured
			}
			square, _ := parseSquare(digits[2*i:])
			piece := board.NewPiece(board.Side(i/16), preorder.Pieces[i%16])
			if setup.Pieces[square] != board.NoPiece {
				return start, fault(binit.offset, "fault.occupied", "two pieces on %v", square)
			}
			setup.Pieces[square] = piece
		}
	}
	first := board.NoMove
	if len(moves) > 0 {
		first = moves[0]
	}
	p, err := preorder.Start(setup, first)
	if err != nil {
		return p, &game.Error{Offset: int64(binit.offset), Err: fmt.Errorf("%w: %w", ErrSyntax, err)}
	}
	return p, nil
}

// parseSquare reads the two digits of a point; ok is false if they name no point.
func parseSquare(s string) (square board.Square, ok bool) {
	file, rank := s[0]-'0', s[1]-'0'
	if file > 8 || rank > 9 {
		return board.NoSquare, false
	}
	return board.SquareAt(int(file), board.Ranks-1-int(rank)), true
}

// moves reads the moves of a line, up to the first that is malformed.
func (r *reader) moves(l *line) (moves []board.Move) {
	var digits [4]byte
	n, begin := 0, 0
	for i := range len(l.raw) {
		c := l.raw[i]
		switch {
		case c == ' ' || c == '\n' || c == '\r' || c == '\t':
			continue
		case c < '0' || c > '9':
			found, _ := utf8.DecodeRuneInString(r.utf8(l.raw[i:]))
			r.wrongIn(l, fault(l.offset+i, "fault.moveDigits", "%q among the moves, want digits", found))
			return
		}
		if n == 0 {
			begin = i
		}
		digits[n] = c
		if n++; n < len(digits) {
			continue
		}
		n = 0
		from, ok := parseSquare(string(digits[:2]))
		to, too := parseSquare(string(digits[2:]))
		if !ok || !too || from == to {
			r.wrongIn(l, fault(l.offset+begin, "fault.moveDigits", "move %q, want two points of two digits each", digits))
			return
		}
		moves = append(moves, board.NewMove(from, to))
	}
	if n > 0 {
		r.wrongIn(l, fault(l.offset+begin, "fault.moveDigits", "%d digits after the last move, want 4 for each", n))
	}
	return
}
