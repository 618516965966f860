package annotate

import (
	"fmt"
	"io"
	"strings"

	"chuhe/board"
)

// keyMoves is the number of moves that a summary or a page shows.
const keyMoves = 12

// summary writes a summary of a game for a terminal.
func (r *report) summary(w io.Writer) error {
	l := r.lang
	var b strings.Builder
	colon := l.Say("join.colon")
	fmt.Fprintf(&b, "%s\n%s\n", r.title(), r.about())
	if opening := r.opening(); opening != "" {
		fmt.Fprintf(&b, "%s%s%s\n", l.Say("review.opening"), colon, opening)
	}
	if end := r.end(); end != "" {
		fmt.Fprintf(&b, "%s%s%s\n", l.Say("review.end"), colon, end)
	}
	if fault := r.broken(); fault != "" {
		fmt.Fprintln(&b, fault)
	}
	b.WriteString("\n")
	for _, side := range [2]board.Side{board.Red, board.Black} {
		s := &r.Sides[side]
		accuracy, loss := s.figures()
		fmt.Fprintf(&b, "%-5s  %s %5s  %s %5s  ?! %d  ? %d  ?? %d\n", sideName(l, side),
			l.Say("review.accuracy"), accuracy, l.Say("review.meanLoss"), loss, s.Dubious, s.Mistakes, s.Blunders)
	}
	fmt.Fprintf(&b, "\n%s%s%s\n", l.Say("review.curve"), colon, curve(r.Points))
	if r.Turn >= 0 {
		m := &r.Moves[r.Turn]
		fmt.Fprintf(&b, "%s%s%s %s (%s → %s)\n", l.Say("review.turning"), colon, r.number(r.Turn), r.text(r.Turn),
			points(m.BestPoints), points(m.PlayedPoints))
	}
	b.WriteString("\n")
	plies, more := r.key(keyMoves)
	for _, ply := range plies {
		m := &r.Moves[ply]
		fmt.Fprintf(&b, "%s %s %s  %s\n", r.number(ply), r.text(ply), m.Sign.Sign(), explain(l, m))
		if better := m.Better(); better != nil {
			fmt.Fprintf(&b, "    %s%s%s\n", l.Say("review.better"), colon, r.line(ply, better, 6))
		}
	}
	switch {
	case len(plies) == 0:
		fmt.Fprintln(&b, l.Say("review.noFaults"))
	case more > 0:
		fmt.Fprintln(&b, l.Say("review.more", "n", more))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// figures returns accuracy and mean loss as text, a dash for a side without moves.
func (s *Side) figures() (accuracy, loss string) {
	if s.Moves == 0 {
		return "–", "–"
	}
	return fmt.Sprintf("%.1f", s.Accuracy), fmt.Sprintf("%.3f", s.Loss)
}

// curve draws values from 0 to 1 in a line of at most 72 characters.
func curve(values []float64) string {
	bars := []rune("▁▂▃▄▅▆▇█")
	const width = 72
	var b strings.Builder
	n := min(len(values), width)
	for i := range n {
		v := values[i*len(values)/n]
		b.WriteRune(bars[min(int(v*float64(len(bars))), len(bars)-1)])
	}
	return b.String()
}
