// Package engine runs engines as child processes and speaks UCCI, UCI and XBoard's
// protocol with them. An [Engine] and an [XBoardEngine] are each a tournament.Player.
//
// An engine can do anything: die, hang, stop reading, flood its output, leave
// children behind. So nothing here waits for one without a deadline, its whole
// process group is killed in the end, and a failure is reported as a
// [tournament.Fault] and never as a panic or a block.
//
// config.go says how to run an engine, process.go runs a child and sorts its lines, and link.go
// waits for them. On these stand engine.go, with the words of UCCI and UCI in dialect.go and
// parse.go, and xboard.go, with its words in xboard_text.go. analyse.go lets an engine search
// without an end, for the board.
package engine
