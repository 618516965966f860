// Package lang holds the texts that people read, in every language.
//
// Each language is one file, such as vi.toml, which a translator edits without
// knowing Go or JavaScript. The commands and the page of the board read the same
// files. English contains every text; what another language lacks is said in English, and
// its file says in language.lacks which groups of texts that may be. A text contains names
// in braces, such as {move}, which the program fills in. A text that counts has plural
// forms, chosen by its {n}:
//
//	later = { one = "1 move more", other = "{n} moves more" }
//
// # Pieces
//
// In everything that a person reads the pieces are general, advisor, elephant, horse,
// chariot, cannon and soldier. These are translations of the Chinese names, as books
// for players have them, and they do not promise that a piece moves as in Western
// chess: a horse can be blocked, an elephant does not cross the river. Code and documents
// about it, such as docs/evaluation.md, keep the terms of the field, King to Pawn, as do the
// letters of FEN and WXF.
//
// # What is here
//
// What a command says itself is here: its help, what its flags do, lines of progress,
// warnings, and errors about its arguments and files. An error from deep in a library may
// stay an English sentence; it is said within the sentence of the command. So do what
// programs read, such as the counts of perft and bench, and what is kept in files.
//
// # The library
//
// The catalogues are files of nicksnyder/go-i18n, which translators and their tools know; it
// reads them. golang.org/x/text/feature/plural chooses the plural form. The rest of go-i18n
// would bring text/template into the page that a browser loads.
// The catalogues are read when the first text is wanted, so that an engine which only
// plays never reads them.
//
// What this costs, on linux/amd64 with -trimpath and -ldflags "-s -w": the texts of four
// languages are 0.4 MB of a binary of 22 MB. The first text waits until its catalogue is read,
// and in a language other than English until the English one is read too.
//
// # A new language
//
// Copy en.toml to CODE.toml, where CODE is a BCP 47 tag, and translate. The program
// finds the file by itself.
package lang
