package nnue

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
)

// The table has, for each piece, the difference that it makes to the score, and beside the
// bucket in use the score of the position.
func TestExplain(t *testing.T) {
	net := randomNet(4)
	scores := regexp.MustCompile(`[+-]\d+`)
	pieces := 0
	for fen, bands := range map[string]int{
		"2bak4/4a4/4b4/9/9/2R6/9/4B4/4A4/2BAK1r2 w - - 0 1":                     Bands,
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1": Bands - 1, // no four rooks among three pieces
		"2bakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABN1 b - - 0 1":  Bands - 1, // at most 27 pieces with one rook
	} {
		p := testpos.FEN(t, fen)
		forRed := func(p *board.Position) eval.Score {
			if p.Side() == board.Black {
				return -net.Evaluate(p)
			}
			return net.Evaluate(p)
		}
		var want []string
		for rank := board.Ranks - 1; rank >= 0; rank-- {
			for file := range board.Files {
				setup := p.Setup()
				s := board.SquareAt(file, rank)
				if piece := setup.Pieces[s]; piece == board.NoPiece || piece.Type() == board.King {
					continue
				}
				setup.Pieces[s] = board.NoPiece
				without, err := setup.Position()
				require.NoError(t, err)
				want = append(want, fmt.Sprintf("%+d", forRed(&p)-forRed(&without)))
				pieces++
			}
		}
		diagram, buckets, found := strings.Cut(net.Explain(&p), "score by number of pieces")
		require.True(t, found)
		_, diagram, _ = strings.Cut(diagram, "\n\n") // without the name
		assert.Equal(t, want, scores.FindAllString(diagram, -1), diagram)
		assert.Len(t, regexp.MustCompile(`(?m) [+-]\d+( .*)?$`).FindAllString(buckets, -1), bands, buckets)
		least, most := BandPieces(Band(OutputBucket(&p)))
		score := regexp.QuoteMeta(fmt.Sprintf("%+d", forRed(&p)))
		assert.Regexp(t, fmt.Sprintf(`(?m)^ *%d-%d +%s  used here$`, least, most, score), buckets)
	}
	assert.Equal(t, 10+30+26, pieces)
}
