//go:build unix

package protocol

import (
	"math/rand/v2"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
)

// TestCollectionsDoNotWait collects garbage just when the next read begins: see
// [command.LongCall], without which one collection in some thousands waits for a minute.
func TestCollectionsDoNotWait(t *testing.T) {
	if !testpos.Long() {
		t.Skip("collects garbage for minutes: -args -long")
	}
	var pipe [2]int
	require.NoError(t, syscall.Pipe(pipe[:])) // a read from an os.Pipe waits outside of system calls
	in, host := os.NewFile(uintptr(pipe[0]), "in"), os.NewFile(uintptr(pipe[1]), "host")
	commands := make(chan received)
	go read(t.Context(), in, commands)
	for n := range 40_000 {
		_, err := host.WriteString("isready\n")
		require.NoError(t, err)
		<-commands
		for range rand.IntN(3000) {
			runtime.KeepAlive(n) // until the read begins, more or less
		}
		begun := time.Now()
		runtime.GC()
		require.Less(t, time.Since(begun), 10*time.Second, "collection %d", n+1)
	}
	require.NoError(t, host.Close())
	<-commands // closed
}
