package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	encodings "chuhe/game/text"
	"chuhe/internal/command"
	"chuhe/lang"
)

// configFile holds the engines of a file as keys of -engine.
type configFile struct {
	name    string
	engines [][]pair
}

// readConfig reads a file of engines: TOML, or JSON if its name ends in .json. Its errors
// leave out the name of the file; one that cannot be read is [command.ErrInput].
func readConfig(ctx context.Context, name string) (*configFile, error) {
	content, err := command.ReadPipe(ctx, name, command.MaxText)
	if err != nil {
		return nil, command.Input(command.WithoutPath(err))
	}
	source := encodings.Decode(content)
	var root any
	if strings.EqualFold(filepath.Ext(name), ".json") {
		root, err = parseJSON(source)
	} else {
		table := make(map[string]any)
		_, err = toml.Decode(source, &table)
		root = table
	}
	if err != nil {
		return nil, lang.Errorf("match.badConfig", "error", err)
	}
	tables, err := engineTables(root)
	if err != nil {
		return nil, err
	}
	c := &configFile{name: name}
	for i, table := range tables {
		pairs, err := tablePairs("", table)
		if err == nil {
			err = checkPairs(pairs)
		}
		if err != nil {
			return nil, lang.Errorf("match.engineAt", "n", i+1, "error", err)
		}
		c.engines = append(c.engines, pairs)
	}
	return c, nil
}

// parseJSON reads one JSON value. Numbers keep their text, so that 2000000 does not
// become 2e+06.
func parseJSON(source string) (root any, err error) {
	var bad *json.SyntaxError
	if err := json.Unmarshal([]byte(source), new(json.RawMessage)); errors.As(err, &bad) {
		before := source[:max(bad.Offset, 1)-1] // the last of the bytes read is wrong
		return nil, lang.AtLine(1+strings.Count(before, "\n"), err)
	}
	d := json.NewDecoder(strings.NewReader(source))
	d.UseNumber()
	err = d.Decode(&root)
	return
}

// engineTables returns the tables of a file's array engine.
func engineTables(root any) (tables []map[string]any, err error) {
	want := lang.Errorf("match.tables", "example", `{"engine": [{...}, {...}]}`)
	top, ok := root.(map[string]any)
	if !ok {
		return nil, want
	}
	for _, key := range slices.Sorted(maps.Keys(top)) {
		if !strings.EqualFold(key, "engine") {
			return nil, fmt.Errorf("%s: %w; %w", key, lang.Errorf("match.unknownKey"), want)
		}
		switch list := top[key].(type) {
		case []map[string]any: // TOML's [[engine]]
			tables = append(tables, list...)
		case []any:
			for i, one := range list {
				table, ok := one.(map[string]any)
				if !ok {
					return nil, lang.Errorf("match.engineAt", "n", i+1, "error", want)
				}
				tables = append(tables, table)
			}
		default:
			return nil, fmt.Errorf("%s: %w; %w", key, lang.Errorf("match.noArray"), want)
		}
	}
	if len(tables) == 0 {
		return nil, fmt.Errorf("%w; %w", lang.Errorf("match.noEngine"), want)
	}
	return tables, nil
}

// tablePairs returns the keys of a table in alphabetical order; the keys of a
// table in it get its name and a dot before theirs. An array args has one argument each.
func tablePairs(prefix string, table map[string]any) (pairs []pair, err error) {
	keys := slices.Sorted(maps.Keys(table))
	if i := slices.Index(keys, "args"); i > 0 && keys[i-1] == "arg" {
		keys[i-1], keys[i] = keys[i], keys[i-1] // arg is one more argument
	}
	for _, key := range keys {
		value := table[key]
		if list, ok := value.([]any); ok && prefix+key == "args" {
			for _, one := range list {
				inner, err := tablePairs("", map[string]any{"arg": one})
				if err != nil {
					return nil, err
				}
				pairs = append(pairs, inner...)
			}
			continue
		}
		switch value := value.(type) {
		case map[string]any:
			inner, err := tablePairs(prefix+key+".", value)
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, inner...)
		case string, bool, int64, float64, json.Number:
			pairs = append(pairs, pair{prefix + key, fmt.Sprint(value)})
		default:
			return nil, fmt.Errorf("%s%s: %w", prefix, key, lang.Errorf("match.plainValue"))
		}
	}
	return
}

// named returns the keys of the engine that the key conf names, nil without conf.
func (c *configFile) named(own []pair) ([]pair, error) {
	i := slices.IndexFunc(own, func(p pair) bool { return p.key == "conf" })
	if i < 0 {
		return nil, nil
	}
	if c == nil {
		return nil, lang.Errorf("match.confFile", "name", own[i].value)
	}
	for _, pairs := range c.engines {
		if slices.Contains(pairs, pair{"name", own[i].value}) {
			return pairs, nil
		}
	}
	return nil, lang.Errorf("match.confName", "name", own[i].value, "file", c.name)
}
