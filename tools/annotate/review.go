package annotate

import (
	"math"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/game"
	"chuhe/movegen"
)

// What a move must lose of the points to expect, 0 to 1, for its sign. From a level
// position with all pieces this is 62, 125 and 260 points of score.
const (
	dubious = 0.05
	mistake = 0.10
	blunder = 0.20
)

const (
	// won and lost bound what is still open: within, moves have signs.
	won, lost = 0.95, 0.05
	// winning is the least expectation of a side that should win, and gone the most when it
	// has thrown the win away.
	winning, gone = 0.85, 0.60
	// shortMate in moves has to be seen even in a won position.
	shortMate = 3
	// only is how much worse the second best move must be where there was only one.
	only = 0.25
)

// Move is the review of a move.
type Move struct {
	Ply  int // from 0
	Move board.Move
	Side board.Side
	// Best and Played are the best line and the line of the move played. Best is empty
	// where the position was not searched.
	Best, Played Line
	// BestPoints and PlayedPoints are the points that the mover may expect, 0 to 1,
	// with the best move and with the one played.
	BestPoints, PlayedPoints float64
	// Sign is the glyph of the move, 0 for none.
	Sign game.NAG
	// Notes say why.
	Notes []Note
}

// Loss returns what the move lost of the points to expect, 0 to 1.
func (m *Move) Loss() float64 { return max(m.BestPoints-m.PlayedPoints, 0) }

// Accuracy returns the accuracy of the move, 0 to 100.
func (m *Move) Accuracy() float64 { return accuracy(m.Loss()) }

// Better returns the line that was better if the move has a sign for it, else nil.
func (m *Move) Better() []board.Move {
	if m.Sign == game.GoodMove || m.Sign == 0 || len(m.Best.Moves) == 0 || m.Best.Moves[0] == m.Move {
		return nil
	}
	return m.Best.Moves
}

// Kind is the subject of a note.
type Kind uint8

// The kinds of notes.
const (
	MissedMate  Kind = iota // a mate in N moves was there
	MissedRule              // a win by the rules of repetition was there
	AllowsMate              // the opponent mates in N moves
	AllowsRule              // the opponent wins by the rules of repetition
	Loses                   // pieces are lost: Lost for Gained
	Misses                  // pieces could be won: Gained for Lost
	WinGone                 // the win is thrown away
	StillWins               // the mover wins all the same
	OnlyMove                // all other moves are much worse
	Draws                   // the move repeats the position and so gives a draw
	LosesByRule             // the move completes a forbidden repetition
)

// Note is a remark on a move.
type Note struct {
	Kind Kind
	N    int // moves to mate
	// Lost and Gained are the pieces that the mover loses and captures, most valuable first.
	Lost, Gained []board.PieceType
}

// Side is how a side played.
type Side struct {
	Moves    int
	Accuracy float64 // 0 to 100
	Loss     float64 // mean loss of points a move
	// Dubious, Mistakes and Blunders are the numbers of ?!, ? and ??.
	Dubious, Mistakes, Blunders int
}

// Review says where a game was lost.
type Review struct {
	*Analysis
	Moves []Move
	Sides [2]Side
	// Points are Red's expected points in each position, 0 to 1.
	Points []float64
	// Turn is the ply of the move with which the loser lost the game, -1 if neither
	// did.
	Turn int
}

// NewReview reviews an analysis. The result comes from the record, and counts if
// play did not end by itself.
func NewReview(a *Analysis, recorded board.Result) *Review {
	r := &Review{Analysis: a, Turn: -1}
	for ply := range a.Positions {
		r.Points = append(r.Points, a.Points(ply))
	}
	for ply := range a.Game.Len() {
		r.Moves = append(r.Moves, a.Judge(ply))
	}
	for side := range r.Sides {
		r.Sides[side] = r.side(board.Side(side))
	}
	r.Turn = r.turn(recorded)
	return r
}

// Points returns what Red may expect in a position that was searched, 0 to 1.
func (a *Analysis) Points(ply int) float64 {
	p := a.Game.At(ply)
	if a.endedAt(ply) {
		return a.Verdict.Result.Points(board.Red)
	}
	best, ok := a.Best(ply)
	if !ok {
		return 0.5
	}
	return redPoints(p.Side(), best.Score.Chances(p).Expected())
}

func redPoints(side board.Side, points float64) float64 {
	if side == board.Black {
		return 1 - points
	}
	return points
}

// Judge says what there is to say of a move. Its position and the next one must have
// been searched.
func (a *Analysis) Judge(ply int) Move {
	p := a.Game.At(ply)
	m := Move{Ply: ply, Move: a.Game.Move(ply), Side: p.Side(), Played: a.played(ply)}
	best, ok := a.Best(ply)
	if !ok {
		m.BestPoints, m.PlayedPoints = 0.5, 0.5
		return m
	}
	m.PlayedPoints = m.Played.Score.Chances(p).Expected()
	byRule := a.endedAt(ply+1) && a.Verdict.Kind.ByRepetition()
	if a.endedAt(ply + 1) {
		m.PlayedPoints = a.Verdict.Result.Points(m.Side)
		if m.PlayedPoints == 1 { // a mate needs no search to be the best move
			m.Played.Score = eval.Mate - 1
		}
	}
	m.Best, m.BestPoints = best, best.Score.Chances(p).Expected()
	if m.PlayedPoints >= m.BestPoints {
		m.Best, m.BestPoints = m.Played, m.PlayedPoints
	}
	a.sign(&m, p, byRule)
	return m
}

// sign gives a move its sign and the notes that explain it.
func (a *Analysis) sign(m *Move, p *board.Position, byRule bool) {
	mate := mateIn(m.Best.Score)
	missed := mate > 0 && mateIn(m.Played.Score) <= 0 && m.PlayedPoints != 1
	switch loss := m.Loss(); {
	case m.BestPoints <= lost:
		return
	case m.PlayedPoints >= won:
		if missed && mate <= shortMate {
			m.Sign = game.Dubious
		}
	case loss >= blunder && a.Positions[m.Ply].Deep:
		m.Sign = game.Blunder
	case loss >= mistake:
		m.Sign = game.Mistake
	case loss >= dubious:
		m.Sign = game.Dubious
	}
	if m.Sign == 0 {
		if a.Positions[m.Ply].Deep && a.onlyMove(m, p) {
			m.Sign = game.GoodMove
			m.note(Note{Kind: OnlyMove})
		}
		return
	}
	m.explain(p, missed, byRule)
}

// explain adds the notes of a move that is not the best.
func (m *Move) explain(p *board.Position, missed, byRule bool) {
	best, played := mateIn(m.Best.Score), mateIn(m.Played.Score)
	bestRule, ruled := m.Best.Score.RuleDistance()
	playedRule, beaten := m.Played.Score.RuleDistance()
	switch {
	case missed:
		m.note(Note{Kind: MissedMate, N: best})
	case ruled && bestRule > 0:
		m.note(Note{Kind: MissedRule})
	}
	switch {
	case byRule && m.PlayedPoints == 0:
		m.note(Note{Kind: LosesByRule})
	case byRule:
		m.note(Note{Kind: Draws})
	case played < 0 && best >= 0:
		m.note(Note{Kind: AllowsMate, N: -played})
	case beaten && playedRule < 0:
		m.note(Note{Kind: AllowsRule})
	default:
		m.material(p)
	}
	switch {
	case m.BestPoints >= winning && m.PlayedPoints <= gone && !missed:
		m.note(Note{Kind: WinGone})
	case m.PlayedPoints >= winning:
		m.note(Note{Kind: StillWins})
	}
}

func (m *Move) note(n Note) { m.Notes = append(m.Notes, n) }

// mateIn returns the moves in which the side of a score mates, negative ones in which it is
// mated, 0 if neither is known.
func mateIn(s eval.Score) int {
	switch plies, ok := s.MateDistance(); {
	case !ok:
		return 0
	case s > 0:
		return max(1, inMoves(plies))
	default:
		return -inMoves(-plies)
	}
}

// inMoves returns plies to a mate as moves of the side that mates.
func inMoves(plies int) int { return (plies + 1) / 2 }

// onlyMove reports whether a move was the only good one and not easy to see: not in
// a position that is decided, not an answer to check, not a capture, and not the flight
// of a piece that could be taken.
func (a *Analysis) onlyMove(m *Move, p *board.Position) bool {
	lines := a.Positions[m.Ply].Lines
	if a.Positions[m.Ply].Deep {
		lines = a.Positions[m.Ply].Again
	}
	if len(lines) < 2 || lines[0].Moves[0] != m.Move || m.BestPoints >= won || m.BestPoints <= lost || p.InCheck() {
		return false
	}
	if m.BestPoints-lines[1].Score.Chances(p).Expected() < only {
		return false
	}
	return p.Captured(m.Move) == board.NoPiece && !threatened(p, m.Move.From())
}

// threatened reports whether the other side could take the piece of the side to move on a
// square, if it were its turn.
func threatened(p *board.Position, s board.Square) bool {
	setup := p.Setup()
	setup.Side = setup.Side.Other()
	other, err := setup.Position()
	if err != nil { // in check
		return false
	}
	for _, m := range movegen.Legal(&other, nil) {
		if m.To() == s {
			return true
		}
	}
	return false
}

// material notes the pieces that the move loses, or that the best move would win.
func (m *Move) material(p *board.Position) {
	const piece = 2 // an advisor
	best, played := exchange(p, m.Best.Moves), exchange(p, m.Played.Moves)
	switch {
	case best.balance-played.balance < piece:
	case played.balance <= -piece:
		m.note(Note{Kind: Loses, Lost: played.lost, Gained: played.gained})
	case best.balance >= piece:
		m.note(Note{Kind: Misses, Lost: best.lost, Gained: best.gained})
	}
}

// trade lists the captures of a line: what the side to move loses and gains, without the
// pieces exchanged for their like.
type trade struct {
	lost, gained []board.PieceType
	balance      int
}

// exchange returns what the first eight plies of a line capture. Captures that follow
// at once belong to it.
func exchange(p *board.Position, line []board.Move) (t trade) {
	var count [board.PieceTypes]int
	pos := *p
	for i, m := range line {
		taken := pos.Captured(m)
		if i >= 8 && taken == board.NoPiece {
			break
		}
		if taken != board.NoPiece {
			by := 1
			if i%2 == 1 {
				by = -1
			}
			count[taken.Type()] += by
			t.balance += by * eval.Worth(taken.Type())
		}
		pos.Play(m)
	}
	for _, kind := range []board.PieceType{board.Rook, board.Cannon, board.Knight, board.Advisor, board.Bishop, board.Pawn} {
		for ; count[kind] > 0; count[kind]-- {
			t.gained = append(t.gained, kind)
		}
		for ; count[kind] < 0; count[kind]++ {
			t.lost = append(t.lost, kind)
		}
	}
	return t
}

// side sums up how a side played.
func (r *Review) side(side board.Side) (s Side) {
	var accuracies, weights []float64
	spread := r.spread()
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Side != side || len(m.Best.Moves) == 0 {
			continue
		}
		s.Moves++
		s.Loss += m.Loss()
		accuracies = append(accuracies, m.Accuracy())
		weights = append(weights, spread[i])
		switch m.Sign {
		case game.Dubious:
			s.Dubious++
		case game.Mistake:
			s.Mistakes++
		case game.Blunder:
			s.Blunders++
		}
	}
	if s.Moves == 0 {
		return s
	}
	s.Loss /= float64(s.Moves)
	s.Accuracy = (weighted(accuracies, weights) + harmonic(accuracies)) / 2
	return s
}

// accuracy returns the accuracy of a move, 0 to 100, by the curve of lichess.org
// (AccuracyPercent.scala in lichess-org/scalachess), where the loss is in points.
func accuracy(loss float64) float64 {
	return min(max(103.1668*math.Exp(-4.354*loss)-3.1669, 0), 100)
}

// spread returns for each move how much the points to expect change around it: their
// standard deviation over a tenth of the game, two to eight positions. Moves of
// lively phases count more for the accuracy of a game.
func (r *Review) spread() []float64 {
	size := min(max(len(r.Points)/10, 2), 8)
	out := make([]float64, len(r.Moves))
	for i := range out {
		from := max(0, min(i+1-size/2, len(r.Points)-size))
		window := r.Points[from:min(from+size, len(r.Points))]
		mean, square := 0.0, 0.0
		for _, p := range window {
			mean += p / float64(len(window))
		}
		for _, p := range window {
			square += (p - mean) * (p - mean) / float64(len(window))
		}
		out[i] = min(max(math.Sqrt(square), 0.005), 0.12)
	}
	return out
}

func weighted(values, weights []float64) float64 {
	sum, all := 0.0, 0.0
	for i, v := range values {
		sum += v * weights[i]
		all += weights[i]
	}
	return sum / all
}

// harmonic returns the harmonic mean of accuracies, which single bad moves pull down;
// none counts less than 1.
func harmonic(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += 1 / max(v, 1)
	}
	return float64(len(values)) / sum
}

// hope is the loser's expectation while a game is open.
const hope = 0.35

// turn returns the ply with which the loser lost the game: the last move before which
// it could expect as much as hope and after which it never could again.
func (r *Review) turn(recorded board.Result) int {
	loser, ok := r.Verdict.Result.Loser()
	if !ok {
		loser, ok = recorded.Loser()
	}
	if !ok {
		return -1
	}
	for i := len(r.Moves) - 1; i >= 0; i-- {
		m := &r.Moves[i]
		if m.Side != loser || m.BestPoints < hope {
			continue
		}
		if m.PlayedPoints < hope && m.Sign != 0 && m.Sign != game.GoodMove {
			return i
		}
		return -1
	}
	return -1
}
