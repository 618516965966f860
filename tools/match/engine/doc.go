// Package engine runs engines as child processes and speaks UCCI, UCI and XBoard's
// protocol with them. An [Engine] and an [XBoardEngine] are each a tournament.Player.
//
// An engine can do anything: die, hang, stop reading, flood its output, leave
// children behind. So nothing here waits for one without a deadline, its whole
// process group is killed in the end, and a failure is reported as a
// [tournament.Fault] and never as a panic or a block.
package engine
