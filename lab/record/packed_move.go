package record

import (
	"fmt"

	"chuhe/board"
	"chuhe/lab/record/entropy"
	"chuhe/movegen"
)

// moveModel packs moves by their rank in an order of the legal moves: for one after
// the other it codes whether it is the one that was played. The order and the
// probabilities come from what can be seen on the board, described below, and from
// what was played in such cases before. Nothing here may depend on the search, on the
// evaluation, or on the order in which package movegen lists moves.
type moveModel struct {
	tables  [moveInputs][]entropy.Bit
	ranks   []entropy.Bit
	weights [rankClasses]entropy.Weights
	mix     entropy.Mix
	view    moveView
	played  [3]playedMove // the last plies, the newest first
	earlier playedMove    // the one before those
	choices [movegen.MaxMoves]choice
	places  [movegen.MaxMoves]place
	legal   [movegen.MaxMoves]board.Move
}

// playedMove is a move with the pieces that it moved and took.
type playedMove struct {
	move          board.Move
	piece, victim board.PieceType
}

// choice is a legal move with its contexts: indexes of the tables.
type choice struct {
	move     board.Move
	contexts [moveInputs]uint32
}

// place is where a choice comes in the order, the largest first: its weighted inputs,
// then its move, then the index of the choice. No two are the same.
type place int64

func newPlace(sum int64, move board.Move, i int) place {
	return place(sum<<32 | int64(^move)<<8 | int64(i))
}

func (p place) sum() int   { return int(p >> 32) }
func (p place) index() int { return int(p & 255) }

// The inputs.
const (
	byKind    = iota // what moves and what it takes, what attacks and defends the two squares
	bySquare         // what moves where
	byRoute          // from where to where
	byHistory        // how the move goes on from those before it, and what the score says
	moveInputs
)

// moveContexts are the numbers of contexts of the inputs.
var moveContexts = [moveInputs]int{8 * 8 * 9 * 32, 8 * 90 * 16, 90 * 90 * 8, 16 * 8 * 18 * missClasses}

const (
	rankClasses = 32
	gapClasses  = 16
	sumClasses  = 64
	missClasses = 7
)

func (m *moveModel) forget() {
	const guess = entropy.One / 8
	for i := range m.tables {
		if m.tables[i] == nil {
			m.tables[i] = make([]entropy.Bit, moveContexts[i])
		}
		for j := range m.tables[i] {
			m.tables[i][j] = entropy.NewBit(guess)
		}
	}
	if m.ranks == nil {
		m.ranks = make([]entropy.Bit, rankClasses*gapClasses*sumClasses)
	}
	for i := range m.ranks {
		m.ranks[i] = entropy.NewBit(entropy.One / 4)
	}
	for i := range m.weights {
		m.weights[i] = entropy.EqualWeights(moveInputs + 1)
	}
}

// begin begins a game.
func (m *moveModel) begin() { m.played, m.earlier = [3]playedMove{}, playedMove{} }

// errMove is wrapped by the errors of code.
var errMove = fmt.Errorf("%w: no legal move", errPacked)

// code writes or reads a move in a position whose score missed what was expected. The error is
// about a reading that comes to a position without moves.
func (m *moveModel) code(c *entropy.Coder, move board.Move, p *board.Position, miss int) (board.Move, error) {
	n := m.list(p, miss)
	if n == 0 {
		return board.NoMove, errMove
	}
	places := m.places[:n]
	for rank := 0; len(places) > 1; rank++ {
		gap := next(places)
		o := &m.choices[places[0].index()]
		if m.bit(c, rank, places[0].sum(), gap, o, toInt(o.move == move)) == 1 {
			break
		}
		places = places[1:]
	}
	move = m.choices[places[0].index()].move
	m.earlier = m.played[2]
	m.played = [3]playedMove{{move, p.TypeAt(move.From()), p.TypeAt(move.To())}, m.played[0], m.played[1]}
	return move, nil
}

// next brings the place that comes next to the front, and returns by how much it is
// ahead of the others, of which there must be one.
func next(places []place) (gap int) {
	best, second := 0, places[1]
	for i, p := range places {
		if p > places[best] {
			best, second = i, places[best]
		} else if i != best && p > second {
			second = p
		}
	}
	places[0], places[best] = places[best], places[0]
	return places[0].sum() - second.sum()
}

// bit codes whether a choice was played.
func (m *moveModel) bit(c *entropy.Coder, rank, sum, gap int, o *choice, bit int) int {
	rank = min(rank, rankClasses-1)
	gap = min(gap/40, gapClasses-1)
	sum = max(0, min((sum+2000)/60, sumClasses-1))
	m.mix.Reset()
	for i, context := range &o.contexts {
		m.mix.Add(&m.tables[i][context])
	}
	m.mix.Add(&m.ranks[(rank*gapClasses+gap)*sumClasses+sum])
	return m.mix.Code(c, bit, &m.weights[rank])
}

// list lists the legal moves with their places, and returns their number.
func (m *moveModel) list(p *board.Position, miss int) int {
	m.view.look(p, m, miss)
	moves := movegen.Legal(p, m.legal[:0])
	w := &m.weights[0]
	for i, move := range moves {
		o := &m.choices[i]
		o.move = move
		m.view.contexts(move, &o.contexts)
		sum := int64(0)
		for j, context := range &o.contexts {
			sum += int64(w[j]) * int64(m.tables[j][context].Stretched())
		}
		m.places[i] = newPlace(sum>>16, move, i)
	}
	return len(moves)
}

// moveView holds what the contexts of the moves of a position share.
type moveView struct {
	p          *board.Position
	own, their attackMap
	checks     movegen.Checks
	inCheck    int
	phase      int          // by the number of pieces
	miss       int          // class of the score
	undone     int          // 1 if the other side has just taken back its move before
	target     board.Square // where the other side has just moved to
	here, back board.Square // where the side's last move went to, and came from
	again      board.Move   // the move that the side played two moves ago
	from       fromView
}

// fromView holds what the moves of a piece share.
type fromView struct {
	square board.Square
	piece  board.PieceType
	at     int            // the square as its side sees it
	threat int            // as danger says
	guard  int            // 1 if defended
	same   int            // 1 if the side's last move was by this piece
	lesser board.Bitboard // squares that lesser pieces of the other side attack
}

// look looks at a position, after the moves that the model knows.
func (v *moveView) look(p *board.Position, m *moveModel, miss int) {
	side := p.Side()
	*v = moveView{
		p: p, own: attacksOf(p, side), their: attacksOf(p, side.Other()),
		checks: movegen.NewChecks(p), inCheck: toInt(p.InCheck()),
		phase: min(p.Occupied().Count()/9, 3), miss: missClass(miss),
		undone: toInt(m.played[0].takesBack(m.played[2])),
		target: board.NoSquare, here: board.NoSquare, back: board.NoSquare,
		again: m.earlier.move,
	}
	if last := m.played[0].move; last != board.NoMove {
		v.target = last.To()
	}
	if mine := m.played[1].move; mine != board.NoMove {
		v.here, v.back = mine.To(), mine.From()
	}
	v.from.square = board.NoSquare
}

// takesBack reports whether a move goes back to where another came from.
func (m playedMove) takesBack(o playedMove) bool {
	return o.move != board.NoMove && m.move.From() == o.move.To() && m.move.To() == o.move.From()
}

// missClass returns the class of a score by how it missed what was expected.
func missClass(miss int) int {
	class := 0
	for _, edge := range [missClasses - 1]int{-60, -20, -5, 6, 21, 61} {
		class += toInt(miss >= edge)
	}
	return class
}

// stand looks at the piece on a square.
func (v *moveView) stand(s board.Square) {
	piece := v.p.At(s).Type()
	v.from = fromView{
		square: s, piece: piece, at: int(s.From(v.p.Side())),
		guard:  toInt(v.own.once.Has(s)),
		same:   toInt(s == v.here),
		lesser: v.their.lesser[piece],
	}
	v.from.threat = v.danger(s)
}

// danger says how the piece would stand on a square: 0 not attacked, 1 attacked, 2
// attacked by a lesser piece.
func (v *moveView) danger(s board.Square) int {
	switch {
	case !v.their.once.Has(s):
		return 0
	case v.from.lesser.Has(s):
		return 2
	}
	return 1
}

// contexts sets the contexts of a move.
func (v *moveView) contexts(move board.Move, c *[moveInputs]uint32) {
	from, to := move.From(), move.To()
	if from != v.from.square {
		v.stand(from)
	}
	f := &v.from
	piece, victim := int(f.piece), int(v.p.At(to).Type())
	capture := toInt(victim != 0)
	danger := v.danger(to)
	// A rook attacks where it goes, and so do most pieces; pawns and cannons may not.
	guard := toInt(v.own.twice.Has(to) ||
		(f.piece == board.Cannon || f.piece == board.Pawn) && capture == 0 && v.own.once.Has(to))
	check := toInt(v.checks.Gives(v.p, move))
	retakes, returns, again := toInt(to == v.target), f.same&toInt(to == v.back), toInt(move == v.again)
	at := int(to.From(v.p.Side()))
	risk := (capture*3+danger)*3 + f.threat
	kind := (((((piece*8+victim)*3+danger)*3+f.threat)*2+guard)*2+f.guard)*2 + check
	c[byKind] = uint32((kind*2+retakes)*2 + v.inCheck)
	c[bySquare] = uint32((piece*90+at)*16 + (capture*3+danger)*2 + check)
	c[byRoute] = uint32(((f.at*90+at)*4+v.phase)*2 + capture)
	c[byHistory] = uint32((((((f.same*2+returns)*2+again)*2+v.undone)*8+piece)*18+risk)*missClasses + v.miss)
}

// attackMap holds the squares that a side attacks, also where its own pieces stand.
type attackMap struct {
	once, twice board.Bitboard                   // by a piece at least, by two
	lesser      [board.PieceTypes]board.Bitboard // by a piece of less value than one of the type
}

func attacksOf(p *board.Position, side board.Side) (a attackMap) {
	occupied := p.Occupied()
	var by [board.PieceTypes]board.Bitboard
	for pieces := p.Of(side); !pieces.IsEmpty(); {
		s := pieces.Pop()
		t := p.TypeAt(s)
		attacks := attacksFrom(t, side, s, occupied)
		a.twice = a.twice.Or(a.once.And(attacks))
		a.once = a.once.Or(attacks)
		by[t] = by[t].Or(attacks)
	}
	pawns := by[board.Pawn]
	small := pawns.Or(by[board.Advisor]).Or(by[board.Bishop])
	a.lesser = [board.PieceTypes]board.Bitboard{
		board.Advisor: pawns, board.Bishop: pawns,
		board.Knight: small, board.Cannon: small,
		board.Rook: small.Or(by[board.Knight]).Or(by[board.Cannon]),
	}
	return a
}

// attacksFrom returns the squares that a piece attacks.
func attacksFrom(t board.PieceType, side board.Side, s board.Square, occupied board.Bitboard) board.Bitboard {
	switch t {
	case board.Pawn:
		return board.PawnAttacks(side, s)
	case board.Advisor:
		return board.AdvisorAttacks(s)
	case board.Bishop:
		return board.BishopAttacks(s, occupied)
	case board.Knight:
		return board.KnightAttacks(s, occupied)
	case board.Cannon:
		_, cannon := board.SliderAttacks(s, occupied)
		return cannon
	case board.Rook:
		return board.RookAttacks(s, occupied)
	}
	return board.KingAttacks(s)
}
