// Package cli is the command "chuhe match": it reads flags and files, plays the
// match and writes what came of it.
//
// The flags follow cutechess-cli and fastchess: each begins with one dash and
// is followed by words, most of them key=value. No library reads such groups,
// so the package has a table of its own.
package cli
