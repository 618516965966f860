package memory

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
)

const (
	mib uint64 = 1 << 20
	gib uint64 = 1 << 30
)

// ask asks for memory in a room.
func (r room) ask(size, freed uint64) error {
	return ask(size, freed, func() room { return r })
}

// TestAsk compares sizes with a room.
func TestAsk(t *testing.T) {
	r := room{machine: 4 * gib, left: 300 * mib, swap: 200 * mib}
	assert.NoError(t, r.ask(500*mib, 0))
	assert.NoError(t, r.ask(600*mib, 100*mib), "as much is freed")
	assert.EqualError(t, r.ask(501*mib, 0), "no memory for 501 MiB: 500 MiB are left")
	assert.EqualError(t, r.ask(5*gib, 5*gib), "no memory for 5120 MiB: the machine has 4096 MiB")
	r.left, r.swap = 1, 0
	assert.NoError(t, r.ask(unasked, 0), "an engine starts")
	assert.NoError(t, ask(unasked, 0, func() room { panic("it need not look") }))
	assert.EqualError(t, r.ask(unasked+1, 0), "no memory for 96 MiB: 0 MiB are left")
	r.group = 2 * gib
	assert.EqualError(t, r.ask(3*gib, 10*mib), "no memory for 3072 MiB: 10 MiB are left of the 2048 MiB that the control group may use")
	assert.NoError(t, room{machine: 4 * gib}.ask(4*gib, 0), "not known what is left")
	assert.NoError(t, room{}.ask(4*gib, 0), "nothing known")
}

// TestAskTooMuch asserts that no size is counted in an int that cannot hold it, as where a program of 32 bits
// runs on a machine with more memory.
func TestAskTooMuch(t *testing.T) {
	assert.EqualError(t, Ask(math.MaxInt+1, math.MaxInt), fmt.Sprintf("no memory for %d MiB: a program of %d bits can have %d MiB",
		uint64(math.MaxInt+1)>>20, strconv.IntSize, math.MaxInt>>20))
}

// TestLook asserts that a system that can say how much memory there is does so.
func TestLook(t *testing.T) {
	if !slices.Contains([]string{"linux", "windows", "darwin", "freebsd"}, runtime.GOOS) {
		t.Skip("the system does not say")
	}
	r := look()
	assert.Greater(t, r.machine, 64*mib)
	assert.LessOrEqual(t, r.left, r.machine)
	assert.Positive(t, Left())
	assert.Positive(t, r.left)
}
