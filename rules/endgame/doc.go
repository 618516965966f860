// Package endgame solves endings: it computes, for every position with certain pieces,
// whether the attacker wins and in how many moves.
//
// One side, the attacker, has one or two rooks, cannons, knights or pawns; the other has
// its king and guards, that is advisors and bishops. Such a defender can neither give
// check nor win, so no rule of repetition spoils a win: the attacker who plays the
// shortest way never comes back to a position. Nor does one spoil a draw, because the
// defender is never forced to chase for ever; TestNoPerpetualChase looks for exceptions.
// The natural move limit is not taken into account.
//
// To read the package, start with material.go, which says what stands on the board.
// formation.go numbers the ways in which a king stands with its guards, spot.go the
// positions of a table, and values.go keeps what is known of each. solve.go fills a
// table, from the mates backwards, as Ströhlein (1970) and Thompson (Retrograde analysis
// of certain endgames, 1986) did for chess. tables.go solves an ending with all that it
// leads to and looks positions up; line.go and statistics.go ask the tables.
package endgame
