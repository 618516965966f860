// Package differ compares the settings of two runs.
package differ

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"chuhe/lang"
)

// List says how the settings of two runs differ, in each language.
type List []lang.Sayer

// In returns the differences as in "rate is 0.1, want 0.2; seed is 1, want 2".
func (list List) In(l lang.Lang) string {
	said := make([]string, len(list))
	for i, d := range list {
		said[i] = d.In(l)
	}
	return strings.Join(said, l.Say("join.semicolon"))
}

func (list List) String() string { return list.In(lang.English) }

// Fields compares two values of a type field by field, as package json would write
// them. Names are in lower case, like flags; a field within another is known by its own
// name alone. Errors come from package json.
func Fields(is, want any) (List, error) {
	have, err := leaves(is)
	if err != nil {
		return nil, err
	}
	wanted, err := leaves(want)
	if err != nil {
		return nil, err
	}
	names := maps.Clone(have)
	maps.Copy(names, wanted)
	var all List
	for _, name := range slices.Sorted(maps.Keys(names)) {
		a, b := have[name], wanted[name]
		if a != b {
			all = append(all, lang.Errorf("journal.difference", "name", name, "is", orUnset(a), "want", orUnset(b)))
		}
	}
	return all, nil
}

// orUnset returns a value, or what stands for a field that is not there.
func orUnset(text string) any {
	if text == "" {
		return lang.Errorf("journal.unset")
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
