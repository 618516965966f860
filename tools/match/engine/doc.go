// Package engine runs engines as child processes and speaks UCCI and UCI with
// them. An [Engine] is a match.Player.
//
// An engine can do anything: die, hang, stop reading, flood its output, leave
// children behind. So nothing here waits for one without a deadline, its whole
// process group is killed in the end, and a failure is reported as a
// match.Fault and never as a panic or a block.
package engine
