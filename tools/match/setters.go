package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"chuhe/lab/openings/maker"
	"chuhe/lang"
)

// setter reads a word into the variable that it was made for.
type setter func(word string) error

// none is for flags that take no words.
func none(at *bool) func([]string) error {
	return func(words []string) error {
		if len(words) > 0 {
			return lang.Errorf("match.noWords", "word", strconv.Quote(words[0]))
		}
		*at = true
		return nil
	}
}

// one is for flags that take one word.
func one(set setter) func([]string) error {
	return func(words []string) error {
		if len(words) != 1 {
			return lang.Errorf("match.oneWord", "n", len(words))
		}
		if err := set(words[0]); err != nil {
			return about("", words[0], strconv.Quote(words[0]), err)
		}
		return nil
	}
}

// about begins an error about a word of a flag with the word, or where the error quotes
// the value, with the key alone, "" for none.
func about(key, value, word string, err error) error {
	switch {
	case !strings.Contains(err.Error(), strconv.Quote(value)):
		return fmt.Errorf("%s: %w", word, err)
	case key != "":
		return fmt.Errorf("%s: %w", key, err)
	}
	return err
}

// keys is for flags with words key=value. A bare word is a key with an empty value or,
// if it is no key, the value of the key named bare. Each key may be given once; the
// required ones must be.
func keys(bare string, table map[string]setter, required ...string) func([]string) error {
	return func(words []string) error {
		given := make(map[string]bool)
		for _, w := range words {
			named, value, joined := strings.Cut(w, "=")
			key := named
			if !joined && table[key] == nil {
				named, key, value = "", bare, w
			}
			err := errKey
			if set := table[key]; given[key] {
				err = errTwice(key)
			} else if set != nil {
				err = set(value)
			}
			switch {
			case err != nil && w == "":
				return about("", "", strconv.Quote(w), err)
			case err != nil:
				return about(named, value, w, err)
			}
			given[key] = true
		}
		for _, key := range required {
			if !given[key] {
				return lang.Errorf("match.missing", "key", key)
			}
		}
		return nil
	}
}

var errKey error = lang.Errorf("match.unknownKey")

// errTwice returns the error about a key whose second value would replace the first.
func errTwice(key string) error { return lang.Errorf("match.twice", "key", key) }

// parsed stores what a function reads.
func parsed[T any](at *T, parse func(word string) (T, error)) setter {
	return func(word string) (err error) {
		*at, err = parse(word)
		return
	}
}

func text[T ~string](at *T) setter {
	return func(word string) error {
		*at = T(word)
		return nil
	}
}

// fileName stores the name of a file. It refuses an empty word, which a shell passes for a variable
// that was never set.
func fileName(at *string) setter {
	return func(word string) error {
		if word == "" {
			return lang.Errorf("match.noName")
		}
		*at = word
		return nil
	}
}

// engineKeys reads the keys of an engine and refuses those that are not known or are
// there twice.
func engineKeys(words []string) ([]pair, error) {
	pairs, err := splitPairs(words)
	if err == nil {
		err = checkPairs(pairs)
	}
	return pairs, err
}

// choice stores one of two words.
func choice[T ~string](at *T, a, b T) setter {
	return func(word string) error {
		if *at = T(word); *at != a && *at != b {
			return lang.Errorf("match.wantOr", "one", a, "other", b)
		}
		return nil
	}
}

// flagKey stores that a key is there, or what it says.
func flagKey(at *bool) setter {
	return parsed(at, func(word string) (bool, error) {
		if word == "" {
			return true, nil
		}
		return onOff(word)
	})
}

// mostDrawn is the largest number of openings that are made.
const mostDrawn = 1_000_000

// setBook reads the name of a file of openings, or random:N[,LOW-HIGH].
func (p *parser) setBook(word string) error {
	p.book.drawn = 0 // a flag given again replaces both
	if err := fileName(&p.book.file)(word); err != nil {
		return err
	}
	request, drawn := strings.CutPrefix(word, "random:")
	if !drawn {
		return nil
	}
	p.book.file = ""
	want := lang.Errorf("match.random")
	count, window, windowed := strings.Cut(request, ",")
	if err := number(&p.book.drawn, 1, mostDrawn)(count); err != nil {
		return fmt.Errorf("%w; N: %w", want, err)
	}
	if !windowed {
		window = "0-40"
	}
	var err error
	if p.book.low, p.book.high, err = maker.ParseWindow(window); err != nil {
		return fmt.Errorf("%w: %w", want, err)
	}
	return nil
}

// number stores a whole number in a range.
func number[T int | uint64](at *T, from, to T) setter {
	return func(word string) error {
		n, err := strconv.ParseUint(word, 10, 64)
		if err != nil || n < uint64(from) || n > uint64(to) {
			return lang.Errorf("match.range", "from", from, "to", to)
		}
		*at = T(n)
		return nil
	}
}

func millis(at *time.Duration) setter {
	return func(word string) error {
		var n int
		err := number(&n, 0, most)(word)
		*at = time.Duration(n) * time.Millisecond
		return err
	}
}

func real(at *float64) setter {
	return func(word string) (err error) {
		if *at, err = strconv.ParseFloat(word, 64); err != nil {
			return lang.Errorf("match.number")
		}
		return nil
	}
}
