// Package movegen says which moves are legal: it generates, counts and tests
// moves, and tells which give check.
//
// Nearly all of it rests on one analysis a node, [Safety], which looks once
// from the king of the side to move along its rank, file and knight legs. It
// yields a set of targets that every ordinary piece may go to and the few
// pieces ("bound") whose moves need a test of their own. All other moves are
// legal when they end on a target, so no move is made to find out.
//
// Cannons make this richer than pins in chess: a piece may be bound as the
// screen or behind the screen of a cannon, a cannon that looks at the king
// along an open line forbids every point between (a piece there would be its
// screen), and capturing the screen of a checking cannon does not end the
// check.
package movegen
