// Package annotate finds out where a game was lost.
//
// analyse.go searches every position of the main line. review.go works out from that what
// each move cost, in points to expect, and why. attempt.go grades the moves of a player who
// looks for the better one afterwards. The board in the browser uses these three too.
//
// The command starts in command.go. input.go reads the games, games.go analyses several at a
// time, and units.go parts of them. What has been searched is kept in a journal beside the output
// until the output is written (journal.go). The review goes into the tree of the game (tree.go),
// into a page (page.go, player.go) or into a summary (summary.go), in any language (words.go).
// Pages and summaries share report.go.
package annotate
