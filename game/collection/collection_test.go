package collection

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/gametest"
	"chuhe/internal/testpos"
)

// mirror returns the mirror image of a position in the plainest way.
func mirror(t *testing.T, p board.Position) board.Position {
	setup := p.Setup().Mirror()
	image, err := setup.Position()
	require.NoError(t, err)
	return image
}

// TestPositions compares the search for a position with one that looks at the images of all
// positions, on random games.
func TestPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var games []*game.Game
	for range testpos.Rounds(40, 100, 1000) {
		games = append(games, gametest.Random(rng, gametest.Everything))
	}
	passes := func(g *game.Game, key uint64) bool {
		for v := range g.Main() {
			if p := v.After(); p.Key() == key {
				return true
			}
		}
		return false
	}
	found := 0
	for _, g := range games[:10] {
		for v := range g.Main() {
			wanted := v.After()
			image := mirror(t, wanted)
			for _, other := range games {
				want := passes(other, wanted.Key()) || passes(other, image.Key())
				require.Equal(t, want, (&Filter{Position: &wanted}).Wants(other), wanted.FEN())
				require.Equal(t, want, (&Filter{Position: &image}).Wants(other), image.FEN())
				if want {
					found++
				}
			}
		}
	}
	assert.Greater(t, found, 100)
}

// TestDoubles compares with a list of all games that were seen.
func TestDoubles(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var d Doubles
	type line struct {
		fen   string
		moves []board.Move
	}
	var seen []line
	doubles := 0
	for range 200 {
		g := gametest.Random(rng, gametest.Holds{Setups: true, Counters: true, Unfinished: true})
		if rng.IntN(2) == 0 && len(seen) > 0 {
			other := seen[rng.IntN(len(seen))]
			g = game.New(testpos.FEN(t, other.fen), other.moves...)
			if len(other.moves) > 0 && rng.IntN(3) == 0 {
				g = game.New(testpos.FEN(t, other.fen), other.moves[:len(other.moves)-1]...)
			}
		}
		setup := g.Start.Setup()
		setup.Halfmove, setup.Fullmove = 0, 1
		start, err := setup.Position()
		require.NoError(t, err)
		l := line{start.FEN(), g.Moves()}
		want := slices.ContainsFunc(seen, func(o line) bool { return o.fen == l.fen && slices.Equal(o.moves, l.moves) })
		if len(l.moves) == 0 && l.fen == board.StartFEN {
			want = false
		}
		require.Equal(t, want, d.Seen(g), l.fen)
		if want {
			doubles++
		}
		seen = append(seen, l)
	}
	assert.Greater(t, doubles, 20)
	assert.Less(t, doubles, 150)
	assert.False(t, d.Seen(game.New(board.Start())))
	assert.False(t, d.Seen(game.New(board.Start())), "games without moves are no doubles")
}

func TestDates(t *testing.T) {
	for text, want := range map[string]Date{
		"1977.03.12": {1977, 3, 12}, "1977-3-2": {1977, 3, 2}, "1977年3月": {1977, 3, 0}, "1977.??.??": {1977, 0, 0},
		"": {}, "????.??.??": {}, "12.03.77": {}, "1977.13.01": {1977, 0, 0}, "1977.02.40": {1977, 2, 0}, "1977.12.31": {1977, 12, 31}, "1977.12.32": {1977, 12, 0},
		"19770312": {1977, 3, 12}, "棋1977031200": {}, "1977031": {}, "19771312": {}, "19770332": {}, "19770300": {1977, 3, 0},
	} {
		assert.Equal(t, want, DateOf(text), text)
	}
}

// TestParseDate asserts that a command takes whole dates, and refuses what is only like one.
func TestParseDate(t *testing.T) {
	for text, want := range map[string]Date{
		"1977": {1977, 0, 0}, "1977-03": {1977, 3, 0}, "1977.3": {1977, 3, 0}, "1977-03-12": {1977, 3, 12}, "1977-12-31": {1977, 12, 31},
	} {
		got, err := ParseDate(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "77", "1977-13", "1977-00-01", "1977-12-32", "1977-03-", "1977-??-??", "on 1977-03-12", "1977年3月"} {
		_, err := ParseDate(text)
		assert.ErrorContains(t, err, "date \""+text+"\": want 1977, 1977-03 or 1977-03-12")
	}
}

// TestBlanks looks for names as people pad them: a blank at a Chinese character does not count.
func TestBlanks(t *testing.T) {
	for _, c := range []struct {
		red, part string
		want      bool
	}{
		{"吕  钦", "吕钦", true}, {"吕　钦", "吕钦", true}, {"吕钦", "吕 钦", true}, {"广东 吕 钦", "东吕钦", true}, {"吕  钦", "吕", true},
		{"吕钦", "钦吕", false}, {"Hu Ronghua", "hu ron", true}, {"Hu Ronghua", "huron", false}, {"吕  钦", "吕大", false},
		{"BGN 杯 Cup", "杯 Cup", true}, {"BGN 杯 Cup", "杯cup", true}, {"BGN 杯 Cup", "BGN杯", true}, {"\u3000吕钦 ", "吕钦", true},
	} {
		g := game.New(board.Start())
		g.Tags = []game.Tag{{Name: game.TagRed, Value: c.red}}
		assert.Equal(t, c.want, (&Filter{Player: c.part}).Wants(g), "%q in %q", c.part, c.red)
	}
}
