package pgn

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
)

// ErrSyntax is wrapped by every error about a text that is not PGN, apart from bad
// moves and positions, and comes with one of the others where they fit.
var (
	ErrSyntax         = errors.New("bad PGN")
	ErrTag            = errors.New("not a tag")
	ErrOpenComment    = errors.New("comment without end")
	ErrOpenVariation  = errors.New("variation without end")
	ErrEarlyVariation = errors.New("variation in front of any move")
	ErrDeep           = errors.New("too many variations within each other")
)

// maxDepth is how deep variations may lie within variations.
const maxDepth = 256

// Games reads the games of a file one after another, as [game.Format] has it.
//
// A game begins with a line that begins with a tag, or with "1." and a legal first
// move. In a file without tags any word after "1." counts as a move, and the first
// game needs no move numbers.
func Games(r io.Reader) iter.Seq2[*game.Game, error] {
	return func(yield func(*game.Game, error) bool) {
		s := newSplitter(r)
		for number := 1; ; {
			b, err := s.next()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					yield(nil, err)
				}
				return
			}
			if hasTags(b.text) {
				s.tagged = true
			}
			g, found, err := b.read(number, s.tagged)
			if found {
				number++
				if !yield(g, err) {
					return
				}
			}
			if b.err != nil && !errors.Is(b.err, errSize) {
				yield(nil, b.err)
				return
			}
		}
	}
}

// read reads the game of a block, if there is one.
func (b *block) read(number int, tagged bool) (g *game.Game, found bool, err error) {
	p := parser{block: b, text: b.text, number: number}
	if !hasTags(b.text) && !p.seekMoves(tagged) {
		return nil, false, nil
	}
	g = &game.Game{Start: board.Start()}
	if err := sheetHead(g, b.text[:p.at]); err != nil {
		return nil, true, p.wrap(0, err)
	}
	p.blanks()
	g.Line, g.Offset = b.place(p.at)
	if err := p.head(g); err != nil {
		return nil, true, err
	}
	if errors.Is(b.err, errSize) {
		return nil, true, p.wrap(p.at, b.err)
	}
	return g, true, p.try(g)
}

// try reads the moves with ranks from 0 and, if that does not work, from 1; the other
// way round if the tag Format says that they are UCI's.
func (p *parser) try(g *game.Game) error {
	first, second, other := *p, *p, *g
	second.base = notation.FromOne
	if p.uci {
		first, second = second, first
	}
	err := first.body(g)
	if err == nil || !first.squares {
		return err
	}
	if wrong := second.body(&other); wrong == nil || second.at > first.at {
		*g, err = other, wrong
	}
	return err
}

// parser reads the text of a game.
type parser struct {
	*block
	text    string
	at      int // what is read of the text
	number  int // of the game
	base    notation.Base
	uci     bool // the tag Format says that ranks count from 1
	squares bool // a move that failed has squares
	noted   bool // a move has a comment
}

func (p *parser) rest() string { return p.text[p.at:] }

func (p *parser) fail(at int, format string, args ...any) *game.Error {
	return p.wrap(at, fmt.Errorf("%w: "+format, append([]any{ErrSyntax}, args...)...))
}

// wrap returns an error about a place of the text.
func (p *parser) wrap(at int, err error) *game.Error {
	line, offset := p.place(at)
	return &game.Error{Offset: offset, Line: line, Game: p.number, Err: err}
}

func (p *parser) blanks() {
	for p.at < len(p.text) {
		c := p.text[p.at]
		if c > ' ' && c < utf8.RuneSelf {
			return
		}
		r, size := utf8.DecodeRuneInString(p.rest())
		if !unicode.IsSpace(r) && r != '\ufeff' && r >= ' ' {
			return
		}
		p.at += size
	}
}

func (p *parser) nextLine() {
	if i := strings.IndexByte(p.rest(), '\n'); i >= 0 {
		p.at += i + 1
	} else {
		p.at = len(p.text)
	}
}

// seekMoves goes to the first move of a game without tags, or to a comment in front
// of it, and reports whether there is one.
func (p *parser) seekMoves(tagged bool) bool {
	comment := -1
	for p.blanks(); p.at < len(p.text); p.blanks() {
		switch c := p.text[p.at]; {
		case c == '{':
			if comment < 0 {
				comment = p.at
			}
			if _, err := p.comment(); err != nil {
				return false
			}
			continue
		case p.beginsMoves(tagged):
			if comment >= 0 {
				p.at = comment
			}
			return true
		}
		comment = -1
		if p.seekInLine() {
			return true
		}
	}
	return false
}

// seekInLine goes to the first move behind words of the line, such as "A 1. C2.5", and
// reports whether there is one; else it goes to the next line.
func (p *parser) seekInLine() bool {
	ahead := *p
	ahead.nextLine()
	for i := p.at + 1; i < ahead.at; i++ {
		if p.text[i] != '1' || p.text[i-1] > ' ' {
			continue
		}
		first := *p
		if first.at = i; first.beginsMoves(true) {
			p.at = i
			return true
		}
	}
	p.at = ahead.at
	return false
}

// beginsMoves reports whether the moves of a game begin here.
func (p *parser) beginsMoves(tagged bool) bool {
	word := *p
	if first, numbered := cutFirst(p.rest()); numbered {
		if !tagged {
			return true
		}
		word.at += len(p.rest()) - len(first)
		word.blanks()
	} else if tagged {
		return false
	}
	first := word.word()
	if first == "" { // a number without a point
		word.blanks()
		first = word.word()
	}
	return opens(first)
}

// head reads the tags.
func (p *parser) head(g *game.Game) (bad error) {
	for p.blanks(); strings.HasPrefix(p.rest(), "["); p.blanks() {
		at := p.at
		t, err := p.tag()
		if err == nil {
			err = set(g, t)
			p.uci = p.uci || strings.EqualFold(t.Name, game.TagFormat) && strings.EqualFold(t.Value, string(notation.UCI))
		}
		if err != nil && bad == nil {
			bad = p.wrap(at, err)
		}
	}
	return bad
}

// renamed are the tags of Western chess for the first player.
var renamed = map[string]string{
	"white": game.TagRed, "whiteteam": game.TagRedTeam, "whiteelo": game.TagRedElo,
}

// set applies a tag to a game.
func set(g *game.Game, t game.Tag) (err error) {
	switch name := strings.ToLower(t.Name); name {
	case "fen":
		g.Start, err = board.ParseFEN(t.Value)
	case "result":
		if g.Result, err = parseResult(t.Value); err != nil {
			err = fmt.Errorf("%w: %w", ErrSyntax, err)
		}
	case "game", "format", "setup":
	default:
		if other, ok := renamed[name]; ok {
			t.Name = other
		}
		g.Tags = append(g.Tags, t)
	}
	return
}

// results are other ways to write a result.
var results = map[string]board.Result{
	"": board.Unfinished, "?": board.Unfinished, "1/2": board.Draw, "½-½": board.Draw, "1/2 - 1/2": board.Draw,
	"红胜": board.RedWins, "红方胜": board.RedWins, "紅勝": board.RedWins, "黑胜": board.BlackWins, "黑方胜": board.BlackWins,
	"黑勝": board.BlackWins, "和": board.Draw, "和棋": board.Draw, "和局": board.Draw, "未知": board.Unfinished,
	"先胜": board.RedWins, "红先胜": board.RedWins, "先手胜": board.RedWins, "黑负": board.RedWins, "黑方负": board.RedWins,
	"先负": board.BlackWins, "红先负": board.BlackWins, "后手胜": board.BlackWins, "红负": board.BlackWins, "红方负": board.BlackWins,
	"先和": board.Draw, "红先和": board.Draw, "平局": board.Draw,
}

// parseResult reads a result.
func parseResult(text string) (board.Result, error) {
	if r, ok := results[text]; ok {
		return r, nil
	}
	return board.ParseResult(text)
}

// tag reads a tag; a line may have several. After a bad one it skips the rest of the
// line.
func (p *parser) tag() (game.Tag, error) {
	line, _, _ := strings.Cut(p.rest(), "\n")
	name, rest, _ := strings.Cut(line[1:], `"`)
	name = strings.TrimSpace(name)
	value, size, ok := tagValue(rest)
	if !ok || name == "" || strings.ContainsFunc(name, notInName) {
		p.nextLine()
		return game.Tag{}, fmt.Errorf("%w: %w: %q, want one such as [Red \"name\"]", ErrSyntax, ErrTag, shortened(strings.TrimSpace(line)))
	}
	p.at += len(line) - len(rest) + size
	return game.Tag{Name: game.CleanLine(name), Value: game.CleanLine(value)}, nil
}

// notInName reports whether a character cannot be part of a tag's name.
func notInName(r rune) bool {
	return unicode.IsSpace(r) || !unicode.IsGraphic(r) || strings.ContainsRune(`[]"%`, r)
}

// isResult reports whether a word among the moves is a result.
func isResult(word string) bool {
	_, err := parseResult(word)
	return err == nil && word != "" && word != "?"
}

// shortened returns what of a text is quoted in an error.
func shortened(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

// tagValue reads a value up to its closing quote and bracket, size bytes of the text.
// A quote without a bracket after it is part of the value, because many programs do
// not escape it.
func tagValue(text string) (value string, size int, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && (text[i+1] == '\\' || text[i+1] == '"'):
			i++
			b.WriteByte(text[i])
		case c == '"':
			after := strings.TrimLeft(text[i+1:], " \t")
			if strings.HasPrefix(after, "]") {
				return b.String(), len(text) - len(after) + 1, true
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return
}

// line is a variation being read, or the main line.
type line struct {
	node, parent  *game.Node // the last move, and the one before it
	after, before board.Position
	ply           int
	at            int    // of its bracket
	comment       string // in front of its first move
}

// body reads the moves up to the result. After an error the game has those before
// it.
func (p *parser) body(g *game.Game) error {
	defer p.finish(g)
	lines := []line{{node: &g.Root, after: g.Start}}
	for {
		p.blanks()
		l := &lines[len(lines)-1]
		if p.at == len(p.text) {
			if len(lines) > 1 {
				return p.fail(l.at, "%w, want )", ErrOpenVariation)
			}
			return nil
		}
		switch c := p.text[p.at]; c {
		case '{':
			comment, err := p.comment()
			if err != nil {
				return err
			}
			p.note(l, comment)
		case ';', '%':
			start := p.at + 1
			p.nextLine()
			if c == ';' {
				p.note(l, game.Clean(p.text[start:p.at]))
			}
		case '(':
			switch {
			case p.remark(l):
			case l.parent == nil:
				return p.fail(p.at, "%w, want a move", ErrEarlyVariation)
			case len(lines) > maxDepth:
				return p.fail(p.at, "%w, more than %d", ErrDeep, maxDepth)
			default:
				lines = append(lines, line{node: l.parent, after: l.before, ply: l.ply - 1, at: p.at})
				p.at++
			}
		case ')':
			if p.at++; len(lines) > 1 {
				lines = lines[:len(lines)-1]
				p.note(&lines[len(lines)-1], l.comment) // of a variation without moves
			}
		case '$':
			p.at++
			digits := len(p.rest()) - len(strings.TrimLeft(p.rest(), "0123456789"))
			n := 0
			for _, d := range p.rest()[:digits] {
				n = min(n*10+int(d-'0'), 256)
			}
			p.at += digits
			if n < 256 && digits > 0 && l.parent != nil {
				l.node.NAGs = append(l.node.NAGs, game.NAG(n))
			}
		default:
			if p.wideRemark(l) {
				continue
			}
			done, err := p.move(g, l, len(lines) > 1)
			if err != nil {
				return err
			}
			if done {
				return nil
			}
		}
	}
}

// move reads a move, a number or a result; done is true after the result of the
// game.
func (p *parser) move(g *game.Game, l *line, variation bool) (done bool, err error) {
	start := p.at
	word := p.word()
	if isResult(word) {
		if result, _ := parseResult(word); result.Finished() && !variation {
			g.Result = result
		}
		return !variation, nil
	}
	bare := strings.TrimRight(word, signs)
	if bare == "" && word != "" {
		p.glyph(l.node, l.parent != nil, word)
	}
	if bare == "" {
		return false, nil
	}
	m, first, err := firstMove(p.base, &l.after, bare)
	if first != bare {
		from := strings.Index(word, first)
		rest := strings.TrimLeft(word[from+len(first):], signs)
		p.at -= len(rest)
		word, bare = word[from:len(word)-len(rest)], first
	}
	if err != nil {
		p.squares = strings.ContainsAny(bare, "0123456789")
		ply := fmt.Sprintf("ply %d, move %s", l.ply+1, number(&l.after))
		if variation {
			ply += " of a variation"
		}
		at := start + strings.Index(p.text[start:p.at], bare)
		fault := p.wrap(at, fmt.Errorf("%s: %w", ply, err))
		fault.Ply = l.ply + 1
		return false, fault
	}
	l.before = l.after
	l.after.Play(m)
	l.parent, l.node = l.node, l.node.Append(m)
	l.ply++
	l.node.Before, l.comment = l.comment, ""
	p.glyph(l.node, true, word[len(bare):])
	return false, nil
}

// firstMove reads the first move of a word, in which others may follow without blanks
// and a number may stand before it. The text is that move, or what is wrong.
func firstMove(base notation.Base, p *board.Position, word string) (m board.Move, text string, err error) {
	if m, err = base.Parse(p, word); err == nil {
		return m, word, nil
	}
	text = word
	bare := strings.TrimLeft(word, "0123456789")
	for _, first := range append(beginnings(word), append(beginnings(bare), bare)...) {
		m, wrong := base.Parse(p, first)
		if wrong == nil {
			return m, first, nil
		}
		if text == word && !notation.IsMove(word) && notation.IsMove(first) {
			text, err = first, wrong
		}
	}
	return board.NoMove, text, err
}

// beginnings returns what may be the first move of a word of several: four characters,
// or five as in 前兵四平五.
func beginnings(word string) (all []string) {
	n := 0
	for i := range word {
		if n == 4 || n == 5 {
			all = append(all, word[:i])
		}
		n++
	}
	return all
}

// signs are the characters of the signs behind moves; Chinese keyboards have their own.
const signs = "!?！？"

var narrowSigns = strings.NewReplacer("！", "!", "？", "?")

// glyph notes the sign behind a move.
func (p *parser) glyph(n *game.Node, isMove bool, sign string) {
	sign = narrowSigns.Replace(sign)
	if len(sign) > 2 {
		sign = sign[:2]
	}
	if nag, ok := game.ParseNAG(sign); ok && isMove {
		n.NAGs = append(n.NAGs, nag)
	}
}

// note adds a comment to the last move or, at the start of a line, to what follows.
func (p *parser) note(l *line, comment string) {
	switch {
	case l.at > 0 && l.parent == nil:
		l.comment = join(l.comment, comment)
	default:
		l.node.Comment = join(l.node.Comment, comment)
		p.noted = true
	}
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// remark reads brackets that have no moves but words, such as (see game 2), as a
// comment, and reports whether it has.
func (p *parser) remark(l *line) bool {
	ahead := *p
	ahead.at++
	for ahead.blanks(); strings.HasPrefix(ahead.rest(), "{"); ahead.blanks() {
		if _, err := ahead.comment(); err != nil {
			return false
		}
	}
	position := l.before
	if l.parent == nil {
		position = l.after
	}
	word := ""
	for word == "" && ahead.at < len(ahead.text) && !strings.ContainsRune("()$", rune(ahead.text[ahead.at])) {
		word = strings.TrimRight(ahead.word(), signs)
		ahead.blanks()
	}
	if _, err := p.base.Parse(&position, word); err == nil || word == "" || notation.IsMove(word) {
		return false
	}
	end := closing(p.rest(), '(', ')')
	if end < 0 {
		return false
	}
	p.note(l, game.Clean(p.text[p.at+1:p.at+end]))
	p.at += end + 1
	return true
}

// wideRemark reads words in Chinese brackets as a comment, and reports whether there
// are such words. Moves in Chinese brackets are left, since nobody knows whether they
// are a variation.
func (p *parser) wideRemark(l *line) bool {
	inside, ok := strings.CutPrefix(p.rest(), "（")
	if !ok {
		return false
	}
	comment, _, ok := strings.Cut(inside[:min(len(inside), maxNested)], "）")
	if !ok {
		return false
	}
	first := parser{text: strings.TrimLeft(comment, " \n")}
	if word := strings.TrimRight(first.word(), signs); word == "" || notation.IsMove(word) {
		return false
	}
	if slices.ContainsFunc(beginnings(comment), notation.IsMove) {
		return false
	}
	p.note(l, game.Clean(comment))
	p.at += len("（") + len(comment) + len("）")
	return true
}

// number is the number of the next move as PGN writes it: "3." or "3...".
func number(p *board.Position) string {
	if p.Side() == board.Red {
		return fmt.Sprintf("%d.", p.Fullmove())
	}
	return fmt.Sprintf("%d...", p.Fullmove())
}

// maxNested is how long a comment with braces in it may be.
const maxNested = 1 << 16

// closing returns where the bracket closes that a text begins with, -1 if it does
// not soon.
func closing(text string, open, end byte) int {
	depth := 0
	for i := 0; i < min(len(text), maxNested); i++ {
		switch text[i] {
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// comment reads a comment. Braces within it count if they are balanced.
func (p *parser) comment() (string, error) {
	rest := p.rest()
	end := strings.IndexByte(rest, '}')
	if end < 0 {
		return "", p.fail(p.at, "%w, want }", ErrOpenComment)
	}
	if strings.IndexByte(rest[1:end], '{') >= 0 {
		if outer := closing(rest, '{', '}'); outer > 0 {
			end = outer
		}
	}
	p.at += end + 1
	return game.Clean(rest[1:end]), nil
}

// word reads up to a blank or the start of a comment or variation, without the
// number of a move before it: "1.", "12...", or both in one as in "1.C2.5", or another
// name of the turn.
func (p *parser) word() string {
	rest := p.rest()
	end := strings.IndexFunc(rest, endsWord)
	switch {
	case rest == "":
		return ""
	case end < 0:
		end = len(rest)
	case end == 0:
		_, end = utf8.DecodeRuneInString(rest)
		p.at += end
		return ""
	}
	word := rest[:end]
	p.at += end
	if first, _ := utf8.DecodeRuneInString(word); strings.ContainsRune("第红紅黑", first) {
		word = word[len(turnName.FindString(word)):]
		if word == "" {
			return ""
		}
	}
	digits := len(word) - len(strings.TrimLeft(word, "0123456789"))
	if digits == 0 && word[0] != '.' && word[0] < utf8.RuneSelf {
		return word
	}
	if after := strings.TrimLeft(word[digits:], ".…、．"); after != word[digits:] || digits == len(word) {
		return after
	}
	return word
}

// turnName finds what stands before moves instead of a number, such as 第1回合 and 红：.
var turnName = regexp.MustCompile(`^(?:第[0-9〇一二三四五六七八九十百]+(?:回合|着|步)[：:、]?)?(?:[红紅黑]方?[：:])?`)

func endsWord(r rune) bool {
	switch r {
	case ' ', '\n', '{', '(', ')', ';', '$', '，', ',', '。', '；', '|', '（', '→':
		return true
	}
	return r < ' ' || r >= utf8.RuneSelf && unicode.IsSpace(r)
}

// Moves reads a line of moves from a position: any notation, with numbers, comments
// and variations or without. An error says what is wrong with which move; the game
// then has those before it.
func Moves(start board.Position, text string) (*game.Game, error) {
	g := &game.Game{Start: start}
	p := parser{block: &block{}, text: text}
	err := p.try(g)
	if at := (*game.Error)(nil); errors.As(err, &at) {
		err = at.Err
	}
	return g, err
}
