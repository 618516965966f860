package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// configFile holds the engines of a file as keys of -engine.
type configFile struct {
	name    string
	engines [][]pair
}

// readConfig reads a file of engines: TOML, or JSON if its name ends in .json.
func readConfig(name string) (*configFile, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var file struct {
		Engine []map[string]any `toml:"engine" json:"engine"`
	}
	if strings.EqualFold(filepath.Ext(name), ".json") {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber() // keeps 2000000 from becoming 2e+06
		d.DisallowUnknownFields()
		if err = d.Decode(&file); err == nil && d.More() {
			err = errors.New("text after the end of the JSON")
		}
	} else {
		var meta toml.MetaData
		meta, err = toml.Decode(string(text), &file)
		for _, key := range meta.Undecoded() {
			if len(key) == 1 { // a longer key is an option
				err = fmt.Errorf("%v: unknown key; want tables [[engine]]", key)
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(file.Engine) == 0 {
		return nil, fmt.Errorf("%s: no engine in it; want tables [[engine]]", name)
	}
	c := &configFile{name: name}
	for i, table := range file.Engine {
		pairs, err := tablePairs("", table)
		if err == nil {
			err = checkPairs(pairs)
		}
		if err != nil {
			return nil, fmt.Errorf("%s, engine %d: %w", name, i+1, err)
		}
		c.engines = append(c.engines, pairs)
	}
	return c, nil
}

// tablePairs returns the keys of a table in alphabetical order; those of a
// table in it get its name and a dot before theirs.
func tablePairs(prefix string, table map[string]any) (pairs []pair, err error) {
	for _, key := range slices.Sorted(maps.Keys(table)) {
		switch value := table[key].(type) {
		case map[string]any:
			inner, err := tablePairs(prefix+key+".", value)
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, inner...)
		case string, bool, int64, float64, json.Number:
			pairs = append(pairs, pair{prefix + key, fmt.Sprint(value)})
		default:
			return nil, fmt.Errorf("%s%s: want text, a number or a boolean", prefix, key)
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
		return nil, fmt.Errorf("conf=%s: want a file by -config", own[i].value)
	}
	for _, pairs := range c.engines {
		if slices.Contains(pairs, pair{"name", own[i].value}) {
			return pairs, nil
		}
	}
	return nil, fmt.Errorf("conf=%s: no engine of this name in %s", own[i].value, c.name)
}
