//go:build unix

package match

import (
	"context"
	"io"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"chuhe/internal/command"
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

// TestPipes names pipes without a writer as the files of a match: an interrupt ends the wait for one that
// is read once, and a journal cannot be one.
func TestPipes(t *testing.T) {
	inDir(t)
	require.NoError(t, unix.Mkfifo("pipe", 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.ErrorIs(t, play(ctx, []string{"-config", "pipe"}, io.Discard), context.Canceled)
	assert.ErrorIs(t, play(ctx, againstResigner("-each", "tc=5", "-openings", "pipe"), io.Discard), context.Canceled)
	err := play(t.Context(), []string{"-resume", "pipe"}, io.Discard)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "-resume: pipe: not a regular file")
}
