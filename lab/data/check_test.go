package data

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/internal/testpos"
	"chuhe/lab/record"
)

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	games := randomGames(1, 30)
	data, starts := encode(t, text(1), games)
	good := write(t, dir, "good", data)
	out, errs, err := run(t, nil, "check", good)
	require.NoError(t, err)
	assert.Empty(t, errs)
	assert.Regexp(t, `^\S+good: 30 games, \d+ positions, 3 blocks: all is well\n$`, out)
	out, _, err = run(t, data, "check", "-")
	require.NoError(t, err)
	assert.Regexp(t, `^standard input: 30 games`, out)

	damaged := slices.Clone(data)
	damaged[starts[1]+100] ^= 64
	damaged = damaged[:len(damaged)-3]
	bad := write(t, dir, "bad", damaged)
	fixed := filepath.Join(dir, "fixed")
	out, _, err = run(t, nil, "check", bad, "-repair", fixed)
	assert.ErrorIs(t, err, ErrFaults)
	assert.NotErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "faults: 2 in 1 file")
	assert.Equal(t, fmt.Sprintf("%s: block 2 at byte %d: ", bad, starts[1]), out[:strings.Index(out, "bad block")])
	assert.Contains(t, out, fmt.Sprintf("%s: block 3 at byte %d: bad block: the file ends within it\n", bad, starts[2]))
	assert.Regexp(t, `bad: 10 games, \d+ positions, 3 blocks: 2 faults\n`, out)
	header, got := read(t, fixed)
	assert.Equal(t, lines(games[:10]), got)
	assert.Equal(t, "made by repair\npart 1\n"+text(1), header)
	_, _, err = run(t, nil, "check", fixed, "-repair", fixed, "-force")
	assert.NoError(t, err, "the file may replace itself")
	_, got = read(t, fixed)
	assert.Equal(t, lines(games[:10]), got)
}

// TestCheckSpeaks asserts that the lines of a check are in the language of the user.
func TestCheckSpeaks(t *testing.T) {
	dir := t.TempDir()
	games := randomGames(1, 30)
	games[4].Plies = slices.Clone(games[4].Plies)
	games[4].Plies[0].Score = 31001
	data, starts := encode(t, text(1), games)
	data = data[:len(data)-3]
	bad := write(t, dir, "bad", data)
	out, _, err := run(t, nil, "check", "-lang", "zh", bad)
	assert.ErrorIs(t, err, ErrFaults)
	assert.EqualError(t, err, "data check: 有错误：1 个文件共 2 处")
	assert.Regexp(t, fmt.Sprintf(`^%[1]s：第 5 局：第 1 着：评分为 31001，应在 -31000 到 31000 之间
%[1]s：第 3 块（第 %[2]d 字节）：bad block: the file ends within it
%[1]s：20 局、\d+ 个局面、3 块：2 处错误
$`, regexp.QuoteMeta(bad), starts[2]), out)
}

// TestCheckGoesOn asserts that a missing file does not end the check of the
// others.
func TestCheckGoesOn(t *testing.T) {
	dir := t.TempDir()
	data, starts := encode(t, text(1), randomGames(1, 30))
	good := write(t, dir, "good", data)
	data[starts[0]+100] ^= 64
	bad := write(t, dir, "bad", data)
	missing := filepath.Join(dir, "missing")
	out, _, err := run(t, nil, "check", good, missing, bad)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "1 of 3 files cannot be used")
	assert.Regexp(t, `good: 30 games, .*\n.*`+regexp.QuoteMeta(missing)+`: .*\n.*bad: block 1 .*\n.*bad: 20 games`, out)
}

// TestCheckHeader asserts that a damaged header does not cost the games.
func TestCheckHeader(t *testing.T) {
	dir := t.TempDir()
	games := randomGames(1, 30)
	data, _ := encode(t, text(1), games)
	data[30] ^= 4
	bad, fixed := write(t, dir, "bad", data), filepath.Join(dir, "fixed")
	_, _, err := run(t, nil, "stat", bad)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.Regexp(t, `bad: damaged header: checksum computed [0-9a-f]{8}, want stored [0-9a-f]{8}; "chuhe data check -repair" saves the games$`, err.Error())

	out, _, err := run(t, nil, "check", bad, "-repair", fixed)
	assert.ErrorIs(t, err, ErrFaults)
	assert.Regexp(t, `^\S+bad: damaged header: checksum .*\n\S+bad: 30 games, \d+ positions, 3 blocks: 1 fault\n`, out)
	header, got := read(t, fixed)
	assert.Equal(t, lines(games), got)
	assert.Regexp(t, `^made by repair\npart 1\nlost: damaged header: checksum computed [0-9a-f]{8}, want stored [0-9a-f]{8}\n$`, header)
	_, _, err = run(t, nil, "check", fixed)
	assert.NoError(t, err)
}

// labelled returns positions as the trainer labels them, the last one with a mate, whose
// result means nothing, and the text of their header.
func labelled(t *testing.T) (games []record.Game, text string) {
	games = randomGames(1, 29)
	for i := range games {
		games[i].Plies, games[i].Result = games[i].Plies[:1], board.Draw
	}
	mate := record.Game{Start: testpos.FEN(t, "3k5/1R7/9/9/9/9/9/9/9/R3K4 w - - 0 1"), Result: board.Draw}
	mate.Plies = []record.Ply{{Move: board.MustParseMove("a0a9"), Score: int16(eval.Mate) - 1}}
	return append(games, mate), record.LabelledBy + "\nnodes 100\n"
}

// TestCheckLabels checks and repairs labelled positions: they stay what they are.
func TestCheckLabels(t *testing.T) {
	dir := t.TempDir()
	games, header := labelled(t)
	whole, starts := encode(t, header, games)
	good := write(t, dir, "good", whole)
	out, _, err := run(t, nil, "check", good)
	require.NoError(t, err)
	assert.Contains(t, out, "30 games, 30 positions, 3 blocks: all is well\n")

	for name, c := range map[string]struct {
		at     int // of a wrong bit
		games  []record.Game
		header string
	}{
		"block":  {starts[1] + 100, slices.Concat(games[:10], games[20:]), "^" + header + "repaired\n$"},
		"header": {30, games, "^" + record.LabelledBy + "\nlost: damaged header: checksum .*\nrepaired\n$"},
	} {
		data := slices.Clone(whole)
		data[c.at] ^= 4
		bad, fixed := write(t, dir, name, data), filepath.Join(dir, name+".fixed")
		_, _, err = run(t, nil, "check", bad, "-repair", fixed)
		assert.ErrorIs(t, err, ErrFaults, name)
		assert.ErrorContains(t, err, "faults: 1 in 1 file", name)
		header, got := read(t, fixed)
		assert.Equal(t, lines(c.games), got, name)
		assert.Regexp(t, c.header, header, name)
		again := filepath.Join(dir, name+".again")
		_, _, err = run(t, nil, "check", fixed, "-repair", again)
		require.NoError(t, err, name)
		same, _ := read(t, again)
		assert.Equal(t, header, same, name)
	}

	// Nothing tells what a stream has before it is too late.
	whole[30] ^= 4
	_, _, err = run(t, whole, "check", "-", "-repair", filepath.Join(dir, "stream"))
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "give the file by its name")
}

// TestCheckNothing asserts that an error about a file without games does not
// advise saving them.
func TestCheckNothing(t *testing.T) {
	data, _ := encode(t, text(1), randomGames(1, 30))
	bad := write(t, t.TempDir(), "bad", data[:20])
	for _, args := range [][]string{{"stat", bad}, {"check", bad}, {"stat", "-"}} {
		_, _, err := run(t, data[:20], args...)
		assert.ErrorIs(t, err, command.ErrInput)
		assert.ErrorContains(t, err, "damaged header: the file ends within it")
		assert.NotContains(t, err.Error(), "-repair")
	}
}

// TestReferee asserts that impossible games and wrong results are found.
func TestReferee(t *testing.T) {
	game := func(fen, moves string, result board.Result) *record.Game {
		p := testpos.FEN(t, fen)
		g := &record.Game{Start: p, Result: result}
		for m := range strings.FieldsSeq(moves) {
			g.Plies = append(g.Plies, record.Ply{Move: board.MustParseMove(m)})
		}
		return g
	}
	const mate = "3k5/8R/9/9/9/9/9/9/9/R3K4 w - - 0 1"     // a0a9
	const quiet = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 116 1"   // four plies to the limit
	const loop = "a0b0 d9d8 b0a0 d8d9 a0b0 d9d8 b0a0 d8d9" // the position for the third time
	const early = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"     // far from the limit
	const bare = "3k5/9/9/9/9/9/9/9/4p4/4K4 w - - 0 1"     // the king takes the last pawn
	const law, long = "rules computer 120\n", "rules computer 120\nmaxplies 3\n"
	for _, c := range []struct {
		name string
		text string
		game *record.Game
		want string // "" if all is well
	}{
		{"mate", law, game(mate, "a0a9", board.RedWins), ""},
		{"mate lost", law, game(mate, "a0a9", board.BlackWins), "result 0-1, but play ended with black loses: checkmate"},
		{"mate drawn", law, game(mate, "a0a9", board.Draw), "result 1/2-1/2, but play ended with black loses: checkmate"},
		{"mate with the last ply", "rules computer 120\nmaxplies 1\n", game(mate, "a0a9", board.Draw), ""},
		{"mate, rules unknown", "", game(mate, "a0a9", board.Draw), "result 1/2-1/2, but black has no move in the end"},
		{"mate won, rules unknown", "", game(mate, "a0a9", board.RedWins), ""},
		{"score decides", law, game(early, "a0a1", board.RedWins), ""},
		{"third time", law, game(early, loop, board.Draw), ""},
		{"third time won", law, game(early, loop, board.RedWins), "result 1-0, but play ended with draw: repetition"},
		{"third time, rules unknown", "", game(early, loop, board.RedWins), ""},
		{"beyond the third time", law, game(early, loop+" a0b0", board.Draw), "moves after the end of play: draw: repetition"},
		{"longest", long, game(early, loop+" a0b0", board.Draw), ""},
		{"longest won", long, game(early, loop+" a0b0", board.RedWins), "; play ended after ply 8, 1 later ply not counted"},
		{"limit", law, game(quiet, "a0a1 d9d8 a1a2 d8d9", board.Draw), ""},
		{"limit, checks before", law, game(quiet, "a0a1 d9d8 a1a2 d8d9 a2a3", board.Draw), ""},
		{"material", law, game(bare, "e0e1", board.Draw), ""},
		{"material won", law, game(bare, "e0e1", board.RedWins), "result 1-0, but play ended with draw: "},
		{"illegal", law, game(early, "a0b2", board.Draw), "ply 1: a0b2 is not legal in "},
	} {
		err := newReferee(c.text).fault(c.game)
		if c.want == "" {
			assert.NoError(t, err, c.name)
		} else {
			assert.ErrorContains(t, err, c.want, c.name)
		}
	}
	g := game(early, "a0a1 d9d8", board.Draw)
	g.Plies[0].Score, g.Plies[1].Score = record.NoScore, -31000
	assert.NoError(t, newReferee(law).fault(g))
	g.Plies[1].Score = -31001
	assert.ErrorContains(t, newReferee(law).fault(g), "ply 2: score -31001, want -31000 to 31000")

	ending := func(law string, g *record.Game) string {
		end, _ := newReferee(law).ending(g)
		return end
	}
	assert.Equal(t, "checkmate", ending(law, game(mate, "a0a9", board.RedWins)))
	assert.Equal(t, "repetition", ending(law, game(early, loop, board.Draw)))
	assert.Equal(t, "score", ending(law, game(early, "a0a1", board.RedWins)))
	assert.Equal(t, "equal scores", ending(law, game(early, "a0a1", board.Draw)))
	assert.Equal(t, "length", ending(long, game(early, "a0a1 d9d8 a1a0", board.Draw)))
	assert.Equal(t, "unknown", ending("", game(mate, "a0a9", board.RedWins)))
}

func TestCheckWrongGames(t *testing.T) {
	dir := t.TempDir()
	games := randomGames(1, 12)
	games[4].Plies = slices.Clone(games[4].Plies)
	games[4].Plies[0].Move = board.MustParseMove("a0i9")
	data, _ := encode(t, text(1), games)
	bad, fixed := write(t, dir, "bad", data), filepath.Join(dir, "fixed")
	out, _, err := run(t, nil, "check", bad, "-repair", fixed)
	assert.ErrorIs(t, err, ErrFaults)
	assert.Contains(t, out, "bad: game 5: bad game: ply 1: a0i9 is not legal in ")
	_, got := read(t, fixed)
	assert.Equal(t, lines(slices.Delete(slices.Clone(games), 4, 5)), got)

	_, _, err = run(t, nil, "stat", bad)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "game 5: ")
	_, _, err = run(t, nil, "show", bad)
	assert.ErrorContains(t, err, "game 5: ")
}
