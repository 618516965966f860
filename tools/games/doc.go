// Package games is the command "chuhe games". It searches collections of games, removes
// duplicates, sorts and splits. Package collection does the searching, package convert the
// reading and writing.
package games
