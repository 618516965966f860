package data

import (
	"fmt"
	"slices"
	"strings"

	"chuhe/lab/record"
	"chuhe/rules"
	"chuhe/rules/words"
)

// The header text of a file made from others starts with lines "made by ...", the
// last step first. The texts of its parts follow, each after a line "part N". The
// text of a file of "chuhe datagen" is one part. A damaged text is replaced by a line
// "lost: ..." with the damage.
const (
	madeBy = record.MadeBy
	partN  = "part %d\n"
)

// split splits the text of a header.
func split(text string) (history, parts []string) {
	for strings.HasPrefix(text, madeBy) {
		line, rest, _ := strings.Cut(text, "\n")
		history, text = append(history, strings.TrimPrefix(line, madeBy)), rest
	}
	if len(history) == 0 {
		return nil, []string{text}
	}
	rest, ok := strings.CutPrefix(text, fmt.Sprintf(partN, 1))
	if !ok {
		return history, []string{text}
	}
	for n := 2; ; n++ {
		part, behind, more := strings.Cut(rest, "\n"+fmt.Sprintf(partN, n))
		if !more {
			return history, append(parts, part)
		}
		parts, rest = append(parts, part+"\n"), behind
	}
}

// join is the reverse of split.
func join(history, parts []string) string {
	var b strings.Builder
	for _, line := range history {
		b.WriteString(madeBy + line + "\n")
	}
	for i, part := range parts {
		fmt.Fprintf(&b, partN, i+1)
		b.WriteString(part)
		if !strings.HasSuffix(part, "\n") {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// value returns the rest of the first line of a part that starts with a key, or "".
func value(part, key string) string {
	for line := range strings.Lines(part) {
		if v, ok := strings.CutPrefix(line, key+" "); ok {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// common returns the value that all parts of a text have for a key, "" if they
// differ or have none.
func common(text, key string) string {
	_, parts := split(text)
	first := value(parts[0], key)
	if slices.ContainsFunc(parts, func(part string) bool { return value(part, key) != first }) {
		return ""
	}
	return first
}

// lawOf returns the rules by which all games of a file were played, and the number
// of plies after which they were drawn, 0 if unknown. ok is false if the rules are
// unknown.
func lawOf(text string) (o rules.Options, maxPlies int, ok bool) {
	_, _ = fmt.Sscan(common(text, "maxplies"), &maxPlies)
	var name string
	if _, err := fmt.Sscan(common(text, "rules"), &name, &o.MoveLimit); err != nil {
		return o, maxPlies, false
	}
	var err error
	o.Set, err = words.ParseSet(name)
	return o, maxPlies, err == nil && o.MoveLimit >= 0
}
