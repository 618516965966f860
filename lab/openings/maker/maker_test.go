package maker

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
	"chuhe/search"
)

// quick is a recipe that costs little.
var quick = Recipe{Seed: 3, MinPlies: 4, MaxPlies: 6, Shallow: 100, Choice: 4, Margin: 80, Deep: 500, Low: 0, High: 80, Hash: 1}

// maker returns a maker of a recipe.
func (r Recipe) maker(threads int, report func(int)) *Maker {
	return &Maker{Recipe: r, Evaluation: eval.Classical{}, Threads: threads, Report: report}
}

func fens(list []board.Position) (out []string) {
	for i := range list {
		out = append(out, list[i].FEN())
	}
	return
}

// TestExtend makes a list at once and in two parts, on one thread and on three: it is the
// same, without an opening or its mirror image there twice.
func TestExtend(t *testing.T) {
	var whole, parts List
	some, all := testpos.Rounds(4, 15, 15), testpos.Rounds(10, 40, 40)
	require.NoError(t, quick.maker(1, nil).Extend(t.Context(), &whole, all))
	require.NoError(t, quick.maker(3, nil).Extend(t.Context(), &parts, some))
	again := List{Openings: parts.Openings, Candidates: parts.Candidates} // as from a file
	calls := 0
	require.NoError(t, quick.maker(3, func(int) { calls++ }).Extend(t.Context(), &again, all))
	assert.Equal(t, all-some, calls)
	assert.Equal(t, fens(whole.Openings), fens(again.Openings))
	assert.Equal(t, whole.Candidates, again.Candidates)
	seen := map[board.Setup]bool{}
	for i := range whole.Openings {
		setup := whole.Openings[i].Setup()
		plies := 2*(int(setup.Fullmove)-1) + int(setup.Side)
		assert.True(t, plies >= quick.MinPlies && plies <= quick.MaxPlies, "%d plies", plies)
		setup.Halfmove, setup.Fullmove = 0, 0
		assert.False(t, seen[setup], "%s is there twice, or its image is", whole.Openings[i].FEN())
		seen[setup], seen[setup.Mirror()] = true, true
	}
	other := quick
	other.Seed = 4
	var list List
	require.NoError(t, other.maker(1, nil).Extend(t.Context(), &list, some))
	assert.NotEqual(t, fens(parts.Openings), fens(list.Openings))
}

// TestWindow makes openings that favour a side: by a search of its own, the score of at least
// four of five is in the window or close to it. Without the moves before it a position may
// be searched differently.
func TestWindow(t *testing.T) {
	r := quick
	r.Low, r.High = 80, 200
	var list List
	require.NoError(t, r.maker(2, nil).Extend(t.Context(), &list, testpos.Rounds(5, 20, 20)))
	e, err := search.New(r.options(eval.Classical{}))
	require.NoError(t, err)
	defer e.Close()
	r.lines(e, 1)
	var outside []string
	for _, p := range list.Openings {
		e.Clear()
		score := e.Search(t.Context(), board.NewLine(p), search.Limits{Nodes: r.Deep}, nil).Score
		if size := max(score, -score); size < 50 || size > 260 {
			outside = append(outside, fmt.Sprintf("%s has %v", p.FEN(), score))
		}
	}
	assert.LessOrEqual(t, len(outside), len(list.Openings)/5, strings.Join(outside, "\n"))
	if testing.Short() {
		return // what follows looks at thousands of games in the same way
	}
	narrow := quick
	narrow.Low, narrow.High = 20_000, 20_000
	narrow.Shallow, narrow.Choice, narrow.Deep, narrow.MinPlies, narrow.MaxPlies = 20, 1, 20, 1, 1
	assert.ErrorContains(t, narrow.maker(2, nil).Extend(t.Context(), new(List), 1), "no new opening with a score of 20000 to 20000")
}

// TestLargest asserts that the largest numbers are no bounds at all.
func TestLargest(t *testing.T) {
	open := quick
	open.Margin, open.High = 2*int(eval.Mate), int(eval.Mate)
	largest := open
	largest.Margin, largest.High = math.MaxInt, math.MaxInt
	var want, got List
	require.NoError(t, open.maker(1, nil).Extend(t.Context(), &want, 3))
	require.NoError(t, largest.maker(1, nil).Extend(t.Context(), &got, 3))
	assert.Equal(t, fens(want.Openings), fens(got.Openings))
}

func TestValidate(t *testing.T) {
	require.NoError(t, quick.Validate())
	require.NoError(t, Random(1, 80, 200).Validate())
	for want, change := range map[string]func(*Recipe){
		"plies":   func(r *Recipe) { r.MinPlies = 0 },
		"shallow": func(r *Recipe) { r.Shallow = 0 },
		"deep":    func(r *Recipe) { r.Deep = 0 },
		"margin":  func(r *Recipe) { r.Margin = -1 },
		"window":  func(r *Recipe) { r.Low = r.High + 1 },
		"choice":  func(r *Recipe) { r.Choice = 0 },
	} {
		bad := quick
		change(&bad)
		assert.ErrorContains(t, bad.Validate(), want)
		assert.ErrorContains(t, bad.maker(1, nil).Extend(t.Context(), new(List), 1), want)
	}
}

// TestCache asks for openings, for fewer and for more: none is made twice. A damaged file
// is not used, and an interrupt keeps what was made.
func TestCache(t *testing.T) {
	testpos.SkipRace(t)
	c := Cache{filepath.Join(t.TempDir(), "new", "folder")}
	made := 0
	get := func(n int) []string {
		made = 0
		list, err := c.Get(t.Context(), quick.maker(2, func(int) { made++ }), n)
		require.NoError(t, err)
		require.Len(t, list, n)
		return fens(list)
	}
	const some, all = 3, 4
	first := get(some)
	assert.Equal(t, some, made)
	assert.Equal(t, first[:some-1], get(some-1))
	assert.Zero(t, made)
	more := get(all)
	assert.Equal(t, all-some, made)
	assert.Equal(t, first, more[:some])

	files, err := filepath.Glob(filepath.Join(c.Folder, "*.epd"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	for _, damaged := range [][]byte{text[:len(text)/2], append(text, text[len(text)-60:]...), {}, []byte("\n\n")} {
		require.NoError(t, os.WriteFile(files[0], damaged, 0o644))
		assert.Equal(t, more, get(all))
		assert.Equal(t, all, made)
	}

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err = c.Get(ctx, quick.maker(2, func(have int) {
		if have == all+2 {
			cancel()
		}
	}), 10_000)
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, more, get(all + 2)[:all])
	assert.Zero(t, made, "the interrupted list was kept")

	// Another program makes more openings in the meantime: they are taken, and stay.
	c.Folder = t.TempDir()
	var held List
	require.NoError(t, c.Extend(t.Context(), quick.maker(2, nil), &held, some-1))
	assert.Equal(t, more, get(all))
	made = 0
	require.NoError(t, c.Extend(t.Context(), quick.maker(2, func(int) { made++ }), &held, some))
	assert.Zero(t, made)
	get(all)
	assert.Zero(t, made, "none is lost")

	none := Cache{}
	list, err := none.Get(t.Context(), quick.maker(2, nil), some)
	require.NoError(t, err)
	assert.Equal(t, first[:some], fens(list))
	c.Folder = files[0] // no folder
	list, err = c.Get(t.Context(), quick.maker(2, nil), some)
	assert.Error(t, err)
	assert.ErrorAs(t, err, new(*UnsavedError))
	assert.Equal(t, first[:some], fens(list), "they are there all the same")

	var grown List
	made = 0
	for _, n := range []int{some, all} {
		err := c.Extend(t.Context(), quick.maker(2, func(int) { made++ }), &grown, n)
		assert.ErrorAs(t, err, new(*UnsavedError))
		assert.Equal(t, n, made, "none is made twice, although none is kept")
		assert.Equal(t, more[:n], fens(grown.Openings))
	}
}
