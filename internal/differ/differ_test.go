package differ

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFields(t *testing.T) {
	type part struct {
		Rate  float64
		Count int
	}
	type embedded struct{ Files []string }
	type settings struct {
		embedded
		Part   part
		Name   string `json:",omitempty"`
		Seed   uint64
		Hidden int `json:"-"`
		own    int
	}
	base := settings{Part: part{0.002, 3}, Seed: math.MaxUint64, Hidden: 1, own: 1}
	for _, c := range []struct {
		change func(*settings)
		want   string
	}{
		{func(*settings) {}, ""},
		{func(s *settings) { s.Hidden, s.own = 2, 2 }, ""},
		{func(s *settings) { s.Part.Count = 4 }, "count is 3, want 4"},
		{func(s *settings) { s.Seed--; s.Part.Rate = 0.5 }, "rate is 0.002, want 0.5; seed is 18446744073709551615, want 18446744073709551614"},
		{func(s *settings) { s.Name = "x" }, `name is unset, want "x"`},
		{func(s *settings) { s.Files = []string{"a"} }, `files is null, want ["a"]`},
	} {
		other := base
		c.change(&other)
		got, err := Fields(base, other)
		require.NoError(t, err)
		assert.Equal(t, c.want, got.String())
	}
	got, err := Fields(settings{Name: "a", Seed: 1}, settings{Seed: 2})
	require.NoError(t, err)
	assert.Equal(t, `name 为 "a"，应为 未设置；seed 为 1，应为 2`, got.In("zh-Hans"))
	_, err = Fields(base, settings{Part: part{Rate: math.NaN()}})
	assert.Error(t, err)
}
