package protocol

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/search"
)

func TestScores(t *testing.T) {
	for _, test := range []struct {
		score     eval.Score
		ucci, uci string
	}{
		{0, "0", "cp 0"},
		{-37, "-37", "cp -37"},
		{eval.MaxEval, "9000", "cp 9000"},
		{-eval.MaxEval, "-9000", "cp -9000"},
		{eval.Mate - 1, "9999", "mate 1"},
		{eval.Mate - 3, "9997", "mate 2"},
		{eval.Mate - eval.MaxPly, "9744", "mate 128"},
		{eval.MatedIn(0), "-10000", "mate 0"},
		{eval.MatedIn(2), "-9998", "mate -1"},
		{eval.MatedIn(4), "-9996", "mate -2"},
		{eval.RuleWin - 5, "9495", "cp 9495"},
		{eval.LostByRuleIn(4), "-9496", "cp -9496"},
		{eval.RuleWin - eval.MaxPly, "9244", "cp 9244"},
	} {
		assert.Equal(t, "info depth 0 score "+test.ucci, style{}.static(test.score))
		assert.Equal(t, "info depth 0 score "+test.uci, style{dialect: UCI}.static(test.score))
	}
	assert.Greater(t, shownMate-eval.MaxPly, shownRuleWin, "the bands lie apart")
	assert.Greater(t, shownRuleWin-eval.MaxPly, shownEval, "the bands lie apart")
}

func TestInfo(t *testing.T) {
	moves := []board.Move{board.MustParseMove("h2e2"), board.MustParseMove("h9g7")}
	i := search.Info{
		Depth: 12, SelDepth: 20, MultiPV: 1, Score: 35, Nodes: 123456, Time: 123456 * time.Microsecond,
		HashFull: 30, PV: moves,
	}
	line, ok := style{}.info(&i, nil)
	assert.True(t, ok)
	assert.Equal(t, "info depth 12 seldepth 20 multipv 1 score 35 nodes 123456 nps 1000000 hashfull 30 time 123 pv h2e2 h9g7", line)
	line, ok = style{UCI, fromOne}.info(&i, nil)
	assert.True(t, ok)
	assert.Equal(t, "info depth 12 seldepth 20 multipv 1 score cp 35 nodes 123456 nps 1000000 hashfull 30 time 123 pv h3e3 h10g8", line)

	i.Bound = search.Lower
	line, ok = style{dialect: UCI}.info(&i, nil)
	assert.True(t, ok)
	assert.Contains(t, line, " score cp 35 lowerbound nodes ")
	_, ok = style{}.info(&i, nil)
	assert.False(t, ok, "UCCI has no bounds")
	i.Last = true
	line, ok = style{}.info(&i, nil)
	assert.True(t, ok, "the line that is played")
	assert.Contains(t, line, " score 35 nodes ")
	i.Last = false
	start := board.Start()
	line, _ = style{dialect: UCI}.info(&i, &start)
	assert.Contains(t, line, " score cp 35 lowerbound wdl 413 231 356 nodes ", "as Stockfish orders them")
	i.Score = eval.MatedIn(4)
	line, _ = style{dialect: UCI}.info(&i, &start)
	assert.Contains(t, line, " score mate -2 lowerbound wdl 0 0 1000 nodes ")
	i.Score = eval.RuleWin - 3
	line, _ = style{dialect: UCI}.info(&i, &start)
	assert.Contains(t, line, " score cp 9497 lowerbound wdl 1000 0 0 nodes ")

	line, _ = style{}.info(&search.Info{Depth: 3, CurrMove: moves[0], CurrMoveNumber: 7}, nil)
	assert.Equal(t, "info depth 3 currmove h2e2 currmovenumber 7", line)
	for _, s := range []style{{}, {dialect: UCI}} {
		line, ok = s.info(&search.Info{Depth: 9, SelDepth: 14, Nodes: 5000, Time: 2 * time.Second, HashFull: 7}, nil)
		assert.True(t, ok)
		assert.Equal(t, "info depth 9 seldepth 14 nodes 5000 nps 2500 hashfull 7 time 2000", line, "no line, so no score")
	}

	i.Bound, i.PV = search.Exact, slices.Repeat([]board.Move{board.MustParseMove("i9i8")}, 500)
	for _, s := range []style{{}, {UCI, fromOne}} {
		line, _ = s.info(&i, nil)
		assert.Less(t, len(line), longest)
		assert.Greater(t, len(line), longest-10)
		assert.True(t, strings.HasSuffix(line, " "+s.ranks.move(i.PV[0])), "no move is cut")
	}
}

func TestBest(t *testing.T) {
	r := search.Result{Best: board.MustParseMove("h9g7"), Ponder: board.MustParseMove("b0c2")}
	assert.Equal(t, "bestmove h9g7 ponder b0c2", style{}.best(r, ""))
	assert.Equal(t, "bestmove h10g8 ponder b1c3", style{UCI, fromOne}.best(r, ""))
	assert.Equal(t, "bestmove h9g7 ponder b0c2 draw", style{}.best(r, "draw"))
	r.Ponder = board.NoMove
	assert.Equal(t, "bestmove h9g7 resign", style{}.best(r, "resign"))
	assert.Equal(t, "nobestmove", style{}.best(search.Result{}, ""))
	assert.Equal(t, "bestmove (none)", style{dialect: UCI}.best(search.Result{}, ""))
}

func TestKnown(t *testing.T) {
	e := search.Entry{Move: board.MustParseMove("h2e2"), Score: 12, Bound: search.Lower, Depth: 5}
	assert.Equal(t, "pophash", style{}.known(e, false))
	assert.Equal(t, "pophash bestmove h2e2 lowerbound 12 depth 5", style{}.known(e, true))
	e.Bound, e.Move = search.Upper, board.NoMove
	assert.Equal(t, "pophash upperbound 12 depth 5", style{}.known(e, true))
}

func TestMessage(t *testing.T) {
	assert.Equal(t, "info message a b", style{}.message("a %s", "b"))
	assert.Equal(t, "info string a?b?\u00e9c?d?e?f", style{dialect: UCI}.message("a\nb\r\u00e9c\x7fd\u0085e\u2028f"), "no control")
	assert.Equal(t, "info message 不存在/网络.nnue", style{}.message("%s", "不存在/网络.nnue"))
	assert.Equal(t, "info message \xbb\xb5?.nnue", style{}.message("%s", "\xbb\xb5\x1b.nnue"), "GBK")
	assert.Equal(t, "info message \xc2\x85 \xbb d*aw", style{}.message("%s", "\xc2\x85 \xbb draw"), "GBK that would be a control in UTF-8")
	assert.Equal(t, "info message d*aw D*AWN r*sign nob*stmove", style{}.message("draw DRAWN resign nobestmove"))
	assert.Equal(t, longest-1, len(style{}.message("%s", strings.Repeat("x", 5000))))
	assert.Equal(t, "info message a\xbb\xb5?", style{}.message("%s", "a\xbb\xb5\xbb"), "half a character of GBK")
	for _, before := range []string{"", "x", "xx"} {
		long := style{}.message("%s", before+strings.Repeat("网", 5000))
		assert.True(t, utf8.ValidString(long), "half a character")
		assert.InDelta(t, longest-2, len(long), 1)
	}
	assert.InDelta(t, longest-2, len(style{}.message("%s", strings.Repeat("\xbb\xb5", 5000))), 2)
}
