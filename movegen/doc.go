// Package movegen generates the legal moves of a position, tests whether a move
// is legal, and finds which moves give check.
//
// Start with safety.go. [Safety] looks once from the king of the side to move
// along its rank, its file and the legs of nearby knights. It yields the
// targets on which every move of a free piece is legal, and the few pinned
// pieces whose moves are tested one by one. So no move is made to find out
// whether it is legal. Then movers.go finds the pieces that can move and
// generate.go lists their moves; view.go and check.go can wait.
//
// Cannons make pins richer than in chess. A piece is pinned as the screen of a
// cannon or as the piece behind the screen. A cannon that looks at the king along
// an open line forbids every point between, because a piece there would be its
// screen. Capturing the screen of a cannon that gives check does not end the check.
//
// The package lists moves and never only counts them: how perft counts leaves
// without lists is in package chuhe/tools/perft/count.
package movegen
