package record

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/rules"
)

func TestResultOf(t *testing.T) {
	for outcome, want := range map[rules.Outcome]Result{
		rules.RedWins: RedWins, rules.Draw: Draw, rules.BlackWins: BlackWins,
	} {
		r, ended := ResultOf(outcome)
		assert.True(t, ended, outcome)
		assert.Equal(t, want, r)
	}
	_, ended := ResultOf(rules.Continue)
	assert.False(t, ended)
}
