package unit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/lang"
)

// squares returns a job whose unit n has the result n*n.
func squares(t *testing.T, settings string, units int) *Job {
	t.Helper()
	j, err := New("squares", "build", true, settings, nil)
	require.NoError(t, err)
	j.Units = units
	j.Kind = func(*Recipe, map[string][]byte) (func() (Worker, error), error) {
		return func() (Worker, error) { return square{}, nil }, nil
	}
	return j
}

type square struct{}

func (square) Do(_ context.Context, unit int) ([]byte, error) {
	if unit == 13 {
		return nil, errors.New("bad luck")
	}
	return fmt.Append(nil, unit*unit), nil
}
func (square) Close() {}

// joined returns the results of a job in a folder.
func joined(f folder, j *Job) (all []string, err error) {
	for result, err := range f.results(context.Background(), j, 0) {
		if err != nil {
			return all, err
		}
		all = append(all, string(result))
	}
	return all, nil
}

func do(t *testing.T, f folder, j *Job, part Part) error {
	t.Helper()
	return f.do(t.Context(), j, part, 2, func(int, int) {})
}

func TestFolder(t *testing.T) {
	f, j := folder(filepath.Join(t.TempDir(), "a.units")), squares(t, "x", 7)
	_, err := joined(f, j)
	assert.ErrorContains(t, err, "7 of 7 units are missing: 0-6")
	require.NoError(t, do(t, f, j, Part{1, 3}))
	_, err = joined(f, j)
	require.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "5 of 7 units are missing: 0, 2-3, 5-6")
	assert.Equal(t, string(f)+"：7 个单元中缺少 5 个：0, 2-3, 5-6", lang.Lang("zh-Hans").Explain(err))
	for i := range 3 {
		require.NoError(t, do(t, f, j, Part{i, 3}))
	}
	all, err := joined(f, j)
	require.NoError(t, err)
	assert.Equal(t, []string{"0", "1", "4", "9", "16", "25", "36"}, all)

	require.NoError(t, f.save(j, 3, []byte("9")), "twice is harmless")
	_, err = joined(f, j)
	require.NoError(t, err)
	_, err = joined(f, squares(t, "y", 7))
	assert.ErrorContains(t, err, "made with other settings")
	assert.ErrorContains(t, do(t, f, squares(t, "y", 7), Part{0, 1}), "made with other settings")

	require.NoError(t, f.save(j, 3, []byte("10")))
	_, err = joined(f, j)
	assert.ErrorContains(t, err, "unit 3 has results that differ: 00000003-")
}

// TestMany asserts that more units than there is room for are refused, and that those with the
// largest numbers are found again.
func TestMany(t *testing.T) {
	f, j := folder(filepath.Join(t.TempDir(), "a.units")), squares(t, "x", math.MaxInt)
	assert.ErrorContains(t, do(t, f, j, Part{0, 1}), " units, want at most 10000000")
	_, err := joined(f, j)
	assert.ErrorIs(t, err, command.ErrInput)
	j.Units = mostUnits
	for range 2 {
		require.NoError(t, do(t, f, j, Part{mostUnits - 1, mostUnits}))
	}
	names, err := f.names(j)
	require.NoError(t, err)
	assert.Len(t, names, 1)
}

func TestDamage(t *testing.T) {
	output := filepath.Join(t.TempDir(), "a")
	f, j := folderOf(output), squares(t, "x", 1)
	require.NoError(t, do(t, f, j, Part{0, 1}))
	names, err := filepath.Glob(filepath.Join(string(f), "*.unit"))
	require.NoError(t, err)
	require.Len(t, names, 1)
	content, err := os.ReadFile(names[0])
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(names[0], content[:len(content)-1], 0o666))
	_, err = joined(f, j)
	assert.ErrorContains(t, err, "damaged")
	var out strings.Builder
	assert.Equal(t, err, (&Flags{Part: Part{0, 1}}).Run(t.Context(), j, output, 1, command.Streams{Out: &out, Err: io.Discard}))
	assert.Empty(t, out.String(), "it has not counted what is done")
}

// TestHere asserts that units are done from the first that is wanted, in order, and that an error
// or an interrupt ends them.
func TestHere(t *testing.T) {
	all := func(ctx context.Context, first, units int) (all []string, err error) {
		for result, err := range Here(3)(ctx, squares(t, "x", units), first) {
			if err != nil {
				return all, err
			}
			all = append(all, string(result))
		}
		return all, nil
	}
	results, err := all(t.Context(), 2, 7)
	require.NoError(t, err)
	assert.Equal(t, []string{"4", "9", "16", "25", "36"}, results)
	results, err = all(t.Context(), 10, 15)
	assert.Equal(t, []string{"100", "121", "144"}, results)
	assert.ErrorContains(t, err, "bad luck")
	results, err = all(t.Context(), 7, 7)
	require.NoError(t, err)
	assert.Empty(t, results)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = all(ctx, 0, 7)
	assert.ErrorIs(t, err, context.Canceled)
}

// TestFailure asserts that what is finished before a unit fails stays.
func TestFailure(t *testing.T) {
	f, j := folder(filepath.Join(t.TempDir(), "a.units")), squares(t, "x", 14)
	assert.ErrorContains(t, do(t, f, j, Part{0, 1}), "bad luck")
	_, err := joined(f, j)
	assert.ErrorContains(t, err, "1 of 14 units are missing: 13")
}

func TestPart(t *testing.T) {
	var p Part
	require.NoError(t, p.Set("3/100"))
	assert.Equal(t, Part{3, 100}, p)
	assert.Equal(t, "3/100", p.String())
	for _, bad := range []string{"", "3", "3/", "/3", "3/3", "-1/3", "0/0", "a/b", "1/2/3"} {
		assert.EqualError(t, p.Set(bad), "want I/N with I from 0 to N-1, such as 0/100", bad)
	}
}

// TestLargePart asserts that a part of many has only units that there are.
func TestLargePart(t *testing.T) {
	assert.Equal(t, []int{1}, slices.Collect(Part{1, math.MaxInt}.all(3)))
	assert.Equal(t, []int{1, 3}, slices.Collect(Part{1, 2}.all(5)))
	assert.Empty(t, slices.Collect(Part{5, math.MaxInt}.all(3)))
}

func TestRanges(t *testing.T) {
	assert.Equal(t, "1, 3-5", Ranges([]int{1, 3, 4, 5}))
	assert.Equal(t, "0, 2, 4, 6, 8, 10, 12, 14, 16, 18, ...", Ranges([]int{0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22}))
}

func TestRecipe(t *testing.T) {
	j := squares(t, "x", 1)
	assert.Equal(t, j.ID(), squares(t, "x", 2).ID(), "a job may get more units")
	assert.NotEqual(t, j.ID(), squares(t, "y", 1).ID())
	assert.ErrorContains(t, j.Read(new(struct{ A int })), "the settings of the job")
	files, err := New("squares", "build", true, "x", map[string][]byte{"net": []byte("weights")})
	require.NoError(t, err)
	assert.NotEqual(t, j.ID(), files.ID())
}

// TestCheckBuild asserts that a program of another build does no unit, and says which is wanted.
func TestCheckBuild(t *testing.T) {
	r := &Recipe{Build: "1a"}
	assert.NoError(t, r.CheckBuild(func() (string, error) { return "1a", nil }))
	err := r.CheckBuild(func() (string, error) { return "2b", nil })
	assert.Equal(t, BuildError{Has: "2b", Want: "1a"}, err)
	assert.EqualError(t, err, "this program has the search 2b, and the job wants a build with the search 1a: use the same version of Chuhe as the one that asked for it")
	lost := errors.New("no memory")
	assert.Equal(t, lost, r.CheckBuild(func() (string, error) { return "1a", lost }))
}
