package match

import (
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/internal/columns"
	"chuhe/internal/command"
	"chuhe/internal/stats"
	"chuhe/internal/testpos"
	"chuhe/lang"
	"chuhe/tools/match/internal/faulty"
	"chuhe/tools/match/tournament"
)

func TestEstimate(t *testing.T) {
	for want, e := range map[string]stats.Estimate{
		"-":            {Value: math.NaN()},
		"+0.0 +/- 3.1": {Value: math.Copysign(0, -1), Error: 3.1},
		"+0.0":         {Value: -.04, Error: math.NaN()},
		"-0.1 +/- 2.0": {Value: -.06, Error: 2},
		"+Inf":         {Value: math.Inf(1), Error: math.NaN()},
	} {
		assert.Equal(t, want, estimate(e))
	}
}

// TestNote notes scores from Red's view, and mates, which engines count in moves, in plies.
func TestNote(t *testing.T) {
	mated := func(moves int) *tournament.Score { return &tournament.Score{Mate: moves} }
	for _, c := range []struct {
		mover board.Side
		score *tournament.Score
		want  *game.Eval
	}{
		{board.Red, &tournament.Score{CP: 31}, &game.Eval{Centipawns: 31, Depth: 7}},
		{board.Black, &tournament.Score{CP: 31}, &game.Eval{Centipawns: -31, Depth: 7}},
		{board.Red, mated(1), &game.Eval{Mate: 1, Depth: 7}},
		{board.Red, mated(-2), &game.Eval{Mate: -4, Depth: 7}},
		{board.Black, mated(3), &game.Eval{Mate: -5, Depth: 7}},
		{board.Black, mated(-1), &game.Eval{Mate: 2, Depth: 7}},
		{board.Red, nil, nil},
	} {
		var timed, untimed game.Node
		p := tournament.Ply{Thought: tournament.Thought{Score: c.score, Depth: 7}, Millis: 1250}
		note(&timed, c.mover, p, true)
		note(&untimed, c.mover, p, false)
		assert.Equal(t, c.want, timed.Eval)
		assert.Equal(t, c.want, untimed.Eval)
		assert.Equal(t, 1250*time.Millisecond, *timed.Elapsed)
		assert.Nil(t, untimed.Elapsed)
	}
}

// TestPrintLostMatch prints a match of which every game was lost.
func TestPrintLostMatch(t *testing.T) {
	s := tournament.NewStandings([]string{"a", "b"})
	for game := range 4 {
		s.Add(&tournament.Record{
			Pairing: tournament.Pairing{Game: game + 1, Encounter: game / 2, RedPlayer: game % 2, BlackPlayer: 1 - game%2},
			Outcome: tournament.Outcome{Result: board.Win(board.Side(1 - game%2)), End: tournament.Checkmate},
		}, 2)
	}
	var en, zh strings.Builder
	printStandings(&en, s, nil, lang.English)
	assert.Contains(t, en.String(), "a vs b: 4 games, +0 =0 -4, 0.0 points (0.0 %)\n  Elo -381.7 +/- ")
	assert.NotContains(t, en.String(), "Inf")
	assert.Contains(t, en.String(), "too few games: the Elo says nothing yet")
	ratings := s.Ratings()
	assert.Equal(t, s.Summary(0, 1).Elo, ratings[0], "table and summary agree")
	assert.InDelta(t, -ratings[0].Value, ratings[1].Value, 1e-9)
	printStandings(&zh, s, nil, "zh-Hans")
	assert.Contains(t, zh.String(), "a 对 b：4 局，胜 0 和 0 负 4，0.0 分（0.0 %）\n  Elo -381.7 +/- ")
}

// TestFewGames says of a round robin in which each engine played few games that its Elo
// means nothing yet, however many games they make together.
func TestFewGames(t *testing.T) {
	s := tournament.NewStandings([]string{"a", "b", "c", "d"})
	said := func() bool {
		var out strings.Builder
		printStandings(&out, s, nil, lang.English)
		return strings.Contains(out.String(), "too few games: the Elo says nothing yet")
	}
	game := 0
	for range 7 {
		for first := range 4 {
			for second := range first {
				assert.Equal(t, game > 0 && game <= 40, said(), game) // the last has 20 games after 41
				game++
				s.Add(&tournament.Record{
					Pairing: tournament.Pairing{Game: game, Encounter: game, RedPlayer: first, BlackPlayer: second},
					Outcome: tournament.Outcome{Result: board.Draw, End: tournament.Agreement},
				}, 2)
			}
		}
	}
	assert.False(t, said())
}

// TestGroups names the groups of engines that no games connect, until games connect them. An engine
// without games is in no group.
func TestGroups(t *testing.T) {
	s := tournament.NewStandings([]string{"a", "b", "c", "d", "idle"})
	games := 0
	plays := func(red, black int) {
		games++
		s.Add(&tournament.Record{
			Pairing: tournament.Pairing{Game: games, Encounter: games, RedPlayer: red, BlackPlayer: black},
			Outcome: tournament.Outcome{Result: board.RedWins, End: tournament.Checkmate},
		}, 2)
	}
	said := func(l lang.Lang) string {
		var out strings.Builder
		printNotes(&out, s, nil, l)
		return out.String()
	}
	assert.NotContains(t, said(lang.English), "groups")
	plays(2, 0)
	assert.NotContains(t, said(lang.English), "groups")
	plays(1, 3)
	assert.Contains(t, said(lang.English), "  no games connect these groups of engines, so the Elo does not compare one with another: b, d; c, a\n")
	assert.Contains(t, said("zh-Hans"), "不能用来比较不同组的引擎：b、d；c、a\n")
	plays(0, 3)
	assert.NotContains(t, said(lang.English), "groups")
	assert.Equal(t, [][]int{{2, 1, 0, 3}}, s.Groups())
}

func TestPrintStandings(t *testing.T) {
	s := tournament.NewStandings([]string{"a", "b"})
	s.Add(&tournament.Record{
		Pairing: tournament.Pairing{Game: 1, RedPlayer: 0, BlackPlayer: 1},
		Outcome: tournament.Outcome{Result: board.BlackWins, End: tournament.Crash},
	}, 2)
	var out strings.Builder
	printStandings(&out, s, nil, lang.English)
	assert.Contains(t, out.String(), "a vs b: 1 game, +0 =0 -1")
	assert.Contains(t, out.String(), "a lost 1 game by crash")
}

// TestPrintTable aligns the table of several engines whose heads and names a terminal shows two
// columns wide, and says nothing of the Elo of one that has not played.
func TestPrintTable(t *testing.T) {
	s := tournament.NewStandings([]string{"佳佳象棋", "b", "late"})
	s.Add(&tournament.Record{
		Pairing: tournament.Pairing{Game: 1, RedPlayer: 0, BlackPlayer: 1},
		Outcome: tournament.Outcome{Result: board.RedWins, End: tournament.Checkmate},
	}, 2)
	var out strings.Builder
	printTable(&out, s, "zh-Hans")
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	for _, line := range lines {
		assert.Equal(t, columns.Width(lines[0]), columns.Width(line), out.String())
	}
	assert.Regexp(t, `(?m)^ +\d +late +- +0 +0\.0 +- +- `, out.String())
}

// TestApart asserts that no two files of a match are one, before any is touched.
func TestApart(t *testing.T) {
	testpos.SkipRace(t)
	inDir(t)
	opening := "[Event \"x\"]\n\n1. H2-E2 H9-G7 *\n"
	require.NoError(t, os.WriteFile("open.pgn", []byte(opening), 0o666))
	require.NoError(t, os.Mkdir("sub", 0o777))
	engines := append(engineFlag("a", faulty.Resign), engineFlag("b", faulty.Resign)...)
	for words, want := range map[string]string{
		"-out m -pgnout m.html":                              "-pgnout: m.html is the file of -out too; give another name",
		"-out m -pgnout sub/../m.jsonl":                      "-pgnout: sub/../m.jsonl is the file of -out too; give another name",
		"-out m -log m.jsonl":                                "-log: m.jsonl is the file of -out too; give another name",
		"-out m -log m.pgn":                                  "-log: m.pgn is the file of -out too; give another name",
		"-out m -pgnout games.pgn -log games.pgn":            "-log: games.pgn is the file of -pgnout too; give another name",
		"-out m -openings open.pgn plies=1 -pgnout open.pgn": "-pgnout: open.pgn is the file of -openings too; give another name",
		"-out open -openings open.pgn plies=1":               "-out: open.pgn is the file of -openings too; give another name",
		"-out m -openings open.pgn plies=1 -log open.pgn":    "-log: open.pgn is the file of -openings too; give another name",
	} {
		err := play(t.Context(), slices.Concat(engines, []string{"-each", "tc=5"}, strings.Fields(words)), io.Discard)
		assert.ErrorIs(t, err, command.ErrInput, words)
		assert.ErrorContains(t, err, want, words)
		left, err := os.ReadDir(".")
		require.NoError(t, err)
		assert.Len(t, left, 2, words)
		text, err := os.ReadFile("open.pgn")
		require.NoError(t, err)
		assert.Equal(t, opening, string(text), words)
	}

	require.NoError(t, play(t.Context(), slices.Concat(engines, strings.Fields("-each tc=5 -out m -pgnout "+os.DevNull+" -log "+os.DevNull)), io.Discard))
	before, err := os.ReadFile("m.jsonl")
	require.NoError(t, err)
	for _, name := range []string{"m.jsonl", "m.html"} {
		err := play(t.Context(), strings.Fields("-resume m.jsonl -rounds 2 -log "+name), io.Discard)
		assert.ErrorContains(t, err, "-log: "+name+" is the file of -out too; give another name")
	}
	after, err := os.ReadFile("m.jsonl")
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
}
