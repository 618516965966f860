package faulty

import (
	"os"
	"strings"
	"time"

	"chuhe/board"
	"chuhe/movegen"
)

// xboard is the engine in XBoard's protocol. It plays the side to move after go, and
// answers each further move.
type xboard struct {
	*engine
	plays   bool
	left    time.Duration
	claimed bool
	games   int
}

func (x *xboard) command(text string) {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "protover":
		x.features()
	case "ping":
		if x.mode != Sleepy || x.games == 0 {
			x.say("pong %s", rest)
		}
	case "option":
		if x.mode == Stubborn {
			x.say("Error (option): %s", rest)
		}
	case "new":
		if x.games++; x.mode == Once && x.games > 1 {
			os.Exit(4)
		}
		x.game, x.plays, x.moves = board.Start(), false, 0
	case "setboard":
		x.setUp(rest)
	case "force", "result":
		x.plays = false
	case "time":
		if n, err := time.ParseDuration(rest + "0ms"); err == nil {
			x.left = n
		}
	case "usermove":
		x.play(rest)
	case "go":
		x.plays = true
		x.answer()
	default:
		if _, err := board.ParseMove(word); err == nil && x.mode == Bare {
			x.play(word)
		}
	}
}

func (x *xboard) features() {
	switch x.mode {
	case Bare:
		x.say("feature done=1")
	case Chess:
		x.say("feature variants=\"normal,suicide\" done=1")
	case Once:
		x.say("feature ping=1 usermove=1 reuse=0 done=1")
	default:
		x.say("# a comment\nfeature done=0 myname=\"faulty %s\" san=1\nfeature variants=\"normal,xiangqi\" memory=1", x.mode)
		x.say("feature ping=1 setboard=1 usermove=1 draw=1 option=\"Two Words -spin 1 0 9\" option=\"Clear -button\" done=1")
	}
}

func (x *xboard) setUp(fen string) {
	if x.mode == Refuse {
		x.say("tellusererror \x1b[2J%s", strings.Repeat("no ", 5000))
		return
	}
	if x.mode == Letters || x.mode == Leaves {
		f := strings.Fields(fen)
		if len(f) != 4 || strings.ContainsAny(f[0], "nNbB") {
			x.say("tellusererror Illegal position")
			if x.mode == Leaves {
				x.out.Flush()
				os.Exit(1)
			}
			return
		}
		fen = strings.NewReplacer("h", "n", "H", "N", "e", "b", "E", "B").Replace(f[0]) + " " + f[1]
	}
	p, err := board.ParseFEN(fen)
	if err != nil {
		x.say("tellusererror Illegal position")
		return
	}
	x.game = p
}

func (x *xboard) play(text string) {
	m, err := board.ParseMove(text)
	x.claimed = x.claimed || x.mode == Accuse && x.moves >= 2
	if x.claimed && x.mode == Accuse || err != nil {
		x.say("Illegal move: %s", text)
		return
	}
	x.game = x.game.Make(m)
	if x.plays {
		x.answer()
	}
}

// answer makes a move or, at the third, the mistake of its mode.
func (x *xboard) answer() {
	x.moves++
	all := movegen.Legal(&x.game, nil)
	if len(all) == 0 {
		return
	}
	move := all[x.rng.IntN(len(all))]
	x.say("3 12 7 34 %v", move)
	if (x.moves >= 3 || x.claimed) && x.err() {
		return
	}
	x.game = x.game.Make(move)
	x.say("move %v", move)
}

// err makes the mistake of the mode, and reports whether it takes the place of a move.
func (x *xboard) err() bool {
	switch x.mode {
	case Crash:
		os.Exit(3)
	case Hang:
		x.out.Flush()
		forever()
	case Late:
		x.out.Flush()
		time.Sleep(x.left + 200*time.Millisecond)
		return false
	case Garbage:
		x.flood("\x00\xff\x1b[2J mo\rve %s%n\n")
	case Nonsense:
		x.say("move xyzzy")
	case Illegal:
		x.say("move a0i9")
	case Resign:
		x.say("resign")
	case Draw:
		x.say("offer draw")
		return false
	case Comments:
		for range 5000 {
			x.say("# thinking %s", strings.Repeat("noise ", 20))
		}
		return false
	case Claim:
		if x.claimed {
			return false
		}
		x.claimed, x.plays = true, false
		x.say("1/2-1/2 {Draw by repetition}")
	case Insist:
		x.claimed = true
		x.say("%v {mates}", board.Win(x.game.Side()))
	default:
		return false
	}
	return true
}
