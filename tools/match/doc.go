// Package match is the command "chuhe match": it reads flags and files, plays the
// match and writes the results.
//
// The flags follow cutechess-cli and fastchess: a flag begins with one dash, and
// words follow it, most of them key=value. No library reads such groups, so the
// package has its own table of flags.
//
// To read the package, start with command.go, which plays a match from its first check to
// its report. settings.go has what the command line says; flags.go, setters.go, engines.go and
// config.go read it. openings.go finds the openings. files.go opens the files of a match,
// journal.go and pgnout.go write the games to two of them, and output.go prints the standings.
// units.go plays a match in parts, and carried.go on other machines.
package match
