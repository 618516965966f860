// Package web is the board in the browser: the command "chuhe board", its server,
// and the page it serves.
//
// The page holds the game. Every request brings the start position and the moves, so
// the server keeps nothing between requests: a reload, a second tab or a restart of
// the server loses nothing. All requests but those for the page's own files are POSTs
// of JSON:
//
//	/api/position   legal moves, check, verdict and notation of a game
//	/api/move       the engine's move, a hint, or its answer to a draw offer
//	/api/analyse    analysis for as long as the request is open
//	/api/review     what each move of a game was worth
//	/api/attempt    whether a move is better than the one played
//	/api/win        whether another move than the solution mates too
//	/api/ending     the exact result of an ending, and the best moves
//	/api/import     the games of a file in any format that package formats knows
//	/api/export     a game as a file
//	/api/limits     what a search may have, and which rules, formats and levels there are
//	/api/version    the version of the program
//	/api/enter      the key of the user at this machine, to a page with the code of an invitation
//	/api/engines    the engines of others, for the page of the user at this machine
//	/api/opened     the games of the file named on the command line
//	/api/explore    the moves that the book and the games of the user know in a position
//	/api/game       one of the games of the user
//
// A board that other machines reach also answers
//
//	/api/show       the teacher's board, with the token of the teacher
//	/api/follow     with the teacher's board, again when it changes
//	/api/room       what the players of a room do: two pages that play each other
//	/api/watch      with the state of a room, to its players and to the teacher
//	/api/pupils     who follows and who plays, to the teacher
//
// What the server keeps between requests is only that: the classroom. What it has computed it
// may keep to be faster, such as the tables of endings.
//
// A board that an icon has started also answers
//
//	/api/present    that a page is open
//	/api/quit       by ending, to a page with the key of the user
//	/api/instance   that it is the board of the user, to a second start
//	/api/invite     with a code for the page of a second start
//
// Moves, analysis, reviews and attempts answer with a stream of JSON values, one a line, and so
// do /api/follow and /api/watch. Closing the request ends the search.
//
// Start with server.go, which also has the protections against other web sites;
// pool.go shares the engines among requests, ending.go the tables of endings; user.go knows the pages of the user at this
// machine; desktop.go and instance.go are about icons; rivals.go asks the engines of others,
// which processes.go runs.
//
// The page is in page/, and each file begins with what it is for ("head -n 2 page/*.js").
// state.js has what everything is drawn from, mode.js says what a mode is, such as
// playing.js, review.js and puzzles.js, app.js wires them, board.js draws the board
// (boardart.js has its colours and marks) and ui.js what is around it, game.js keeps the
// tree of moves. newgame.js has the levels and clocks of a new game, settings.js the
// settings, menu.js the menu; listen.js hands keys to the mode, whose "keys" say what they
// do. The texts are in lang/*.toml of the module; texts.js finds them by their names.
//
// Command static writes the page as files that need no server of this kind: there the same
// handlers answer within the browser, compiled by command worker, and page/server.js is
// another file.
// The tests in pagetest/ run modules of the page without a browser.
package web

//go:generate go run ./glyphs
