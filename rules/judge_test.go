package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
)

// replay plays a line of moves.
func replay(t testing.TB, fen string, moves ...string) *board.Line {
	t.Helper()
	game, err := ReplayText(fen, strings.Join(moves, " "))
	require.NoError(t, err)
	return game
}

func TestParseSet(t *testing.T) {
	for name, want := range map[string]Set{
		"computer": Computer, "asianrule": Computer, "asian": Asian, "wxfrule": Asian, "chineserule": Chinese,
		"LeagueRule": League, "CheckBan": CheckBan, "alwaysdraw": AlwaysDraw,
	} {
		set, err := ParseSet(name)
		assert.NoError(t, err, name)
		assert.Equal(t, want, set, name)
	}
	for _, set := range Sets() {
		again, err := ParseSet(set.String())
		assert.NoError(t, err)
		assert.Equal(t, set, again)
	}
	for _, name := range []string{"", "axf", "rule"} {
		_, err := ParseSet(name)
		assert.ErrorIs(t, err, ErrSet)
		assert.ErrorContains(t, err, "computer, asian, chinese, league, checkban, alwaysdraw")
	}
}

func TestValidate(t *testing.T) {
	for _, set := range Sets() {
		for _, limit := range []int{OwnLimit, NoLimit, 1, MaxLimit} {
			assert.NoError(t, Options{Set: set, MoveLimit: limit}.Validate())
		}
		for _, limit := range []int{OwnLimit - 1, MaxLimit + 1} {
			assert.ErrorContains(t, Options{Set: set, MoveLimit: limit}.Validate(), fmt.Sprint("natural move limit is ", limit))
		}
	}
	assert.ErrorIs(t, Options{Set: Set(len(Sets()))}.Validate(), ErrSet)
	assert.Equal(t, "Set(6)", Set(len(Sets())).String())
	assert.ErrorContains(t, Options{Set: 255}.Validate(), "number 255: want 0-5")
}

func banned(game *board.Line, set Set) []board.Move {
	return NewReferee(game, Options{Set: set, MoveLimit: OwnLimit}).Banned()
}

func TestBanned(t *testing.T) {
	// Red checks with every move, so that c9c8 would close the loop on Red.
	fen := "3k5/2R6/9/9/9/9/9/9/6r2/4K1N2 w"
	loop := []string{"c8c9", "d9d8", "c9c8", "d8d9"}
	twice := replay(t, fen, append(loop, loop[:2]...)...)
	for _, set := range Sets() {
		assert.Empty(t, banned(twice, set), "%v: the second occurrence is free", set)
	}
	line := append(append([]string{}, loop...), loop...)
	before := replay(t, "3k5/9/9/9/2R6/9/9/9/6r2/4K1N2 w",
		append([]string{"c5c9", "d9d8", "c9c8", "d8d9", "c8c9", "d9d8"}, "c9c8", "d8d9")...)
	for _, set := range []Set{Computer, Asian, Chinese, League, CheckBan} {
		assert.Equal(t, []board.Move{board.MustParseMove("c8c9")}, banned(before, set), "%v", set)
	}
	assert.Empty(t, banned(before, AlwaysDraw))
	// The side that is checked may close the loop.
	assert.Empty(t, banned(replay(t, fen, line[:7]...), Computer))
}

func TestClaims(t *testing.T) {
	for _, checks := range []board.Side{board.Red, board.Black} {
		checkAndReply := func(c Clock) Clock { return c.Next(checks, false, true).Next(checks.Other(), false, false) }
		// One side gives 12 checks, the other none: they put the claim of the first off only.
		c := Asian.NewClock(&board.Position{})
		for range 12 {
			c = checkAndReply(c)
		}
		assert.Equal(t, 24, c.Plies())
		assert.True(t, c.disputed())
		assert.Equal(t, 20, int(c.counted[checks]))
		for want, set := range map[int]Set{20: Computer, 0: League} {
			c := set.NewClock(&board.Position{})
			for range 12 {
				c = checkAndReply(c)
			}
			assert.Equal(t, want, c.Plies(), "%v", set)
			assert.True(t, c.Next(checks, false, false).Reached(1))
			assert.False(t, c.Reached(0))
			captured := c.Next(checks, true, true)
			assert.Zero(t, captured.Plies())
			replied := captured.Next(checks.Other(), false, false)
			assert.Equal(t, set != League, replied.Reached(1), "%v: the reply to a capture that checks", set)
		}
	}
}

// A verdict says where play ended, even if more moves follow.
func TestLater(t *testing.T) {
	game := replay(t, "3k5/9/9/9/9/9/9/9/R8/4K4 w", "a1a2", "d9d8", "a2a1", "d8d9", "a1a2", "d9d8", "a2a1", "d8d9", "a1a3")
	v := Judge(game, DefaultOptions())
	assert.Equal(t, [4]int{8, 1, 0, 8}, [4]int{v.Ply, v.Later, v.From, v.To})
	assert.Equal(t, [2]int{1, 4}, [2]int{v.FromMove, v.ToMove})
	v = Judge(replay(t, "3k5/9/9/9/9/9/9/9/R8/4K4 b", "d9d8", "a1a2", "d8d9", "a2a1", "d9d8", "a1a2", "d8d9", "a2a1"), DefaultOptions())
	assert.Equal(t, [4]int{0, 8, 1, 5}, [4]int{v.From, v.To, v.FromMove, v.ToMove}, "the last move is the first half of move 5")
}

func TestIsVerdict(t *testing.T) {
	for _, text := range []string{"continue", "draw: repetition", "black loses: checkmate", "red loses: check, chase and mate threat alternately"} {
		assert.True(t, IsVerdict(text), text)
	}
	for _, text := range []string{"", "draw", "red loses", "red wins: checkmate", "draw: checkmate", "red loses: repetition", "red loses: continue", "draw: "} {
		assert.False(t, IsVerdict(text), text)
	}
}

func ExampleJudge() {
	game, _ := ReplayText("3k5/9/9/9/c8/9/9/1R7/9/4K4 w", "b2a2 a5b5 a2b2 b5a5 b2a2 a5b5 a2b2 b5a5")
	v := Judge(game, DefaultOptions())
	fmt.Println(v.Result)
	fmt.Println(v)
	// Output:
	// 0-1
	// red loses: perpetual chase
}

func TestLimitReached(t *testing.T) {
	const fen = "3k5/9/9/9/9/9/r7c/9/R6R1/4K4 w - - 118 90"
	for _, test := range []struct {
		fen, moves string
		limit      int
		want       bool
	}{
		{fen, "h1h2", OwnLimit, false},
		{fen, "h1h2 i3i4", OwnLimit, true},
		{fen, "h1h2 i3i4 h2h1 i4i3", OwnLimit, true}, // also past it
		{fen, "h1h2 a3a1", OwnLimit, false},
		{fen, "h1h2 i3i4", 121, false},
		{fen, "h1h2 i3i4", NoLimit, false},
		{"3k5/9/9/9/9/9/r7c/9/7R1/4K4 b - - 130 90", "", OwnLimit, true},
		{"3k5/9/9/9/9/9/r7c/9/R6R1/4K4 w - - 9999 90", "", MaxLimit, false},
		{"3k5/9/9/9/9/9/r7c/9/R6R1/4K4 w - - 9999 90", "h1h2", MaxLimit, true}, // which Halfmove does not count
	} {
		game := replay(t, test.fen, strings.Fields(test.moves)...)
		assert.Equal(t, test.want, Options{Computer, test.limit}.LimitReached(game), "%+v", test)
	}
}

// TestWinTooLate asserts what Judge says of a stalemate with the first ply.
func TestWinTooLate(t *testing.T) {
	for _, set := range Sets() {
		for _, limit := range []int{OwnLimit, NoLimit, 110} {
			o, won := Options{set, limit}, 0
			for quiet := 98; quiet < 122; quiet++ {
				game := replay(t, fmt.Sprintf("3k5/9/3P5/9/9/9/9/9/9/4K4 w - - %d 90", quiet), "e0e1")
				wins := Judge(game, o).Result == board.RedWins
				assert.Equal(t, !wins, o.WinTooLate(quiet, 1), "%v %d", o, quiet)
				assert.False(t, o.WinTooLate(quiet, 0), "%v %d", o, quiet)
				if wins {
					won++
				}
			}
			assert.Positive(t, won)
		}
	}
}

// A game without a limit may have more plies than a clock can count. Then its counts
// stay where they are: no limit is far again, and no check counts again.
func TestClockDoesNotBeginAgain(t *testing.T) {
	const long = 1<<16 + 100
	start := board.Start()
	quiet, checked := Computer.NewClock(&start), Computer.NewClock(&start)
	for range long {
		quiet = quiet.Next(board.Red, false, false)
		checked = checked.Next(board.Red, false, true).Next(board.Black, false, false)
	}
	assert.True(t, quiet.Reached(MaxLimit), quiet.Plies())
	assert.Equal(t, 2*freeChecks, checked.Plies())
	assert.Zero(t, quiet.Next(board.Red, true, false).Plies())
}
