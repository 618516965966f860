// Package differ compares the settings of two runs.
package differ

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Fields compares two values of a type field by field, as package json would write
// them. It returns the differences, as in "rate is 0.1, want 0.2; seed is 1, want 2",
// or "" if there are no differences. Names are in lower case, like flags; a field
// within another is known by its own name alone. Errors come from package json.
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
			all = append(all, fmt.Sprintf("%s is %s, want %s", name, orUnset(a), orUnset(b)))
		}
	}
	return strings.Join(all, "; "), nil
}

// orUnset returns a value, or "unset" for a field that is not there.
func orUnset(text string) string {
	if text == "" {
		return "unset"
	}
	return text
}

// leaves returns the fields of a value as JSON, including fields within fields.
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
