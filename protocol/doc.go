// Package protocol lets a host use an engine over text: UCCI 3.0, UCI as Xiangqi
// programs speak it, and its Cyclone variant. The entry point is [Run].
//
// [Parse] turns a line into a [Command], a value that does not depend on the state
// of the session. The session executes it at once or, if it has to wait for a
// search, from a queue. A style formats the answers in the dialect that the host
// named last. Commands of all dialects are always understood; only the answers
// differ. option.go declares the options, once for both dialects.
//
// To read the package, follow a line. input.go reads it, parse.go makes a command of it, one
// of those in command.go, and session.go keeps it in the queue of queue.go until the phase of
// the session (phase.go) lets execute.go carry it out.
// setup.go sets the position, by ranks as notation.go counts them. job.go starts a search,
// or plays a move of book.go. response.go words the answers, and about.go those to
// "help" and its like; output.go writes them, and log.go all that is said to a file, if the
// host wants it.
//
// limits.go turns the words of "go" into the limits of a search, and delays.go measures how
// late answers reach the host: that much more of the clock is kept in reserve. How a search
// divides the rest is in search/time.go.
//
// [Play] is the command that a host starts, chuhe without a name (play.go).
package protocol
