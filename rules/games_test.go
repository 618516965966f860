package rules

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// A million takes some ten minutes.
var gamesFlag = flag.Int("rules.games", 3000, "random games for the property tests of rules, a quarter of them with -short")

func randomGames() int {
	if testing.Short() {
		return *gamesFlag / 4
	}
	return *gamesFlag
}

// randomOptions returns the rules of the i-th game of a test: the sets in turn, and their own
// natural limit, none, or one of two that such a game reaches.
func randomOptions(rng *rand.Rand, i, short, longer int) Options {
	return Options{Sets()[i%len(Sets())], []int{OwnLimit, NoLimit, short, longer}[rng.IntN(4)]}
}

// reflect returns a game seen in a mirror, or from the other side with the
// colours swapped.
func reflect(t testing.TB, g *board.Line, flip bool) *board.Line {
	old := g.At(0).Setup()
	setup := board.Setup{Side: old.Side, Halfmove: old.Halfmove, Fullmove: old.Fullmove}
	square, move := board.Square.Mirror, board.Move.Mirror
	if flip {
		square, move = board.Square.Flip, board.Move.Flip
		setup.Side = old.Side.Other()
	}
	for s, p := range old.Pieces {
		if p != board.NoPiece && flip {
			p = board.NewPiece(p.Side().Other(), p.Type())
		}
		setup.Pieces[square(board.Square(s))] = p
	}
	start, err := setup.Position()
	require.NoError(t, err)
	moves := make([]board.Move, g.Len())
	for i := range moves {
		moves[i] = move(g.Move(i))
	}
	out, err := Replay(start, moves)
	require.NoError(t, err)
	return out
}

func assertMirrored(t testing.TB, g *board.Line, o Options, want Verdict) {
	t.Helper()
	mirrored := Judge(reflect(t, g, false), o)
	assert.Equal(t, [4]any{want.Result, want.Kind, want.Ply, want.Span},
		[4]any{mirrored.Result, mirrored.Kind, mirrored.Ply, mirrored.Span}, "mirrored")
	flipped := Judge(reflect(t, g, true), o)
	if loser, ok := flipped.Result.Loser(); ok {
		flipped.Result = board.Win(loser)
	}
	levels := flipped.Span.Levels
	flipped.Span.Levels = [2]Level{levels[1], levels[0]}
	assert.Equal(t, [4]any{want.Result, want.Kind, want.Ply, want.Span},
		[4]any{flipped.Result, flipped.Kind, flipped.Ply, flipped.Span}, "flipped")
}

// randomStart returns a random position with few pieces, most of them
// attackers.
func randomStart(rng *rand.Rand) board.Position {
	for {
		setup := board.Setup{Side: board.Side(rng.IntN(2)), Fullmove: 1}
		place := func(p board.Piece, points board.Bitboard) {
			if s := testpos.Pick(rng, points); setup.Pieces[s] == board.NoPiece {
				setup.Pieces[s] = p
			}
		}
		for _, side := range [2]board.Side{board.Red, board.Black} {
			place(board.NewPiece(side, board.King), board.Palace[side])
			for range 2 + rng.IntN(5) {
				switch t := board.PieceType(1 + rng.IntN(6)); t {
				case board.Pawn:
					place(board.NewPiece(side, t), board.PawnPoints[side])
				case board.Advisor:
					place(board.NewPiece(side, t), board.AdvisorPoints[side])
				case board.Bishop:
					place(board.NewPiece(side, t), board.BishopPoints[side])
				default:
					place(board.NewPiece(side, t), board.AllSquares)
				}
			}
		}
		if p, err := setup.Position(); err == nil {
			return p
		}
	}
}

// randomGame plays at random, with a strong wish to go back and forth, until
// play ends under the options or the plies are over.
func randomGame(rng *rand.Rand, o Options, plies int) (*board.Line, Verdict) {
	g := board.NewLine(randomStart(rng))
	for {
		v := Judge(g, o)
		n := g.Len()
		if v.Result.Finished() || n == plies {
			return g, v
		}
		g.Play(backAndForth(rng, g, 7))
	}
}

// backAndForth returns a legal move; with a chance of times in eight it is the one
// that takes the side's last move back.
func backAndForth(rng *rand.Rand, g *board.Line, times int) board.Move {
	if n := g.Len(); n >= 2 && rng.IntN(8) < times {
		last := g.Move(n - 2)
		if back := board.NewMove(last.To(), last.From()); movegen.IsLegal(g.Position(), back) {
			return back
		}
	}
	legal := movegen.Legal(g.Position(), nil)
	return legal[rng.IntN(len(legal))]
}

func TestRandomGames(t *testing.T) {
	kinds := map[Kind]int{}
	for i := range randomGames() {
		rng := rand.New(rand.NewPCG(uint64(i), 5))
		o := Options{Sets()[i%len(Sets())], OwnLimit}
		g, v := randomGame(rng, o, 60)
		kinds[v.Kind]++
		assertMirrored(t, g, o, v)
		assertFromLater(t, g, o, v)
		if v.Kind.ByRepetition() {
			assertSlowly(t, g, v.From, v.To)
		}
		if t.Failed() {
			t.Fatalf("game %d: %s %v: %s", i, g.At(0).FEN(), g.Moves(), &v)
		}
	}
	t.Log(kinds)
	for _, k := range []Kind{Repetition, PerpetualCheck, PerpetualChase} {
		assert.NotZero(t, kinds[k], k)
	}
}

// TestCasesSlowly judges the repetitions of the tables in the plainest way, whatever rules
// they are about.
func TestCasesSlowly(t *testing.T) {
	chases := map[Set]int{}
	eachCase(t, func(t *testing.T, _ ruleCase, game *board.Line, o Options) {
		if v := Judge(game, o); v.Kind.ByRepetition() {
			assertSlowly(t, game, v.From, v.To)
			for set := range slowLevels {
				levels := set.JudgeSpan(game, v.From, v.To).Levels
				chases[set] += b2i(slices.Contains(levels[:], Chases))
			}
		}
	})
	t.Log(chases)
	for set := range slowLevels {
		assert.Greater(t, chases[set], 50, set)
	}
}

// assertSlowly holds the verdicts on a span beside those of the slow twins.
func assertSlowly(t testing.TB, g *board.Line, from, to int) {
	t.Helper()
	for set, slow := range slowLevels {
		assert.Equal(t, slow(g, from, to), set.JudgeSpan(g, from, to).Levels, set)
	}
}

// slowLevels judge a span in the plainest way.
var slowLevels = map[Set]func(g *board.Line, from, to int) [2]Level{Computer: slowComputer, Chinese: slowChinese, League: slowLeague}

// assertFromLater checks that the same moves played from a later position of the game
// get the same verdict: from any position up to the last capture and, for a repetition,
// up to its first occurrence.
func assertFromLater(t testing.TB, g *board.Line, o Options, want Verdict) {
	t.Helper()
	last := 0
	for i := range g.Len() {
		if g.At(i).Captured(g.Move(i)) != board.NoPiece {
			last = i + 1
		}
	}
	if want.Kind.ByRepetition() {
		last = want.From
	}
	for s := 1; s <= last; s++ {
		later, err := Replay(*g.At(s), g.Moves()[s:])
		require.NoError(t, err)
		got := Judge(later, o)
		if want.Kind.ByRepetition() {
			got.From, got.To = got.From+s, got.To+s
		}
		got.Ply += s
		assert.Equal(t, want, got, "from ply %d", s)
	}
}

// slowComputer judges a span under the computer rules by making moves and asking
// the move generator, straight from the definition.
func slowComputer(g *board.Line, from, to int) (levels [2]Level) {
	checks, anyCheck := [2]bool{true, true}, false
	var preys [2]map[board.Square]bool // by the square where each stood at the start
	origin := map[board.Square]board.Square{}
	for s := range board.Square(board.Squares) {
		origin[s] = s
	}
	for i := from; i < to; i++ {
		before, after := g.At(i), g.At(i+1)
		side := before.Side()
		checks[side] = checks[side] && after.InCheck()
		anyCheck = anyCheck || after.InCheck()
		if anyCheck {
			continue
		}
		then := map[board.Square]bool{}
		for s := range slowChased(before, side) {
			then[origin[s]] = true
		}
		m := g.Move(i)
		origin[m.To()], origin[m.From()] = origin[m.From()], board.NoSquare
		chased := map[board.Square]bool{}
		for s := range slowChased(after, side) {
			if id := origin[s]; !then[id] && (preys[side] == nil || preys[side][id]) {
				chased[id] = true
			}
		}
		preys[side] = chased
	}
	for side := range levels {
		switch {
		case checks[side]:
			levels[side] = ChecksAll
		case !anyCheck && len(preys[side]) > 0:
			levels[side] = Chases
		}
	}
	return
}

// slowChased returns the squares of the pieces that a side could win were it to
// move. Neither side may be in check.
func slowChased(p *board.Position, side board.Side) map[board.Square]bool {
	chased := map[board.Square]bool{}
	q, other := *p, p.Pass()
	if q.Side() != side {
		q, other = other, q
	}
	for _, m := range movegen.Legal(&q, nil) {
		a, v := q.At(m.From()).Type(), q.Captured(m)
		if v == board.NoPiece || a == board.King || a == board.Pawn || v.Type() == board.King ||
			v.Type() == board.Pawn && board.Half[v.Side()].Has(m.To()) {
			continue
		}
		small := a == board.Advisor || a == board.Bishop
		medium := a == board.Knight || a == board.Cannon
		switch v.Type() {
		case board.Rook:
			if small || medium {
				chased[m.To()] = true
			}
		case board.Knight, board.Cannon:
			if small {
				chased[m.To()] = true
			}
		}
		if a == v.Type() && movegen.IsLegal(&other, board.NewMove(m.To(), m.From())) {
			continue
		}
		after, protected := q.Make(m), false
		for _, r := range movegen.Legal(&after, nil) {
			protected = protected || r.To() == m.To()
		}
		if !protected {
			chased[m.To()] = true
		}
	}
	return chased
}

// slowChinese judges a span under the Chinese rules, ply by ply and without an early end. What
// single plies chase and threaten it asks the law.
func slowChinese(g *board.Line, from, to int) (levels [2]Level) {
	l := Chinese.law()
	checks, offends := [2]bool{true, true}, [2]bool{true, true}
	for i := from; i < to; i++ {
		after, side := g.At(i+1), g.At(i).Side()
		if after.InCheck() {
			continue
		}
		checks[side] = false
		var ids numbers
		ids.number(after)
		_, chased := l.newly(g, i, &ids, all)
		now, then := l.threatAfter(after), l.threatsOf(g.At(from+(i+2-from)%(to-from)))
		threatens := now.mate && !then.mate || now.gain && !then.gain && !then.mate
		offends[side] = offends[side] && (chased.union() != 0 || threatens)
	}
	for side := range levels {
		switch {
		case checks[side]:
			levels[side] = ChecksAll
		case offends[side]:
			levels[side] = Chases
		}
	}
	return
}

// slowLeague judges a span under the league's rules, straight from their text in
// docs/rules.md.
func slowLeague(g *board.Line, from, to int) (levels [2]Level) {
	checks := [2]bool{true, true}
	var preys [2]map[board.Square]bool // by the square where each stood at the start
	origin := map[board.Square]board.Square{}
	for s := range board.Square(board.Squares) {
		origin[s] = s
	}
	for i := from; i < to; i++ {
		after, m := g.At(i+1), g.Move(i)
		side := after.Side().Other()
		origin[m.To()], origin[m.From()] = origin[m.From()], board.NoSquare
		checks[side] = checks[side] && after.InCheck()
		chased := map[board.Square]bool{}
		for s := range board.Square(board.Squares) {
			if id := origin[s]; !after.InCheck() && slowLeagueChase(after, m, s) && (preys[side] == nil || preys[side][id]) {
				chased[id] = true
			}
		}
		preys[side] = chased
	}
	for side := range levels {
		switch {
		case checks[side]:
			levels[side] = ChecksAll
		case len(preys[side]) > 0:
			levels[side] = Chases
		}
	}
	return
}

// slowLeagueChase reports whether the move that led to a position chases the piece on a square.
func slowLeagueChase(p *board.Position, m board.Move, s board.Square) bool {
	again := p.Pass()
	if again.Captured(board.NewMove(m.To(), s)) == board.NoPiece || !movegen.PseudoLegal(&again, board.NewMove(m.To(), s)) {
		return false
	}
	attacker, prey := p.At(m.To()).Type(), p.At(s).Type()
	alongFile := m.From().File() == m.To().File()
	if attacker != board.Knight && alongFile == (s.File() == m.To().File()) {
		return false
	}
	protected := false
	for root := range board.Square(board.Squares) {
		if q := p.At(root); q != board.NoPiece && q.Side() == p.Side() {
			protected = protected || board.Moves(q.Type(), q.Side(), root, p.Occupied(), s.Bit()).Has(s)
		}
	}
	crossed := prey == board.Pawn && !board.Half[p.Side()].Has(s)
	switch attacker {
	case board.Rook:
		return !protected && (prey == board.Knight || prey == board.Cannon || crossed)
	case board.Cannon:
		return prey == board.Rook || !protected && (prey == board.Knight || crossed)
	case board.Knight:
		return prey == board.Rook || !protected && (prey == board.Cannon || crossed)
	}
	return false
}
