// Package annotate finds out where a game was lost.
//
// The engine searches every position of the main line (analyse.go). From what it
// found follows what each move cost, in points to expect, and why (review.go). Who
// looks for the better move afterwards is answered by attempt.go. These are for the
// board in the browser too.
//
// The command writes the review into the tree of the game (tree.go), a page (page.go)
// or a summary (summary.go), in any language (words.go). What has been searched
// is kept in a journal beside the output until the output is written (journal.go).
package annotate
