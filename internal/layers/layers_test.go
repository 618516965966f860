// Package layers enforces the one-way imports of the module: a test reads the
// imports of every file and holds them against a written policy. Reading the
// files rather than asking the go command sees the code of every system.
package layers

import (
	"bytes"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "chuhe"

// layers are the packages from the bottom to the top: each may import those
// before it. A folder below one of them that is not listed shares its layer;
// "." is the command itself. A folder without a layer has no place in the module.
var layers = []string{
	"internal/keyed",
	"internal/lazy",
	"internal/testfile",
	"internal/memory",
	"internal/filelock",
	"internal/wholefile",
	"internal/columns",
	"internal/userfile",
	"lang",
	"internal/differ",
	"internal/launch",
	"internal/command",
	"internal/journal",
	"internal/splitmix",
	"internal/ordered",
	"internal/unit",
	"internal/stats",
	"board",
	"movegen",
	"internal/testpos",
	"rules",
	"rules/words",
	"rules/endgame",
	"rules/endgame/lonerook",
	"internal/charset",
	"game/text",
	"game/notation",
	"game",
	"game/preorder",
	"game/pgn",
	"game/gametest",
	"game/ecco",
	"game/xqf",
	"game/dhtmlxq",
	"game/ccbridge",
	"game/sheet",
	"game/fenlist",
	"game/formats",
	"game/collection",
	"eval",
	"eval/nnue",
	"eval/evals",
	"search",
	"search/level",
	"lab/record/entropy",
	"lab/record",
	"lab/selfplay",
	"lab/data",
	"lab/train/kernel",
	"lab/train/sample",
	"lab/train/model",
	"lab/train",
	"lab/openings/maker",
	"lab/openings",
	"lab/progress",
	"lab/tune/spsa",
	"lab/tune",
	"lab/arena",
	"book",
	"puzzle",
	"tools/source",
	"tools/perft/count",
	"tools/perft",
	"tools/bench",
	"tools/version",
	"tools/judge",
	"tools/endgame",
	"tools/annotate",
	"tools/convert",
	"tools/games",
	"tools/book",
	"tools/puzzle/mate",
	"tools/puzzle/find",
	"tools/puzzle",
	"tools/match/internal/faulty",
	"tools/match/testengine",
	"tools/match/tournament",
	"tools/match/openings",
	"tools/match/engine",
	"tools/match/report",
	"tools/match",
	"protocol",
	"web/http",
	"web",
	".",
}

// importers are the only folders, with all below them, that may import a package,
// whatever the order of the layers: they alone know which evaluations there are.
var importers = map[string][]string{
	"eval/nnue":  {"eval/evals", "eval/nnue/nnuetest", "lab/train"},
	"eval/evals": {"lab", "tools", "protocol", "web", "."},
}

// testsOnly are folders that have nothing but tests.
var testsOnly = []string{"internal/layers"}

// forTests are packages, with all below them, that only tests import, and each
// other.
var forTests = []string{
	"github.com/stretchr/testify",
	"github.com/chromedp",
	"golang.org/x/tools",
	"testing",
	module + "/internal/testpos",
	module + "/internal/testfile",
	module + "/internal/command/commandtest",
	module + "/eval/nnue/nnuetest",
	module + "/game/gametest",
}

// unsafeIn are the layers that may import unsafe.
var unsafeIn = []string{"internal/launch", "internal/memory", "search"}

// file is a Go file of the module with what it imports.
type file struct {
	name    string // from the module's root, with slashes
	test    bool
	imports []string
}

// dir returns the folder of the file, which is also its package below module.
func (f *file) dir() string { return path.Dir(f.name) }

// layerOf returns the place in layers of a folder, or of the nearest folder above it
// that is listed; -1 if there is none.
func layerOf(dir string) int {
	for ; ; dir = path.Dir(dir) {
		if place := slices.Index(layers, dir); place >= 0 || dir == "." {
			return place
		}
		if path.Dir(dir) == "." {
			return -1
		}
	}
}

// within reports whether a slashed path is a folder or below it.
func within(name, folder string) bool { return name == folder || strings.HasPrefix(name, folder+"/") }

// isForTests reports whether a package is one of forTests or below one.
func isForTests(name string) bool {
	return slices.ContainsFunc(forTests, func(p string) bool { return within(name, p) })
}

// faults returns where a file breaks the policy.
func faults(f *file) (all []string) {
	layer := layerOf(f.dir())
	switch {
	case slices.Contains(testsOnly, f.dir()):
		if !f.test {
			return []string{"the folder is for tests only"}
		}
	case layer < 0:
		return []string{"folder " + f.dir() + " has no place in the policy"}
	}
	if slices.Contains(f.imports, "C") {
		all = append(all, "imports C, but the module is built without cgo")
	}
	if f.test {
		return all // tests may look up as well as down
	}
	for _, imported := range f.imports {
		below, ours := strings.CutPrefix(imported, module+"/")
		switch {
		case imported == module || ours && layerOf(below) < 0:
			all = append(all, "imports "+imported+", which nothing may")
		case ours && layerOf(below) > layer:
			all = append(all, "imports "+imported+", which is above it")
		case ours && !mayImport(f.dir(), below):
			all = append(all, "imports "+imported+", which is only for "+strings.Join(importers[below], ", "))
		case imported == "unsafe" && !slices.Contains(unsafeIn, layers[layer]):
			all = append(all, "imports unsafe, allowed in "+strings.Join(unsafeIn, ", "))
		}
		if isForTests(imported) && !isForTests(module+"/"+f.dir()) {
			all = append(all, "imports "+imported+", which is for tests")
		}
	}
	return all
}

// mayImport reports whether importers lets a folder import a package.
func mayImport(dir, imported string) bool {
	allowed, limited := importers[imported]
	return !limited || slices.ContainsFunc(allowed, func(folder string) bool { return within(dir, folder) })
}

// files reads the imports of every Go file of the module. Folders that the go
// command passes over, and modules within the module, are left out.
func files(t *testing.T, root string) (all []*file) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := entry.Name()
		if entry.IsDir() && name != root {
			_, err := os.Stat(filepath.Join(name, "go.mod"))
			if err == nil || base == "testdata" || base == "vendor" || base[0] == '.' || base[0] == '_' {
				return filepath.SkipDir
			}
		}
		if entry.IsDir() || filepath.Ext(base) != ".go" || base[0] == '.' || base[0] == '_' {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		f := &file{name: filepath.ToSlash(rel), test: strings.HasSuffix(base, "_test.go")}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			f.imports = append(f.imports, imported)
		}
		all = append(all, f)
		return nil
	})
	require.NoError(t, err)
	return all
}

// chinese are the folders and files that write or read Chinese characters: the notations of
// moves, and what files of games contain.
var chinese = []string{
	"game/notation", "game/text", "game/result.go", "game/pgn", "game/xqf", "game/dhtmlxq", "game/ccbridge", "game/sheet",
}

// TestChinese asserts that Chinese characters stand in the notation and in the formats of
// files, and nowhere else in code: what people read is in the catalogues of lang.
func TestChinese(t *testing.T) {
	root := filepath.Join("..", "..")
	for _, f := range files(t, root) {
		if f.test || slices.ContainsFunc(chinese, func(place string) bool { return within(f.name, place) }) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(root, f.name))
		require.NoError(t, err)
		at := bytes.IndexFunc(content, func(r rune) bool { return unicode.Is(unicode.Han, r) })
		assert.Negative(t, at, "%s:%d has Chinese characters: they belong into a catalogue of lang", f.name, 1+bytes.Count(content[:max(at, 0)], []byte("\n")))
	}
}

// TestPatterns asserts that no expression is compiled when the program starts, as far as a variable of a
// package has it: package lazy compiles it when it is wanted.
func TestPatterns(t *testing.T) {
	early := regexp.MustCompile(`(?m)^(?:var |\t)\w+ += regexp\.MustCompile\(`)
	root := filepath.Join("..", "..")
	for _, f := range files(t, root) {
		if f.test || !slices.Contains(f.imports, "regexp") {
			continue
		}
		content, err := os.ReadFile(filepath.Join(root, f.name))
		require.NoError(t, err)
		assert.Empty(t, early.FindAllString(string(content), -1), "%s: want lazy.Pattern", f.name)
	}
}

// guided are the packages whose comment names every file, for those who read the package for the first time.
var guided = []string{
	"fleet", "internal/command", "internal/unit", "lab/arena", "lab/tune/spsa", "movegen", "protocol", "rules", "rules/endgame", "search",
	"tools/annotate", "tools/match", "tools/match/engine", "tools/perft/count", "tools/puzzle/find",
}

// TestGuides asserts that the files exist which the comment of a package names, and that a guide names
// all files of its package but its own, tests, and those for some systems or processors only.
func TestGuides(t *testing.T) {
	root := filepath.Join("..", "..")
	places := files(t, root)
	for _, f := range files(t, filepath.Join(root, "fleet")) {
		f.name = "fleet/" + f.name
		places = append(places, f)
	}
	named := regexp.MustCompile(`(?:^|[\s(])(\w+\.go)\b`)
	guides := map[string]bool{}
	for _, f := range places {
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, f.name), nil, parser.PackageClauseOnly|parser.ParseComments)
		require.NoError(t, err)
		if f.test || parsed.Doc == nil {
			continue
		}
		listed := map[string]bool{path.Base(f.name): true, "doc.go": true}
		for _, match := range named.FindAllStringSubmatch(parsed.Doc.Text(), -1) {
			listed[match[1]] = true
			assert.FileExists(t, filepath.Join(root, f.dir(), match[1]), "the comment of %s", f.dir())
		}
		if !slices.Contains(guided, f.dir()) {
			continue
		}
		guides[f.dir()] = true
		for _, other := range places {
			base := path.Base(other.name)
			if other.dir() != f.dir() || other.test || listed[base] {
				continue
			}
			everywhere := true
			for _, system := range []string{"linux/arm64", "windows/amd64", "js/wasm"} {
				in := build.Default
				in.GOOS, in.GOARCH, _ = strings.Cut(system, "/")
				here, err := in.MatchFile(filepath.Join(root, f.dir()), base)
				require.NoError(t, err)
				everywhere = everywhere && here
			}
			assert.False(t, everywhere, "the comment of %s names no %s", f.dir(), base)
		}
	}
	assert.Len(t, guides, len(guided))
}

func TestImports(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range files(t, filepath.Join("..", "..")) {
		seen[f.dir()] = true
		for _, fault := range faults(f) {
			assert.Fail(t, f.name+" "+fault)
		}
	}
	for _, dir := range []string{"board", "movegen", "eval", "search", "internal/layers"} {
		assert.True(t, seen[dir], "no files found in %s", dir)
	}
}

// TestArrows asserts that no folder of the root is new, and that no two of them are newly joined
// by an import: each further one is a decision, with a reason in the message of its commit.
func TestArrows(t *testing.T) {
	const mostFolders, mostArrows = 15, 70 // the root itself is one; tests are not counted
	type arrow struct{ from, to string }
	folders, arrows := map[string]bool{}, map[arrow]bool{}
	top := func(dir string) string { folder, _, _ := strings.Cut(dir, "/"); return folder }
	for _, f := range files(t, filepath.Join("..", "..")) {
		if f.test {
			continue
		}
		from := top(f.dir())
		folders[from] = true
		for _, imported := range f.imports {
			if below, ours := strings.CutPrefix(imported, module+"/"); ours && top(below) != from {
				arrows[arrow{from, top(below)}] = true
			}
		}
	}
	assert.LessOrEqual(t, len(folders), mostFolders, "folders of the root with code: %d", len(folders))
	assert.LessOrEqual(t, len(arrows), mostArrows, "pairs of folders of the root of which one imports the other: %d", len(arrows))
}

// TestPolicy shows that the policy bites.
func TestPolicy(t *testing.T) {
	for _, c := range []struct {
		file file
		want string // "" if nothing is wrong
	}{
		{file{"search/engine.go", false, []string{"context", "chuhe/board", "chuhe/eval", "unsafe", "golang.org/x/sync/errgroup"}}, ""},
		{file{"main.go", false, []string{"chuhe/protocol", "chuhe/search"}}, ""},
		{file{"eval/nnue/net.go", false, []string{"chuhe/eval", "chuhe/board"}}, ""},
		{file{"eval/evals/evals.go", false, []string{"chuhe/eval", "chuhe/eval/nnue"}}, ""},
		{file{"lab/train/model/model.go", false, []string{"chuhe/eval/nnue"}}, ""},
		{file{"lab/selfplay/command.go", false, []string{"chuhe/eval/evals"}}, ""},
		{file{"search/net_test.go", true, []string{"chuhe/eval/nnue"}}, ""},
		{file{"search/engine.go", false, []string{"chuhe/eval/nnue"}}, "imports chuhe/eval/nnue, which is only for eval/evals, eval/nnue/nnuetest, lab/train"},
		{file{"protocol/option.go", false, []string{"chuhe/eval/nnue"}}, "imports chuhe/eval/nnue, which is only for eval/evals, eval/nnue/nnuetest, lab/train"},
		{file{"eval/classical.go", false, []string{"chuhe/eval/nnue"}}, "imports chuhe/eval/nnue, which is above it"},
		{file{"search/bench.go", false, []string{"chuhe/eval/nnue/nnuetest"}}, "imports chuhe/eval/nnue/nnuetest, which is for tests"},
		{file{"search/bench.go", false, []string{"chuhe/eval/evals"}}, "imports chuhe/eval/evals, which is only for lab, tools, protocol, web, ."},
		{file{"board/fuzz_test.go", true, []string{"chuhe/movegen", "github.com/stretchr/testify/require"}}, ""},
		{file{"board/fen.go", false, []string{"chuhe/movegen"}}, "imports chuhe/movegen, which is above it"},
		{file{"search/engine.go", false, []string{"chuhe/protocol"}}, "imports chuhe/protocol, which is above it"},
		{file{"tools/match/tournament/player.go", false, []string{"chuhe"}}, "imports chuhe, which nothing may"},
		{file{"eval/eval.go", false, []string{"chuhe/internal/layers"}}, "imports chuhe/internal/layers, which nothing may"},
		{file{"game/pgn/read.go", false, []string{"chuhe/game/formats"}}, "imports chuhe/game/formats, which is above it"},
		{file{"eval/eval.go", false, []string{"unsafe"}}, "imports unsafe, allowed in internal/launch, internal/memory, search"},
		{file{"eval/eval.go", false, []string{"C"}}, "imports C, but the module is built without cgo"},
		{file{"eval/eval_test.go", true, []string{"C"}}, "imports C, but the module is built without cgo"},
		{file{"eval/eval.go", false, []string{"github.com/stretchr/testify/assert"}}, "imports github.com/stretchr/testify/assert, which is for tests"},
		{file{"eval/eval.go", false, []string{"chuhe/internal/testpos"}}, "imports chuhe/internal/testpos, which is for tests"},
		{file{"internal/testpos/testpos.go", false, []string{"testing", "chuhe/movegen"}}, ""},
		{file{"eval/eval_test.go", true, []string{"chuhe/internal/testpos"}}, ""},
		{file{"internal/layers/helper.go", false, nil}, "the folder is for tests only"},
		{file{"util/strings.go", false, nil}, "folder util has no place in the policy"},
	} {
		var want []string
		if c.want != "" {
			want = []string{c.want}
		}
		assert.Equal(t, want, faults(&c.file), c.file.name)
	}
}

// TestDocuments asserts that the documents give the order of the layers: what a
// newcomer reads in CONTRIBUTING.md and in the tours of the READMEs.
func TestDocuments(t *testing.T) {
	var folders []string // of the root, the internal ones once
	for _, layer := range layers {
		folder, _, _ := strings.Cut(layer, "/")
		if folder != "." && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "CONTRIBUTING.md"))
	require.NoError(t, err)
	arrow := "`" + strings.Replace(strings.Join(folders, " <- "), "internal", "internal/...", 1) + " <- main`"
	assert.Contains(t, strings.Join(strings.Fields(string(text)), " "), arrow)

	row := regexp.MustCompile("(?m)^\\| `([a-z]+)/` \\|")
	for _, name := range []string{"README.md", "README.zh-CN.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		require.NoError(t, err)
		var tour []string
		for _, match := range row.FindAllStringSubmatch(string(text), -1) {
			if slices.Contains(folders, match[1]) {
				tour = append(tour, match[1])
			}
		}
		assert.Equal(t, folders, tour, name)

		// What the row of a folder names lies in that folder or one below it.
		for line := range strings.SplitSeq(string(text), "\n") {
			match := regexp.MustCompile("^\\| `([a-z/]+)/` \\|(.*)").FindStringSubmatch(line)
			if match == nil {
				continue
			}
			for _, named := range regexp.MustCompile("`([a-z_/]+(?:/|\\.[a-z]+))`").FindAllStringSubmatch(match[2], -1) {
				at := filepath.Join("..", "..", match[1])
				here, _ := filepath.Glob(filepath.Join(at, named[1]))
				below, _ := filepath.Glob(filepath.Join(at, "*", named[1]))
				assert.NotEmpty(t, append(here, below...), "%s: the row of %s/ names %s", name, match[1], named[1])
			}
		}
	}
}
