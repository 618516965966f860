package lang

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
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

// TestChinese asserts that the two Chinese catalogues say the same, as far as Latin letters and
// digits show, each in its own characters; the traditional one is in the words of Taiwan.
func TestChinese(t *testing.T) {
	simplified, traditional := own(t, "zh-Hans"), own(t, "zh-Hant")
	latin := regexp.MustCompile(`[A-Za-z0-9]+`)
	mainland := regexp.MustCompile("軟件|程序|默認|網絡|線程|屏幕|打印|鼠標|字符|字節|信息|服務器|教程|國際象棋|似然|校驗|點擊|搜索")
	fits := func(charset encoding.Encoding, key, text string) {
		for _, r := range text {
			if !unicode.Is(unicode.Han, r) {
				continue
			}
			encoded, err := charset.NewEncoder().String(string(r))
			// Below these bytes x/text has what Hong Kong added to Big5, simplified characters too.
			if charset == traditionalchinese.Big5 && encoded < "\xA4" {
				err = errors.New("not in Big5 itself")
			}
			assert.NoError(t, err, "%s: %c in %s", key, r, text)
		}
	}
	for key, m := range simplified {
		fits(simplifiedchinese.HZGB2312, key, m.Other)
		if strings.HasPrefix(key, "language.") {
			continue
		}
		translated := traditional[key]
		if translated == nil { // TestLanguages says so
			continue
		}
		other := translated.Other
		fits(traditionalchinese.Big5, key, other)
		assert.NotRegexp(t, mainland, other, key)
		if key != "board.enter" { // the key has a Chinese name in only one of them
			assert.Equal(t, latin.FindAllString(m.Other, -1), latin.FindAllString(other, -1), key)
		}
	}
}
