// Package count counts the leaves of the tree of legal moves in one subtree. Only
// perft needs it; package movegen generates the moves that are played.
//
// [Leaves] (count.go) walks the tree by the moves of movegen down to the last two plies and
// makes no lists there. At the last ply, [Moves] counts the squares that pieces
// go to (moves.go). At the ply before, replies.go counts the replies to all
// moves of a piece together; steps.go looks after the king's steps among these
// replies, and watch.go finds the moves that change the safety of that king.
// docs/perft.md explains the method.
package count
