package protocol

import "chuhe/search"

// phase is the activity of a session.
type phase uint8

// The phases. From booting and idle a command starts a job, whose end makes the
// session idle; a ponderhit leads from pondering to working, proving or analysing, and a stop
// from any of the searches to stopping.
const (
	booting   phase = iota // the host has neither said its first word nor started a job
	idle                   // no job is under way
	working                // the job ends by itself: a search with a limit, a count, a benchmark
	proving                // the search for a mate, without another limit, may have none to find
	analysing              // the search ends only when it is stopped
	pondering              // the search waits for ponderhit
	stopping               // the job was ordered to end
)

// busy reports whether a job is under way.
func (p phase) busy() bool { return p >= working }

// endless reports whether the job under way ends only at a word of the host.
func (p phase) endless() bool { return p == analysing || p == pondering }

// phaseOf returns the phase of a search by its limits, once it does not ponder any more.
func phaseOf(l search.Limits) phase {
	if !bounded(&l) {
		return analysing
	}
	if l.Mate = 0; !bounded(&l) {
		return proving
	}
	return working
}
