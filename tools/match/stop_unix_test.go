//go:build unix

package match

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/tools/match/tournament"
)

// TestStandstill stops a match for longer than its clocks have, as Ctrl-Z or a machine that
// sleeps do. No engine loses for that.
func TestStandstill(t *testing.T) {
	inDir(t)
	cmd := start(t, append(longMatch(), "-each", "tc=2", "-rounds", "1000000")...)
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	waitForGames(t, 3)
	require.NoError(t, cmd.Process.Signal(syscall.SIGSTOP))
	time.Sleep(4 * time.Second)
	_, before, err := readJournal("m.jsonl")
	require.NoError(t, err)
	require.NoError(t, cmd.Process.Signal(syscall.SIGCONT))
	waitForGames(t, len(before)+8)
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	require.Error(t, cmd.Wait(), "it was interrupted")
	_, games, err := readJournal("m.jsonl")
	require.NoError(t, err)
	for _, g := range games {
		assert.NotContains(t, tournament.FaultEnds, g.End, "game %d: %s", g.Game, g.Reason)
	}
}
