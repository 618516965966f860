package engine

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestEscapedChild kills an engine whose child has left the process group and
// holds the pipes: nothing waits for it.
func TestEscapedChild(t *testing.T) {
	p, err := startProcess(&Config{Command: "sh", Args: []string{"-c", "setsid sleep 20 & sleep 20"}})
	require.NoError(t, err)
	time.Sleep(100 * time.Millisecond) // until it has left
	p.quit()
	select {
	case _, open := <-p.lines:
		assert.False(t, open)
	case <-time.After(5 * time.Second):
		assert.Fail(t, "the output is still read")
	}
}

// TestAllowedCPUs takes a CPU from this thread and asks what is left.
func TestAllowedCPUs(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	all, err := AllowedCPUs()
	require.NoError(t, err)
	assert.Len(t, all, runtime.NumCPU())
	last := all[len(all)-1]
	var old, one unix.CPUSet
	require.NoError(t, unix.SchedGetaffinity(0, &old))
	one.Set(last)
	require.NoError(t, unix.SchedSetaffinity(0, &one))
	defer func() { assert.NoError(t, unix.SchedSetaffinity(0, &old)) }()
	left, err := AllowedCPUs()
	require.NoError(t, err)
	assert.Equal(t, []int{last}, left)
}
