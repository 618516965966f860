package tournament

import "slices"

// matching is a set of pairs of players who may be paired, as large as there is one.
type matching struct {
	may   [][]bool // by two players: whether they may be paired; symmetric
	in    []bool   // by player: whether it is to be paired
	other []int    // by player: the one it is paired with, free for none
	pairs int
}

// free stands for the partner of a player who is in no pair.
const free = -1

// newMatching returns a largest matching of the players in a list.
func newMatching(may [][]bool, list []int) *matching {
	m := &matching{may: may, in: make([]bool, len(may)), other: make([]int, len(may))}
	for i := range m.other {
		m.other[i] = free
	}
	for _, i := range list {
		m.in[i] = true
	}
	m.grow(len(list))
	return m
}

// take removes two players who are to be paired. It does so only if the others can then be in so
// many pairs that, all in all, there are as many as before; two who may not be paired count as none.
func (m *matching) take(a, b int) bool {
	before, others, want := m.pairs, slices.Clone(m.other), m.pairs
	if m.may[a][b] {
		want--
	}
	m.remove(a)
	m.remove(b)
	if m.grow(want); m.pairs >= want {
		return true
	}
	m.pairs, m.other = before, others
	m.in[a], m.in[b] = true, true
	return false
}

// remove takes a player out, and with it its pair.
func (m *matching) remove(a int) {
	if b := m.other[a]; b != free {
		m.other[a], m.other[b] = free, free
		m.pairs--
	}
	m.in[a] = false
}

// grow adds pairs until there are as many as wanted, or as many as possible. A player from whom there
// is no augmenting path has none later either, so each is tried once.
func (m *matching) grow(want int) {
	for root := 0; root < len(m.in) && m.pairs < want; root++ {
		if m.in[root] && m.other[root] == free && m.augment(root) {
			m.pairs++
		}
	}
}

// augment looks for a path from a player in no pair to another one, of which every second step is a
// pair, and swaps along it what is a pair and what is not. It is the algorithm of Edmonds: "Paths,
// trees, and flowers", 1965. A circle of odd length, a blossom, is shrunk to its base.
func (m *matching) augment(root int) bool {
	n := len(m.in)
	var (
		from   = make([]int, n) // the step before by which a player who would change partners was reached
		base   = make([]int, n) // of its blossom, or itself
		queued = make([]bool, n)
		queue  = []int{root} // players from whom the next step is not a pair
	)
	for i := range n {
		from[i], base[i] = free, i
	}
	queued[root] = true
	// shared returns the last base that the ways from the root to two players share.
	shared := func(a, b int) int {
		on := make([]bool, n)
		for a = base[a]; ; a = base[from[m.other[a]]] {
			on[a] = true
			if m.other[a] == free {
				break
			}
		}
		for b = base[b]; !on[b]; b = base[from[m.other[b]]] {
		}
		return b
	}
	// side marks the bases of the blossom between a player and its base, and lets the steps back go
	// around it.
	side := func(in []bool, a, stop, next int) {
		for base[a] != stop {
			in[base[a]], in[base[m.other[a]]] = true, true
			from[a] = next
			next = m.other[a]
			a = from[next]
		}
	}
	for k := 0; k < len(queue); k++ {
		a := queue[k]
		for b := range n {
			switch {
			case !m.in[b] || !m.may[a][b] || base[a] == base[b] || m.other[a] == b:
			case b == root || m.other[b] != free && from[m.other[b]] != free: // an odd circle
				stop, in := shared(a, b), make([]bool, n)
				side(in, a, stop, b)
				side(in, b, stop, a)
				for i := range n {
					if in[base[i]] {
						base[i] = stop
						if !queued[i] {
							queued[i] = true
							queue = append(queue, i)
						}
					}
				}
			case from[b] == free && m.other[b] == free:
				for from[b] = a; b != free; {
					before := from[b]
					next := m.other[before]
					m.other[b], m.other[before] = before, b
					b = next
				}
				return true
			case from[b] == free:
				from[b] = a
				queued[m.other[b]] = true
				queue = append(queue, m.other[b])
			}
		}
	}
	return false
}
