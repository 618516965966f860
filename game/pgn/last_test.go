package pgn

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLastRemarks keeps comments behind the result on its line, and passes over what stands below.
func TestLastRemarks(t *testing.T) {
	for _, c := range []struct{ end, comment string }{
		{"1-0 {黑方超时作负}", "黑方超时作负"}, {"{好} 红胜{黑方\n认输} {完}", "好 黑方\n认输 完"}, {"* ; 未完", "未完"},
		{"1-0 ; 超时", "超时"}, {"1-0\n{广告}", ""}, {"1-0 {没有结束", ""}, {"1-0 再见 {广告}", ""}, {"1-0", ""},
	} {
		games, err := read("[Event \"1\"]\n\n1. 炮二平五 马8进7 " + c.end + "\n\n[Event \"2\"]\n\n1. 兵七进一 *\n")
		require.NoError(t, err, c.end)
		require.Len(t, games, 2, c.end)
		assert.Equal(t, c.comment, games[0].Root.Main().Main().Comment, c.end)
		assert.Empty(t, games[0].Warnings, c.end)
	}
}
