package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/rules"
	"chuhe/tools/match/openings"
)

// TestRecipe makes a small set twice: the same each time, and well formed.
func TestRecipe(t *testing.T) {
	r := recipe{count: 5, seed: 3, shallow: 500, choice: 6, margin: 50, deep: 2000, window: 60}
	require.NoError(t, r.validate())
	text, err := r.make(t.Context())
	require.NoError(t, err)
	again, err := r.make(t.Context())
	require.NoError(t, err)
	assert.Equal(t, string(text), string(again))
	good, bad := openings.ReadEPD(text, rules.Options{})
	assert.Empty(t, bad)
	assert.Len(t, good, 5)
	assert.True(t, strings.HasPrefix(string(text), "# Made by"))
}

func TestValidate(t *testing.T) {
	good := recipe{count: 5, shallow: 500, choice: 6, margin: 50, deep: 2000, window: 60}
	require.NoError(t, good.validate())
	for want, change := range map[string]func(*recipe){
		"-count":   func(r *recipe) { r.count = 0 },
		"-shallow": func(r *recipe) { r.shallow = 0 },
		"-deep":    func(r *recipe) { r.deep = 0 },
		"-margin":  func(r *recipe) { r.margin = -1 },
		"-window":  func(r *recipe) { r.window = -1 },
		"-choice":  func(r *recipe) { r.choice = 0 },
	} {
		bad := good
		change(&bad)
		assert.ErrorContains(t, bad.validate(), want)
	}
}
