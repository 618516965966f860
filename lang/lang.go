package lang

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

//go:embed *.toml
var files embed.FS

// Lang is a language by its code, the name of its file: en, vi, zh-Hans. The zero value
// is English, as is a code without a file.
type Lang string

// English is the language with every text.
const English Lang = "en"

// extension of the names of catalogues.
const extension = ".toml"

// All returns the languages: English, then the others by their codes.
func All() []Lang { return slices.Clone(all()) }

var all = sync.OnceValue(func() []Lang {
	names, err := fs.Glob(files, "*"+extension)
	if err != nil {
		panic(err) // the pattern is wrong
	}
	list := []Lang{English}
	for _, name := range names {
		if l := Lang(strings.TrimSuffix(name, extension)); l != English {
			list = append(list, l)
		}
	}
	return list
})

// Codes lists the codes of the languages: "en, vi, zh-Hans, zh-Hant".
func Codes() string { return strings.Join(codes(), ", ") }

func codes() (list []string) {
	for _, l := range all() {
		list = append(list, string(l))
	}
	return list
}

// Parse returns the language for a code such as vi or zh-TW, or for a locale such as
// zh_TW.UTF-8. A code without a region or a script means the usual one: zh is zh-Hans.
func Parse(code string) (Lang, error) {
	if l, ok := match(code); ok {
		return l, nil
	}
	return English, Errorf("usage.unknownLang", "code", strconv.Quote(code), "codes", List(codes()))
}

// match returns the language that serves a code or a locale.
func match(code string) (Lang, bool) {
	name, _, _ := strings.Cut(code, "@")
	name, _, _ = strings.Cut(name, ".")
	tag, err := language.Parse(strings.ReplaceAll(name, "_", "-"))
	if err != nil || name == "" {
		return English, false
	}
	_, i, sure := matcher().Match(tag)
	return all()[i], sure >= language.High
}

// matcher finds the nearest of all languages.
var matcher = sync.OnceValue(func() language.Matcher {
	var tags []language.Tag
	for _, l := range all() {
		tags = append(tags, language.Make(string(l)))
	}
	return language.NewMatcher(tags)
})

// Preferred returns the language that a browser likes best, by the Accept-Language of its
// request. It is English if no catalogue serves a language that it names.
func Preferred(accepted string) Lang {
	tags, _, _ := language.ParseAcceptLanguage(accepted) // sorted; none for a wrong header
	for _, tag := range tags {
		if l, ok := match(tag.String()); ok {
			return l
		}
	}
	return English
}

// FromEnvironment returns the language that the environment asks for, as programs for a
// terminal read it: the first of LC_ALL, LC_MESSAGES and LANG that is set. It is English
// where there is no such language.
func FromEnvironment(getenv func(name string) string) Lang {
	for _, name := range [...]string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := getenv(name); locale != "" {
			l, _ := match(locale)
			return l
		}
	}
	return English
}

// catalogue holds the texts of a language, with English ones where it lacks them.
type catalogue struct {
	texts map[string]*i18n.Message // by key
	tags  map[string]language.Tag  // the languages that they are in
}

// catalogues returns the function that reads each language, once.
var catalogues = sync.OnceValue(func() map[Lang]func() *catalogue {
	read := make(map[Lang]func() *catalogue)
	for _, l := range all() {
		read[l] = sync.OnceValue(func() *catalogue { return newCatalogue(l, english()) })
	}
	read[English] = english
	return read
})

var english = sync.OnceValue(func() *catalogue { return newCatalogue(English, &catalogue{}) })

// catalogue returns the catalogue of the language, the English one if there is none.
func (l Lang) catalogue() *catalogue {
	if read, ok := catalogues()[l]; ok {
		return read()
	}
	return english()
}

// newCatalogue reads the file of a language, which lacks what another one has. It panics
// where a file is damaged, since the files are part of the program; a test reads them all.
func newCatalogue(l Lang, other *catalogue) *catalogue {
	c := &catalogue{texts: make(map[string]*i18n.Message), tags: make(map[string]language.Tag)}
	maps.Copy(c.texts, other.texts)
	maps.Copy(c.tags, other.tags)
	file, err := i18n.ParseMessageFileBytes(l.file(), string(l)+extension, map[string]i18n.UnmarshalFunc{"toml": toml.Unmarshal})
	if err != nil {
		panic(fmt.Errorf("%s: %w", l, err))
	}
	tag := language.Make(string(l))
	for _, m := range file.Messages {
		c.texts[m.ID], c.tags[m.ID] = m, tag
	}
	return c
}

// file returns the file of the language, its lines ending as on Linux.
func (l Lang) file() []byte {
	content, err := files.ReadFile(string(l) + extension)
	if err != nil {
		panic(err) // there is no such language
	}
	return bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n"))
}

// Profile holds what a page needs before it has the texts of a language. It is the group
// "language" of the catalogue, which stands before all others.
type Profile struct {
	Name     string // in itself: Tiếng Việt
	Pieces   string // of the board at first: pictures, traditional or simplified
	Notation string // of moves at first
	NoScript string // what to say where a browser runs no scripts
}

// Profile returns the profile of the language, with the English values where its catalogue has
// none. It parses only that group of the file.
func (l Lang) Profile() (p Profile) {
	if l != English {
		p = English.Profile()
	}
	_, own, _ := bytes.Cut(l.file(), []byte("[language]\n"))
	own, _, _ = bytes.Cut(own, []byte("\n["))
	if err := toml.Unmarshal(own, &p); err != nil {
		panic(fmt.Errorf("%s: %w", l, err))
	}
	return p
}

// countForm returns the form of a text for a count, or the usual one if that is not a number or there is
// no other.
func countForm(m *i18n.Message, tag language.Tag, count string) string {
	whole, fraction, _ := strings.Cut(count, ".")
	shortest := strings.TrimRight(fraction, "0")
	var numbers [3]int
	for i, digits := range []string{whole, fraction, shortest} {
		n, err := strconv.Atoi(digits)
		if digits == "" && i > 0 {
			n, err = 0, nil
		}
		if err != nil {
			return m.Other
		}
		numbers[i] = max(n, -n)
	}
	text := map[plural.Form]string{plural.Zero: m.Zero, plural.One: m.One, plural.Two: m.Two, plural.Few: m.Few, plural.Many: m.Many}[plural.Cardinal.MatchPlural(tag, numbers[0], len(fraction), len(shortest), numbers[1], numbers[2])]
	if text == "" {
		return m.Other
	}
	return text
}

// Has reports whether there is a text with a key, in the language or in English.
func (l Lang) Has(key string) bool { return l.catalogue().texts[key] != nil }

// Say returns the text with a key. Values are names and what stands for them in the
// text, in turn: Say("game.at", "n", 3, "move", move). The value n chooses the plural form.
// A value with a method In, or an error, is said in the language too. A key without a
// text is returned as it is.
func (l Lang) Say(key string, values ...any) string {
	c := l.catalogue()
	m := c.texts[key]
	if m == nil {
		return key
	}
	text := m.Other
	pairs := make([]string, 0, len(values))
	for i := 0; i+1 < len(values); i += 2 {
		name, value := fmt.Sprint(values[i]), l.say(values[i+1])
		pairs = append(pairs, "{"+name+"}", value)
		if name == "n" {
			text = countForm(m, c.tags[key], value)
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Count returns a number of things by their plural noun: "1 game", "2 games".
func (l Lang) Count(noun string, n any) string { return l.Say("count."+noun, "n", n) }

// Number is a number of things as a value of a text.
type Number struct {
	Noun string // the plural in English: games
	N    any    // a whole number
}

// In returns the number with the noun.
func (n Number) In(l Lang) string { return l.Count(n.Noun, n.N) }

// Sayer is a value that is said otherwise in each language.
type Sayer interface{ In(l Lang) string }

// say returns a value of a text.
func (l Lang) say(value any) string {
	switch v := value.(type) {
	case Sayer:
		return v.In(l)
	case error:
		return l.Explain(v)
	}
	return fmt.Sprint(value)
}

// Join lists things: "a, b".
func (l Lang) Join(things []string) string { return strings.Join(things, l.Say("join.list")) }

// List is a list of things as a value of a text.
type List []string

// In returns the things one after the other.
func (list List) In(l Lang) string { return l.Join(list) }

// Page returns what the page of the board reads of the language, as a JSON object of texts
// by their keys: the group page, without its name, and the groups language, join and
// piece. A text is a string, or an object of plural forms.
func (l Lang) Page() []byte {
	texts := make(map[string]any)
	for key, m := range l.catalogue().texts {
		switch group, own, _ := strings.Cut(key, "."); group {
		case "page":
			texts[own] = forms(m)
		case "language", "join", "piece":
			texts[key] = forms(m)
		}
	}
	content, err := json.Marshal(texts)
	if err != nil {
		panic(err) // strings can be written
	}
	return content
}

// forms returns the plural forms of a text by their names, or the text if there is only one.
func forms(m *i18n.Message) any {
	all := make(map[string]string)
	for name, text := range map[string]string{"zero": m.Zero, "one": m.One, "two": m.Two, "few": m.Few, "many": m.Many, "other": m.Other} {
		if text != "" {
			all[name] = text
		}
	}
	if len(all) <= 1 {
		return m.Other
	}
	return all
}
