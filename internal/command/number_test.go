package command

import (
	"flag"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type score int32

// numbers holds a flag of each type.
type numbers struct {
	Count uint64
	Whole int
	Score score
	Share float64
}

func (n *numbers) flags() *flag.FlagSet {
	flags := flag.NewFlagSet("test", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	Number(flags, &n.Count, "count", n.Count, "a `count`")
	Number(flags, &n.Whole, "whole", n.Whole, "a `number`")
	Number(flags, &n.Score, "score", n.Score, "a `score`")
	Number(flags, &n.Share, "share", n.Share, "a `share`")
	return flags
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		args string
		want numbers
	}{
		{"", numbers{1, 2, 3, 0.5}},
		{"-count 0 -whole 0 -score 0 -share 0", numbers{}},
		{"-count 18446744073709551615 -whole -7 -score -2147483648 -share -1e-3", numbers{1<<64 - 1, -7, -1 << 31, -0.001}},
		{"-count 1_000_000 -whole 0x10 -score 0x10 -share 3", numbers{1_000_000, 16, 16, 3}},
	} {
		got := numbers{1, 2, 3, 0.5}
		require.NoError(t, got.flags().Parse(strings.Fields(c.args)), c.args)
		assert.Equal(t, c.want, got, c.args)
	}
}

func TestNoNumber(t *testing.T) {
	const count = "want a whole number from 0 to 18446744073709551615"
	for _, c := range []struct{ flag, text, want string }{
		{"count", "many", count}, {"count", "-1", count}, {"count", "1.5", count}, {"count", "18446744073709551616", count},
		{"whole", "big", "want a whole number"}, {"whole", "1.5", "want a whole number"}, {"whole", "", "want a whole number"},
		{"whole", "9223372036854775808", "want a whole number"}, {"score", "2147483648", "want a whole number"},
		{"share", "half", "want a number"}, {"share", "1e999", "want a number"},
	} {
		got := numbers{1, 2, 3, 0.5}
		err := got.flags().Parse([]string{"-" + c.flag, c.text})
		assert.EqualError(t, err, `invalid value "`+c.text+`" for flag -`+c.flag+": "+c.want)
		assert.Equal(t, numbers{1, 2, 3, 0.5}, got, "nothing is set")
	}
}

func TestRange(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"-3", ""}, {"4", ""}, {"-4", "want a whole number from -3 to 4"}, {"5", "want a whole number from -3 to 4"}, {"x", "want a whole number from -3 to 4"},
	} {
		flags := flag.NewFlagSet("test", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		at := score(7)
		Range(flags, &at, "score", -3, 4, "a `score`")
		assert.Equal(t, "7", flags.Lookup("score").DefValue)
		err := flags.Parse([]string{"-score", c.text})
		if c.want == "" {
			assert.NoError(t, err)
			continue
		}
		assert.EqualError(t, err, `invalid value "`+c.text+`" for flag -score: `+c.want)
		assert.Equal(t, score(7), at, "nothing is set")
	}
	flags := flag.NewFlagSet("test", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	share := 0.5
	Range(flags, &share, "share", 0, 1, "a `share`")
	assert.ErrorContains(t, flags.Parse([]string{"-share", "NaN"}), "want a number from 0 to 1")
}

// TestNumberHelp asserts that the help looks like the help of package flag.
func TestNumberHelp(t *testing.T) {
	for _, c := range []numbers{{}, {1, -2, 3, 0.00001}} {
		var got, want strings.Builder
		ours := c.flags()
		ours.SetOutput(&got)
		ours.PrintDefaults()
		theirs := flag.NewFlagSet("test", flag.ContinueOnError)
		theirs.SetOutput(&want)
		theirs.Uint64("count", c.Count, "a `count`")
		theirs.Int("whole", c.Whole, "a `number`")
		theirs.Int("score", int(c.Score), "a `score`")
		theirs.Float64("share", c.Share, "a `share`")
		theirs.PrintDefaults()
		assert.Equal(t, want.String(), got.String())
	}
}
