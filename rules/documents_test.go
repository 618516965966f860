package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDocuments holds the tables of the rule books in the documents, and what
// the READMEs list, against the sets that there are.
func TestDocuments(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("..", name))
		require.NoError(t, err)
		return string(text)
	}
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
			assert.Contains(t, read(name), row.String()+" |\n", name)
		}
	}
	for _, name := range []string{"README.md", "README.zh-CN.md"} {
		row := ""
		for line := range strings.Lines(read(name)) {
			if strings.HasPrefix(line, "| `repetition` |") {
				row = line
			}
		}
		for _, s := range Sets() {
			assert.Contains(t, row, s.String(), name)
		}
	}
}
