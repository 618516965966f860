package eval

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTakesDraw(t *testing.T) {
	for _, c := range []struct {
		score Score
		move  int
		want  bool
	}{
		{-Mate, 1, false}, {-50, 20, false},
		{-50, 21, true}, {-49, 21, false}, {-Mate, 21, true},
		{-49, 40, false}, {-50, 40, true},
		{30, 41, true}, {31, 41, false}, {-500, 200, true},
		{-50, 0, true}, {-49, 0, false}, // as at move 21
	} {
		assert.Equal(t, c.want, c.score.TakesDraw(c.move), "%d at move %d", c.score, c.move)
	}
}
