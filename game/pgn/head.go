package pgn

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/internal/lazy"
	"chuhe/rules"
)

// head reads the tags.
func (p *parser) head(g *game.Game) (bad error) {
	for p.pass(); strings.HasPrefix(p.rest(), "[") || p.noteInHead(); p.pass() {
		at := p.at
		t, err := p.tag()
		if err == nil {
			err = p.set(g, t, at)
		}
		if err != nil && bad == nil {
			bad = p.wrap(at, err)
		}
	}
	return bad
}

// noteInHead goes over comments to the tag at once below them, and reports whether there is one. The
// comments are about the game.
func (p *parser) noteInHead() bool {
	ahead := *p
	comments, ok := ahead.passComments()
	if !ok || len(comments) == 0 || !ahead.atTag() || strings.HasSuffix(strings.TrimRight(p.text[:ahead.at], " \t"), "\n\n") {
		return false
	}
	p.at, p.above = ahead.at, append(p.above, comments...)
	return true
}

// renamed are the tags of Western chess for the first player.
var renamed = map[string]string{
	"white": game.TagRed, "whiteteam": game.TagRedTeam, "whiteelo": game.TagRedElo,
}

// set applies a tag, which stands at a place, to a game.
func (p *parser) set(g *game.Game, t game.Tag, at int) (err error) {
	switch name := strings.ToLower(t.Name); name {
	case "fen":
		if t.Value != "" {
			err = p.setStart(g, t.Value, at)
		}
	case "result":
		p.setResult(g, t.Value, at)
	case "format":
		p.setFormat(t.Value)
	case "setup":
	case "game":
		p.compareGame(t, at)
	default:
		switch name {
		case "variant":
			p.compareGame(t, at)
		case "rules":
			p.compareRules(t, at)
		}
		p.addTag(g, game.Tag{Name: cmp.Or(renamed[name], t.Name), Value: t.Value}, at)
		if name == "movelimit" && game.Known(t.Value) && g.MoveLimit() == rules.OwnLimit {
			p.warn(at, fmt.Errorf("%w: %s %q, want a number of plies up to %d", ErrRules, t.Name, shortened(t.Value), rules.MaxLimit))
		}
	}
	return
}

// addTag gives a game a tag from above its moves. Of several of one name the first that says
// something counts.
func (p *parser) addTag(g *game.Game, t game.Tag, at int) {
	if p.tags == nil {
		p.tags = make(map[string]int)
	}
	name := strings.ToLower(t.Name)
	i, again := p.tags[name]
	switch {
	case !again:
		p.tags[name] = len(g.Tags)
		g.Tags = append(g.Tags, t)
	case !game.Known(t.Value):
	case !game.Known(g.Tags[i].Value):
		g.Tags[i].Value = t.Value
	case t.Value != g.Tags[i].Value:
		p.warn(at, fmt.Errorf("%w: %s %q", game.ErrTwice, t.Name, shortened(t.Value)))
	}
}

// xiangqi are names of the game, in lower case without blanks and hyphens, and what tags
// say that name no game.
var xiangqi = []string{
	"xiangqi", "xq", "chinesechess", "cchess", "象棋", "中国象棋", "中國象棋", "cờtướng", "cotuong", "vietnamesechess",
	"", "?", "standard", "normal", "fromposition",
}

// compareGame notes a tag Game or Variant that names another game.
func (p *parser) compareGame(t game.Tag, at int) {
	name := strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(t.Value))
	if !slices.Contains(xiangqi, name) {
		p.warn(at, fmt.Errorf("%w: %s %q", ErrGame, t.Name, shortened(t.Value)))
	}
}

// compareRules notes a tag Rules that names no set of rules.
func (p *parser) compareRules(t game.Tag, at int) {
	if t.Value == "" || t.Value == "?" {
		return
	}
	if _, err := rules.ParseSet(t.Value); err != nil {
		p.warn(at, fmt.Errorf("%w: Rules %q, want one of %s", ErrRules, shortened(t.Value), rules.SetNames()))
	}
}

// tag reads a tag; a line may have several. After a bad one it skips the rest of the
// line.
func (p *parser) tag() (game.Tag, error) {
	end := len(p.text)
	if n, _ := slices.BinarySearch(p.starts, p.at+1); n < len(p.starts) {
		end = p.starts[n]
	}
	line := strings.TrimSuffix(p.text[p.at:end], "\n")
	name, rest, _ := strings.Cut(line[1:], `"`)
	name = tagName(name)
	value, size, ok := tagValue(rest)
	if !ok || name == "" || strings.ContainsFunc(name, notInName) {
		if m := bareTag().FindStringSubmatch(line); m != nil {
			p.warn(p.at, fmt.Errorf("%w: %q", ErrQuotes, shortened(strings.TrimSpace(m[0]))))
			p.at += len(m[0])
			return game.Tag{Name: m[1], Value: game.CleanLine(strings.Trim(strings.TrimSpace(m[2]), `"“”＂`))}, nil
		}
		p.nextLine()
		return game.Tag{}, fmt.Errorf("%w: %w: %q, want one such as [Red \"name\"]", ErrSyntax, ErrTag, shortened(strings.TrimSpace(line)))
	}
	p.at += len(line) - len(rest) + size
	return game.Tag{Name: game.CleanLine(name), Value: game.CleanLine(value)}, nil
}

// bareTag finds a tag whose value has no quotes, or lacks one of them or the bracket at its end.
var bareTag = lazy.Pattern(`^\[[ \t]*([A-Za-z][A-Za-z0-9_+#-]*)[ \t]*[:：=]*[ \t]+([^\[\]\n]*)\]?`)

// tagName returns the name of a tag without what people put between a name and its value, as in
// [Red: "name"] and [Red="name"].
func tagName(text string) string { return strings.TrimRight(strings.TrimSpace(text), " \t:：=") }

// notInName reports whether a character cannot be part of a tag's name.
func notInName(r rune) bool {
	return unicode.IsSpace(r) || !unicode.IsGraphic(r) || strings.ContainsRune(`[]"%`, r)
}

// setFormat notes in which notation the moves are, if it is a known one.
func (p *parser) setFormat(name string) {
	if style, err := notation.ParseStyle(name); err == nil {
		p.format = style
	}
}

// setStart gives a game the first of the start positions from above its moves.
func (p *parser) setStart(g *game.Game, text string, at int) error {
	start, err := board.ParseFEN(text)
	switch {
	case err != nil:
		return err
	case p.placed && start != g.Start:
		p.warn(at, fmt.Errorf("%w: FEN %q", game.ErrTwice, shortened(text)))
	case !p.placed:
		g.Start, p.placed = start, true
	}
	return nil
}

// setResult gives a game the first of the results from above its moves.
func (p *parser) setResult(g *game.Game, text string, at int) {
	d := &p.doubts
	switch r, ok := game.ParseResult(text); {
	case text == "", ok && !r.Finished():
	case ok && !g.Result.Finished():
		g.Result = r
	case !ok && d.result == "" && !g.Result.Finished():
		d.result, d.resultAt = text, at
	case ok && r != g.Result, !ok && text != d.result:
		p.warn(at, fmt.Errorf("%w: Result %q", game.ErrTwice, shortened(text)))
	}
}

// isResult reports whether a word among the moves is a result.
func isResult(word string) bool {
	_, ok := game.ParseResult(word)
	return ok && (len(word) > 1 || word == "*") && strings.Trim(word, joins) != ""
}

// shortened returns the part of a text that an error quotes.
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
