package lang

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/stretchr/testify/assert"

	"chuhe/internal/keyed"
	"chuhe/internal/userfile"
)

// placeholders returns the names in braces of a text, each once.
func placeholders(m *i18n.Message) (names []string) {
	text := strings.Join([]string{m.Zero, m.One, m.Two, m.Few, m.Many, m.Other}, " ")
	for _, name := range regexp.MustCompile(`\{\w+\}`).FindAllString(text, -1) {
		if name != "{n}" && !slices.Contains(names, name) { // a plural form may say "one"
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// flagsIn returns the flags that a text names.
func flagsIn(m *i18n.Message) (names []string) {
	for _, name := range regexp.MustCompile(`(?:^|[^-\w])(-[a-z][-a-z]+)`).FindAllStringSubmatch(m.One+" "+m.Other, -1) {
		names = append(names, name[1])
	}
	return names
}

// TestLanguages asserts that each language has the texts of English with the same names in
// braces and the flags that English names, and none that is empty, all but those that it says
// in language.lacks.
func TestLanguages(t *testing.T) {
	english := English.catalogue().texts
	for _, l := range All() {
		texts := own(t, l)
		lacks := strings.Fields(l.Say("language.lacks"))
		for key, m := range texts {
			if assert.NotNil(t, english[key], "%s has %s, which English has not", l, key) {
				assert.Equal(t, placeholders(english[key]), placeholders(m), "%s in %s", key, l)
				assert.Subset(t, flagsIn(m), flagsIn(english[key]), "%s in %s", key, l)
				assert.Equal(t, strings.Contains(english[key].Other, "{n}"), strings.Contains(m.Other, "{n}"), "{n} of %s in %s", key, l)
			}
			assert.True(t, key == "language.lacks" || strings.TrimSpace(m.Other) != "", "%s in %s is empty: leave the line out", key, l)
		}
		missing := map[string]int{}
		for key := range english {
			at := slices.IndexFunc(lacks, func(group string) bool { return strings.HasPrefix(key, group) })
			if texts[key] != nil {
				assert.Equal(t, -1, at, "%s has %s, which it says it lacks", l, key)
			} else if assert.GreaterOrEqual(t, at, 0, "%s lacks %s", l, key) {
				missing[lacks[at]]++
			}
		}
		assert.Len(t, missing, len(lacks), "%s says it lacks what it has: %v", l, lacks)
	}
}

func TestParse(t *testing.T) {
	for code, want := range map[string]Lang{
		"en": English, "zh": "zh-Hans", "ZH": "zh-Hans", "zh_TW.UTF-8": "zh-Hant", "zh-HK": "zh-Hant", "vi_VN": "vi", "zh-Hant": "zh-Hant",
	} {
		got, err := Parse(code)
		assert.NoError(t, err, code)
		assert.Equal(t, want, got, code)
	}
	for _, code := range []string{"", "C", "qaa", "???"} {
		_, err := Parse(code)
		assert.ErrorContains(t, err, "want "+Codes(), code)
	}
}

// TestPreferred asserts that a page is in the first language of the browser that there is.
func TestPreferred(t *testing.T) {
	for header, want := range map[string]Lang{
		"": "en", "zh-TW,zh;q=0.9,en;q=0.8": "zh-Hant", "qaa,vi;q=0.5,en;q=0.1": "vi", "en;q=0.1, zh-CN": "zh-Hans", "qaa": "en", ";;q=": "en",
	} {
		assert.Equal(t, want, Preferred(header), header)
	}
	// Whoever sends thousands of languages does not make much work.
	const many = 1000
	header := strings.Repeat("la,", many) + "vi"
	assert.Less(t, testing.AllocsPerRun(1, func() { Preferred(header) }), 10.*many)
	assert.Equal(t, Lang("vi"), Preferred(header))
}

func TestFromEnvironment(t *testing.T) {
	for values, want := range map[[3]string]Lang{
		{"", "", "zh_CN.UTF-8"}: "zh-Hans", {"vi_VN", "", "zh_CN"}: "vi", {"", "zh_TW", "vi"}: "zh-Hant", {"C", "", "zh_CN"}: English, {}: English,
	} {
		got := FromEnvironment(func(name string) string {
			return values[slices.Index([]string{"LC_ALL", "LC_MESSAGES", "LANG"}, name)]
		})
		assert.Equal(t, want, got, values)
	}
}

func TestSay(t *testing.T) {
	assert.Equal(t, "1 game", English.Say("report.played", "n", 1))
	assert.Equal(t, "2 games", English.Say("report.played", "n", 2))
	assert.Equal(t, "0 games", English.Say("report.played", "n", 0))
	assert.Equal(t, "1.0 games", English.Say("report.played", "n", "1.0"))
	assert.Equal(t, "many games", English.Say("report.played", "n", "many"), "the usual form where the count is no number")
	assert.Equal(t, "2 ván", Lang("vi").Say("report.played", "n", 2))
	assert.Equal(t, "no.such", English.Say("no.such"))
	err := Errorf("error.of", "what", "a.pgn", "reason", Errorf("error.noGame"))
	assert.Equal(t, "a.pgn: no game in the file", err.Error())
	assert.Equal(t, "a.pgn：文件中没有棋局", Lang("zh-Hans").Explain(err))
}

// TestExplainOfFile joins the name of a file and what is wrong with it by the colon of the
// language, without the word of the system for what failed.
func TestExplainOfFile(t *testing.T) {
	_, missing := os.Open("none.pgn")
	for _, c := range []struct {
		l    Lang
		err  error
		want string
	}{
		{"zh-Hans", fmt.Errorf("a.pgn: %w", Errorf("error.noGame")), "a.pgn：文件中没有棋局"},
		{"zh-Hant", fmt.Errorf("-config: a.pgn: %w", Errorf("error.noGame")), "-config：a.pgn：檔案中沒有棋局"},
		{"vi", fmt.Errorf("a.pgn: %w", Errorf("error.noGame")), "a.pgn: trong tập tin không có ván cờ nào"},
		{English, fmt.Errorf("a.pgn: %w", Errorf("error.noGame")), "a.pgn: no game in the file"},
		{"zh-Hans", fmt.Errorf("a.pgn (%w)", Errorf("error.noGame")), "a.pgn (文件中没有棋局)"},
		{"zh-Hans", missing, "none.pgn：找不到文件"},
		{"zh-Hans", fmt.Errorf("-bookfile: %w", missing), "-bookfile：none.pgn：找不到文件"},
		{"zh-Hans", fmt.Errorf("-bookfile: %w", &userfile.NotFound{Name: "a.book", Paths: []string{"/x/a.book", "/y/a.book"}}), "-bookfile：a.book：找不到文件；找过 /x/a.book、/y/a.book"},
		{"zh-Hans", fmt.Errorf("a.bin: %w: it begins with 9", keyed.New("error.records", "not a file of recorded games")), "a.bin：不是自我对弈的棋局文件: it begins with 9"},
		{"zh-Hans", fmt.Errorf("a.bin: %w", keyed.Errorf("error.records", "it begins with %d", 9)), "a.bin：不是自我对弈的棋局文件"},
		{"zh-Hans", fmt.Errorf("-engine: %w", &exec.Error{Name: "a", Err: exec.ErrNotFound}), "-engine：a：找不到该程序"},
		{"zh-Hans", &net.OpError{Op: "listen", Net: "tcp", Err: os.NewSyscallError("bind", syscall.EADDRINUSE)}, "listen tcp：bind：地址已被占用"},
		{"vi", &userfile.NotFound{Name: "/x/a.book"}, "/x/a.book: không tìm thấy tập tin"},
		{"zh-Hans", errors.New("a.pgn: unknown"), "a.pgn: unknown"},
	} {
		assert.Equal(t, c.want, c.l.Explain(c.err))
	}
}
