// Package protocol lets a host play with an engine over text: UCCI 3.0, UCI as
// Xiangqi programs speak it, and its Cyclone variant.
//
// The way of a line is: [Parse] turns its words into a [Command], a value that
// knows nothing of the state of things; the session executes it, at once or,
// when it has to wait for a search, from a queue; and a style turns what the
// engine reports into text of the dialect that the host began with. The words
// of all dialects are always understood, only the answers differ.
//
// [Run] is the door. The options are declared in option.go, once for both
// dialects.
package protocol
