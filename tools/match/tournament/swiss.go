package tournament

import (
	"cmp"
	"slices"
)

// drawSwiss pairs the players of the next round: by points, the upper half of the players
// with the same points against the lower, as few of them as possible a second time. The last of an
// odd number who has had no bye has one.
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
	d.pair()
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
	order  []int // of players without an opponent yet, the best first
	points []float64
	unmet  [][]bool // by two players
	byes   []bool
	red    []int // first games with Red less those with Black
	last   []int // 1 for Red in the first game of the last round, -1 for Black
	odd    bool  // encounters have an odd number of games, so colours matter
	pairs  [][2]int
}

func newSwissDraw(p *plan) *swissDraw {
	n := p.Players
	d := &swissDraw{
		points: make([]float64, n), unmet: make([][]bool, n), byes: make([]bool, n),
		red: make([]int, n), last: make([]int, n), odd: p.Games%2 == 1,
	}
	for i := range d.unmet {
		d.unmet[i] = slices.Repeat([]bool{true}, n)
		d.unmet[i][i] = false
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
		d.unmet[a][b], d.unmet[b][a] = false, false
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

// pair pairs the players in order, each with the best opponent who leaves the others as many that they
// have not met as there can be.
func (d *swissDraw) pair() {
	m := newMatching(d.unmet, d.order)
	for len(d.order) > 0 {
		first, list := d.order[0], d.candidates()
		k := list[slices.IndexFunc(list, func(k int) bool { return m.take(first, d.order[k]) })]
		d.pairs = append(d.pairs, [2]int{first, d.order[k]})
		d.order = slices.Delete(d.order[1:], k-1, k)
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
		return [4]float64{truth(!d.unmet[first][other]), d.points[first] - d.points[other], truth(d.odd && d.red[first]*d.red[other] > 0), max(away, -away)}
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
