package protocol

import "slices"

// queue holds the commands that wait, in the order in which they came. A file may put a
// million lines into it, so it counts the few that are looked for, and a search through it
// ends once they are found.
type queue struct {
	waiting []Command
	jobs    int // of them that start a job
	urgent  int // that may overtake others
	stops   int
}

func (q *queue) add(c Command) {
	q.waiting = append(q.waiting, c)
	q.count(c, 1)
}

// remove takes the command in a place out.
func (q *queue) remove(i int) Command {
	c := q.waiting[i]
	if i == 0 {
		q.waiting = q.waiting[1:] // at once, however long it is
	} else {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	}
	q.count(c, -1)
	return c
}

func (q *queue) count(c Command, n int) {
	switch {
	case startsJob(c):
		q.jobs += n
	case isUrgent(c):
		q.urgent += n
	}
	if _, stop := c.(Stop); stop {
		q.stops += n
	}
}

// overtaking returns the place of the first urgent command that is taken and does not
// concern a job before it, -1 for none.
func (q *queue) overtaking(takes func(Command) bool) int {
	first, before := -1, q.jobs
	// From the end: of a long queue the last command alone is new.
	for i, left := len(q.waiting)-1, q.urgent; left > 0; i-- {
		switch c := q.waiting[i]; {
		case startsJob(c):
			before--
		case isUrgent(c):
			left--
			if takes(c) && !(before > 0 && concernsJob(c)) {
				first = i
			}
		}
	}
	return first
}

// startsJob reports whether a command starts a job, if it can.
func startsJob(c Command) bool {
	switch c.(type) {
	case Go, Perft, Bench:
		return true
	}
	return false
}

// isUrgent reports whether a command need not wait for every job before it.
func isUrgent(c Command) bool {
	switch c.(type) {
	case IsReady, Stop, PonderHit, Probe, Quit:
		return true
	}
	return false
}

// concernsJob reports whether a command is meant for the last job before it.
func concernsJob(c Command) bool {
	switch c.(type) {
	case Stop, PonderHit:
		return true
	}
	return false
}
