// Package game holds a game of Xiangqi as people keep it: the moves as a tree
// with variations, comments, glyphs, evaluations and times, the tags of its head
// and its result.
//
// Every reader of a file makes a [Game] and every writer takes one, so that any
// format can become any other. A [Format] is a way to write games down; the
// folders below have one each, and package formats finds the one of a file.
package game
