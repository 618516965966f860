package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
	"chuhe/puzzle"
	"chuhe/tools/perft"
)

// TestReadmeOptions compares the tables of options in the two READMEs with what
// the engine announces in its two dialects: names, defaults, and the bounds of numbers.
func TestReadmeOptions(t *testing.T) {
	row := regexp.MustCompile("(?m)^\\| (?:`(.*?)` )?\\| (?:`(.*?)` )?\\| (\\S*) ?\\|(.*)\\|.*\\|$")
	announced := regexp.MustCompile(`(?m)^option (?:name )?(.*?) type \S+(?:.* default (\S+))?.*$`)
	bounded := regexp.MustCompile(`(?m)^option (?:name )?(.*?) type spin.* min (\S+) max (\d+)`)
	for column, dialect := range []string{"ucci", "uci"} {
		got, err := output(t, dialect+"\nquit\n")
		require.NoError(t, err)
		want := map[string]string{}
		for _, option := range announced.FindAllStringSubmatch(got, -1) {
			want[option[1]] = option[2]
		}
		require.NotEmpty(t, want)

		for readme, to := range map[string]string{"README.md": "-", "README.zh-CN.md": "～"} {
			text, err := os.ReadFile(readme)
			require.NoError(t, err)
			documented, values := map[string]string{}, map[string]string{}
			for _, option := range row.FindAllStringSubmatch(string(text), -1) {
				if name := option[1+column]; name != "" {
					documented[name], values[name] = option[3], strings.TrimSpace(option[4])
				}
			}
			assert.Equal(t, want, documented, "%s in %s", readme, dialect)
			for _, option := range bounded.FindAllStringSubmatch(got, -1) {
				assert.Regexp(t, "^"+option[2]+to+option[3]+"( |$)", values[option[1]], "%s in %s", option[1], readme)
			}
		}
	}
}

// TestReadmeCounts compares numbers in the two READMEs with the program: the
// perft counts of the start position and the puzzles, these also in the changelog.
func TestReadmeCounts(t *testing.T) {
	file, err := os.Open("testdata/perft.epd")
	require.NoError(t, err)
	defer file.Close()
	cases, err := perft.ReadSuite(file)
	require.NoError(t, err)
	puzzles := len(puzzle.Embedded())
	for readme, ofPuzzles := range map[string]string{"README.md": "has %d puzzles", "README.zh-CN.md": "做 %d 道习题"} {
		text, err := os.ReadFile(readme)
		require.NoError(t, err)
		for _, start := range cases[0].Known[:6] {
			assert.Regexp(t, fmt.Sprintf(`\b%d\b`, start.Nodes), string(text), readme)
		}
		assert.Contains(t, string(text), fmt.Sprintf(ofPuzzles, puzzles), readme)
	}
	news, err := os.ReadFile("CHANGELOG.md")
	require.NoError(t, err)
	assert.Contains(t, string(news), fmt.Sprintf(" %d puzzles", puzzles))
}

// TestBookSample asserts that the engine can answer with a move of the embedded book as docs/book.md and
// its translation show it. Of the score only the place is compared, which every network changes.
func TestBookSample(t *testing.T) {
	sample := regexp.MustCompile(`(?m)^ *(info message book move .*)\n *(info depth 0 .*)\n *(bestmove .*)$`)
	score := regexp.MustCompile(` score -?\d+ `)
	got, err := output(t, "ucci\nsetoption usebook true\nsetoption bookseed 1\n"+strings.Repeat("position startpos\ngo depth 1\n", 200)+"quit\n")
	require.NoError(t, err)
	answers := make(map[string]string) // without the score, to one with it
	for _, found := range sample.FindAllStringSubmatch(got, -1) {
		answer := strings.Join(found[1:], "\n")
		answers[score.ReplaceAllString(answer, " score ")] = answer
	}
	require.NotEmpty(t, answers, got)
	for _, document := range []string{"docs/book.md", "docs/book.zh-CN.md"} {
		text, err := os.ReadFile(document)
		require.NoError(t, err)
		found := sample.FindAllStringSubmatch(string(text), -1)
		require.Len(t, found, 1, document)
		shown := score.ReplaceAllString(strings.Join(found[0][1:], "\n"), " score ")
		assert.NotEmpty(t, answers[shown], "%s: the engine does not answer as shown; write one of its answers there:\n\n%s", document,
			strings.Join(slices.Sorted(maps.Values(answers)), "\n\n"))
	}
}

// eachDocument calls a function with the name and the text of every document.
func eachDocument(t *testing.T, f func(name, text string)) {
	for _, pattern := range []string{"*.md", "docs/*.md", "*/README*.md", "*/*/README*.md"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, names)
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			f(filepath.ToSlash(name), string(text))
		}
	}
}

// TestExamples asserts that the lines to paste into a shell call the program where
// "go build" puts it.
func TestExamples(t *testing.T) {
	bare := regexp.MustCompile(`(?m)^    (?:.* )?chuhe [a-z-].*$`)
	eachDocument(t, func(name, text string) {
		assert.Empty(t, bare.FindAllString(text, -1), name)
	})
}

// TestExampleFlags asserts that the commands in the documents have the flags that they are
// given there.
func TestExampleFlags(t *testing.T) {
	example := regexp.MustCompile("\\./chuhe ([a-z][^\n#;|&`]*)")
	quoted := regexp.MustCompile(`"[^"]*"|'[^']*'`)
	flags := regexp.MustCompile(`\s-([a-z][a-z-]*)`)
	helps, found := map[string]string{}, 0
	help := func(words ...string) string {
		key := strings.Join(words, " ")
		if _, known := helps[key]; !known {
			text, err := output(t, "", append([]string{"help"}, words...)...)
			require.NoError(t, err, key)
			helps[key] = text
		}
		return helps[key]
	}
	eachDocument(t, func(name, text string) {
		for _, match := range example.FindAllStringSubmatch(strings.ReplaceAll(text, "\\\n", ""), -1) {
			words := strings.Fields(match[1])
			depth := 1
			switch words[0] {
			case "help":
				continue
			case "book", "data", "puzzles":
				depth = min(2, len(words))
			}
			words = words[:depth]
			for _, flag := range flags.FindAllStringSubmatch(quoted.ReplaceAllString(match[1], ""), -1) {
				if flag[1] != "help" {
					assert.Regexp(t, `(?m)^ *-`+flag[1]+`\b`, help(words...), "%s: %s", name, match[0])
					found++
				}
			}
		}
	})
	assert.Greater(t, found, 100)
}

// TestPairs asserts that the tables of a document and of its Chinese translation have the same
// figures.
func TestPairs(t *testing.T) {
	rows := regexp.MustCompile(`(?m)^\|.*\|$`)
	figures := regexp.MustCompile(`^[\d.,+±%–～、 -]*\d[\d.,+±%–～、 -]*$`)
	number := regexp.MustCompile(`\d+(?:,\d{3})*(?:\.\d+)?`)
	tables := func(text string) (tables []string) {
		for _, row := range rows.FindAllString(text, -1) {
			line := ""
			for cell := range strings.SplitSeq(row, "|") {
				if figures.MatchString(cell) {
					line += fmt.Sprint(number.FindAllString(cell, -1))
				}
			}
			if line != "" {
				tables = append(tables, line)
			}
		}
		return tables
	}
	found := 0
	eachDocument(t, func(name, text string) {
		original, is := strings.CutSuffix(name, ".zh-CN.md")
		if !is {
			return
		}
		english, err := os.ReadFile(original + ".md")
		require.NoError(t, err)
		want := tables(string(english))
		assert.Equal(t, want, tables(text), name)
		found += len(want)
	})
	assert.Greater(t, found, 50)
}

// TestPackages asserts that the packages exist that the documents build, run or test.
func TestPackages(t *testing.T) {
	command := regexp.MustCompile("\\bgo (?:build|generate|run|test|vet) [^`\n]*")
	folder := regexp.MustCompile(` \./(\w[\w/]*)`)
	found := 0
	eachDocument(t, func(name, text string) {
		for _, line := range command.FindAllString(text, -1) {
			for _, argument := range folder.FindAllStringSubmatch(line, -1) {
				assert.DirExists(t, argument[1], "%s: %s", name, line)
				found++
			}
		}
	})
	assert.NotZero(t, found)
}

// TestNamedTests asserts that there are tests for each -run, -bench and -fuzz in the documents.
func TestNamedTests(t *testing.T) {
	testpos.SkipRace(t)
	var names []string
	function := regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz)\w+)\(`)
	require.NoError(t, filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		source, err := os.ReadFile(name)
		for _, found := range function.FindAllStringSubmatch(string(source), -1) {
			names = append(names, found[1])
		}
		return err
	}))
	command := regexp.MustCompile("\\bgo test [^`\n]*")
	pattern := regexp.MustCompile(` -(?:run|bench|fuzz) (?:'([^']+)'|(\w+))`)
	found := 0
	eachDocument(t, func(name, text string) {
		for _, line := range command.FindAllString(text, -1) {
			for _, match := range pattern.FindAllStringSubmatch(line, -1) {
				for alternative := range strings.SplitSeq(strings.ReplaceAll(match[1]+match[2], `\|`, "|"), "|") {
					wanted, err := regexp.Compile(alternative)
					require.NoError(t, err, "%s: %s", name, line)
					assert.True(t, alternative == "^$" || slices.ContainsFunc(names, wanted.MatchString), "%s: %s: no test for %s", name, line, alternative)
					found++
				}
			}
		}
	})
	assert.Greater(t, found, 50)
}

// TestLinks asserts that the links of the documents to each other lead to a file or folder,
// and to a heading of it.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s#]*)(?:#([^)\s]+))?\)`)
	found := 0
	eachDocument(t, func(name, text string) {
		for _, match := range link.FindAllStringSubmatch(text, -1) {
			target, heading := path.Join(path.Dir(name), match[1]), match[2]
			switch {
			case strings.Contains(match[1], "://"), match[1] == "../../releases", match[1] == "../../issues":
				continue
			case match[1] == "":
				target = name
			}
			found++
			if _, err := os.Stat(target); !assert.NoError(t, err, "%s: %s", name, match[0]) || heading == "" {
				continue
			}
			content, err := os.ReadFile(target)
			require.NoError(t, err)
			assert.Contains(t, headings(string(content)), heading, "%s: %s", name, match[0])
		}
	})
	assert.NotZero(t, found)
}

// headings returns the names by which links reach the headings of a document, as GitHub
// makes them.
func headings(text string) (names []string) {
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(text, -1) {
		names = append(names, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(heading[1])))
	}
	return names
}
