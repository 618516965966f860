package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
)

// TestDocuments holds the tables of the rule books in the documents, and what
// the READMEs list, against the sets that there are.
func TestDocuments(t *testing.T) {
	for name, initial := range map[string]string{"docs/rules.md": " (default)", "docs/rules.zh-CN.md": "（默认）"} {
		var header, oldNames, occurrences, limits strings.Builder
		for i, s := range Sets() {
			if fmt.Fprintf(&header, " | %v", s); i == 0 {
				header.WriteString(initial)
			}
			old := s.law().oldName
			if old == s.String() {
				old = ""
			}
			oldNames.WriteString(strings.TrimRight(" | "+old, " "))
			occurrences.WriteString(" | " + strconv.Itoa(s.Occurrences()))
			limits.WriteString(" | " + strconv.Itoa(s.law().moveLimit))
		}
		for _, row := range []*strings.Builder{&header, &oldNames, &occurrences, &limits} {
			assert.Contains(t, readDocument(t, name), row.String()+" |\n", name)
		}
	}
	for _, name := range []string{"README.md", "README.zh-CN.md"} {
		row := ""
		for line := range strings.Lines(readDocument(t, name)) {
			if strings.HasPrefix(line, "| `repetition` |") {
				row = line
			}
		}
		for _, s := range Sets() {
			assert.Contains(t, row, s.String(), name)
		}
	}
}

func readDocument(t *testing.T, name string) string {
	text, err := os.ReadFile(filepath.Join("..", name))
	require.NoError(t, err)
	return string(text)
}

// TestExamplesInDocuments plays the loops below the diagrams of the documents to the end of
// play, and asserts that it is the end which their text gives them.
func TestExamplesInDocuments(t *testing.T) {
	const (
		red, black, draw = "red loses", "black loses", "draw"
		open             = "" // the text does not say
	)
	results := [][sets]string{ // in the order of the diagrams; computer, asian, chinese, league, checkban, alwaysdraw
		{red, red, red, red, draw, draw},
		{draw, draw, draw, draw, draw, draw},
		{red, red, red, draw, draw, draw},
		{draw, draw, draw, red, draw, draw},
		{black, black, black, draw, draw, draw},
		{draw, red, open, open, draw, draw},
		{draw, red, open, open, draw, draw},
		{draw, red, open, open, draw, draw},
		{draw, red, open, open, draw, draw},
		{draw, draw, red, draw, draw, draw},
		{draw, draw, red, draw, draw, draw},
		{draw, draw, red, draw, draw, draw},
	}
	// A diagram, its FEN, the moves before the loop if there are any, and the loop.
	example := regexp.MustCompile("(?s)```\n( {4}9  .*?)```\n\n`([^`]+)`\\s+(?:(?:first|先走) `([^`]+)`(?:, then |，))?(?:loop: |循环着法：)`([^`]+)`")
	var pages [][][]string
	for _, name := range []string{"docs/rules.md", "docs/rules.zh-CN.md"} {
		examples := example.FindAllStringSubmatch(readDocument(t, name), -1)
		require.Len(t, examples, len(results), name)
		var shown [][]string
		for i, e := range examples {
			diagram, fen, first, loop := e[1], e[2], e[3], e[4]
			p, err := board.ParseFEN(fen)
			require.NoError(t, err, name)
			assert.Equal(t, drawn(&p), diagram, "%s: %s", name, fen)
			for _, set := range Sets() {
				moves := []string{first, loop, loop, loop}
				v := Judge(replay(t, fen, moves...), Options{set, OwnLimit})
				require.True(t, v.Kind.ByRepetition(), "%s: %s: %v: %s", name, fen, set, &v)
				if result, _, _ := strings.Cut(v.String(), ":"); results[i][set] != open {
					assert.Equal(t, results[i][set], result, "%s: %s: %v", name, fen, set)
				}
			}
			shown = append(shown, e[1:])
		}
		pages = append(pages, shown)
	}
	assert.Equal(t, pages[0], pages[1])
}

// drawn returns the diagram of a position as the documents have it.
func drawn(p *board.Position) string {
	var b strings.Builder
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		fmt.Fprintf(&b, "    %d ", rank)
		for file := range board.Files {
			fmt.Fprintf(&b, " %c", p.At(board.SquareAt(file, rank)).Byte())
		}
		b.WriteByte('\n')
		if rank == board.Ranks/2 {
			b.WriteString("       ~~~~~~~~~~~~~~~~~\n")
		}
	}
	return b.String() + "       a b c d e f g h i\n"
}
