package record

import (
	"chuhe/board"
	"chuhe/lab/record/entropy"
)

// scoreModel packs scores by how they differ from the last score of the other side
// and the one before. The difference is coded by its class, its sign and, almost as
// they are, the bits below.
type scoreModel struct {
	tables   [scoreInputs][]entropy.Bit
	weights  [scoreNodes]entropy.Weights
	below    [32 * 4]entropy.Bit // the highest bit below the class, by class and sign
	mix      entropy.Mix
	scores   [3]int // the last scores, the newest first, all for the side to move
	miss     int    // by how much the last score missed what was expected
	plies    int
	unscored int // 1 if the last ply had no score
}

const (
	scoreInputs = 4
	scoreNodes  = 32 // one for the sign and a tree of classes
)

// scoreContexts are the numbers of contexts of the inputs.
var scoreContexts = [scoreInputs]int{32 * 32, 32 * 32, 5 * 8 * 4 * 32, 32 * 32 * 2}

func (m *scoreModel) forget() {
	for i := range m.tables {
		if m.tables[i] == nil {
			m.tables[i] = make([]entropy.Bit, scoreContexts[i]*scoreNodes)
		}
		even(m.tables[i])
	}
	for i := range m.weights {
		m.weights[i] = entropy.EqualWeights(scoreInputs)
	}
	even(m.below[:])
}

// begin begins a game.
func (m *scoreModel) begin() { m.scores, m.miss, m.plies, m.unscored = [3]int{}, 0, 0, 0 }

// skip passes over a ply without a score.
func (m *scoreModel) skip() { m.push(m.scores[0]) }

// push makes a score for the side to move the last one.
func (m *scoreModel) push(score int) {
	const most = 32000 // so that any difference has a class
	score = max(min(score, most), -most)
	m.scores = [3]int{-score, -m.scores[0], -m.scores[1]}
	m.plies++
}

// last returns the class and the sign of the last score for the side to move next.
func (m *scoreModel) last() (class, sign int) { return sizeClass(m.scores[0]), negative(m.scores[0]) }

// decided is a score from which on the last score alone predicts the next.
const decided = 2500

// code writes or reads the score of a position and returns it with its difference from what
// was expected.
func (m *scoreModel) code(c *entropy.Coder, score int, p *board.Position, moves *moveModel) (int, int) {
	s := &m.scores
	expected := s[0]
	if expected < decided && expected > -decided {
		expected = (3*s[0] + s[1]) / 4
	}
	swing, size := sizeClass(s[0]-s[1]), sizeClass(s[0])
	last, before := moves.played[0], moves.played[1]
	exchange := int(last.victim) | toInt(before.victim != 0)<<3 | toInt(last.move.To() == before.move.To())<<4
	stage := (p.Occupied().Count()/8*8+min(m.plies, 7))*4 + toInt(last.victim != 0)*2 + toInt(p.InCheck())
	contexts := [scoreInputs]int{
		swing*32 + size,
		exchange*32 + size,
		stage*32 + swing,
		(sizeClass(m.miss)*32+sizeClass(s[1]-s[2]))*2 + negative(m.miss),
	}
	miss := score - expected
	node := 1
	for i := 4; i >= 0; i-- {
		node = node<<1 | m.bit(c, &contexts, node, sizeClass(miss)>>i&1)
	}
	class := node - 32
	sign := 0
	if class > 0 {
		sign = m.bit(c, &contexts, 0, negative(miss))
	}
	miss = m.magnitude(c, class, sign, max(miss, -miss))
	if sign == 1 {
		miss = -miss
	}
	m.miss = miss
	m.push(expected + miss)
	return expected + miss, miss
}

// bit codes a decision about the difference.
func (m *scoreModel) bit(c *entropy.Coder, contexts *[scoreInputs]int, node, bit int) int {
	m.mix.Reset()
	for i, context := range contexts {
		m.mix.Add(&m.tables[i][context*scoreNodes+node])
	}
	return m.mix.Code(c, bit, &m.weights[node])
}

// magnitude codes a number of a class.
func (m *scoreModel) magnitude(c *entropy.Coder, class, sign, n int) int {
	if class < 4 {
		return class
	}
	left := class/2 - 1 // bits that the class leaves open
	high := m.below[class*4+sign].Code(c, n>>(left-1)&1)
	rest := c.Bits(n, left-1)
	return (2|class&1)<<left | high<<(left-1) | rest
}
