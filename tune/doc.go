// Command tune finds better margins and reductions for the search: it plays
// games of the engine against itself, a little more of each parameter against a
// little less, and moves all at once in the direction that wins.
//
// The way is simultaneous perturbation stochastic approximation (J. C. Spall,
// IEEE Transactions on Aerospace and Electronic Systems 34, 1998), with the
// schedule that the testing frameworks of chess engines, fishtest and OpenBench,
// agree upon. spsa.go has the method, games.go the games, state.go the file
// that a run goes on from, report.go what is told.
package main
