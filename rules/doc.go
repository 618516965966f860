// Package rules says when a game of Xiangqi has ended, how and why: by mate or
// stalemate, by repetition, by the natural move limit, or for lack of material.
//
// What a repetition is worth depends on the rule book. A [Set] names one; the
// table in set.go holds what differs between them. Everything else is common:
// one count of occurrences, one test for a check, one test for a chase.
//
// [Referee] follows a game move by move and knows the [Verdict] after each;
// [Judge] asks it about a whole game.
// [Set.JudgeSpan] is the same law for a search that has just closed a loop,
// without allocation. [Clock] counts towards the natural move limit. What they
// find are values; package words explains them in any language.
//
// A chase, in short: a side chases an enemy piece with a ply when after the ply
// it could win the piece were it to move again, and before the ply it could
// not. A perpetual chase is one piece newly chased by every ply of the side
// from the first occurrence of the repeated position to the last. docs/rules.md
// has the definition in full, with diagrams.
//
// To read the package, start with set.go, then judge.go, which looks for the ends of play
// in their order; verdict.go has the values that it fills in. A repetition is judged in
// span.go, by the chases of chase.go and the threats of threat.go; explain.go says who
// chased whom, and open.go what the books leave open. referee.go follows a game, outcome.go
// and loop.go look ahead in it. clock.go counts towards the natural move limit, replay.go
// plays moves and says which is illegal, and text.go has the English names.
package rules
