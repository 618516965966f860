package tournament

import (
	"fmt"
	"strings"
)

// Varies reports whether the same moves may take a player under this control to different
// ends: its limits are times. Limits of nodes and depth alone let most engines play the same
// game again.
func (tc TimeControl) Varies() bool { return tc.Base > 0 || tc.MoveTime > 0 }

// fixedWork reports whether a control in the words of [TimeControl.String] does not vary.
func fixedWork(control string) bool {
	for part := range strings.SplitSeq(control, ", ") {
		if !strings.HasSuffix(part, " nodes") && !strings.HasPrefix(part, "depth ") {
			return false
		}
	}
	return true
}

// content identifies what was played in a game without clocks: equal texts are games that
// tell nothing new. It is "" where a clock ran: there, equal games are chance.
func (r *Record) content() string {
	if !fixedWork(r.RedControl) || !fixedWork(r.BlackControl) {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d %s %s %s", r.RedPlayer, r.BlackPlayer, r.Start, r.Result, r.End)
	for _, ply := range r.Moves {
		b.WriteString(ply.Move)
	}
	return b.String()
}
