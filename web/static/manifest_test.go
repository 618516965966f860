package main

import (
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestManifest asserts that the pictures of the manifest are there, and as large as it says.
func TestManifest(t *testing.T) {
	type picture struct{ Src, Type, Sizes string }
	var manifest struct{ Icons, Screenshots []picture }
	text, err := own.ReadFile("files/manifest.webmanifest")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &manifest))
	check := func(folder string, p picture) {
		f, err := os.Open(filepath.Join(folder, p.Src))
		require.NoError(t, err)
		defer f.Close()
		config, err := png.DecodeConfig(f)
		require.NoError(t, err)
		assert.Equal(t, fmt.Sprintf("%dx%d", config.Width, config.Height), p.Sizes, p.Src)
	}
	for _, p := range manifest.Icons {
		if p.Type == "image/png" {
			check("files", p)
		}
	}
	var shown []string
	for _, p := range manifest.Screenshots {
		check("../../docs", p)
		shown = append(shown, p.Src)
	}
	assert.Equal(t, pictures, shown)
}
