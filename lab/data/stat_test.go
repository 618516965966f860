package data

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/command"
	"chuhe/internal/filelock"
	"chuhe/internal/testpos"
	"chuhe/lab/record"
)

func TestStat(t *testing.T) {
	games := randomGames(3, 40)
	games[39] = games[38]
	loop := record.Game{Start: board.Start(), Result: board.Draw}
	for m := range strings.FieldsSeq(strings.Repeat("a0a1 a9a8 a1a0 a8a9 ", 4)) {
		loop.Plies = append(loop.Plies, record.Ply{Move: board.MustParseMove(m)})
	}
	games[20] = loop
	data, _ := encode(t, text(3), games)
	out, _, err := run(t, data, "stat", "-json", "-")
	require.NoError(t, err)
	var s summary
	require.NoError(t, json.Unmarshal([]byte(out), &s))

	// A slow twin counts the same.
	var plies, captures, checks, used, again, winsOfFirst int
	var scores []int
	for _, g := range games {
		p := g.Start
		seen := map[uint64]bool{}
		for i, ply := range g.Plies {
			capture, check := p.At(ply.Move.To()) != board.NoPiece, !p.Checkers(p.Side()).IsEmpty()
			plies++
			captures += map[bool]int{true: 1}[capture]
			checks += map[bool]int{true: 1}[check]
			fit := i >= 8 && ply.Score <= 2000 && !capture && !check
			used += map[bool]int{true: 1}[fit && !seen[p.Key()]]
			again += map[bool]int{true: 1}[fit && seen[p.Key()]]
			seen[p.Key()] = true
			scores = append(scores, int(ply.Score))
			p.Play(ply.Move)
		}
		winsOfFirst += int(2 * g.Result.Points(board.Red))
	}
	slices.Sort(scores)
	assert.EqualValues(t, 40, s.Games)
	assert.EqualValues(t, plies, s.Positions)
	assert.EqualValues(t, len(data), s.Bytes)
	assert.EqualValues(t, captures, s.Captures)
	assert.EqualValues(t, checks, s.InCheck)
	assert.Positive(t, s.InCheck)
	assert.EqualValues(t, used, s.Use.Used)
	u := s.Use
	assert.EqualValues(t, again, u.Repeats)
	assert.Positive(t, again)
	assert.Equal(t, s.Positions, u.Early+u.NoScore+u.Decided+u.Drawish+u.Captures+u.InCheck+u.Repeats+u.Used)
	assert.EqualValues(t, 40, s.RedWins+s.Draws+s.BlackWins)
	assert.InDelta(t, float64(winsOfFirst)/2, s.FirstPoints, 1e-9)
	assert.Equal(t, 1, s.Starts)
	assert.EqualValues(t, 1, s.Duplicates)
	assert.Equal(t, scores[0], s.Scores.Min)
	assert.Equal(t, scores[(len(scores)+1)/2-1], s.Scores.Median)
	assert.Equal(t, scores[len(scores)-1], s.Scores.Max)
	ends, kings, bands, buckets := uint64(0), uint64(0), uint64(0), uint64(0)
	for _, n := range s.Ends {
		ends += n
	}
	for _, rank := range s.Kings {
		kings += rank[0] + rank[1] + rank[2]
	}
	for _, band := range s.Bands {
		bands += band.Positions
	}
	for _, n := range s.Buckets {
		buckets += n
	}
	assert.Equal(t, s.Games, ends)
	assert.Equal(t, 2*s.Positions, kings)
	assert.Equal(t, s.Positions, bands)
	assert.Equal(t, s.Positions, buckets)
	assert.Equal(t, []fileInfo{{Name: "standard input", Text: text(3), Bytes: int64(len(data)), Games: 40, Positions: s.Positions, Blocks: 4}}, s.Files)

	out, _, err = run(t, data, "stat", "-")
	require.NoError(t, err)
	for _, want := range []string{"  seed 3\n", "games ", "40, ", "points of the side ahead", "general ", "training uses", "1 duplicate game\n"} {
		assert.Contains(t, out, want)
	}
}

// TestStatLanguage asserts that each language says all, how games ended included.
func TestStatLanguage(t *testing.T) {
	mate := record.Game{
		Start: testpos.FEN(t, "3k5/8R/9/9/9/9/9/9/9/R3K4 w"), Result: board.RedWins,
		Plies: []record.Ply{{Move: board.MustParseMove("a0a9")}},
	}
	data, _ := encode(t, text(3), []record.Game{mate})
	out, _, err := run(t, data, "stat", "-lang", "zh", "-")
	require.NoError(t, err)
	_, rest, _ := strings.Cut(out, "rules computer 120\n")
	assert.Contains(t, rest, "100.0 % 被将死\n")
	assert.NotRegexp(t, "[A-Za-z]{2}", rest)
}

// TestStatLabels asserts that labelled positions are no openings of games, as in training.
func TestStatLabels(t *testing.T) {
	games, header := labelled(t)
	data, _ := encode(t, header, games)
	out, _, err := run(t, data, "stat", "-")
	require.NoError(t, err)
	assert.Contains(t, out, " 0.0 % before ply 8, ")
}

// TestStatJSON pins the output that other programs read.
func TestStatJSON(t *testing.T) {
	data, _ := encode(t, text(3), randomGames(3, 5))
	out, _, err := run(t, data, "stat", "-json", "-")
	require.NoError(t, err)
	want, err := os.ReadFile(filepath.Join("testdata", "stat.json"))
	require.NoError(t, err)
	assert.Equal(t, string(want), out)
}

func TestStatDamaged(t *testing.T) {
	data, starts := encode(t, text(1), randomGames(1, 30))
	out, errs, err := run(t, data[:len(data)-1], "stat", "-")
	assert.EqualError(t, err, "data stat: faults: 1 damaged block")
	assert.Equal(t, 1, command.Status(err))
	assert.Contains(t, errs, "chuhe data stat: standard input: block 3 at byte ")
	assert.Contains(t, out, "standard input: 20 games")
	name := write(t, t.TempDir(), "cut", data[:len(data)-1])
	_, _, err = run(t, nil, "stat", name)
	assert.ErrorIs(t, err, ErrFaults)
	writer, err := os.Open(name)
	require.NoError(t, err)
	require.NoError(t, filelock.Lock(writer))
	out, errs, err = run(t, nil, "stat", name)
	require.NoError(t, writer.Close())
	assert.NoError(t, err, "a file that is being written")
	assert.Contains(t, errs, "block 3 at byte ")
	assert.Contains(t, out, "cut: 20 games")
	data[starts[0]+50] ^= 1
	_, errs, err = run(t, data, "stat", "-")
	assert.ErrorIs(t, err, ErrFaults)
	assert.Contains(t, errs, "block 1 at byte ")

	empty, _ := encode(t, "", nil)
	out, _, err = run(t, empty, "stat", "-")
	require.NoError(t, err)
	assert.NotContains(t, out, "NaN")
	assert.Regexp(t, `standard input: 0 games, 0 positions, \d+ bytes, 0 blocks\n`, out)
	assert.Regexp(t, `(?m)^games +0$\n^positions +0$`, out)
	one, _ := encode(t, "", randomGames(1, 1))
	out, _, err = run(t, one, "stat", "-")
	require.NoError(t, err)
	assert.Regexp(t, `standard input: 1 game, \d+ positions, \d+ bytes, 1 block\n`, out)
	assert.Regexp(t, `(?m)^games +1, \d+\.0 positions each$`, out)
}

// TestBands asserts that points count for the side that is ahead by score.
func TestBands(t *testing.T) {
	c := newCollector(record.Filter{})
	c.band(60, 1)
	c.band(-60, 0)
	c.band(-90, 1)
	c.band(31000, 1)
	bands := c.result().Bands
	assert.Equal(t, uint64(3), bands[2].Positions)
	assert.InDelta(t, 2.0/3, bands[2].Points, 1e-9)
	assert.Equal(t, band{From: 29001, To: 31000, Positions: 1, Points: 1}, bands[len(bands)-1])
}

func TestQuantiles(t *testing.T) {
	h := newHistogram(-10, 1000)
	assert.Zero(t, h.quantiles())
	for i := range 100 {
		h.add(i + 1)
	}
	assert.Equal(t, quantiles{1, 1, 5, 25, 50, 75, 95, 99, 100, 50.5}, h.quantiles())
	h = newHistogram(-10, 10)
	h.add(-50)
	h.add(50)
	assert.Equal(t, quantiles{-10, -10, -10, -10, -10, 10, 10, 10, 10, 0}, h.quantiles())
}

// TestShares asserts that a share which is not whole does not look so, nor a small one like none.
func TestShares(t *testing.T) {
	assert.Equal(t, "0.1 %", percent(1, 100_000))
	assert.Equal(t, "99.9 %", percent(99_999, 100_000))
	assert.Equal(t, "100.0 %", percent(7, 7))
	assert.Equal(t, "0.0 %", percent(0, 7))
	assert.Equal(t, "0.0 %", percent(0, 0))
}
