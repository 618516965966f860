package match

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/command"
	"chuhe/tools/match/tournament"
)

// playShort plays a match of 12 games into m.jsonl and returns the journal.
func playShort(t *testing.T) []byte {
	t.Helper()
	inDir(t)
	args := againstResigner("-each", "tc=60", "-rounds", "6", "-maxmoves", "20", "-out", "m")
	require.NoError(t, play(t.Context(), args, io.Discard))
	text, err := os.ReadFile("m.jsonl")
	require.NoError(t, err)
	return text
}

// resume continues the match of a journal of this text.
func resume(t *testing.T, text []byte) error {
	t.Helper()
	require.NoError(t, os.WriteFile("m.jsonl", text, 0o644))
	return play(t.Context(), []string{"-resume", "m.jsonl"}, io.Discard)
}

var otherResult = regexp.MustCompile(`"result":"[^"]+"`)

// TestDamagedJournal flips bits and changes results, a hundred of each: all are found and
// named by their line, and the file is left as it is.
func TestDamagedJournal(t *testing.T) {
	whole := playShort(t)
	random := rand.New(rand.NewPCG(1, 2))
	lines := bytes.SplitAfter(whole, []byte("\n"))
	for n := range 200 {
		text, line := bytes.Clone(whole), 0
		if n < 100 {
			i := random.IntN(len(text))
			text[i] ^= 1 << random.IntN(8)
			line = 1 + bytes.Count(whole[:i], []byte("\n"))
		} else {
			line = 2 + random.IntN(12)
			changed := otherResult.ReplaceAllFunc(lines[line-1], func(found []byte) []byte {
				if other := []byte(`"result":"1/2-1/2"`); n%2 == 0 && !bytes.Equal(found, other) {
					return other
				}
				return []byte(`"result":"` + map[bool]string{true: "0-1", false: "1-0"}[bytes.Contains(found, []byte("1-0"))] + `"`)
			})
			text = bytes.Join([][]byte{bytes.Join(lines[:line-1], nil), changed, bytes.Join(lines[line:], nil)}, nil)
		}
		require.NotEqual(t, whole, text)
		require.NoError(t, os.WriteFile("damaged.jsonl", text, 0o644))
		err := play(t.Context(), []string{"-resume", "damaged.jsonl"}, io.Discard)
		require.ErrorContains(t, err, fmt.Sprintf("-resume: damaged.jsonl: line %d: ", line), n)
		require.ErrorIs(t, err, command.ErrInput)
		left, err := os.ReadFile("damaged.jsonl")
		require.NoError(t, err)
		require.Equal(t, text, left)
	}
	require.NoError(t, resume(t, whole), "undamaged")
}

// TestJudgedAgain changes games and seals the lines again: the moves and the schedule
// still say what is wrong.
func TestJudgedAgain(t *testing.T) {
	whole := playShort(t)
	b, games, err := readJournal("m.jsonl")
	require.NoError(t, err)
	require.Len(t, games, 12)
	slices.SortFunc(games, func(a, b tournament.Record) int { return cmp.Compare(a.Game, b.Game) })
	require.Equal(t, tournament.Resignation, games[0].End)
	winner := games[0].Result
	loser := board.RedWins + board.BlackWins - winner
	for want, change := range map[string]func(g *tournament.Record){
		fmt.Sprintf("game 1: %s by resignation, want %s, since ", loser, winner): func(g *tournament.Record) { g.Result = loser },
		"but the moves do not end the game":                                      func(g *tournament.Record) { g.End = tournament.Checkmate },
		"game 1: ply 1: ":                                                        func(g *tournament.Record) { g.Moves[0].Move = "a0a9" },
		"game 1 has red player 8 and black player ":                              func(g *tournament.Record) { g.RedPlayer = 7 },
		"game 1 has red player 0 and black player ":                              func(g *tournament.Record) { g.RedPlayer = -1 },
		"in round 2, want ":                                                      func(g *tournament.Record) { g.Round = 2 },
		"game 0, want a number from 1":                                           func(g *tournament.Record) { g.Game = 0 },
	} {
		first := games[0]
		first.Moves = append([]tournament.Ply(nil), first.Moves...)
		change(&first)
		require.NoError(t, os.Remove("m.jsonl"))
		j, err := journals.Create("m.jsonl", b)
		require.NoError(t, err)
		require.NoError(t, j.Add(entry{Record: &first}))
		require.NoError(t, j.Close())
		err = play(t.Context(), []string{"-resume", "m.jsonl"}, io.Discard)
		assert.ErrorContains(t, err, "-resume: m.jsonl: line 2: ")
		assert.ErrorContains(t, err, want)
		assert.ErrorIs(t, err, command.ErrInput)
	}
	require.NoError(t, resume(t, whole))
}

// TestFlagsOfFingerprint says the settings of a match by their flags, with the least values that
// they may have, and without them.
func TestFlagsOfFingerprint(t *testing.T) {
	least := fingerprint{Resign: tournament.ResignRule{Moves: 1, Score: 400}, Draw: tournament.DrawRule{From: 1, Moves: 1, Score: 5}, MaxMoves: 1}
	flags, none := least.flags(), (&fingerprint{}).flags()
	assert.Equal(t, "movecount=1 score=400 twosided=true", flags["-resign"])
	assert.Equal(t, "movenumber=1 movecount=1 score=5", flags["-draw"])
	assert.Equal(t, "1", flags["-maxmoves"])
	for _, name := range []string{"-resign", "-draw", "-maxmoves"} {
		assert.Equal(t, "none", none[name], name)
	}
}
