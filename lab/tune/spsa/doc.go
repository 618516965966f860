// Package spsa finds better margins and reductions for the search. In games of the
// engine against itself one side has a little more of each parameter and the other
// a little less, and all parameters move together in the direction that wins.
//
// The method is simultaneous perturbation stochastic approximation (SPSA, J. C.
// Spall, IEEE Transactions on Aerospace and Electronic Systems 34, 1998), with the
// schedule that fishtest and OpenBench use. spsa.go has the method, tuner.go the run,
// games.go the games, units.go the games as units that any machine can play, state.go
// the file that a run continues from, report.go what is printed, command.go the flags.
package spsa
