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
	t := newTree(m, root)
	for k := 0; k < len(t.queue); k++ {
		a := t.queue[k]
		for b := range m.in {
			switch {
			case !m.in[b] || !m.may[a][b] || t.base[a] == t.base[b] || m.other[a] == b:
			case b == root || m.other[b] != free && t.from[m.other[b]] != free: // an odd circle
				t.shrink(a, b)
			case t.from[b] != free: // reached before
			case m.other[b] == free:
				t.from[b] = a
				t.swap(b)
				return true
			default:
				t.from[b] = a
				t.enqueue(m.other[b])
			}
		}
	}
	return false
}

// tree holds the paths from a root on which every second step is a pair, as far as they are known.
type tree struct {
	*matching
	from   []int  // by player: the step before by which one who would change partners was reached
	base   []int  // by player: of its blossom, or itself
	queued []bool // by player: whether it is or was in the queue
	queue  []int  // players from whom the next step is not a pair
}

func newTree(m *matching, root int) *tree {
	n := len(m.in)
	t := &tree{matching: m, from: make([]int, n), base: make([]int, n), queued: make([]bool, n)}
	for i := range n {
		t.from[i], t.base[i] = free, i
	}
	t.enqueue(root)
	return t
}

func (t *tree) enqueue(a int) {
	if !t.queued[a] {
		t.queued[a] = true
		t.queue = append(t.queue, a)
	}
}

// swap makes pairs of the steps that are none, and the reverse, on the path from the root to a player.
func (t *tree) swap(b int) {
	for b != free {
		before := t.from[b]
		next := t.other[before]
		t.other[b], t.other[before] = before, b
		b = next
	}
}

// shrink makes a blossom of the circle that a step between two players closes.
func (t *tree) shrink(a, b int) {
	base, in := t.shared(a, b), make([]bool, len(t.in))
	t.mark(in, a, base, b)
	t.mark(in, b, base, a)
	for i := range t.base {
		if in[t.base[i]] {
			t.base[i] = base
			t.enqueue(i)
		}
	}
}

// shared returns the last base that the paths from the root to two players share.
func (t *tree) shared(a, b int) int {
	on := make([]bool, len(t.in))
	for a = t.base[a]; ; a = t.base[t.from[t.other[a]]] {
		on[a] = true
		if t.other[a] == free {
			break
		}
	}
	for b = t.base[b]; !on[b]; b = t.base[t.from[t.other[b]]] {
	}
	return b
}

// mark marks the bases of a blossom between a player and the base of the blossom, and lets the steps
// back go around it, first to the player next.
func (t *tree) mark(in []bool, a, base, next int) {
	for t.base[a] != base {
		in[t.base[a]], in[t.base[t.other[a]]] = true, true
		t.from[a] = next
		next = t.other[a]
		a = t.from[next]
	}
}
