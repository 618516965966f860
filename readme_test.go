package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/puzzle"
	"chuhe/tools/perft"
)

// TestReadmeOptions compares the tables of options in the two READMEs with what
// the engine announces in its two dialects: names and defaults.
func TestReadmeOptions(t *testing.T) {
	row := regexp.MustCompile("(?m)^\\| (?:`(.*?)` )?\\| (?:`(.*?)` )?\\| (\\S*) ?\\|.*\\|.*\\|$")
	announced := regexp.MustCompile(`(?m)^option (?:name )?(.*?) type \S+(?:.* default (\S+))?.*$`)
	for column, dialect := range []string{"ucci", "uci"} {
		got, err := output(t, dialect+"\nquit\n")
		require.NoError(t, err)
		want := map[string]string{}
		for _, option := range announced.FindAllStringSubmatch(got, -1) {
			want[option[1]] = option[2]
		}
		require.NotEmpty(t, want)

		for _, readme := range []string{"README.md", "README.zh-CN.md"} {
			text, err := os.ReadFile(readme)
			require.NoError(t, err)
			documented := map[string]string{}
			for _, option := range row.FindAllStringSubmatch(string(text), -1) {
				if name := option[1+column]; name != "" {
					documented[name] = option[3]
				}
			}
			assert.Equal(t, want, documented, "%s in %s", readme, dialect)
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
