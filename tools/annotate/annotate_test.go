package annotate

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/game"
	"chuhe/internal/command"
	"chuhe/internal/command/commandtest"
	"chuhe/internal/testpos"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/search"
)

const chinese lang.Lang = "zh-Hans"

// gamesIn returns the games of a file of which everything can be read.
func gamesIn(t *testing.T, text string) []input {
	t.Helper()
	games, faults, err := readFile(t.Context(), command.Streams{In: strings.NewReader(text)}, "-")
	require.NoError(t, err)
	require.Empty(t, faults)
	return games
}

// play returns a game of moves such as "h2e2".
func play(t *testing.T, fen, moves string) *game.Game {
	t.Helper()
	return game.New(testpos.FEN(t, fen), testpos.Moves(t, moves)...)
}

// review analyses a game with few nodes and the hand-written evaluation.
func review(t *testing.T, g *game.Game, nodes uint64) *Review {
	t.Helper()
	found, err := newAnalyser(t, Settings{Nodes: nodes, MultiPV: 2}).Analyse(t.Context(), replay(t, g))
	require.NoError(t, err)
	return NewReview(found, g.Result)
}

// newAnalyser returns an analyser with a small engine of one thread and the hand-written
// evaluation.
func newAnalyser(t testing.TB, s Settings) *Analyser {
	t.Helper()
	if t, is := t.(*testing.T); is {
		testpos.SkipRace(t)
	}
	s.Threads, s.Hash, s.MoveLimit = 1, 1, rules.OwnLimit
	r := request{Settings: s, set: rules.Computer, eval: eval.Classical{}}
	engine, err := r.engine()
	require.NoError(t, err)
	t.Cleanup(engine.Close)
	return r.analyser(engine)
}

func replay(t testing.TB, g *game.Game) *board.Line {
	t.Helper()
	played, err := g.Replay()
	require.NoError(t, err)
	return played
}

const (
	missed = "3k5/R8/1R7/9/9/9/9/9/2n6/5K3 w - - 0 1"          // b7b9 mates
	hangs  = "3ak4/4a4/4b4/9/4p4/2n6/9/9/4A4/1R1AK4 w - - 0 1" // the knight covers b2
)

// TestSigns has a fault of each kind as the last or only move of a game.
func TestSigns(t *testing.T) {
	if testing.Short() {
		t.Skip("reviews one position after another")
	}
	for _, c := range []struct {
		name, fen, moves string
		ply              int
		sign             game.NAG
		en, zh           string
	}{
		{"missed mate", missed, "b7b3", 0, game.Dubious, "missed mate in 1", "错过1步杀"},
		{"hangs the rook", hangs, "b0b2", 0, game.Blunder, "loses the chariot", "失车"},
		{"perpetual check", "3k5/2R6/9/9/9/9/9/9/6r2/4K1N2 w", "c8c9 d9d8 c9c8 d8d9 c8c9 d9d8 c9c8 d8d9", 6, game.Blunder, "will lose by the rules of repetition", "将因犯规判负"},
	} {
		r := review(t, play(t, c.fen, c.moves), 3000)
		m := &r.Moves[c.ply]
		assert.Equal(t, c.sign, m.Sign, "%s: %+v", c.name, m)
		assert.Contains(t, explain(lang.English, m), c.en, c.name)
		assert.Contains(t, explain(chinese, m), c.zh, c.name)
	}
}

// TestThresholds pins what a move must lose for each sign, and the words of the documents
// about it.
func TestThresholds(t *testing.T) {
	for loss, want := range map[float64]game.NAG{
		0: 0, 0.049: 0, 0.051: game.Dubious, 0.099: game.Dubious, 0.101: game.Mistake, 0.199: game.Mistake, 0.201: game.Blunder,
	} {
		m := Move{BestPoints: 0.6, PlayedPoints: 0.6 - loss, Move: board.MustParseMove("h2e2")}
		p := board.Start()
		(&Analysis{Game: board.NewLine(p), Positions: []Found{{Deep: true}}}).sign(&m, &p, false)
		assert.Equal(t, want, m.Sign, "a loss of %g", loss)
	}
	start := board.Start()
	points := func(loss float64) (nearest eval.Score) {
		off := func(score eval.Score) float64 { return math.Abs(score.Chances(&start).Expected() - 0.5 - loss) }
		for score := range eval.Score(1000) {
			if off(score) < off(nearest) {
				nearest = score
			}
		}
		return
	}
	said := func(name, sentence string, values ...any) {
		text, err := os.ReadFile("../../docs/" + name)
		require.NoError(t, err)
		assert.Contains(t, string(text), fmt.Sprintf(sentence, values...), name)
	}
	signs := []any{dubious, mistake, blunder, points(dubious), points(mistake), points(blunder)}
	said("annotate.md", "A loss of %.2f is an inaccuracy, %.2f a mistake, %.2f a blunder: %d, %d and %d points of score while all pieces are on the board.", signs...)
	said("annotate.zh-CN.md", "损失 %.2f 为欠准，%.2f 为失误，%.2f 为严重失误：在子力齐全的均势局面里相当于 %d、%d、%d 分。", signs...)
	said("annotate.md", "If it then seems to lose %.2f or more,", doubt)
	said("annotate.zh-CN.md", "这时若显得损失 %.2f 以上，", doubt)
	said("board.md", "right (its expected score is at most %.2f points below the best move's)", rightLoss)
	said("board.zh-CN.md", "与最佳着法相比，期望得分损失不超过 %.2f", rightLoss)
}

// TestRuleVerdicts reviews games that end by repetition.
func TestRuleVerdicts(t *testing.T) {
	// Red gives perpetual check and loses, although a rook ahead.
	r := review(t, play(t, "3k5/2R6/9/9/9/9/9/9/6r2/3AKAN2 w", "c8c9 d9d8 c9c8 d8d9 c8c9 d9d8 c9c8 d8d9"), 2000)
	require.Equal(t, rules.PerpetualCheck, r.Verdict.Kind)
	assert.Zero(t, r.Points[8], "Red has lost")
	assert.Len(t, r.Positions[8].Lines, 0, "no search after the end of play")
	// A side with an extra rook lets the position repeat: a draw, and a win thrown away.
	g := play(t, "3k5/9/9/9/9/9/9/9/R8/4K4 w", strings.Repeat("a1a2 d9d8 a2a1 d8d9 ", 2))
	r = review(t, g, 2000)
	require.Equal(t, rules.Repetition, r.Verdict.Kind)
	last := &r.Moves[len(r.Moves)-2]
	assert.InDelta(t, 0.5, r.Points[8], 1e-9)
	assert.Greater(t, last.BestPoints, winning)
}

// TestLongRepetition asserts that a record that runs on for many plies after the end
// of play is reviewed to its end.
func TestLongRepetition(t *testing.T) {
	if testing.Short() {
		t.Skip("reviews a long game")
	}
	g := play(t, "3k5/9/9/9/9/9/9/9/R8/4K4 w", strings.Repeat("a1a2 d9d8 a2a1 d8d9 ", 25))
	r := review(t, g, 200)
	require.Len(t, r.Moves, 100)
	assert.Equal(t, 8, r.Verdict.Ply)
	r.write(g, lang.English, "")
	assert.Equal(t, 1, strings.Count(commentsOf(g), "draw: repetition"), "the verdict stands once")
}

func commentsOf(g *game.Game) string {
	var b strings.Builder
	for v := range g.Walk() {
		b.WriteString(v.Comment + "\n")
	}
	return b.String()
}

// TestQuiet asserts that moves of a decided game have no signs.
func TestQuiet(t *testing.T) {
	r := review(t, play(t, "3k5/9/9/9/9/9/4C4/1R7/R8/4K4 w", "a1a5 d9e9 a5a4 e9d9"), 2000)
	for _, m := range r.Moves[1:] {
		if m.Side == board.Black {
			assert.Zero(t, m.Sign, "%+v", m)
		}
	}
}

// TestTree asserts that a review adds to a game and takes nothing away.
func TestTree(t *testing.T) {
	g := play(t, hangs, "b0b2 c4b2")
	g.Root.Main().Comment = "a slip"
	g.Root.Main().NAGs = []game.NAG{game.Interesting, 14}
	r := review(t, g, 3000)
	r.write(g, lang.English, "ply 3: nonsense")
	require.NoError(t, g.Validate())
	first := g.Root.Main()
	assert.Regexp(t, `^a slip\nBlunder, 0\.\d\d to 0\.\d\d: .*loses the chariot`, first.Comment)
	assert.Equal(t, []game.NAG{game.Interesting, 14}, first.NAGs, "the author's sign stays")
	require.NotNil(t, first.Eval)
	assert.Negative(t, first.Eval.Centipawns+first.Eval.Mate, "Black is better")
	require.Len(t, g.Root.Next, 2, "the better line is a variation")
	assert.NotEqual(t, first.Move, g.Root.Next[1].Move)
	assert.Contains(t, g.Last().Comment, "ply 3: nonsense")
	assert.Equal(t, "Chuhe", g.Tag(game.TagAnnotator))
}

// TestJudgedEnds asserts that an error of Judged ends the analysis.
func TestJudgedEnds(t *testing.T) {
	a, enough := newAnalyser(t, Settings{Nodes: 500, MultiPV: 1, Order: OrderBack}), errors.New("enough")
	calls := 0
	a.Judged = func(*Analysis, int) error { calls++; return enough }
	_, err := a.Analyse(t.Context(), replay(t, play(t, hangs, "b0b2 c4b2")))
	assert.ErrorIs(t, err, enough)
	assert.Equal(t, 1, calls)
}

// TestAttempt looks for better moves than the players found.
func TestAttempt(t *testing.T) {
	for _, c := range []struct {
		name, fen, best, played, tried string
		grade                          Grade
		n                              int // lines compared
	}{
		{"the best move", hangs, "b0b8", "b0b2", "b0b8", Right, 2},
		{"another good move", hangs, "b0b8", "b0b2", "b0b7", Right, 3},
		{"the same slip", hangs, "b0b8", "b0b2", "b0b2", Wrong, 2},
		{"another slip", hangs, "b0b8", "b0b2", "b0b6", Wrong, 3},
		{"the mate", missed, "b7b9", "b7b3", "b7b9", Right, 2},
		{"another winning move than the mate", missed, "b7b9", "b7b3", "b7b4", Near, 3},
	} {
		g := board.NewLine(testpos.FEN(t, c.fen))
		a := newAnalyser(t, Settings{Nodes: 5000, MultiPV: 1})
		n := 0
		inner := a.Search
		a.Search = func(ctx context.Context, g *board.Line, l search.Limits, moves int, report func(search.Info)) (search.Result, error) {
			n = moves
			assert.Len(t, l.Only, moves)
			return inner(ctx, g, l, moves, report)
		}
		got, err := a.Attempt(t.Context(), g, board.MustParseMove(c.best), board.MustParseMove(c.played), board.MustParseMove(c.tried))
		require.NoError(t, err)
		assert.Equal(t, c.grade, got.Grade, "%s: %+v", c.name, got)
		assert.Equal(t, c.n, n, c.name)
		assert.Equal(t, c.tried, got.Tried.Moves[0].String(), c.name)
	}
	_, err := newAnalyser(t, Settings{Nodes: 500, MultiPV: 1}).Attempt(t.Context(), board.NewLine(testpos.FEN(t, hangs)),
		board.MustParseMove("b0b8"), board.MustParseMove("b0b2"), board.MustParseMove("e0e5"))
	assert.ErrorIs(t, err, ErrIllegal)
	assert.ErrorContains(t, err, "e0e5")
}

func TestGrades(t *testing.T) {
	assert.Equal(t, []string{"wrong", "near", "right"}, []string{Wrong.String(), Near.String(), Right.String()})
	for _, c := range []struct {
		best, played, tried float64
		want                Grade
	}{
		{0.8, 0.4, 0.8, Right}, {0.8, 0.4, 0.775, Right}, {0.8, 0.4, 0.7, Near}, {0.8, 0.4, 0.5, Wrong}, {0.8, 0.4, 0.3, Wrong},
		{0.55, 0.50, 0.53, Right}, {0.8, 0.74, 0.76, Wrong}, {0.8, 0.4, 0.9, Right}, {0.8, 0.74, 0.775, Right},
	} {
		assert.Equal(t, c.want, grade(c.best, c.played, c.tried), "%+v", c)
	}
}

func TestAccuracy(t *testing.T) {
	assert.InDelta(t, 100, accuracy(0), 0.01)
	assert.InDelta(t, 0, accuracy(1), 0.01)
	assert.Greater(t, accuracy(0.05), accuracy(0.1))
	assert.InDelta(t, 50, weighted([]float64{100, 0}, []float64{1, 1}), 1e-9)
	assert.InDelta(t, 2/(1/100.+1), harmonic([]float64{100, 0}), 1e-9)
}

func TestExchange(t *testing.T) {
	p := testpos.FEN(t, "3k5/9/4b4/9/2n6/9/9/2R6/4A4/3AK4 w")
	got := exchange(&p, testpos.Moves(t, "c2c5 e7c5"))
	assert.Equal(t, trade{[]board.PieceType{board.Rook}, []board.PieceType{board.Knight}, -5}, got)
	assert.Equal(t, "loses the chariot for the horse", note(lang.English, Note{Kind: Loses, Lost: got.lost, Gained: got.gained}, board.Red))
	assert.Equal(t, "失车，得马", note(chinese, Note{Kind: Loses, Lost: got.lost, Gained: got.gained}, board.Red))
	assert.Equal(t, "misses winning two soldiers", note(lang.English, Note{Kind: Misses, Gained: []board.PieceType{board.Pawn, board.Pawn}}, board.Red))
	// In Chinese the pieces of the sides have names of their own.
	given := Note{Kind: Loses, Lost: []board.PieceType{board.Bishop, board.Pawn}, Gained: []board.PieceType{board.Advisor}}
	assert.Equal(t, "失相、兵，得士", note(chinese, given, board.Red))
	assert.Equal(t, "失象、卒，得仕", note(chinese, given, board.Black))
	assert.Equal(t, "失双卒", (&Move{Side: board.Black, Notes: []Note{{Kind: Loses, Lost: []board.PieceType{board.Pawn, board.Pawn}}}}).Reasons(chinese))
}

// TestWords looks for gaps in the languages.
func TestWords(t *testing.T) {
	for _, l := range lang.All() {
		for k := MissedMate; k <= LosesByRule; k++ {
			text := note(l, Note{Kind: k, N: 3, Lost: []board.PieceType{board.Rook}, Gained: []board.PieceType{board.Pawn}}, board.Red)
			assert.NotEmpty(t, text, "%v: kind %d", l, k)
			assert.NotRegexp(t, `[{}%]|review\.`, text)
		}
		for n := 1; n <= 6; n++ {
			pieces := slices.Repeat([]board.PieceType{board.Pawn}, n)
			assert.NotRegexp(t, `[{}.]`, names(l, pieces, board.Red))
		}
	}
	good := &Move{Sign: game.GoodMove, Notes: []Note{{Kind: OnlyMove}}}
	assert.Equal(t, "The only move.", explain(lang.English, good))
	assert.Equal(t, "唯一的好着。", explain(chinese, good))
}

// run runs the command.
func run(ctx context.Context, in string, args ...string) (out, errs string, err error) {
	return commandtest.Run(ctx, Command(), in, append([]string{"-evalfile", "classical", "-hash", "1"}, args...)...)
}

const twoGames = `[Game "Chinese Chess"]
[Event "<script>alert(1)</script>"]
[Red "Ann & <b>Bob</b>"]
[Black "丙"]
[Result "1-0"]

1. 炮二平五 马8进7 2. 炮五进四 {夺卒 <i>} 马7进5 1-0

[Game "Chinese Chess"]
[Red "甲"]
[Black "乙"]
[FEN "3k5/R8/1R7/9/9/9/9/9/2n6/5K3 w - - 0 1"]

1. 车八退四 马3退2 *
`

func TestOutputs(t *testing.T) {
	if testing.Short() {
		t.Skip("reviews the same games again for each output")
	}
	for _, c := range []struct{ lang, text, html, opening, about string }{
		{"en", "missed mate in 1", "Key moments", "Opening: Central cannon", "</script>, 1-0, 2 moves\n"},
		{"zh", "错过1步杀", "关键着法", "开局：中炮局", "</script>，1-0，2 回合\n"},
	} {
		text, errs, err := run(t.Context(), twoGames, "-nodes", "500", "-lang", c.lang, "-")
		require.NoError(t, err)
		assert.Empty(t, errs)
		assert.Contains(t, text, c.text)
		assert.Contains(t, text, "甲 – 乙")
		assert.Contains(t, text, c.about)
		assert.Equal(t, 1, strings.Count(text, c.opening), "the second game does not begin at the start")

		page, _, err := run(t.Context(), twoGames, "-nodes", "500", "-lang", c.lang, "-to", "html", "-")
		require.NoError(t, err)
		assert.Contains(t, page, c.html)
		assert.Equal(t, 3, strings.Count(page, "<script"), "of both games and of the page: text never becomes markup")
		assert.NotContains(t, page, "<b>Bob")
		assert.Contains(t, page, "Ann &amp; &lt;b&gt;Bob&lt;/b&gt;")
		assert.NotRegexp(t, `(src|href)="?(https?:)?//`, page, "the page needs no net")
		wellFormed(t, page)
	}
	text, _, err := run(t.Context(), twoGames, "-nodes", "500", "-to", "pgn", "-lang", "zh", "-")
	require.NoError(t, err)
	assert.Contains(t, text, "夺卒", "the author's comments stay")
	assert.Contains(t, text, "错过1步杀")
	games := gamesIn(t, text)
	require.Len(t, games, 2)
	assert.NotEmpty(t, games[0].game.Root.Main().Eval)
	assert.Equal(t, "中炮局", games[0].game.Tag(game.TagOpening))
	assert.Empty(t, games[1].game.Tag(game.TagOpening))
}

// TestRulesOfGame annotates each game by the rules that it names, unless -rules says
// otherwise.
func TestRulesOfGame(t *testing.T) {
	const moves = `[FEN "3ak4/4a4/4b4/p8/2p3n2/9/P1P3r2/3AB4/c3N3N/1RB1KA3 w - - 0 1"]

1. b0b1 a1a0 2. b1b0 a0a1 3. b0b1 a1a0 4. b1b0 a0a1 *
`
	for _, flags := range [][]string{nil, {"-rules", "computer"}} {
		asian := "red loses: perpetual chase"
		if flags != nil {
			asian = "draw: repetition"
		}
		text, _, err := run(t.Context(), "[Rules \"asian\"]\n"+moves+"\n"+moves, append(flags, "-nodes", "200", "-")...)
		require.NoError(t, err)
		first, second, two := strings.Cut(text, "Game 2 of 2")
		require.True(t, two)
		assert.Contains(t, first, asian)
		assert.Contains(t, second, "draw: repetition")
	}
}

// TestMoveLimitOfGame annotates each game by the natural move limit that it names, unless -movelimit
// says otherwise, in one run and in units.
func TestMoveLimitOfGame(t *testing.T) {
	const tag, moves = "[MoveLimit \"40\"]\n", "[FEN \"3k5/9/9/9/p8/9/9/9/R8/4K4 w - - 39 20\"]\n\n1. a1b1 *\n\n"
	const limit = "draw: natural move limit"
	for _, flags := range [][]string{nil, {"-movelimit", "-1"}} {
		text, _, err := run(t.Context(), moves+tag+moves, append(flags, "-nodes", "200", "-")...)
		require.NoError(t, err)
		first, second, two := strings.Cut(text, "Game 2 of 2")
		require.True(t, two)
		assert.NotContains(t, first, limit)
		assert.Equal(t, flags == nil, strings.Contains(second, limit), text)

		out := filepath.Join(t.TempDir(), "a.txt")
		flags = append(flags, "-nodes", "200", "-out", out, "-")
		for _, part := range [][]string{{"-unit", "0/1"}, {"-merge"}} {
			_, _, err := run(t.Context(), moves+tag+moves, slices.Concat(part, flags)...)
			require.NoError(t, err)
		}
		merged, err := os.ReadFile(out)
		require.NoError(t, err)
		assert.Equal(t, text, string(merged))
	}

	// The searches of a game with another limit are not taken for those of this one.
	digests := map[string]bool{}
	for _, text := range []string{moves, tag + moves, "[MoveLimit \"0\"]\n" + moves, "[Rules \"asian\"]\n" + moves} {
		games := gamesIn(t, text)
		r := request{Settings: Settings{MoveLimit: rules.OwnLimit}}
		games[0].rules = r.rulesOf(games[0].game)
		digests[digest(games, r.rules())] = true
	}
	assert.Len(t, digests, 4)
}

// wellFormed asserts that the elements of a page are closed in their order and that
// the links within it lead somewhere.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, []string{"meta"}, xml.HTMLEntity
	ids, links := map[string]bool{}, []string{}
	depth := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		switch e := token.(type) {
		case xml.StartElement:
			depth++
			for _, a := range e.Attr {
				switch a.Name.Local {
				case "id":
					assert.False(t, ids[a.Value], "id %s twice", a.Value)
					ids[a.Value] = true
				case "href":
					links = append(links, strings.TrimPrefix(a.Value, "#"))
				}
			}
		case xml.EndElement:
			depth--
		}
	}
	assert.Zero(t, depth)
	assert.NotEmpty(t, links)
	for _, l := range links {
		assert.True(t, ids[l], "link to %s", l)
	}
}

// TestDeterministic asserts that nodes and one thread always give the same output.
func TestDeterministic(t *testing.T) {
	if testing.Short() {
		t.Skip("searches what TestOutputs does, with one thread")
	}
	first, _, err := run(t.Context(), twoGames, "-nodes", "500", "-to", "pgn", "-")
	require.NoError(t, err)
	second, _, err := run(t.Context(), twoGames, "-nodes", "500", "-to", "pgn", "-")
	require.NoError(t, err)
	assert.Equal(t, first, second)
}

// TestOrder asserts that -order back searches the same positions, the last first.
func TestOrder(t *testing.T) {
	for _, order := range []string{OrderGame, OrderBack} {
		a := newAnalyser(t, Settings{Nodes: 2000, MultiPV: 1, Order: order})
		var plies, again, judged []int
		a.save = func(k key, _ *Found) error {
			if k.again {
				again = append(again, k.ply)
			} else {
				plies = append(plies, k.ply)
			}
			return nil
		}
		a.Judged = func(a *Analysis, ply int) error {
			judged = append(judged, ply)
			if ply == 0 {
				assert.Equal(t, game.Blunder, a.Judge(ply).Sign, order)
			}
			return nil
		}
		g := play(t, hangs, "b0b2 c4b2")
		found, err := a.Analyse(t.Context(), replay(t, g))
		require.NoError(t, err)
		want := []int{0, 1, 2}
		if order == OrderBack {
			slices.Reverse(want)
		}
		assert.Equal(t, want, plies, order)
		assert.Equal(t, slices.DeleteFunc(want, func(ply int) bool { return ply == 2 }), judged, "%s: each move once its values are known", order)
		assert.Contains(t, again, 0, "%s: the slip is compared with the best move", order)
		r := NewReview(found, g.Result)
		assert.Equal(t, game.Blunder, r.Moves[0].Sign, order)
	}
	if testing.Short() {
		return // the rest searches what TestOutputs does
	}
	forth, _, err := run(t.Context(), twoGames, "-nodes", "500", "-to", "pgn", "-")
	require.NoError(t, err)
	back, _, err := run(t.Context(), twoGames, "-nodes", "500", "-to", "pgn", "-order", "back", "-")
	require.NoError(t, err)
	assert.NotEqual(t, forth, back)
	assert.Contains(t, back, "missed mate in 1")
}

// doneLater is a cancelled context that says so only when it has been asked a number of times, as
// reading games asks once for each.
type doneLater struct {
	context.Context
	asked int
}

func (d *doneLater) Err() error {
	if d.asked--; d.asked >= 0 {
		return nil
	}
	return d.Context.Err()
}

// TestResume interrupts a run after some searches, as a killed process would leave
// them, and continues it.
func TestResume(t *testing.T) {
	testpos.SkipRace(t)
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.pgn"), filepath.Join(dir, "out.html")
	require.NoError(t, os.WriteFile(in, []byte(twoGames), 0o666))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, errs, err := run(ctx, "", "-nodes", "1000", "-out", out, in)
	require.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, errs, "stopped while it read")
	_, errs, err = run(&doneLater{ctx, 2}, "", "-nodes", "1000", "-out", out, in)
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, "chuhe annotate: stopped with 0 of 8 positions done; the same command continues\n", errs)
	_, errs, err = run(&doneLater{ctx, 2}, "", "-nodes", "1000", in)
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, "chuhe annotate: stopped with 0 of 8 positions done; only with -out FILE does the same command continue\n", errs)
	journal := out + journalExt
	require.FileExists(t, journal)
	assert.NoFileExists(t, out)

	// What a run that was killed in the middle of a line leaves.
	s := Settings{Nodes: 1000, MultiPV: 2, Threads: 1, Hash: 1, Order: OrderGame, Rules: "computer", MoveLimit: -1, EvalFile: "classical"}
	games, _, err := readFile(t.Context(), command.Streams{}, in)
	require.NoError(t, err)
	j, err := openJournal(journal, journalHead{Settings: s, Games: digest(games, rules.Options{})})
	require.NoError(t, err)
	h2e2 := Line{77, []board.Move{board.MustParseMove("h2e2")}}
	require.NoError(t, j.save(key{0, 0, false, false}, &Found{Lines: []Line{h2e2}, Depth: 5}))
	_, err = openJournal(journal, journalHead{Settings: s, Games: digest(games, rules.Options{})})
	assert.ErrorIs(t, err, command.ErrInput, "another process has it")
	require.NoError(t, j.Close())
	text, err := os.ReadFile(journal)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(journal, append(text, `{"game":0,"ply":1,"lin`...), 0o666))

	for _, c := range []struct {
		want string
		args []string
	}{
		{`order is "game", want "back"`, []string{"-nodes", "1000", "-order", "back"}},
		{`time is "0s", want "200ms"`, []string{"-nodes", "1000", "-time", "0.2"}},
		{"nodes is 1000, want 999", []string{"-nodes", "999"}},
		{`rules is "computer", want "asian"`, []string{"-nodes", "1000", "-rules", "asian"}},
		{"multipv is 2, want 3", []string{"-nodes", "1000", "-multipv", "3"}},
	} {
		_, _, err = run(t.Context(), "", append(c.args, "-out", out, in)...)
		assert.ErrorIs(t, err, command.ErrInput)
		assert.ErrorContains(t, err, c.want)
	}
	other := filepath.Join(dir, "other.pgn")
	require.NoError(t, os.WriteFile(other, []byte("1. h2e2 *\n"), 0o666))
	for want, args := range map[string][]string{
		journal + ": begun with other settings: other games than those of " + other + "; give the same as before, or remove the file to start again":             {"-nodes", "1000", other},
		": begun with other settings: other games than those of " + in + ", " + other + "; nodes is 1000, want 999; give the same as before, or remove the file": {"-nodes", "999", in, other},
		": begun with other settings: other games than those of standard input; give":                                                                            {"-nodes", "1000", "-"},
		": begun with other settings: nodes is 1000, want 999; give the same as before, or remove the file":                                                      {"-nodes", "999", in},
	} {
		_, _, err = run(t.Context(), "1. h2e2 *\n", append(args, "-out", out)...)
		assert.ErrorIs(t, err, command.ErrInput)
		assert.ErrorContains(t, err, want)
	}
	unfinished := out + ".0123456789abcdef.tmp" // of a process that was killed while it wrote
	require.NoError(t, os.WriteFile(unfinished, nil, 0o666))
	_, errs, err = run(t.Context(), "", "-nodes", "1000", "-out", out, in)
	require.NoError(t, err)
	assert.NoFileExists(t, unfinished)
	assert.Contains(t, errs, "1 of 8 positions are done, continuing")
	assert.FileExists(t, out)
	assert.NoFileExists(t, journal)

	require.NoError(t, os.WriteFile(journal, []byte("my notes\n"), 0o666))
	_, _, err = run(t.Context(), "", "-nodes", "1000", "-out", out, "-force", in)
	assert.ErrorContains(t, err, `line 1: no journal of "chuhe annotate"; name another file`)
	kept, err := os.ReadFile(journal)
	require.NoError(t, err)
	assert.Equal(t, "my notes\n", string(kept))
}

// TestResumeSame interrupts runs in the middle of a game and asserts that they end with the
// same file, byte for byte, as a run without a break.
func TestResumeSame(t *testing.T) {
	dir := t.TempDir()
	in, whole := filepath.Join(dir, "in.pgn"), filepath.Join(dir, "whole.pgn")
	const moves = "1. C2=5 H8+7 2. H2+3 R9=8 3. R1=2 H2+3 4. P7+1 P7+1 5. R2+6 C8=9 6. R2=3 C9-1 7. H8+7 A4+5 8. C8=9 C9=7 *\n"
	require.NoError(t, os.WriteFile(in, []byte("[Red \"a\"]\n\n"+moves+"\n[Red \"b\"]\n\n"+moves), 0o666))
	args := []string{"-nodes", fmt.Sprint(testpos.Rounds(300, 2000, 2000)), "-concurrency", "1", "-out"}
	_, _, err := run(t.Context(), "", append(args, whole, in)...)
	require.NoError(t, err)
	want, err := os.ReadFile(whole)
	require.NoError(t, err)
	for _, cut := range []int{2, 8, 20} {
		out := filepath.Join(dir, fmt.Sprintf("%d.pgn", cut))
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			_, _, err := run(ctx, "", append(args, out, in)...)
			ended <- err
		}()
		require.Eventually(t, func() bool {
			journal, _ := os.ReadFile(out + journalExt)
			return bytes.Count(journal, []byte("\n")) > cut
		}, time.Minute, time.Millisecond)
		cancel()
		require.ErrorIs(t, <-ended, context.Canceled)
		_, _, err := run(t.Context(), "", append(args, out, in)...)
		require.NoError(t, err)
		got, err := os.ReadFile(out)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), "%d searches were done", cut)
	}
}

// TestNoFolder asserts that a missing folder is named, and not a file of the command's own.
func TestNoFolder(t *testing.T) {
	out := filepath.Join(t.TempDir(), "missing", "a.html")
	_, _, err := run(t.Context(), twoGames, "-nodes", "100", "-out", out, "-")
	require.ErrorIs(t, err, command.ErrInput)
	assert.EqualError(t, err, "annotate: "+out+": no such file or folder: "+filepath.Dir(out))
}

// TestExisting asserts that a file is not lost, above all not the file of the games.
func TestExisting(t *testing.T) {
	testpos.SkipRace(t)
	in := filepath.Join(t.TempDir(), "in.txt")
	require.NoError(t, os.WriteFile(in, []byte(twoGames), 0o666))
	_, _, err := run(t.Context(), "", "-nodes", "100", "-out", in, in)
	require.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "in.txt exists; -force replaces it")
	kept, err := os.ReadFile(in)
	require.NoError(t, err)
	assert.Equal(t, twoGames, string(kept))
	assert.NoFileExists(t, in+journalExt)
	for _, folder := range []string{filepath.Dir(in), filepath.Dir(in) + string(filepath.Separator)} {
		_, _, err = run(t.Context(), "", "-nodes", "100", "-out", folder, "-force", in)
		assert.ErrorIs(t, err, command.ErrInput)
		assert.ErrorContains(t, err, folder+": is a folder, not a file")
	}
	assert.NoFileExists(t, filepath.Dir(in)+journalExt)
	_, _, err = run(t.Context(), "", "-nodes", "100", "-out", in, "-force", in)
	require.NoError(t, err)
	written, err := os.ReadFile(in)
	require.NoError(t, err)
	assert.Contains(t, string(written), "accuracy")
}

// TestInputStays keeps a file of which something is left out, which would be lost.
func TestInputStays(t *testing.T) {
	dir := t.TempDir()
	in, link, other := filepath.Join(dir, "in.pgn"), filepath.Join(dir, "link.pgn"), filepath.Join(dir, "other.pgn")
	require.NoError(t, os.WriteFile(other, []byte("1. h2e2 *\n"), 0o666))
	for _, bad := range []string{
		"[Red \"d\"]\n\n1. h2e2 1-0 h9g7\n", "[Result \"1-0\"]\n[Result \"0-1\"]\n\n1. h2e2 1-0\n", "[Red \"甲\xff\"]\n\n1. h2e2 *\n",
		"[Red \"c\"]\n\n1. h2e2 (1. h2d2 h2h3) h9g7 *\n", "[Red \"a\"]\n\n1. h2e2 h9g7 2. e2e9 *\n", "[Red \"b\"]\n\n1. h2e9 *\n",
	} {
		require.NoError(t, os.WriteFile(in, []byte(bad), 0o666))
		require.NoError(t, os.Link(in, link))
		for _, name := range []string{in, link} {
			_, _, err := run(t.Context(), "", "-nodes", "100", "-force", "-out", in, other, name)
			require.ErrorIs(t, err, command.ErrInput)
			assert.ErrorContains(t, err, "in.pgn is one of the files that are read, so it is not replaced")
			kept, err := os.ReadFile(in)
			require.NoError(t, err)
			assert.Equal(t, bad, string(kept))
		}
		require.NoError(t, os.Remove(link))
	}
	_, _, err := run(t.Context(), "", "-nodes", "100", "-force", "-out", other, other, in)
	assert.ErrorContains(t, err, "1 of 2 games could not be read", "the file that is replaced is read whole")
}

// TestAgain annotates what was annotated before: what is said already is not said again.
func TestAgain(t *testing.T) {
	testpos.SkipRace(t)
	nodes := fmt.Sprint(testpos.Rounds(100, 500, 500))
	once, _, err := run(t.Context(), twoGames, "-nodes", nodes, "-to", "pgn", "-")
	require.NoError(t, err)
	assert.Regexp(t, `夺卒 <i>\n\w`, once, "there is a comment behind that of the author")
	twice, _, err := run(t.Context(), once, "-nodes", nodes, "-to", "pgn", "-")
	require.NoError(t, err)
	assert.Equal(t, once, twice)
}

// TestFaults asserts that a game with an illegal move is annotated up to it, and that
// the output says so, in its language.
func TestFaults(t *testing.T) {
	const head = "[Game \"Chinese Chess\"]\n[Red \"a\"]\n[Black \"b\"]\n\n"
	for _, c := range []struct{ moves, lang, upTo, fault string }{
		{"1. h2e2 h9g7 2. e2e9 h2e2 *", "en", "Annotated up to 1... h8+7. ",
			"The record has a fault here: line 5 (offset 62): game 1: the piece cannot go there (ply 3, e2e9, red cannon)."},
		{"1. h2e2 h9g7 2. e2e9 h2e2 *", "zh", "评注到 1... 马８进７ 为止。", "此后棋谱有误：第5行（第62字节）第1局：不合该子走法（第3着，红炮，e2e9）。"},
		{"1. h2e2 h9g7 2. \x1b[2J *", "en", "Annotated up to 1... h8+7. ", "ply 3, "},
		{"1. h2e2 h9g7 2. 马四进三 *", "zh", "评注到 1... 马８进７ 为止。", `第3着“马四进三”没有棋子能这样走。`},
	} {
		for _, to := range []string{"text", "html", "pgn"} {
			out, errs, err := run(t.Context(), head+c.moves+"\n", "-nodes", "500", "-lang", c.lang, "-to", to, "-")
			require.NoError(t, err)
			assert.Empty(t, errs)
			assert.NotContains(t, out, "\x1b")
			out = html.UnescapeString(out)
			assert.Contains(t, out, c.fault, to)
			switch to {
			case "pgn":
				games := gamesIn(t, out)
				require.Len(t, games, 1)
				assert.NoError(t, games[0].fault)
				assert.Len(t, games[0].game.Moves(), 2)
				assert.NotNil(t, games[0].game.Last().Eval, "both moves have been searched")
				assert.Contains(t, games[0].game.Last().Comment, c.fault)
			default:
				assert.Contains(t, out, c.upTo, to)
			}
		}
	}
	// A user who gets a file learns it as well.
	name := filepath.Join(t.TempDir(), "out.html")
	_, errs, err := run(t.Context(), head+"1. h2e2 h9g7 2. e2e9 *\n", "-nodes", "500", "-out", name, "-")
	require.NoError(t, err)
	assert.Contains(t, errs, "chuhe annotate: standard input: annotated up to a fault: line 5")
	// A game whose first move is bad has nothing to annotate.
	_, errs, err = run(t.Context(), head+"1. h2e9 *\n", "-nodes", "500", "-")
	assert.ErrorIs(t, err, command.ErrInput)
	assert.Contains(t, errs, "the piece cannot go there (ply 1, h2e9")
}

// TestChangedCharacters says that PGN cannot hold the braces of comments.
func TestChangedCharacters(t *testing.T) {
	testpos.SkipRace(t)
	const braces = "[Red \"A\"]\n\n1. h2e2 {a {b} c} h9g7 *\n\n"
	const warning = "warning: the format cannot hold characters: 4 in 2 games\n"
	name := filepath.Join(t.TempDir(), "a.pgn")
	out, errs, err := run(t.Context(), braces+twoGames+braces, "-nodes", "100", "-to", "pgn", "-")
	require.NoError(t, err)
	assert.Contains(t, out, "a ｛b｝ c}")
	assert.Equal(t, "chuhe annotate: "+warning, errs)
	_, errs, err = run(t.Context(), braces+braces, "-nodes", "100", "-out", name, "-")
	require.NoError(t, err)
	assert.Contains(t, errs, warning)
	_, errs, err = run(t.Context(), braces, "-nodes", "100", "-")
	require.NoError(t, err)
	assert.Empty(t, errs)
}

func TestBadArguments(t *testing.T) {
	for want, args := range map[string][]string{
		"no file, want one or more":           {},
		"-out is -, want the name of a file":  {"-out", "-", "-to", "pgn", "-force", "-"},
		"-to \"svg\": want text, html or pgn": {"-to", "svg", "-"},
		"-out a.XQF: the name is that of a file of format xqf, but text, html or pgn is written": {"-out", "a.XQF", "-"},
		"want seconds, or a time such as 200ms":                                                  {"-time", "soon", "-"},
		"want a time from 1ms to 24h":                                                            {"-time", "0", "-"},
		"-order \"up\": want game or back":                                                       {"-order", "up", "-"},
		"unknown language":                                                                       {"-lang", "qaa", "-"},
		"unknown notation":                                                                       {"-notation", "morse", "-"},
		"unknown set of rules":                                                                   {"-rules", "mine", "-"},
		"for flag -multipv: want a whole number from":                                            {"-multipv", "0", "-"},
		"no game in standard input":                                                              {"-"},
		"- is given twice":                                                                       {"-", "-"},
		"nowhere.pgn":                                                                            {"nowhere.pgn"},
	} {
		_, _, err := run(t.Context(), "", args...)
		require.ErrorIs(t, err, command.ErrInput, want)
		assert.ErrorContains(t, err, want)
	}
	// A file that cannot be read is named once, without a call of the system.
	folder := t.TempDir()
	for _, name := range []string{filepath.Join(folder, "missing.pgn"), folder} {
		_, _, err := run(t.Context(), "", name)
		require.ErrorIs(t, err, command.ErrInput)
		assert.True(t, strings.HasPrefix(err.Error(), "annotate: "+name+": "), err)
		assert.Equal(t, 1, strings.Count(err.Error(), folder), err)
	}
}

// BenchmarkGame is the analysis of a short game.
func BenchmarkGame(b *testing.B) {
	a := newAnalyser(b, Settings{Nodes: 1000, MultiPV: 2})
	g := replay(b, game.New(board.Start(), board.MustParseMove("h2e2"), board.MustParseMove("h9g7")))
	for b.Loop() {
		if _, err := a.Analyse(b.Context(), g); err != nil {
			b.Fatal(fmt.Errorf("game: %w", err))
		}
	}
}
