package annotate

import (
	"strings"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/game"
	"chuhe/game/ecco"
	"chuhe/lang"
	"chuhe/rules/words"
)

// longestLine is the length of a variation in plies.
const longestLine = 12

// write adds a review to the tree of its game: evaluations, glyphs, comments and the
// lines that were better. What the game held stays; a move that has a glyph with a sign
// keeps it. The opening is named if it was not. The fault, if not "", is why the record
// goes no further.
func (r *Review) write(g *game.Game, l lang.Lang, fault string) {
	n := &g.Root
	for i := range r.Moves {
		m := &r.Moves[i]
		parent := n
		n = n.Main()
		if e := r.evaluation(i + 1); e != nil && n.Eval == nil {
			n.Eval = e
		}
		if text := explain(l, m); text != "" {
			n.Comment = addText(n.Comment, text)
		}
		if m.Sign != 0 && !hasSign(n.NAGs) {
			n.NAGs = append(n.NAGs, m.Sign)
		}
		if better := m.Better(); better != nil {
			parent.Line(better[:min(len(better), longestLine)]...)
		}
		if r.Verdict.Result.Finished() && r.Verdict.Ply == i+1 {
			n.Comment = addText(n.Comment, words.Verdict(l, &r.Verdict))
		}
	}
	if fault != "" {
		n.Comment = addText(n.Comment, l.Say("review.fault", "fault", fault))
	}
	ecco.Tag(g, l)
	if g.Tag(game.TagAnnotator) == "" {
		g.SetTag(game.TagAnnotator, "Chuhe")
	}
}

// addText adds a paragraph to a comment, unless it is there already.
func addText(comment, text string) string {
	switch {
	case comment == "":
		return text
	case strings.Contains("\n"+comment+"\n", "\n"+text+"\n"):
		return comment
	}
	return comment + "\n" + text
}

// hasSign reports whether a glyph says how good a move is.
func hasSign(nags []game.NAG) bool {
	for _, n := range nags {
		if n.Sign() != "" {
			return true
		}
	}
	return false
}

// evaluation returns the score of the position after a number of plies, nil if it was not
// searched.
func (r *Review) evaluation(ply int) *game.Eval {
	best, ok := r.Best(ply)
	if !ok {
		return nil
	}
	return evalOf(best.Score, r.Game.At(ply).Side(), r.Positions[ply].Depth)
}

// evalOf returns a score of the side to move as a game holds it. The moves to a mate
// count from the move before.
func evalOf(s eval.Score, side board.Side, depth int) *game.Eval {
	e := &game.Eval{Depth: depth}
	if plies, ok := s.MateDistance(); ok {
		e.Mate = plies + 1
		if s < 0 {
			e.Mate = plies - 1
		}
	} else {
		const most = 9000 // as the protocols show scores, wins by repetition included
		e.Centipawns = int(min(max(s, -most), most))
	}
	if side == board.Black {
		e.Centipawns, e.Mate = -e.Centipawns, -e.Mate
	}
	return e
}
