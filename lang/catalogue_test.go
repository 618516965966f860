package lang

import (
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// own returns the texts in the file of a language itself, by their keys.
func own(t *testing.T, l Lang) map[string]*i18n.Message {
	t.Helper()
	name := string(l) + extension
	content, err := files.ReadFile(name)
	require.NoError(t, err)
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	file, err := bundle.ParseMessageFileBytes(content, name)
	require.NoError(t, err)
	texts := make(map[string]*i18n.Message)
	for _, m := range file.Messages {
		texts[m.ID] = m
	}
	return texts
}

// TestPlurals asserts that a text with plural forms has those that its language needs, and
// no other, and that each number finds one.
func TestPlurals(t *testing.T) {
	names := map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other"}
	for _, l := range All() {
		needed := map[string]bool{}
		for n := range 1000 {
			needed[names[plural.Cardinal.MatchPlural(language.Make(string(l)), n, 0, 0, 0, 0)]] = true
		}
		for key, m := range own(t, l) {
			several, ok := forms(m).(map[string]string)
			if !ok {
				continue
			}
			for form := range needed {
				assert.NotEmpty(t, several[form], "%s in %s: no form %s", key, l, form)
			}
			for form := range several {
				assert.True(t, needed[form], "%s in %s: the language has no form %s", key, l, form)
			}
			for _, n := range []int{0, 1, 2, 3, 5, 11, 100} {
				text := l.Say(key, "n", n)
				assert.NotEmpty(t, text, "%s in %s of %d", key, l, n)
				assert.NotContains(t, text, "{n}", "%s in %s of %d", key, l, n)
			}
		}
	}
}
