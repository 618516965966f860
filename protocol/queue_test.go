package protocol

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// slowly returns what overtaking does, from the front and without the counts.
func (q *queue) slowly(takes func(Command) bool) int {
	jobBefore := false
	for i, c := range q.waiting {
		if isUrgent(c) && takes(c) && !(jobBefore && concernsJob(c)) {
			return i
		}
		jobBefore = jobBefore || startsJob(c)
	}
	return -1
}

// TestQueue adds and removes commands at random and compares what may overtake others.
func TestQueue(t *testing.T) {
	commands := []Command{Go{}, Perft{}, Bench{}, SetOption{}, SetPosition{}, IsReady{}, Stop{}, PonderHit{}, Probe{}, Quit{}}
	random := rand.New(rand.NewPCG(1, 1))
	var q queue
	var plain []Command
	for range 20_000 {
		if len(plain) > 0 && random.IntN(20) < 9 {
			i := random.IntN(len(plain))
			assert.Equal(t, plain[i], q.remove(i))
			plain = slices.Delete(plain, i, i+1)
		} else {
			c := commands[random.IntN(len(commands))]
			q.add(c)
			plain = append(plain, c)
		}
		for len(plain) > 20 {
			assert.Equal(t, plain[0], q.remove(0))
			plain = plain[1:]
		}
		require.Equal(t, plain, q.waiting)
		taken := map[reflect.Type]bool{}
		for _, c := range commands {
			taken[reflect.TypeOf(c)] = random.IntN(2) == 0
		}
		takes := func(c Command) bool { return taken[reflect.TypeOf(c)] }
		require.Equal(t, q.slowly(takes), q.overtaking(takes))
		stops := 0
		for _, c := range plain {
			if c == (Stop{}) {
				stops++
			}
		}
		require.Equal(t, stops, q.stops)
	}
}
