package lang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
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
	"language.": "lang", "page.": "web/page", "piece.": "rules/words", "side.": "rules/words", "kind.": "rules/words", "reason.": "rules/words",
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

// checkCall asserts that the key that a call names has a text.
func checkCall(t *testing.T, name string, call *ast.CallExpr, english map[string]*i18n.Message) {
	at, is := call.Fun.(*ast.SelectorExpr)
	if !is || len(call.Args) == 0 {
		return
	}
	literal, is := call.Args[0].(*ast.BasicLit)
	if !is || literal.Kind != token.STRING {
		return
	}
	text, _ := strconv.Unquote(literal.Value)
	switch x, isName := at.X.(*ast.Ident); {
	case at.Sel.Name == "Say", at.Sel.Name == "Errorf" && isName && x.Name == "lang":
		assert.NotNil(t, english[text], "%s asks for %s", name, text)
	case at.Sel.Name == "Count":
		assert.NotNil(t, english["count."+text], "%s asks for count.%s", name, text)
	}
}
