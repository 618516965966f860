// Package faulty is an engine that misbehaves on purpose, to test programs that run
// engines. It speaks UCCI, UCI and XBoard's protocol, ponders, and plays random legal moves at once,
// until it makes its mistake.
package faulty

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"chuhe/board"
	"chuhe/movegen"
)

// Mode is the fault of the engine.
type Mode string

// The modes, in groups by when they show: when the engine starts, when options are
// set, before its first game, and at its third move in a game.
const (
	Mute  Mode = "mute"  // does not answer at all
	Deaf  Mode = "deaf"  // does not read either
	Dying Mode = "dying" // ends at once and says why on its error output

	Stubborn Mode = "stubborn" // keeps its options as they are, and says so

	Sleepy Mode = "sleepy" // is never ready for a game

	None     Mode = "none"     // nothing
	Crash    Mode = "crash"    // ends
	Panic    Mode = "panic"    // ends with a panic and its trace
	Orphan   Mode = "orphan"   // ends and leaves a child that holds the pipes
	Hang     Mode = "hang"     // does not answer, not even to stop
	Late     Mode = "late"     // answers when its time is over
	Garbage  Mode = "garbage"  // floods its output with noise
	LongLine Mode = "longline" // writes a line without end
	Nonsense Mode = "nonsense" // bestmove is not a move
	Illegal  Mode = "illegal"  // makes an illegal move
	Lie      Mode = "lie"      // moves the opponent's piece and calls it mate
	Resign   Mode = "resign"   // resigns
	Draw     Mode = "draw"     // offers a draw with each move and takes each offer
	Stderr   Mode = "stderr"   // floods its error output, and plays on
	Babble   Mode = "babble"   // says much after its move, and ends
	Closed   Mode = "closed"   // closes its input after its move, and lives on

	Lines    Mode = "lines"    // reports lines of play while it analyses
	OnlyUCCI Mode = "onlyucci" // does not understand uci

	Eager Mode = "eager" // moves without waiting for the end of its pondering

	// In XBoard's protocol.
	Chess    Mode = "chess"    // plays only chess
	Bare     Mode = "bare"     // has no features but done
	Once     Mode = "once"     // plays one game, then has to be started again
	Letters  Mode = "letters"  // reads only positions with h and e, in four fields
	Leaves   Mode = "leaves"   // as letters, and ends where it refuses a position
	Refuse   Mode = "refuse"   // refuses each position, with noise
	Claim    Mode = "claim"    // claims once that the game is drawn, and waits
	Insist   Mode = "insist"   // claims a win for ever
	Accuse   Mode = "accuse"   // calls a legal move illegal
	Comments Mode = "comments" // floods its output with comments, and plays on
)

// Main runs the engine on the standard streams. The words name the mode and,
// if there is a second one, the seed of the moves.
func Main(words []string) {
	e := engine{mode: None, out: bufio.NewWriter(os.Stdout)}
	var seed uint64
	if len(words) > 0 {
		e.mode = Mode(words[0])
	}
	if len(words) > 1 {
		seed, _ = strconv.ParseUint(words[1], 10, 64)
	}
	e.rng = rand.New(rand.NewPCG(seed, 0))
	switch e.mode {
	case Deaf:
		forever()
	case Dying:
		fmt.Fprint(os.Stderr, "faulty:\nno such\tnetwork")
		os.Exit(7)
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() && in.Text() != "quit" {
		if e.mode == Mute {
			continue
		}
		if e.xboard == nil && in.Text() == "xboard" {
			e.xboard = &xboard{engine: &e}
		}
		if e.xboard != nil {
			e.xboard.command(in.Text())
		} else {
			e.command(in.Text())
		}
		e.out.Flush()
		if e.mode == Closed && e.moves == 3 {
			os.Stdin.Close()
			forever()
		}
	}
}

func forever() {
	for {
		time.Sleep(time.Hour)
	}
}

type engine struct {
	mode   Mode
	out    *bufio.Writer
	rng    *rand.Rand
	game   board.Position
	moves  int // made in the game
	ready  bool
	xboard *xboard  // nil for the other protocols
	held   []string // of the go command that waits for ponderhit or stop, nil for none
}

func (e *engine) say(format string, args ...any) { fmt.Fprintf(e.out, format+"\n", args...) }

func (e *engine) command(text string) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return
	}
	switch words[0] {
	case "ucci":
		e.say("id name faulty %s\noption usemillisec type check default true\noption level type spin min 1 max 9 default 1\noption ponder type check default false\noption newgame type button\nucciok", e.mode)
	case "uci":
		if e.mode == OnlyUCCI {
			return
		}
		e.say("id name faulty %s\noption name Two Words type spin default 1\noption name Ponder type check default false\nuciok", e.mode)
	case "isready":
		if e.mode != Sleepy || !e.ready {
			e.say("readyok")
		}
		e.ready = true
	case "setoption", "ucinewgame":
		if e.mode == Stubborn && strings.Contains(text, "level") {
			e.say("info message option level stays as it was: %q has no score of 1-9", words[len(words)-1])
		}
		if e.mode == Stubborn && strings.Contains(text, "Two Words") {
			e.say("info string option Two Words stays as it was: nothing doing")
		}
		if words[len(words)-1] == "newgame" || words[0] == "ucinewgame" {
			e.moves = 0
		}
	case "position":
		e.position(words[1:])
	case "go":
		if e.mode == Lines && slices.Contains(words, "infinite") {
			all := movegen.Legal(&e.game, nil)
			for depth := 1; depth <= 3; depth++ {
				for rank, m := range all[:3] {
					e.say("info depth %d multipv %d time 5 nodes 34 score %d pv %v a0i9", depth, rank+1, 30-10*rank, m)
				}
			}
			e.held = words
			return
		}
		if slices.Contains(words, "ponder") && e.mode != Eager {
			e.held = words
			for i := range 2000 { // more than a pipe holds
				e.say("info currmove h2e2 currmovenumber %d", i)
				e.say("info string thinking of %d", i)
			}
			return
		}
		e.think(words[1:])
	case "ponderhit", "stop":
		switch {
		case e.held != nil:
			words, e.held = e.held, nil
			e.think(words)
		case words[0] == "stop": // too late, as every move is made before the next line is read
			e.say("nobestmove")
		}
	}
}

func (e *engine) position(words []string) {
	fen, moves, _ := strings.Cut(strings.Join(words[1:], " "), "moves")
	p, err := board.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	for text := range strings.FieldsSeq(moves) {
		p = p.Make(board.MustParseMove(text))
	}
	e.game = p
}

func (e *engine) think(words []string) {
	e.moves++
	all := movegen.Legal(&e.game, nil)
	move := all[e.rng.IntN(len(all))]
	e.say("info depth 3 score 12 nodes 34 pv %v", move)
	if e.moves < 3 {
		e.move(move)
		return
	}
	switch e.mode {
	case Crash:
		e.say("info string about to crash")
		e.out.Flush()
		os.Exit(3)
	case Panic:
		panic("out of luck")
	case Orphan:
		child := exec.Command("sleep", "30")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		_ = child.Start()
		os.Exit(3)
	case Hang:
		e.out.Flush()
		forever()
	case Late:
		e.out.Flush()
		time.Sleep(timeOf(words) + 200*time.Millisecond)
		e.say("bestmove %v", move)
	case Garbage:
		e.flood("\x00\xff\x1b[2J best mo\rve %s%n\n")
	case LongLine:
		e.flood("00000000")
	case Nonsense:
		e.say("bestmove xyzzy")
	case Illegal:
		e.say("bestmove a0i9")
	case Lie:
		king := e.game.King(e.game.Side().Other())
		e.say("info depth 99 score 9999 pv %v", move)
		e.say("bestmove %v", board.NewMove(king, king.Flip()))
	case Resign, Draw: // the mode is the word
		e.say("bestmove %v %s", move, e.mode)
	case Stderr:
		noise := strings.Repeat("noise ", 20) + "\n"
		_, _ = os.Stderr.WriteString(strings.Repeat(noise, 5000))
		e.say("bestmove %v", move)
	case Babble:
		e.move(move)
		e.say("%s", strings.Repeat("so much to say\n", 1000))
		e.out.Flush()
		os.Exit(3)
	default:
		e.move(move)
	}
}

// move answers with a move, and expects the first legal reply.
func (e *engine) move(m board.Move) {
	after := e.game.Make(m)
	if replies := movegen.Legal(&after, nil); len(replies) > 0 {
		e.say("bestmove %v ponder %v", m, replies[0])
		return
	}
	e.say("bestmove %v", m)
}

// flood writes a text until the reader is gone.
func (e *engine) flood(text string) {
	for {
		if _, err := e.out.WriteString(text); err != nil {
			os.Exit(1)
		}
	}
}

// timeOf returns the time of a go command.
func timeOf(words []string) time.Duration {
	for i, w := range words[:len(words)-1] {
		if w == "time" || w == "movetime" {
			ms, _ := strconv.Atoi(words[i+1])
			return time.Duration(ms) * time.Millisecond
		}
	}
	return 0
}
