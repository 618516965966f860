package source

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/lab/record"
)

// read returns what Games has of a text on the standard input.
func read(ctx context.Context, text []byte) (games []Game, faults int, err error) {
	for g, e := range Games(ctx, command.Streams{In: bytes.NewReader(text)}, "-") {
		switch {
		case errors.Is(e, ErrFault):
			faults++
		case e != nil:
			return games, faults, e
		default:
			g := *g
			g.Moves, g.Scores = append([]board.Move(nil), g.Moves...), append([]eval.Score(nil), g.Scores...)
			games = append(games, g)
		}
	}
	return games, faults, nil
}

// recorded returns a file of self-play with two games, each in a block of its own.
func recorded(t *testing.T) []byte { return recordedBy(t, record.NewWriter) }

// recordedBy is recorded for a format.
func recordedBy(t *testing.T, newWriter func(io.Writer, string) (*record.Writer, error)) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := newWriter(&file, "made by a test")
	require.NoError(t, err)
	for _, score := range []int16{30, record.NoScore} {
		g := record.Game{Start: board.Start(), Plies: []record.Ply{{Move: board.MustParseMove("h2e2"), Score: score}}, Result: board.Draw}
		require.NoError(t, w.Write(&g))
		require.NoError(t, w.Flush())
	}
	return file.Bytes()
}

func TestRecords(t *testing.T) {
	file := recorded(t)
	games, faults, err := read(t.Context(), file)
	require.NoError(t, err)
	assert.Zero(t, faults)
	require.Len(t, games, 2)
	assert.Equal(t, []eval.Score{30}, games[0].Scores)
	assert.Equal(t, []eval.Score{NoScore}, games[1].Scores)
	assert.Equal(t, 2, games[1].Number)
	assert.Equal(t, board.Draw, games[1].Result)
	assert.Equal(t, "h2e2", games[1].Moves[0].String())

	packed, faults, err := read(t.Context(), recordedBy(t, record.NewPackedWriter))
	require.NoError(t, err)
	assert.Zero(t, faults)
	assert.Equal(t, games, packed)

	file[len(file)-60] ^= 1 // in the second block
	games, faults, err = read(t.Context(), file)
	require.NoError(t, err)
	assert.Len(t, games, 1)
	assert.Equal(t, 1, faults)
}

// TestLabelled asserts that the results of labelled positions, which mean nothing, are not used.
func TestLabelled(t *testing.T) {
	var file bytes.Buffer
	w, err := record.NewWriter(&file, record.LabelledBy+"\n")
	require.NoError(t, err)
	require.NoError(t, w.Write(&record.Game{Start: board.Start(), Plies: []record.Ply{{Move: board.MustParseMove("h2e2"), Score: 30}}, Result: board.RedWins}))
	require.NoError(t, w.Flush())
	games, faults, err := read(t.Context(), file.Bytes())
	require.NoError(t, err)
	assert.Zero(t, faults)
	require.Len(t, games, 1)
	assert.Equal(t, board.Unfinished, games[0].Result)
	assert.Equal(t, []eval.Score{30}, games[0].Scores)
}

func TestTexts(t *testing.T) {
	games, faults, err := read(t.Context(), []byte("[Result \"1-0\"]\n\n1. H2-E2 H9-G7 1-0\n\n[FEN \"x\"]\n\n1. H2-E2 *\n\n[Red \"c\"]\n\n1. H2-E2 *\n"))
	require.NoError(t, err)
	assert.Equal(t, 1, faults)
	require.Len(t, games, 2)
	assert.Equal(t, []int{1, 3}, []int{games[0].Number, games[1].Number})
	assert.Len(t, games[0].Moves, 2)
	assert.Nil(t, games[0].Scores)
	assert.Equal(t, board.RedWins, games[0].Result)
}

func TestErrors(t *testing.T) {
	_, _, err := read(t.Context(), []byte("\x00\x01\x02\x03 nothing that is known"))
	assert.ErrorIs(t, err, command.ErrInput)
	_, _, err = read(t.Context(), recorded(t)[:20])
	assert.ErrorIs(t, err, record.ErrHeader)
	for _, err := range Games(t.Context(), command.Streams{}, filepath.Join(t.TempDir(), "nonesuch")) {
		assert.ErrorIs(t, err, os.ErrNotExist)
		assert.NotContains(t, err.Error(), "nonesuch", "callers name the file")
	}
	folder := t.TempDir()
	for _, err := range Games(t.Context(), command.Streams{}, folder) {
		assert.ErrorIs(t, err, command.ErrInput)
		assert.NotContains(t, err.Error(), folder)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err = read(ctx, recorded(t))
	assert.ErrorIs(t, err, context.Canceled)
}
