// Package differ tells in which settings two runs differ.
package differ

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Fields returns in what two values of a type differ as they would be written to
// JSON, as "rate is 0.1, want 0.2; seed is 1, want 2", or "" if in nothing. A field
// within another goes by its own name alone, in lower case, as a flag would.
// Errors are those of package json.
func Fields(is, want any) (string, error) {
	have, err := leaves(is)
	if err != nil {
		return "", err
	}
	wanted, err := leaves(want)
	if err != nil {
		return "", err
	}
	names := maps.Clone(have)
	maps.Copy(names, wanted)
	var all []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		a, b := have[name], wanted[name]
		if a != b {
			all = append(all, fmt.Sprintf("%s is %s, want %s", name, orNone(a), orNone(b)))
		}
	}
	return strings.Join(all, "; "), nil
}

// orNone returns a value as it is shown.
func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// leaves returns the fields of a value, also those within others, as JSON.
func leaves(of any) (map[string]string, error) {
	text, err := json.Marshal(of)
	if err != nil {
		return nil, err
	}
	all := make(map[string]string)
	var split func(text json.RawMessage) error
	split = func(text json.RawMessage) error {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(text, &fields); err != nil {
			return err
		}
		for name, value := range fields {
			if bytes.HasPrefix(value, []byte("{")) {
				if err := split(value); err != nil {
					return err
				}
				continue
			}
			all[strings.ToLower(name)] = string(value)
		}
		return nil
	}
	return all, split(text)
}
