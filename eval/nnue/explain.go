package nnue

import (
	"fmt"
	"strings"

	"chuhe/board"
	"chuhe/eval"
)

// Explain implements [eval.Evaluation]. For each piece it shows how much lower the score
// would be without it, and for each band the score of its output bucket with as many rooks,
// all from Red's point of view.
func (n *Net) Explain(p *board.Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, scores for Red\n\nwhat each piece adds: the score less the score without it\n", n.Name())
	n.explainPieces(&b, p)
	b.WriteString("\nscore by number of pieces besides the kings, with these rooks\n")
	n.explainBands(&b, p)
	return b.String()
}

// explainPieces writes a diagram with what each piece adds to the score.
func (n *Net) explainPieces(b *strings.Builder, p *board.Position) {
	all := p.Occupied()
	score := n.forRed(p, all, OutputBucket(p))
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		pieces, values := "", ""
		for file := range board.Files {
			s, value := board.SquareAt(file, rank), ""
			if piece := p.At(s); piece != board.NoPiece && piece.Type() != board.King {
				others := all.AndNot(s.Bit())
				value = fmt.Sprintf("%+d", score-n.forRed(p, others, outputBucket(p, others)))
			}
			pieces += fmt.Sprintf("%7v", p.At(s))
			values += fmt.Sprintf("%7s", value)
		}
		fmt.Fprintf(b, "%s\n%s\n", pieces, strings.TrimRight(values, " "))
	}
}

// explainBands writes the score by each output bucket that differs from the position's by
// the band alone.
func (n *Net) explainBands(b *strings.Builder, p *board.Position) {
	used := OutputBucket(p)
	rooks := p.AllOf(board.Rook).Count()
	for band := range Bands {
		least, most := BandPieces(band)
		if rooks > most || least-rooks > maxActive-2-2*(rookCounts-1) {
			continue // the rooks alone are more pieces than that, or too few other pieces exist
		}
		bucket, mark := band*rookPairs+used%rookPairs, ""
		if bucket == used {
			mark = "  used here"
		}
		fmt.Fprintf(b, "%2d-%-2d %+7d%s\n", least, most, n.forRed(p, p.Occupied(), bucket), mark)
	}
}

// forRed returns Red's score of some pieces of a position, both kings among them, by an
// output bucket.
func (n *Net) forRed(p *board.Position, pieces board.Bitboard, bucket int) eval.Score {
	us := p.Side()
	score := n.forward(bucket, appendFeatures(nil, p, pieces, us), appendFeatures(nil, p, pieces, us.Other()))
	if us == board.Black {
		return -score
	}
	return score
}
