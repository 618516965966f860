// Package words says in English or Chinese what package rules has found.
//
// Each language has a file with all its sentences. A new kind of verdict, note
// or cause needs a sentence in both.
package words

import (
	"errors"
	"fmt"
	"strings"

	"chuhe/rules"
)

// Lang is a language. The zero value is English.
type Lang uint8

// The languages.
const (
	EN Lang = iota // English
	ZH             // Chinese, simplified
)

// ErrLang is wrapped by the error about the name of a language.
var ErrLang = errors.New("unknown language")

// ParseLang returns the language of a code, in either case: en or zh.
func ParseLang(code string) (Lang, error) {
	switch strings.ToLower(code) {
	case "en":
		return EN, nil
	case "zh":
		return ZH, nil
	}
	return EN, fmt.Errorf("%w %q: want en or zh", ErrLang, code)
}

// language has the sentences of a language.
type language interface {
	separator() string
	head(v *rules.Verdict) string   // result and kind
	reason(v *rules.Verdict) string // what led to it, "" if the kind says all
	later(v *rules.Verdict) string  // that moves follow the end of play
	note(n rules.Note) string
	illegal(e *rules.MoveError) string
}

func (l Lang) language() language {
	if l == ZH {
		return chinese{}
	}
	return english{}
}

// Verdict returns a verdict and its reason. In English it begins with
// [rules.Verdict.String], which ends at the first semicolon.
func (l Lang) Verdict(v *rules.Verdict) string {
	in := l.language()
	parts := []string{in.head(v)}
	if reason := in.reason(v); reason != "" {
		parts = append(parts, reason)
	}
	if v.Later > 0 {
		parts = append(parts, in.later(v))
	}
	for _, n := range v.Notes {
		parts = append(parts, in.note(n))
	}
	return strings.Join(parts, in.separator())
}

// Illegal says which move of a game is illegal and why.
func (l Lang) Illegal(e *rules.MoveError) string { return l.language().illegal(e) }
