package rules

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/movegen"
)

// TestCasesForetold asks of every game of the tables, before each of its moves, what the
// moves would make of it.
func TestCasesForetold(t *testing.T) {
	ends := 0
	eachCase(t, func(t *testing.T, c ruleCase, game *board.Line, o Options) {
		r := NewReferee(board.NewLine(c.start), o)
		for _, m := range c.moves {
			outcomes, goesOn := r.Outcomes(), !r.Verdict().Result.Finished()
			r.Play(m)
			if !goesOn {
				assert.Empty(t, outcomes)
				continue
			}
			for _, outcome := range outcomes {
				if outcome.Move == m {
					assert.Equal(t, r.Verdict(), outcome.Verdict)
				}
			}
			ends += b2i(r.Verdict().Result.Finished())
		}
		assert.Equal(t, Judge(game, o), r.Verdict())
	})
	assert.Greater(t, ends, 250)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestOutcomes holds what each move would make of random games beside the verdicts on
// the games with the moves played.
func TestOutcomes(t *testing.T) {
	kinds := map[Kind]int{}
	for i := range randomGames() / 3 {
		rng := rand.New(rand.NewPCG(uint64(i), 9))
		o := randomOptions(rng, i, 8, 20)
		start, times := randomStart(rng), 5+rng.IntN(3)
		r := NewReferee(board.NewLine(start), o)
		for r.Game().Len() < 30 && movegen.HasLegal(r.Game().Position()) {
			var want []Outcome
			if !r.Verdict().Result.Finished() {
				child := r.Game().Clone()
				for _, m := range movegen.Legal(child.Position(), nil) {
					child.Play(m)
					want = append(want, Outcome{m, Judge(child, o)})
					child.Undo()
					kinds[want[len(want)-1].Verdict.Kind]++
				}
			}
			require.Equal(t, want, r.Outcomes(), "game %d, %+v: %s %v", i, o, start.FEN(), r.Game().Moves())
			r.Play(backAndForth(rng, r.Game(), times))
		}
	}
	t.Log(kinds)
	for _, k := range []Kind{Unfinished, Checkmate, Stalemate, Repetition, PerpetualCheck, PerpetualChase, MoveLimit, Material} {
		assert.NotZero(t, kinds[k], k)
	}
}

// TestAnswered holds the best repetition that a move allows the opponent to complete beside
// the verdicts on the games with the move and every answer played.
func TestAnswered(t *testing.T) {
	ends := map[bool]int{} // by whether the mover loses
	for i := range randomGames() / 12 {
		rng := rand.New(rand.NewPCG(uint64(i), 13))
		o := randomOptions(rng, i, 12, 20)
		r, times := NewReferee(board.NewLine(randomStart(rng)), o), 6+rng.IntN(2)
		for r.Game().Len() < 12 && movegen.HasLegal(r.Game().Position()) {
			loss := board.Win(r.Game().Position().Side().Other())
			for _, outcome := range r.Outcomes() {
				var results []board.Result
				if !outcome.Verdict.Result.Finished() {
					results = repetitions(r.Game(), outcome.Move, o)
				}
				want := board.Unfinished
				switch {
				case slices.Contains(results, loss):
					want = loss
				case slices.Contains(results, board.Draw):
					want = board.Draw
				}
				got := r.Answered(outcome)
				require.Equal(t, want, got.Result, "game %d, %+v: %s %v, %v", i, o, r.Game().At(0).FEN(), r.Game().Moves(), outcome.Move)
				if want.Finished() {
					require.True(t, got.Kind.ByRepetition())
					ends[want == loss]++
				}
			}
			if r.Verdict().Result.Finished() {
				break
			}
			r.Play(backAndForth(rng, r.Game(), times))
		}
	}
	t.Log(ends)
	assert.NotZero(t, ends[true])
	assert.NotZero(t, ends[false])
}

// repetitions returns the results of the repetitions that the answers to a move complete.
func repetitions(game *board.Line, m board.Move, o Options) (results []board.Result) {
	game = game.Clone()
	game.Play(m)
	for _, answer := range movegen.Legal(game.Position(), nil) {
		game.Play(answer)
		if v := Judge(game, o); v.Kind.ByRepetition() {
			results = append(results, v.Result)
		}
		game.Undo()
	}
	return results
}

// TestRepeated holds what becomes of the last loop of random games beside what becomes of
// it when it is played.
func TestRepeated(t *testing.T) {
	ends := map[Kind]int{}
	for i := range randomGames() {
		rng := rand.New(rand.NewPCG(uint64(i), 10))
		o := randomOptions(rng, i, 12, 20)
		game, times := board.NewLine(randomStart(rng)), 5+rng.IntN(3)
		for game.Len() < 30 && movegen.HasLegal(game.Position()) {
			game.Play(backAndForth(rng, game, times))
			want := Judge(game, o)
			count, v := NewReferee(game, o).Repeated()
			if l, ok := lastLoop(game, o); ok {
				require.Greater(t, count, 1)
				on := game.Clone()
				for n := l.To; !want.Result.Finished(); n++ {
					on.Play(l.Move(n))
					want = Judge(on, o)
				}
				ends[want.Kind]++
			} else {
				require.Equal(t, 1, count)
			}
			require.Equal(t, want, v, "game %d, %+v: %s %v", i, o, game.At(0).FEN(), game.Moves())
			if want.Later > 2 {
				break
			}
		}
	}
	t.Log(ends)
	for _, k := range []Kind{Repetition, PerpetualCheck, PerpetualChase, MoveLimit} {
		assert.NotZero(t, ends[k], k)
	}
}

// TestOccurrences counts the positions of random games after each legal move.
func TestOccurrences(t *testing.T) {
	often := map[int]int{}
	for i := range randomGames() / 3 {
		rng := rand.New(rand.NewPCG(uint64(i), 11))
		game, times := board.NewLine(randomStart(rng)), 5+rng.IntN(3)
		for game.Len() < 30 && movegen.HasLegal(game.Position()) {
			r := NewReferee(game.Clone(), DefaultOptions())
			for _, m := range movegen.Legal(game.Position(), nil) {
				child, want := game.Position().Make(m), 1
				for n := range game.Len() + 1 { // no position from before a capture is equal
					want += b2i(game.At(n).Key() == child.Key())
				}
				require.Equal(t, want, r.Occurrences(m), "game %d: %s %v, %v", i, game.At(0).FEN(), game.Moves(), m)
				often[want]++
			}
			game.Play(backAndForth(rng, game, times))
		}
	}
	assert.Greater(t, often[3], 10, often)
}

// TestQuiet counts on after the end of play.
func TestQuiet(t *testing.T) {
	game := replay(t, "3k5/9/9/9/9/9/9/9/R8/4K4 w", "a1a2", "d9d8", "a2a1", "d8d9", "a1a2", "d9d8", "a2a1", "d8d9", "a1a3", "d9d8")
	r := NewReferee(game, DefaultOptions())
	assert.Equal(t, 2, r.Verdict().Later)
	assert.Equal(t, 10, r.Quiet())
}

func TestKindText(t *testing.T) {
	assert.Equal(t, "no attacking material", Material.String())
	assert.Equal(t, "Kind(13)", (Material + 1).String(), "no kind")
}
