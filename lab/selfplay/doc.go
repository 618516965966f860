// Package selfplay plays the games that the evaluation is trained on: the engine
// plays itself from random openings, with few nodes per move. A game depends only
// on the seed and its number, so a file is the same whatever the number of threads
// and however often the run was interrupted. Package record defines the file format.
//
// An [Arena] plays one engine against another in the same way, for a test or a tuning.
package selfplay
