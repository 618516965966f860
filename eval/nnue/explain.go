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
	sign := eval.Score(1)
	if p.Side() == board.Black {
		sign = -1
	}
	own, theirs := AppendFeatures(nil, p, p.Side()), AppendFeatures(nil, p, p.Side().Other())
	bucket := OutputBucket(p)
	score := sign * n.forward(bucket, own, theirs)

	without := make(map[board.Square]eval.Score)
	for pieces := p.Occupied(); !pieces.IsEmpty(); {
		if s := pieces.Pop(); p.At(s).Type() != board.King {
			others := p.Occupied().AndNot(s.Bit())
			without[s] = sign * n.forward(outputBucket(p, others),
				appendFeatures(nil, p, others, p.Side()), appendFeatures(nil, p, others, p.Side().Other()))
		}
	}

	var b strings.Builder
	fmt.Fprintf(&b, "%s, scores for Red\n\nwhat each piece adds: the score less the score without it\n", n.Name())
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		pieces, values := "", ""
		for file := range board.Files {
			s := board.SquareAt(file, rank)
			value := ""
			if other, ok := without[s]; ok {
				value = fmt.Sprintf("%+d", score-other)
			}
			pieces += fmt.Sprintf("%7v", p.At(s))
			values += fmt.Sprintf("%7s", value)
		}
		fmt.Fprintf(&b, "%s\n%s\n", pieces, strings.TrimRight(values, " "))
	}
	b.WriteString("\nscore by number of pieces besides the kings, with these rooks\n")
	rooks := p.Pieces(board.Red, board.Rook).Or(p.Pieces(board.Black, board.Rook)).Count()
	for band := range Bands {
		least, most := BandPieces(band)
		if rooks > most || least-rooks > maxActive-2-2*(rookCounts-1) {
			continue // the rooks alone are more pieces than that, or too few other pieces exist
		}
		k, mark := band*rookPairs+bucket%rookPairs, ""
		if k == bucket {
			mark = "  used here"
		}
		fmt.Fprintf(&b, "%2d-%-2d %+7d%s\n", least, most, sign*n.forward(k, own, theirs), mark)
	}
	return b.String()
}
