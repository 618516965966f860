package collection

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/ecco"
	"chuhe/internal/lazy"
	"chuhe/lang"
)

// Filter says which games are wanted. The zero value wants all. Texts are parts of what they
// are compared with, in any case; where the head of a game lacks what a filter asks about,
// the game is not wanted.
type Filter struct {
	Player      string // of either side
	Red, Black  string
	Event       string
	Since       Date // days that may be this one or a later one
	Until       Date // likewise, or an earlier one
	Results     []board.Result
	Opening     string          // a code of the ECCO or the beginning of one, or a part of a name
	Position    *board.Position // passed by the game, or its mirror image
	HasMaterial bool
	Material    Material // somewhere in the game, where HasMaterial is set
}

// Wants reports whether a game is wanted.
func (f *Filter) Wants(g *game.Game) bool {
	red, black := g.Tag(game.TagRed), g.Tag(game.TagBlack)
	return (has(red, f.Player) || has(black, f.Player)) && has(red, f.Red) && has(black, f.Black) &&
		has(g.Tag(game.TagEvent), f.Event) && DateOf(g.Tag(game.TagDate)).within(f.Since, f.Until) &&
		(len(f.Results) == 0 || slices.Contains(f.Results, g.Result)) && f.wantsOpening(g) && f.wantsMoves(g)
}

// has reports whether a text contains another one, in any case and whatever blanks stand at Chinese
// characters.
func has(text, part string) bool {
	return part == "" || strings.Contains(plain(text), plain(part))
}

// plain returns a text as it is compared: in lower case, and without blanks on either side of a Chinese
// character, which old records put into names of two characters.
func plain(text string) string {
	text = strings.ToLower(text)
	if !strings.ContainsFunc(text, unicode.IsSpace) {
		return text
	}
	var b strings.Builder
	before := ' ' // the character before the blanks
	for at := 0; at < len(text); {
		rest := strings.TrimLeftFunc(text[at:], unicode.IsSpace)
		r, size := utf8.DecodeRuneInString(rest)
		if !unicode.Is(unicode.Han, before) && !unicode.Is(unicode.Han, r) {
			b.WriteString(text[at : len(text)-len(rest)])
		}
		b.WriteString(rest[:size])
		before, at = r, len(text)-len(rest)+size
	}
	return b.String()
}

// code is a code of the ECCO or its beginning.
var code = lazy.Pattern(`^[A-Ea-e]\d{0,2}$`)

// wantsOpening looks at what the head says of the opening, and at what the moves are.
func (f *Filter) wantsOpening(g *game.Game) bool {
	if f.Opening == "" {
		return true
	}
	o, known := ecco.Of(g)
	if code().MatchString(f.Opening) {
		noted, wanted := strings.ToUpper(g.Tag(game.TagECCO)), strings.ToUpper(f.Opening)
		return strings.HasPrefix(noted, wanted) || !game.Known(noted) && known && strings.HasPrefix(o.Code, wanted)
	}
	if has(g.Tag(game.TagOpening)+" "+g.Tag(game.TagVariation), f.Opening) {
		return true
	}
	return known && slices.ContainsFunc(lang.All(), func(l lang.Lang) bool { return has(o.Name(l), f.Opening) })
}

// wantsMoves looks for the position and the material.
func (f *Filter) wantsMoves(g *game.Game) bool {
	position, material := f.Position == nil, !f.HasMaterial
	if position && material {
		return true
	}
	for p := range passed(g) {
		position = position || p.direct.Key() == f.Position.Key() || p.mirrored.Key() == f.Position.Key()
		material = material || f.Material.in(&p.direct)
		if position && material {
			return true
		}
	}
	return false
}
