// Command arena tests one idea: two versions of the engine that differ in parameters of the
// search, in the network or in their nodes play each other inside one process, from openings
// that are all different, until a sequential probability ratio test is decided.
//
// Games are cut after some plies and judged by a longer search, so that an hour of two cores
// has 20,000 of them. main.go holds the flags, test.go the play, count.go what is counted,
// state.go the file that a test continues from.
package main
