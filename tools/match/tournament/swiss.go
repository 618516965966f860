package tournament

import (
	"cmp"
	"slices"
)

// drawSwiss pairs the players of the next round: by points, the upper half of the players
// with the same points against the lower, no two of them a second time if that can be
// avoided. The last of an odd number who has had no bye has one.
func (p *plan) drawSwiss() {
	if p.round == p.Rounds {
		p.over = true
		return
	}
	d := newSwissDraw(p)
	p.round++
	if len(d.order)%2 == 1 {
		d.giveBye(p)
	}
	d.steps = 0
	if !d.pair() { // every way repeats a pairing, or the search for one takes too long
		d.repeats, d.pairs = true, nil
		d.pair()
		d.exchange()
	}
	for _, pair := range d.pairs {
		a, b := pair[0], pair[1]
		if d.red[a] > d.red[b] || d.red[a] == d.red[b] && d.last[a] > d.last[b] {
			a, b = b, a
		}
		p.meet(a, b, 0)
	}
}

// swissDraw is the drawing of one round.
type swissDraw struct {
	order   []int // of players without an opponent yet, the best first
	points  []float64
	met     [][]bool
	byes    []bool
	red     []int // first games with Red less those with Black
	last    []int // 1 for Red in the first game of the last round, -1 for Black
	odd     bool  // encounters have an odd number of games, so colours matter
	repeats bool  // players may meet again
	pairs   [][2]int
	steps   int
}

// mostSteps bounds the search for a round without a repeated pairing.
const mostSteps = 200_000

func newSwissDraw(p *plan) *swissDraw {
	n := p.Players
	d := &swissDraw{
		points: make([]float64, n), met: make([][]bool, n), byes: make([]bool, n),
		red: make([]int, n), last: make([]int, n), odd: p.Games%2 == 1,
	}
	for i := range d.met {
		d.met[i] = make([]bool, n)
	}
	for _, place := range p.places() {
		d.order = append(d.order, place.Player)
		d.points[place.Player] = place.Points
	}
	slices.SortFunc(d.order, func(a, b int) int { // places break ties by more than seeds
		return cmp.Or(cmp.Compare(d.points[b], d.points[a]), cmp.Compare(a, b))
	})
	for _, e := range p.encounters {
		a, b := e.Players[0], e.Players[1]
		if b == Bye {
			d.byes[a] = true
			continue
		}
		d.met[a][b], d.met[b][a] = true, true
		d.red[a]++
		d.red[b]--
		d.last[a], d.last[b] = 1, -1
	}
	return d
}

// giveBye lets the last player who has had no bye, or the last of all, do without a game.
func (d *swissDraw) giveBye(p *plan) {
	at := len(d.order) - 1
	for i := at; i >= 0; i-- {
		if !d.byes[d.order[i]] {
			at = i
			break
		}
	}
	p.meet(d.order[at], Bye, 0)
	d.order = slices.Delete(d.order, at, at+1)
}

// pair pairs the players in order and reports whether it could.
func (d *swissDraw) pair() bool {
	if len(d.order) == 0 {
		return true
	}
	if d.steps++; d.steps > mostSteps && !d.repeats {
		return false
	}
	order := d.order
	first := order[0]
	for _, k := range d.candidates() {
		other := order[k]
		if d.met[first][other] && !d.repeats {
			continue
		}
		d.pairs = append(d.pairs, [2]int{first, other})
		d.order = slices.Delete(slices.Clone(order[1:]), k-1, k)
		if d.pair() {
			return true
		}
		d.pairs, d.order = d.pairs[:len(d.pairs)-1], order
	}
	return false
}

// exchange swaps opponents with another pair wherever a pair would meet again and neither of the new
// ones would. In the first n/2 rounds of n players that leaves no pair that meets again: two who have
// met have each at least n/2 opponents left, all of them in the other n/2-1 pairs, so one of these
// pairs has three or more and can be exchanged with.
func (d *swissDraw) exchange() {
	for i := range d.pairs {
		for k := range d.pairs {
			a, b, x, y := d.pairs[i][0], d.pairs[i][1], d.pairs[k][0], d.pairs[k][1]
			switch {
			case i == k || !d.met[a][b]:
			case !d.met[a][x] && !d.met[b][y]:
				d.pairs[i], d.pairs[k] = [2]int{a, x}, [2]int{b, y}
			case !d.met[a][y] && !d.met[b][x]:
				d.pairs[i], d.pairs[k] = [2]int{a, y}, [2]int{b, x}
			}
		}
	}
}

// candidates returns where in the order the opponents of the first player are, the best
// first: opponents whom it has not met, then of the nearest points, whose colours fit, and
// close to the middle of those with the same points.
func (d *swissDraw) candidates() []int {
	first := d.order[0]
	same := 1
	for same < len(d.order) && d.points[d.order[same]] == d.points[first] {
		same++
	}
	list := make([]int, 0, len(d.order)-1)
	for k := 1; k < len(d.order); k++ {
		list = append(list, k)
	}
	key := func(k int) [4]float64 {
		other := d.order[k]
		away := float64(k - same/2)
		if k >= same {
			away = float64(k)
		}
		return [4]float64{truth(d.met[first][other]), d.points[first] - d.points[other], truth(d.odd && d.red[first]*d.red[other] > 0), max(away, -away)}
	}
	slices.SortStableFunc(list, func(a, b int) int { x, y := key(a), key(b); return slices.Compare(x[:], y[:]) })
	return list
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
