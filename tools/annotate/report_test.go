package annotate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/lang"
)

// TestKeyMoves asserts that a summary and a page show the moves that lost the most, in the
// order of the game, and say how many more there were.
func TestKeyMoves(t *testing.T) {
	g := play(t, "3k5/9/9/9/9/9/9/9/R8/4K4 w", strings.Repeat("a1a2 d9d8 a2a1 d8d9 ", 4))
	r := &report{Review: review(t, g, 1), game: g, lang: lang.English, style: notation.ICCS}
	r.Turn = -1
	for i := range r.Moves[:keyMoves+2] {
		m := &r.Moves[i]
		m.Sign, m.BestPoints, m.PlayedPoints = game.Mistake, 0.9, 0.7-0.01*float64(i)
	}
	r.Moves[keyMoves+2].Sign = game.GoodMove
	plies, more := r.key(keyMoves)
	assert.Equal(t, []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}, plies)
	assert.Equal(t, 2, more)
	r.Turn = 0 // the move that decided the game is shown whatever it lost
	plies, _ = r.key(keyMoves)
	assert.Equal(t, []int{0, 3, 4}, plies[:3])

	var text strings.Builder
	require.NoError(t, r.summary(&text))
	assert.Contains(t, text.String(), "2 more with smaller losses\n")
	assert.Equal(t, "2 more with smaller losses", r.page(1).More)
	p := r.page(1)
	assert.Len(t, p.Key, keyMoves)
	assert.Equal(t, []string{nodeID(1, 1), nodeID(1, 4)}, []string{p.Key[0].Node, p.Key[1].Node}, "the positions after the moves")
	assert.Equal(t, pieces(&g.Start), r.player(1).Start)
	assert.Regexp(t, `(?m)^Red +accuracy +[0-9.]+ +mean loss +[0-9.]+ +\?! \d+ +\? \d+ +\?\? \d+\nBlack +accuracy`, text.String())
}

// TestTurn asserts that a game is decided by the last faulty move of the loser before which
// it could still hope.
func TestTurn(t *testing.T) {
	moves := []Move{
		{Side: board.Red, BestPoints: 0.5, PlayedPoints: 0.2, Sign: game.Blunder},
		{Side: board.Black, BestPoints: 0.8, PlayedPoints: 0.5, Sign: game.Blunder},
		{Side: board.Red, BestPoints: 0.5, PlayedPoints: 0.1, Sign: game.Blunder},
		{Side: board.Black, BestPoints: 0.9, PlayedPoints: 0.9},
		{Side: board.Red, BestPoints: 0.1, PlayedPoints: 0.05},
	}
	turn := func(recorded board.Result) int {
		return (&Review{Analysis: new(Analysis), Moves: moves}).turn(recorded)
	}
	assert.Equal(t, 2, turn(board.BlackWins))
	assert.Equal(t, -1, turn(board.RedWins), "Black never lost hope")
	assert.Equal(t, -1, turn(board.Draw))
	assert.Equal(t, -1, turn(board.Unfinished))
	moves[2].Sign = 0 // no fault: what followed was out of reach
	assert.Equal(t, -1, turn(board.BlackWins))
	moves[2].Sign, moves[2].PlayedPoints = game.Blunder, 0.36 // a fault after which there was hope
	assert.Equal(t, -1, turn(board.BlackWins))
}
