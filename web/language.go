package web

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"chuhe/game/formats"
	"chuhe/rules/words"
)

// language is that of an answer: en, zh-Hans or zh-Hant. Any other is English.
type language string

const english language = "en"

// words returns the language of the program's sentences.
func (l language) words() words.Lang {
	if strings.HasPrefix(string(l), "zh") {
		return words.ZH
	}
	return words.EN
}

// write returns a sentence of the program in the characters of the language.
func (l language) write(text string) string {
	if l == "zh-Hant" {
		return toTraditional(text)
	}
	return text
}

// languageOfSystem is that which the environment asks for, as programs for a terminal
// read it.
func languageOfSystem() language {
	switch locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG")); {
	case strings.HasPrefix(locale, "zh_TW"), strings.HasPrefix(locale, "zh_HK"):
		return "zh-Hant"
	case strings.HasPrefix(locale, "zh"):
		return "zh-Hans"
	}
	return english
}

// explain says what is wrong with a game, a position or a file.
func (l language) explain(err error) string {
	var both bilingual
	if errors.As(err, &both) {
		return l.write(both[l.words()])
	}
	for _, fault := range fileFaults {
		if l.words() == words.ZH && errors.Is(err, fault.err) {
			return l.write(fault.text)
		}
	}
	return l.write(formats.Explain(l.words(), err))
}

// fileFaults are in Chinese what the system says of files.
var fileFaults = []struct {
	err  error
	text string
}{
	{fs.ErrNotExist, "找不到文件"},
	{fs.ErrPermission, "没有读取权限"},
	{syscall.EISDIR, "是文件夹，不是文件"},
}

// spoken returns an error with its text in the language.
func (l language) spoken(err error) error { return spokenError{err, l.explain(err)} }

type spokenError struct {
	error
	text string
}

func (e spokenError) Error() string { return e.text }
func (e spokenError) Unwrap() error { return e.error }

// bilingual is an error in English and in Chinese.
type bilingual [2]string

func (b bilingual) Error() string { return b[words.EN] }

var (
	errEmpty  = bilingual{words.EN: "the file is empty", words.ZH: "文件是空的"}
	errNoGame = bilingual{words.EN: "no game in the file", words.ZH: "文件中没有棋局"}
)

// manyMoves is the error about a game with more moves than may be.
func manyMoves(most int) error {
	return bilingual{fmt.Sprintf("more than %d moves", most), fmt.Sprintf("超过%d着", most)}
}
