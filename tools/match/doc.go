// Package match is the command "chuhe match": it reads flags and files, plays the
// match and writes the results.
//
// The flags follow cutechess-cli and fastchess: a flag begins with one dash, and
// words follow it, most of them key=value. No library reads such groups, so the
// package has its own table of flags.
package match
