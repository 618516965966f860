package pgn

import (
	"fmt"
	"strings"
	"unicode"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
)

// head reads the tags.
func (p *parser) head(g *game.Game) (bad error) {
	for p.blanks(); strings.HasPrefix(p.rest(), "["); p.blanks() {
		at := p.at
		t, err := p.tag()
		if err == nil {
			err = set(g, t)
			if style, unknown := notation.ParseStyle(t.Value); unknown == nil && strings.EqualFold(t.Name, game.TagFormat) {
				p.format = style
			}
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
