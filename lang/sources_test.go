package lang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asked finds keys among the strings of the sources.
var asked = regexp.MustCompile(`^[a-zA-Z]+(\.[-a-zA-Z0-9]+)+$`)

// composed are the groups whose keys the code puts together, with the folder that does.
var composed = map[string]string{
	"language.": "lang", "page.": "web/page", "piece.": "rules/words", "side.": "rules/words", "kind.": "rules/words", "reason.": "rules/words", "plain.": "rules/words",
	"outcome.": "tools/judge", "opening.": "game/ecco", "format.": "tools/convert", "flags.": "internal/command", "count.": "lang",
	"usage.": "internal/command", "review.": "tools/annotate", "annotate.": "tools/annotate", "report.": "tools/match/report", "join.": "web/page",
}

// TestSources asserts that each text is asked for in a source, by its key in quotes, and
// that each key of a group that sources name exists. A key that code composes is in a group
// of composed, or is one that package internal/command gives every command.
func TestSources(t *testing.T) {
	root := filepath.Join("..")
	used := map[string]bool{}
	english := English.catalogue().texts
	groups := map[string]bool{}
	for key := range english {
		group, _, _ := strings.Cut(key, ".")
		groups[group] = true
	}
	require.NoError(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if is {
				checkCall(t, name, call, english)
			}
			if literal, is := n.(*ast.BasicLit); is && literal.Kind == token.STRING {
				if text, err := strconv.Unquote(literal.Value); err == nil && asked.MatchString(text) {
					used[text] = true
				}
			}
			return true
		})
		return nil
	}))
	for key := range english {
		group, rest, _ := strings.Cut(key, ".")
		own := rest[strings.LastIndexByte(rest, '.')+1:]
		if composed[group+"."] != "" || own == "summary" || own == "help" || own == "notes" || strings.HasPrefix(own, "-") {
			continue
		}
		assert.True(t, used[key], "no source asks for %s", key)
	}
}

// checkCall asserts that the key that a call names has a text, and that the call gives a value
// for each name in braces of the text, and no other.
func checkCall(t *testing.T, place string, call *ast.CallExpr, english map[string]*i18n.Message) {
	key, is := stringOf(call, 0)
	if !is {
		return
	}
	switch name, from := calledName(call); {
	case name == "Count":
		assert.NotNil(t, english["count."+key], "%s asks for count.%s", place, key)
		return
	case name == "Say", name == "say" && asked.MatchString(key), name == "Errorf" && from == "lang":
	default:
		return
	}
	text := english[key]
	if !assert.NotNil(t, text, "%s asks for %s", place, key) || call.Ellipsis.IsValid() {
		return
	}
	given := map[string]bool{}
	for i := 1; i < len(call.Args); i += 2 {
		if name, is := stringOf(call, i); assert.True(t, is, "%s: value %d of %s has no name", place, i/2+1, key) {
			given["{"+name+"}"] = true
		}
	}
	if strings.Contains(text.Other, "{n}") {
		assert.True(t, given["{n}"], "%s: %s needs n", place, key)
	}
	delete(given, "{n}") // a plural form may say "one"
	assert.ElementsMatch(t, placeholders(text), slices.Collect(maps.Keys(given)), "%s: the values of %s", place, key)
}

// calledName returns the name of what a call calls, and the name before its dot.
func calledName(call *ast.CallExpr) (name, from string) {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name, ""
	case *ast.SelectorExpr:
		if x, is := f.X.(*ast.Ident); is {
			from = x.Name
		}
		return f.Sel.Name, from
	}
	return "", ""
}

// stringOf returns an argument of a call if it is a string in quotes.
func stringOf(call *ast.CallExpr, i int) (string, bool) {
	if i >= len(call.Args) {
		return "", false
	}
	literal, is := call.Args[i].(*ast.BasicLit)
	if !is || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}
