package web

import (
	"errors"
	"fmt"
	"strings"

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

// explain says what is wrong with a game, a position or a file.
func (l language) explain(err error) string {
	var both bilingual
	if errors.As(err, &both) {
		return l.write(both[l.words()])
	}
	return l.write(formats.Explain(l.words(), err))
}

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
