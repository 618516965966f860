package games

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/internal/command/commandtest"
)

func run(in string, args ...string) (out, errs string, err error) {
	return commandtest.Run(context.Background(), Command(), in, args...)
}

const four = `[Event "Cup"]
[Date "1977.03.12"]
[Red "Hu Ronghua"]
[Black "Yang Guanlin"]
[Result "1-0"]

1. h2e2 h9g7 2. h0g2 *

[Event "League"]
[Date "1980.??.??"]
[Red "Liu Dahua"]
[Black "Hu Ronghua"]
[Result "0-1"]

1. b2e2 h7e7 *

[Red "Someone"]
[Result "1/2-1/2"]

1. h2e2 h9g7 2. h0g2 *

[ECCO "D25"]
[FEN "3k5/9/9/9/9/9/9/9/R8/4K4 w"]

1. a1a2 *
`

// reds returns the players of red of PGN in its order, - for none.
func reds(out string) string {
	var all []string
	for text := range strings.SplitSeq(out, "[Game ") {
		if _, after, ok := strings.Cut(text, "[Red \""); ok {
			name, _, _ := strings.Cut(after, " ")
			name, _, _ = strings.Cut(name, "\"")
			all = append(all, name)
		} else if strings.Contains(text, "]") {
			all = append(all, "-")
		}
	}
	return strings.Join(all, " ")
}

func TestFilters(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "Hu Liu Someone -"},
		{"-player hu", "Hu Liu"},
		{"-red ronghua", "Hu"},
		{"-black hu", "Liu"},
		{"-event LEAGUE", "Liu"},
		{"-since 1977-03-12 -until 1977-03-12", "Hu"},
		{"-since 1977-04", "Liu"},
		{"-since 1980-06 -until 1980-07", "Liu"},
		{"-until 1979", "Hu"},
		{"-result 1-0,1/2-1/2", "Hu Someone"},
		{"-result *", "-"},
		{"-opening D", "Liu -"},
		{"-opening d25", "-"},
		{"-opening d2", "-"},
		{"-opening D5", "Liu"},
		{"-opening D50", ""},
		{"-opening opposite", "Liu"},
		{"-opening 列炮", "Liu"},
		{"-material R", "-"},
		{"-material r", ""},
		{"-sort -date", "Liu Hu Someone -"},
		{"-sort result,date", "Liu Hu Someone -"},
		{"-sort -plies,red", "Hu Someone Liu -"},
		{"-unique", "Hu Liu -"},
		{"-player hu -sort -red", "Liu Hu"},
	} {
		out, errs, err := run(four, append(strings.Fields(c.args), "-")...)
		require.NoError(t, err, c.args)
		assert.Equal(t, c.want, reds(out), "%s: %s", c.args, out)
		assert.Contains(t, errs, "of 4 games", c.args)
	}
	_, errs, err := run(four, "-unique", "-")
	require.NoError(t, err)
	assert.Contains(t, errs, "chosen: 3 of 4 games, doubles left out: 1\n")

	// The position after the second move of either game that has it, also as seen in a mirror.
	for _, fen := range []string{
		"rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b",
		"r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/2N1C2C1/9/R1BAKABNR b",
	} {
		out, _, err := run(four, "-fen", fen, "-")
		require.NoError(t, err)
		assert.Equal(t, "Hu Someone", reds(out))
	}
}

func TestBadArguments(t *testing.T) {
	for args, want := range map[string]string{
		"-since yesterday":           "want 1977, 1977-03 or 1977-03-12",
		"-until 1977-13":             "want 1977, 1977-03 or 1977-03-12",
		"-since 1980 -until 1979-12": "-since 1980 is later than -until 1979-12",
		"-result 2-0":                "want 1-0, 0-1, 1/2-1/2 or *",
		"-material RRR":              "no more of a piece than there are",
		"-material K":                "letters of a FEN without generals",
		"-sort colour":               "want date, year, event",
		"-split 0":                   "want a number of games or one of date",
		"-split year":                "-out names their folder",
		"-fen x":                     "FEN",
		"-to cbl":                    "only read",
	} {
		out, errs, err := run(four, append(strings.Fields(args), "-")...)
		assert.Equal(t, 2, command.Status(err), args)
		assert.ErrorContains(t, err, want, errs)
		assert.Empty(t, out)
	}
	_, _, err := run(four, "-lang", "zh", "-fen", "x", "-")
	assert.ErrorContains(t, err, "FEN 有误：不认识的棋子字母")
	// What cannot be read is reported, the other games are searched.
	out, errs, err := run(strings.Replace(four, "h7e7", "h7g1", 1), "-player", "hu", "-")
	assert.Equal(t, 2, command.Status(err))
	assert.Equal(t, "Hu", reds(out))
	assert.Contains(t, errs, "chuhe games: standard input: line 15")
}

func TestSplit(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.pgn")
	require.NoError(t, os.WriteFile(in, []byte(four), 0o666))
	for split, want := range map[string]map[string]string{
		"3":     {"games.pgn": "Hu Liu Someone", "games-2.pgn": "-"},
		"year":  {"1977.pgn": "Hu", "1980.pgn": "Liu", "unknown.pgn": "Someone -"},
		"event": {"Cup.pgn": "Hu", "League.pgn": "Liu", "unknown.pgn": "Someone -"},
	} {
		out := filepath.Join(dir, split) + "/"
		_, _, err := run("", "-split", split, "-out", out, in)
		require.NoError(t, err)
		entries, err := os.ReadDir(out)
		require.NoError(t, err)
		assert.Len(t, entries, len(want), split)
		for name, names := range want {
			text, err := os.ReadFile(filepath.Join(out, name))
			require.NoError(t, err)
			assert.Equal(t, names, reds(string(text)), name)
		}
		_, _, err = run("", "-split", split, "-out", out, in)
		assert.ErrorContains(t, err, "exists; -force", "nothing is replaced unasked")
	}
}

func TestFileName(t *testing.T) {
	for text, want := range map[string]string{
		"": "unknown", "..": "__", "a/b\\c": "a_b_c", "con": "con_", "五羊杯 1981": "五羊杯 1981", strings.Repeat("长", 80): strings.Repeat("长", 60), "1/2-1/2": "1_2-1_2",
	} {
		assert.Equal(t, want, fileName(text), text)
	}
}
