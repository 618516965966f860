package web

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/game"
	"chuhe/game/fenlist"
	"chuhe/game/formats"
	"chuhe/internal/testpos"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/search/level"
)

// textCall is a place where a module asks for a text.
type textCall struct {
	module    string
	function  string   // t, textOr or hasText
	keys      []string // that the first argument can be
	prefix    string   // of the key, where the rest is found while the page runs
	arguments []string // in JavaScript
}

// textCalls returns where a module asks for texts.
func textCalls(module, source string) (calls []textCall) {
	compared := regexp.MustCompile(`[!=]== '[^']*'`)
	for _, at := range regexp.MustCompile(`(?:^|[^.\w])(t|textOr|hasText)\(`).FindAllStringSubmatchIndex(source, -1) {
		c := textCall{module: module, function: source[at[2]:at[3]], arguments: argumentsOf(source[at[1]:])}
		first := compared.ReplaceAllString(c.arguments[0], "")
		if prefix, _, ok := strings.Cut(strings.TrimPrefix(first, "`"), "${"); ok {
			c.prefix = prefix
		} else {
			for _, key := range regexp.MustCompile(`'([^']+)'`).FindAllStringSubmatch(first, -1) {
				c.keys = append(c.keys, key[1])
			}
		}
		calls = append(calls, c)
	}
	return calls
}

// argumentsOf splits what stands in brackets, without the first of them, at its commas.
func argumentsOf(source string) (all []string) {
	depth, begin, quote := 0, 0, rune(0)
	for i, c := range source {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case strings.ContainsRune("'\"`", c):
			quote = c
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c) && depth > 0:
			depth--
		case depth == 0 && strings.ContainsRune(",)]}", c):
			if argument := strings.TrimSpace(source[begin:i]); argument != "" {
				all = append(all, argument)
			}
			if begin = i + 1; c != ',' {
				return all
			}
		}
	}
	return all
}

// named returns the names of the values that a call gives. A variable is the object that
// the module calls so.
func (c *textCall) named(t *testing.T, source string) (names []string) {
	t.Helper()
	if len(c.arguments) < 2 || c.function != "t" {
		return nil
	}
	object := c.arguments[1]
	if !strings.HasPrefix(object, "{") {
		_, rest, ok := strings.Cut(source, "const "+object+" = {")
		require.True(t, ok, "%s: no object %s", c.module, object)
		object = "{" + rest
	}
	for _, field := range argumentsOf(object[1:]) {
		name, _, _ := strings.Cut(field, ":")
		names = append(names, strings.TrimSpace(name))
	}
	return names
}

// suffixes are the ends of keys of which modules have the beginnings, by these. Those that
// modules choose from stand in the modules themselves; the others come from the server.
func suffixes() map[string][]string {
	all := map[string][]string{
		"glyph-":    {"1", "2", "3", "4", "5", "6"},
		"how-":      strings.Split("KABNRCP", ""),
		"name-":     strings.Split("KABNRCP", ""),
		"piece.":    strings.Split("KABNRCPkabnrcp", ""),
		"thorough-": {"1", "2", "3"},
		"error-":    {"busy", "crowded", "large", "unread", "puzzle", "over", "body", "host", "key", "elsewhere", "teacher", "room", "roomFull", "roomLate", "rooms"},
		"lost-":     {game.LostVariations, game.LostComments, game.LostGlyphs, game.LostMarks, game.LostEvals, game.LostTimes, game.LostTags, game.LostMoves, game.LostResult, game.LostCounters, game.LostCharacters},
		"colour-":   {"G", "R", "B", "Y"},
		"fault-":    slices.Collect(maps.Values(fenCodes)),
		"by-":       {"resign", "time", "agreed"},
		"handicap-": {"none", "knight", "knights", "rook", "rookKnight", "rooks", "four"},
		"pieces-":   {"traditional", "simplified", "pictures"},
		"tag-":      {"Event", "Site", "Date", "Round", "Red", "Black", "Annotator"},
		"task-":     {"reach", "take", "check", "answer", "mate", "stalemate", "vary"},
		"learn-":    append(strings.Split("KABNRCP", ""), "check", "answer", "mate", "stalemate", "repetition"),
		"lesson-":   {"check", "answer", "mate", "stalemate", "repetition"},
		"tip-":      {"N2", "C3", "K2", "B2", "mate3"},
		"closing-":  {"won", "lost", "drew"},
		"offer-":    {"won", "lost"},
		"openings-": {"list", "own", "mine"},
		"puzzle-":   {"alone", "helped"},
		"puzzles-":  {"all", "mate1", "mate2", "mate3", "mate4", "material", "defend", "missed"},
		"whyNot-":   {"mate", "material", "defend", "own"},
		"result-":   {"once", "later", "shown", "skipped"},
		"won-":      {"red", "black", "draw"},
		"level-":    nil,
		"rules-":    nil,
		"format-":   nil,
		"notation-": nil,
	}
	for i := range level.Steps {
		all["level-"] = append(all["level-"], strconv.Itoa(i+1))
	}
	for _, s := range rules.Sets() {
		all["rules-"] = append(all["rules-"], s.String())
	}
	for _, f := range formats.All() {
		if f.Write != nil && f != fenlist.Format {
			all["format-"] = append(all["format-"], f.Name)
		}
	}
	for _, style := range pageNotations {
		all["notation-"] = append(all["notation-"], strings.ToLower(string(style)))
	}
	return all
}

// TestTexts reads the modules of the page: the catalogue has every text that they ask for,
// each with its values, and no other.
func TestTexts(t *testing.T) {
	testpos.SkipRace(t)
	var texts map[string]any
	require.NoError(t, json.Unmarshal(lang.English.Page(), &texts))
	// Keys that modules have in variables.
	asked := map[string]bool{}
	for _, key := range []string{"red", "black", "dubious", "mistake", "blunder", "good", "inaccuracies", "mistakes", "blunders"} {
		asked[key] = true
	}
	ends := suffixes()
	begun := map[string]bool{}
	ask := func(module string, source string, c textCall, key string) {
		asked[key] = true
		if !assert.True(t, texts[key] != nil, "%s asks for %s, which no catalogue has", module, key) || c.function == "hasText" {
			return
		}
		for _, name := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(formsOf(texts[key]), -1) {
			assert.Contains(t, c.named(t, source), name[1], "%s: a value of %s", module, key)
		}
	}
	modules, err := filepath.Glob("page/*.js")
	require.NoError(t, err)
	modules = append(modules, "static/files/server.js")
	for _, module := range modules {
		content, err := os.ReadFile(module)
		require.NoError(t, err)
		source := string(content)
		for _, c := range textCalls(module, source) {
			for _, key := range c.keys {
				ask(module, source, c, key)
			}
			if c.prefix == "" {
				continue
			}
			begun[c.prefix] = true
			for _, end := range ends[c.prefix] {
				ask(module, source, c, c.prefix+end)
			}
		}
	}
	assert.ElementsMatch(t, slices.Collect(maps.Keys(ends)), slices.Collect(maps.Keys(begun)), "beginnings of keys")
	for key := range asked {
		assert.True(t, texts[key] != nil, key)
	}
	index := string(pageFiles()["index.html"]().Content)
	for _, key := range regexp.MustCompile(`data-t="([^"]*)"`).FindAllStringSubmatch(index, -1) {
		asked[key[1]] = true
	}
	for key := range texts {
		if strings.HasPrefix(key, "language.") || strings.HasPrefix(key, "join.") {
			continue // the commands read these too
		}
		assert.True(t, asked[key], "the page never asks for %s", key)
	}
}

// formsOf returns the forms of a text one after the other.
func formsOf(text any) string {
	forms, ok := text.(map[string]any)
	if !ok {
		return text.(string)
	}
	var all []string
	for _, form := range forms {
		all = append(all, form.(string))
	}
	return strings.Join(all, " ")
}
