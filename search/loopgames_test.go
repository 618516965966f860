package search

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// loopGame makes random games that go round in loops: one side hunts, by checks or
// chases as far as it can, the other runs to where it can be hunted again, and both
// like to take their last moves back.
type loopGame struct {
	rng     *rand.Rand
	hunter  board.Side
	style   huntStyle
	steady  int          // how many moves in 16 are taken back where they can be
	answers []board.Move // moves to come
	cases   []board.Line
}

// huntStyle is how a side hunts.
type huntStyle uint8

const (
	checkHunt huntStyle = iota // checks, and chases of any kind
	chaseHunt
	guardHunt // advisors or elephants attack in one of the two positions
	falseHunt // pieces that only seem to be protected
	bookHunt  // as in a case of the rule books, with other pieces about
	huntStyles
)

func (l *loopGame) play(plies int) *board.Line {
	l.steady, l.style = 13+l.rng.IntN(4), huntStyle(l.rng.IntN(int(huntStyles)))
	start, strewn := board.Position{}, testpos.Strewn(l.rng)
	for l.style == bookHunt {
		var ok bool
		if start, ok = l.fromBook(); ok {
			break
		}
	}
	for tries := 0; l.style != bookHunt && tries < 100; tries++ { // until there is something to hunt
		if l.hunter = board.Side(l.rng.IntN(2)); l.style <= chaseHunt {
			start = strewn()
			l.hunter = start.Side()
		} else {
			start = l.start()
		}
		if slices.ContainsFunc(movegen.Legal(&start, nil), func(m board.Move) bool { return l.hunts(&start, m) }) {
			break
		}
	}
	game := board.NewLine(start)
	for game.Len() < plies && movegen.HasLegal(game.Position()) {
		game.Play(l.next(game))
	}
	return game
}

// fromBook returns the position of a case with a piece more or less, and will play its
// moves, sometimes some of them first.
func (l *loopGame) fromBook() (board.Position, bool) {
	c := l.cases[l.rng.IntN(len(l.cases))]
	setup := c.At(0).Setup()
	for range l.rng.IntN(3) {
		s := board.Square(l.rng.IntN(board.Squares))
		switch piece := setup.Pieces[s]; {
		case piece == board.NoPiece:
			setup.Pieces[s] = board.NewPiece(board.Side(l.rng.IntN(2)), board.PieceType(1+l.rng.IntN(6)))
		case piece.Type() != board.King:
			setup.Pieces[s] = board.NoPiece
		}
	}
	p, err := setup.Position()
	moves := c.Moves()
	l.answers = slices.Clone(moves)
	if l.rng.IntN(2) == 0 {
		l.answers = append(slices.Clone(moves[:min(len(moves), 4)]), moves...)
	}
	return p, err == nil
}

// bookCases returns the games of the rule books.
func bookCases(t *testing.T) (cases []board.Line) {
	text, err := os.ReadFile("../rules/testdata/rule_cases.tsv")
	require.NoError(t, err)
	for line := range strings.SplitSeq(string(text), "\n") {
		f := strings.Split(line, "\t")
		if len(f) < 5 || f[0] == "id" || strings.HasPrefix(f[4], "illegal") {
			continue
		}
		cases = append(cases, *newGame(t, f[2], strings.Fields(f[3])...))
	}
	require.NotEmpty(t, cases)
	return cases
}

// start returns a position with few pieces, some of them preys: among the advisors and
// elephants of the hunting side, or by the king that protects them.
func (l *loopGame) start() board.Position {
	attackers := []board.PieceType{board.Knight, board.Cannon, board.Rook}
	home, away := l.hunter, l.hunter.Other()
	for {
		setup := board.Setup{Side: home, Fullmove: 1}
		put := func(side board.Side, t board.PieceType, points board.Bitboard) {
			if s := testpos.Pick(l.rng, points); setup.Pieces[s] == board.NoPiece {
				setup.Pieces[s] = board.NewPiece(side, t)
			}
		}
		put(home, board.King, board.Palace[home])
		put(away, board.King, board.Palace[away])
		points := board.Palace[away]
		if l.style == guardHunt {
			points = board.AdvisorPoints[home].Or(board.BishopPoints[home])
			for range 2 {
				put(home, board.Advisor, board.AdvisorPoints[home])
				put(home, board.Bishop, board.BishopPoints[home])
			}
		}
		for range 1 + l.rng.IntN(2) {
			put(away, attackers[l.rng.IntN(3)], points)
			put(home, attackers[l.rng.IntN(3)], board.AllSquares)
			put(home, attackers[l.rng.IntN(3)], board.AllSquares)
		}
		if p, err := setup.Position(); err == nil {
			return p
		}
	}
}

// next returns the next move of a game that has not ended.
func (l *loopGame) next(game *board.Line) board.Move {
	p, n := game.Position(), game.Len()
	if len(l.answers) > 0 && l.rng.IntN(32) > 0 {
		answer := l.answers[0]
		if l.answers = l.answers[1:]; movegen.IsLegal(p, answer) {
			return answer
		}
		l.answers = nil
	}
	if n >= 2 && l.rng.IntN(16) < l.steady {
		if back := reversed(game.Move(n - 2)); movegen.IsLegal(p, back) {
			return back
		}
	}
	legal := movegen.Legal(p, nil)
	l.rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	if p.Side() == l.hunter {
		for _, m := range legal {
			if l.hunts(p, m) {
				return m
			}
		}
	}
	return legal[0]
}

// hunts reports whether a move hunts and can be taken back to hunt again, and notes the
// answer that lets it.
func (l *loopGame) hunts(p *board.Position, m board.Move) bool {
	if p.Captured(m) != board.NoPiece {
		return false
	}
	child := p.Make(m)
	check, preys := child.InCheck(), l.newPreys(p, &child)
	if check && l.style != checkHunt || !check && preys.IsEmpty() {
		return false
	}
	for _, answer := range movegen.Legal(&child, nil) {
		if child.Captured(answer) != board.NoPiece || !check && !preys.Has(answer.From()) {
			continue
		}
		next := child.Make(answer)
		if back := reversed(m); movegen.IsLegal(&next, back) {
			again := next.Make(back)
			if check && again.InCheck() || !check && l.newPreys(&next, &again).Has(answer.To()) && l.inStyle(&child, &again, answer) {
				l.answers = []board.Move{answer}
				return true
			}
		}
	}
	return false
}

// inStyle reports whether the prey that makes a move between two positions in which it is
// attacked is hunted in the style of the game.
func (l *loopGame) inStyle(before, after *board.Position, m board.Move) bool {
	return l.style != guardHunt || !guardsAt(before, m.From(), l.hunter).IsEmpty() || !guardsAt(after, m.To(), l.hunter).IsEmpty()
}

// newPreys returns where the pieces stand that the hunter threatens to win in a position,
// but not in the one before it.
func (l *loopGame) newPreys(before, after *board.Position) (preys board.Bitboard) {
	if after.InCheck() {
		return
	}
	preys = l.preys(after.Pass())
	if !preys.IsEmpty() && !before.InCheck() {
		preys = preys.AndNot(l.preys(*before))
	}
	return
}

// preys returns where the pieces stand that the side to move could win, roughly.
func (l *loopGame) preys(p board.Position) (preys board.Bitboard) {
	us, them := p.Of(p.Side()), p.Of(p.Side().Other())
	soft := them.AndNot(p.AllOf(board.King)).AndNot(p.AllOf(board.Pawn))
	for hunters := us.AndNot(p.AllOf(board.King)).AndNot(p.AllOf(board.Pawn)); !hunters.IsEmpty(); {
		hunter := hunters.Pop()
		small := p.At(hunter).Type() == board.Advisor || p.At(hunter).Type() == board.Bishop
		for targets := p.MovesFrom(hunter).And(soft).AndNot(preys); !targets.IsEmpty(); {
			target := targets.Pop()
			taken := p.Make(board.NewMove(hunter, target))
			protected := taken.Attackers(target, taken.Occupied()).Meets(them)
			if small && l.style != falseHunt || protected == (l.style == falseHunt) &&
				!slices.ContainsFunc(movegen.Legal(&taken, nil), func(m board.Move) bool { return m.To() == target }) {
				preys = preys.Or(target.Bit())
			}
		}
	}
	return
}

// guardsAt returns the advisors and elephants of a side that attack a square.
func guardsAt(p *board.Position, s board.Square, side board.Side) board.Bitboard {
	return p.Attackers(s, p.Occupied()).And(p.Of(side)).And(p.AllOf(board.Advisor).Or(p.AllOf(board.Bishop)))
}

// reversed returns the move that takes another back.
func reversed(m board.Move) board.Move { return board.NewMove(m.To(), m.From()) }
