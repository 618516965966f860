package games

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"chuhe/game"
	"chuhe/game/collection"
	"chuhe/game/ecco"
	"chuhe/internal/lazy"
	"chuhe/lang"
)

// key names a property by which games are sorted or split.
type key struct {
	name string
	// of returns the value of a game, "" for none. In the order of values games are sorted,
	// those without one last.
	of func(*game.Game) string
}

var keys = []key{
	{"date", func(g *game.Game) string {
		d := collection.DateOf(g.Tag(game.TagDate))
		if d.Year == 0 {
			return ""
		}
		return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
	}},
	{"year", func(g *game.Game) string {
		if d := collection.DateOf(g.Tag(game.TagDate)); d.Year > 0 {
			return fmt.Sprintf("%04d", d.Year)
		}
		return ""
	}},
	{"event", tag(game.TagEvent)},
	{"red", tag(game.TagRed)},
	{"black", tag(game.TagBlack)},
	{"result", func(g *game.Game) string {
		if !g.Result.Finished() {
			return ""
		}
		return g.Result.String()
	}},
	{"opening", func(g *game.Game) string {
		if name := g.Tag(game.TagOpening); game.Known(name) {
			return name
		}
		o, _ := ecco.Of(g)
		return o.Name(lang.English)
	}},
	{"plies", func(g *game.Game) string { return fmt.Sprintf("%05d", len(g.Moves())) }},
}

// tag returns the value of a tag.
func tag(name string) func(*game.Game) string {
	return func(g *game.Game) string {
		if value := g.Tag(name); game.Known(value) {
			return value
		}
		return ""
	}
}

// keyNames lists the keys.
func keyNames() (names lang.List) {
	for _, k := range keys {
		names = append(names, k.name)
	}
	return names
}

// keyOf returns the key of a name.
func keyOf(name string) (key, bool) {
	for _, k := range keys {
		if k.name == name {
			return k, true
		}
	}
	return key{}, false
}

// order is the keys that games are sorted by, the most important one first.
type order []directed

// directed is a key with a direction.
type directed struct {
	key
	down bool
}

// parse reads names of keys with commas between, with - in front of those that go down.
func (o *order) parse(text string) error {
	*o = nil
	for word := range strings.SplitSeq(text, ",") {
		name, down := strings.CutPrefix(word, "-")
		k, ok := keyOf(name)
		if !ok {
			return lang.Errorf("games.wantKey", "text", strconv.Quote(word), "keys", keyNames())
		}
		*o = append(*o, directed{k, down})
	}
	return nil
}

// between separates the values in a key of a game.
const between = "\x00"

// key returns the values of a game.
func (o order) key(g *game.Game) string {
	var values []string
	for _, k := range o {
		values = append(values, k.of(g))
	}
	return strings.Join(values, between)
}

// compare compares what key returns for two games.
func (o order) compare(a, b string) int {
	left, right := strings.Split(a, between), strings.Split(b, between)
	for i, k := range o {
		if left[i] == right[i] {
			continue
		}
		if left[i] == "" || right[i] == "" {
			return cmp.Compare(right[i], left[i]) // without a value: last
		}
		if k.down {
			return strings.Compare(right[i], left[i])
		}
		return strings.Compare(left[i], right[i])
	}
	return 0
}

// split says which games share a file. The zero value says nothing.
type split struct {
	size int // games to a file, 0 for any number
	by   *key
}

// parse reads a number of games or the name of a key.
func (s *split) parse(text string) error {
	*s = split{}
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		s.size = n
		return nil
	}
	k, ok := keyOf(text)
	if !ok {
		return lang.Errorf("games.wantSplit", "text", strconv.Quote(text), "keys", keyNames())
	}
	s.by = &k
	return nil
}

// group returns the names of the files by the key, nil without one.
func (s *split) group() func(*game.Game) string {
	if s.by == nil {
		return nil
	}
	return func(g *game.Game) string { return fileName(s.by.of(g)) }
}

// longestName is the length of the name of a file in characters, without its extension.
const longestName = 60

// devices are names that Windows does not give to files.
var devices = lazy.Pattern(`(?i)^(con|prn|aux|nul|com\d|lpt\d)$`)

// fileName returns a text as the name of a file that every system can have.
func fileName(text string) string {
	name := []rune(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" -,", r) {
			return r
		}
		return '_'
	}, text))
	short := strings.TrimSpace(string(name[:min(len(name), longestName)]))
	switch {
	case short == "":
		return "unknown"
	case devices().MatchString(short):
		return short + "_"
	}
	return short
}
