package puzzle

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDocument compares the grades and the table in docs/puzzles.md, in two languages, with the
// puzzles of the program.
func TestDocument(t *testing.T) {
	type kind struct {
		theme Theme
		moves int
	}
	const grades = MaxGrade - MinGrade + 1
	counts := map[kind]*[grades]int{}
	var total [grades]int
	longest := 0
	for _, p := range Embedded() {
		k := kind{p.Theme, p.Length()}
		if counts[k] == nil {
			counts[k] = new([grades]int)
		}
		counts[k][p.Grade()-MinGrade]++
		total[p.Grade()-MinGrade]++
		longest = max(longest, k.moves)
	}
	row := func(counts *[grades]int) string {
		cells, sum := make([]string, 0, grades+1), 0
		for _, n := range counts {
			text := ""
			if n > 0 {
				text = strconv.Itoa(n)
			}
			cells, sum = append(cells, text), sum+n
		}
		return "| " + strings.Join(append(cells, strconv.Itoa(sum)), " | ") + " |"
	}
	var want []string
	for theme := range Themes {
		for moves := range longest {
			if n := counts[kind{theme, moves + 1}]; n != nil {
				want = append(want, row(n))
			}
		}
	}
	want = append(want, row(&total))

	rows := regexp.MustCompile(`(?m)^\| (?:mate|win|defend|all|\d 步|合计)[^|]*(\| .* \|)$`)
	from := regexp.MustCompile(`★ (?:from|自) (\d+)`)
	for _, name := range []string{"puzzles.md", "puzzles.zh-CN.md"} {
		text, err := os.ReadFile("../docs/" + name)
		require.NoError(t, err)
		var got []string
		for _, found := range rows.FindAllStringSubmatch(string(text), -1) {
			got = append(got, found[1])
		}
		assert.Equal(t, want, got, name)

		var begins []int
		for _, found := range from.FindAllStringSubmatch(string(text), -1) {
			rating, err := strconv.Atoi(found[1])
			require.NoError(t, err)
			begins = append(begins, rating)
		}
		assert.True(t, slices.Equal(gradeFrom[:], begins), "%s: grades begin at %v", name, begins)
	}
}
