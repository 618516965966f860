package collection

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/gametest"
	"chuhe/internal/testpos"
)

// indexOf returns the index of games, whose files are their numbers.
func indexOf(t testing.TB, games ...*game.Game) *Index { return builderOf(t, games...).Index() }

// builderOf returns a builder with games.
func builderOf(t testing.TB, games ...*game.Game) *Builder {
	b := NewBuilder(1 << 30)
	for i, g := range games {
		require.True(t, b.Add(g, int32(i)))
	}
	return b
}

// slowFind looks at the images of all positions of all games.
func slowFind(t *testing.T, games []*game.Game, wanted board.Position) (all Counts, moves map[board.Move]Played) {
	moves = map[board.Move]Played{}
	image := mirror(t, wanted)
	for _, g := range games {
		for v := range g.Main() {
			p := v.After()
			if p.Key() != wanted.Key() && p.Key() != image.Key() {
				continue
			}
			all.count(g.Result)
			if next := v.Main(); next != nil {
				m := next.Move
				if p.Key() != wanted.Key() {
					m = m.Mirror()
				}
				if wanted.Key() == image.Key() {
					m = min(m, m.Mirror())
				}
				played := moves[m]
				played.Move = m
				played.count(g.Result)
				played.Year = max(played.Year, DateOf(g.Tag(game.TagDate)).Year)
				moves[m] = played
			}
			break
		}
	}
	return all, moves
}

// TestFind compares the index with the slow search on random games, half of which have their
// mirror image among them.
func TestFind(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var games []*game.Game
	for range testpos.Rounds(40, 100, 1000) {
		g := gametest.Random(rng, gametest.Everything)
		if len(g.Moves()) == 0 {
			continue
		}
		games = append(games, g)
		if rng.IntN(2) == 0 {
			var moves []board.Move
			for _, m := range g.Moves() {
				moves = append(moves, m.Mirror())
			}
			image := game.New(mirror(t, g.Start), moves...)
			image.Result = board.Result(rng.IntN(4))
			games = append(games, image)
		}
	}
	x := indexOf(t, games...)
	asked, mirrored := 0, 0
	for _, g := range games[:testpos.Rounds(10, 20, 200)] {
		for v := range g.Main() {
			p := v.After()
			want, moves := slowFind(t, games, p)
			image := mirror(t, p)
			found := x.Find(&p, 0, len(games))
			require.Equal(t, want, found.Counts, p.FEN())
			require.Len(t, found.Moves, len(moves))
			for _, played := range found.Moves {
				if p.Key() == image.Key() {
					played.Move = min(played.Move, played.Move.Mirror())
				}
				require.Equal(t, moves[played.Move], played, p.FEN())
			}
			require.Len(t, found.Hits, want.Games())
			for i, hit := range found.Hits {
				g := games[x.Source(hit.Game).File]
				require.Equal(t, g.Moves(), x.Game(hit.Game).Moves())
				at := g.Start
				for _, m := range g.Moves()[:hit.Ply] {
					at.Play(m)
				}
				if hit.Mirrored {
					at = mirror(t, at)
					mirrored++
				}
				require.Equal(t, p.Key(), at.Key())
				if i > 0 {
					require.LessOrEqual(t, x.games[hit.Game].day, x.games[found.Hits[i-1].Game].day)
				}
			}
			half := x.Find(&p, 1, 2)
			require.Equal(t, found.Hits[min(1, len(found.Hits)):min(3, len(found.Hits))], append([]Hit{}, half.Hits...))
			require.Equal(t, found.Moves, half.Moves)
			if asked%10 == 0 {
				require.Equal(t, found, builderOf(t, games...).IndexOf(&p).Find(&p, 0, len(games)))
			}
			asked++
		}
	}
	assert.Greater(t, asked, 100)
	assert.Greater(t, mirrored, 10)
	unknown := testpos.FEN(t, "3k5/9/9/9/9/9/9/9/9/4K4 w")
	assert.Zero(t, x.Find(&unknown, 0, 9).Games())
}

// played returns a game of some moves with a date and a result.
func played(date string, r board.Result, moves string) *game.Game {
	var all []board.Move
	for word := range strings.FieldsSeq(moves) {
		all = append(all, board.MustParseMove(word))
	}
	g := game.New(board.Start(), all...)
	g.Result = r
	g.SetTag(game.TagDate, date)
	return g
}

// TestFound asserts what a user sees at the start of the game: mirror images count together
// under the usual one, and the latest games come first.
func TestFound(t *testing.T) {
	x := indexOf(t,
		played("1980.01.01", board.RedWins, "h2e2 h9g7"),
		played("", board.Draw, "b2e2 b9c7"),
		played("1990", board.BlackWins, "h2e2 b9c7"),
		played("1985.05.05", board.Unfinished, "c3c4"),
		played("1999", board.RedWins, ""),
		played("1970", board.RedWins, "g3g4 h2e2"), // which ends before a move that is not legal
	)
	h2e2, c3c4 := board.MustParseMove("h2e2"), board.MustParseMove("c3c4")
	p := board.Start()
	f := x.Find(&p, 0, 9)
	assert.Equal(t, Counts{Red: 2, Draws: 1, Black: 1, Open: 1}, f.Counts)
	require.Len(t, f.Moves, 2)
	assert.Equal(t, Played{h2e2, Counts{Red: 1, Draws: 1, Black: 1}, 1990}, f.Moves[0])
	assert.Equal(t, Counts{Red: 1, Open: 1}, f.Moves[1].Counts)
	assert.Contains(t, []board.Move{c3c4, c3c4.Mirror()}, f.Moves[1].Move)
	assert.Equal(t, 1985, f.Moves[1].Year)
	var files []int32
	for _, h := range f.Hits {
		files = append(files, x.Source(h.Game).File)
	}
	assert.Equal(t, []int32{2, 3, 0, 5, 1}, files)

	p.Play(h2e2.Mirror())
	f = x.Find(&p, 0, 9)
	// The answers of the games with the other cannon are seen in a mirror.
	assert.Equal(t, []Played{
		{board.MustParseMove("b9c7"), Counts{Red: 1, Draws: 1}, 1980}, {board.MustParseMove("h9g7"), Counts{Black: 1}, 1990},
	}, f.Moves)
	assert.Equal(t, []Hit{{0, 1, true}, {2, 1, true}, {4, 1, false}}, f.Hits)

	// A game that ends in a position counts there, without a move.
	p.Play(board.MustParseMove("b9c7"))
	f = x.Find(&p, 0, 9)
	assert.Equal(t, 2, f.Games())
	assert.Empty(t, f.Moves)
}

// TestFull asserts that an index stays within its bound, and says what it could not take.
func TestFull(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const most = 100_000
	b := NewBuilder(most)
	taken := 0
	for range 500 {
		g := gametest.Random(rng, gametest.Everything)
		if len(g.Moves()) > 0 && b.Add(g, 0) {
			taken++
		}
	}
	assert.Equal(t, taken, b.Len())
	assert.Less(t, taken, 300)
	assert.Greater(t, taken, 20)
	assert.LessOrEqual(t, b.Bytes(), int64(most))
	assert.Equal(t, taken, b.Index().Len())
}

// BenchmarkIndex builds and asks an index of 100,000 games of 80 plies that share their first
// moves as real games do: of ten games nine follow one of some lines, for 4 to 24 plies.
func BenchmarkIndex(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	line := func(p board.Position, plies int) (moves []board.Move) {
		for m := range testpos.Playout(rng, &p, plies) {
			moves = append(moves, m)
		}
		return moves
	}
	var lines [][]board.Move
	for i := range 50 {
		before := board.Start()
		var moves []board.Move
		if i > 0 {
			moves = append(moves, lines[rng.IntN(i)][:2+rng.IntN(6)]...)
			for _, m := range moves {
				before.Play(m)
			}
		}
		lines = append(lines, append(moves, line(before, 24)...))
	}
	const all = 100_000
	games := make([]*game.Game, all)
	for i := range games {
		p := board.Start()
		var moves []board.Move
		if rng.IntN(10) > 0 {
			known := lines[min(rng.IntN(50), rng.IntN(50))]
			moves = append(moves, known[:4+rng.IntN(min(20, len(known)-4))]...)
			for _, m := range moves {
				p.Play(m)
			}
		}
		games[i] = game.New(board.Start(), append(moves, line(p, 80-len(moves))...)...)
		games[i].Result = board.Result(rng.IntN(4))
	}
	var x *Index
	b.Run("build", func(b *testing.B) {
		for b.Loop() {
			builder := NewBuilder(1 << 30)
			for i, g := range games {
				builder.Add(g, int32(i))
			}
			b.ReportMetric(float64(builder.Bytes())/all, "bytes/game")
			x = builder.Index()
		}
	})
	for _, ply := range []int{0, 1, 2, 4, 8, 16, 40} {
		p := board.Start()
		for _, m := range games[1].Moves()[:ply] {
			p.Play(m)
		}
		b.Run("find/"+string(rune('0'+ply/10))+string(rune('0'+ply%10)), func(b *testing.B) {
			for b.Loop() {
				x.Find(&p, 0, 20)
			}
			b.ReportMetric(float64(x.Find(&p, 0, 0).Games()), "games")
		})
	}
}
