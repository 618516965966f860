package model

import (
	"bytes"
	"crypto/sha256"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestResume interrupts a training run and continues from the checkpoint.
func TestResume(t *testing.T) {
	want, _ := learn(t, 2, 8, adam)
	m, err := New(tiny, 1, 1)
	require.NoError(t, err)
	const batch = 3*sliceLen - 100
	all := examples(tiny, 4*batch, 2)
	for step := range 8 {
		NewTrainer(m, Loss{2}, adam, 3, 2).Learn(batch, source(all[step%4*batch:]), 0.01)
		var file bytes.Buffer
		require.NoError(t, m.Save(&file, []byte("a note")))
		var note []byte
		m, note, err = Load(&file, tiny)
		require.NoError(t, err)
		assert.Equal(t, "a note", string(note))
	}
	assert.Equal(t, digest(t, want), digest(t, m))
}

// digest returns a checksum of the whole model.
func digest(t *testing.T, m *Model) [sha256.Size]byte {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, m.Save(&file, nil))
	return sha256.Sum256(file.Bytes())
}

func TestDamagedCheckpoint(t *testing.T) {
	m, err := New(tiny, 1, 1)
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, m.Save(&file, nil))
	whole := file.Bytes()
	for _, at := range []int{0, 8, 12, 40, 1000, len(whole) - 1} {
		bad := bytes.Clone(whole)
		bad[at] ^= 1
		_, _, err := Load(bytes.NewReader(bad), tiny)
		assert.ErrorIs(t, err, ErrCheckpoint, "byte %d", at)
	}
	for _, n := range []int{0, 7, 30, 50, len(whole) / 2, len(whole) - 1} {
		_, _, err := Load(bytes.NewReader(whole[:n]), tiny)
		assert.ErrorIs(t, err, ErrCheckpoint, "%d bytes", n)
	}
	_, _, err = Load(bytes.NewReader(append(whole, 0)), tiny)
	assert.ErrorIs(t, err, ErrCheckpoint)
	assert.ErrorContains(t, err, "continues after")
}
