package engine

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
	"chuhe/rules"
	"chuhe/search"
	"chuhe/tools/match/internal/faulty"
	"chuhe/tools/match/tournament"
)

// startXBoard starts the engine that misbehaves in XBoard's protocol.
func startXBoard(t *testing.T, mode faulty.Mode, options ...Option) *XBoardEngine {
	t.Helper()
	c := config(mode)
	c.Protocol, c.Options = XBoard, options
	x, err := StartXBoard(t.Context(), c)
	require.NoError(t, err)
	t.Cleanup(x.Close)
	return x
}

// answers lets an engine play both sides of a game, and returns the game and its last
// answer: that to its n-th move, or the first that is no legal move.
func answers(t *testing.T, x *XBoardEngine, start board.Position, n int, turn tournament.Turn) (*board.Line, tournament.Answer, error) {
	t.Helper()
	require.NoError(t, x.NewGame(t.Context()))
	game := board.NewLine(start)
	for i := 1; ; i++ {
		last := turn
		if i < n {
			last = timed(10 * time.Second)
		}
		a, err := x.Think(t.Context(), game, last)
		if err != nil || i == n || rules.Illegal(game.Position(), a.Move) != nil {
			return game, a, err
		}
		game.Play(a.Move)
	}
}

// TestXBoardDialog shows every line of a short game.
func TestXBoardDialog(t *testing.T) {
	x := startXBoard(t, faulty.None, Option{"memory", "64"}, Option{"two words", "3"}, Option{"clear", ""})
	require.NoError(t, x.NewGame(t.Context()))
	game := board.NewLine(board.Start())
	game.Play(board.MustParseMove("h2e2"))
	turn := tournament.Turn{
		Limits:   search.Limits{Depth: 7, Clock: search.Clock{Set: true, Time: 90500 * time.Millisecond, Increment: 500 * time.Millisecond, MovesToGo: 40}},
		Opponent: search.Clock{Set: true, Time: 80 * time.Second}, Allowed: 90 * time.Second,
	}
	a, err := x.Think(t.Context(), game, turn)
	require.NoError(t, err)
	require.NoError(t, rules.Illegal(game.Position(), a.Move))
	assert.Equal(t, tournament.Thought{Score: &tournament.Score{CP: 12}, Depth: 3, Nodes: 34}, a.Thought)
	game.Play(a.Move)
	game.Play(board.MustParseMove("e2e6"))
	turn.DrawOffered = true
	b, err := x.Think(t.Context(), game, turn)
	require.NoError(t, err)
	x.GameOver(tournament.Outcome{Result: board.Draw, Reason: "draw {by\nagreement}"})
	var sent []string
	for _, l := range x.Exchange() {
		if l = l[10:]; l[0] == '>' || strings.HasPrefix(l, "< move") {
			sent = append(sent, l)
		}
	}
	assert.Equal(t, `> xboard
> protover 2
> accepted done
> accepted myname
> rejected san
> accepted variants
> accepted memory
> accepted ping
> accepted setboard
> accepted usermove
> accepted draw
> accepted option
> accepted option
> accepted done
> memory 64
> option Two Words=3
> option Clear
> ping 1
> new
> variant xiangqi
> easy
> post
> computer
> force
> ping 2
> level 40 1:31 0.5
> sd 7
> force
> usermove h2e2
> time 9050
> otim 8000
> go
< move `+a.Text+`
> time 9050
> otim 8000
> draw
> usermove e2e6
< move `+b.Text+`
> result 1/2-1/2 {draw (by agreement)}
> force`, strings.Join(sent, "\n"))
}

// TestXBoardFaults shows what each mistake of an engine costs it: the game, at most.
func TestXBoardFaults(t *testing.T) {
	for _, c := range []struct {
		mode  faulty.Mode
		fault tournament.End // "" where the answer says it
		text  string         // of the answer, "" for a legal move
		check func(tournament.Answer) bool
	}{
		{mode: faulty.Crash, fault: tournament.Crash},
		{mode: faulty.Hang, fault: tournament.NoAnswer},
		{mode: faulty.Garbage, fault: tournament.NoAnswer},
		{mode: faulty.Nonsense, text: "xyzzy"},
		{mode: faulty.Illegal, text: "a0i9"},
		{mode: faulty.Resign, text: "resign", check: func(a tournament.Answer) bool { return a.Resigns }},
		{mode: faulty.Draw, check: func(a tournament.Answer) bool { return a.Draw }},
		{mode: faulty.Comments},
		{mode: faulty.Claim},
		{mode: faulty.Insist, text: "1-0 {mates}"},
	} {
		t.Run(string(c.mode), func(t *testing.T) {
			t.Parallel()
			x := startXBoard(t, c.mode)
			game, a, err := answers(t, x, board.Start(), 3, timed(time.Second))
			if c.fault != "" {
				var fault *tournament.Fault
				require.ErrorAs(t, err, &fault)
				assert.Equal(t, c.fault, fault.End, fault.Reason)
				assert.Error(t, x.NewGame(t.Context()), "an engine that is gone")
				return
			}
			require.NoError(t, err)
			if c.text != "" {
				assert.Equal(t, c.text, a.Text)
			}
			if c.check != nil {
				assert.True(t, c.check(a), a)
			}
			assert.Equal(t, c.text == "" || a.Resigns, a.Resigns || rules.Illegal(game.Position(), a.Move) == nil, a)
			assert.NoError(t, x.NewGame(t.Context()), "it plays on")
		})
	}
}

// TestXBoardAccuses gives an engine that calls a legal move illegal the position once more;
// one that insists loses.
func TestXBoardAccuses(t *testing.T) {
	x := startXBoard(t, faulty.Accuse)
	game, a, err := answers(t, x, board.Start(), 2, timed(time.Second))
	require.NoError(t, err)
	game.Play(a.Move)
	game.Play(movegen.Legal(game.Position(), nil)[0])
	a, err = x.Think(t.Context(), game, timed(5*time.Second))
	require.NoError(t, err)
	assert.NoError(t, rules.Illegal(game.Position(), a.Move), "the position is set up, so no move is to be accused")

	x.features["setboard"] = "0"
	game.Play(a.Move)
	game.Play(movegen.Legal(game.Position(), nil)[0])
	a, err = x.Think(t.Context(), game, timed(5*time.Second))
	require.NoError(t, err)
	assert.Equal(t, "Illegal move: "+game.Move(0).String(), a.Text, "without set-up it gets the moves again: no move, which loses")
	assert.NoError(t, x.NewGame(t.Context()))
}

// TestXBoardStandstill asserts that an engine is not pressed where this program stood still
// before it gave the position once more.
func TestXBoardStandstill(t *testing.T) {
	t.Parallel()
	x := startXBoard(t, faulty.Accuse)
	game, a, err := answers(t, x, board.Start(), 2, timed(time.Second))
	require.NoError(t, err)
	game.Play(a.Move)
	game.Play(movegen.Legal(game.Position(), nil)[0])
	standStill(&x.link, "ping 3") // when it accuses
	a, err = x.Think(t.Context(), game, timed(1900*time.Millisecond))
	require.NoError(t, err)
	assert.NoError(t, rules.Illegal(game.Position(), a.Move))
	assert.Less(t, a.Time, 1900*time.Millisecond)
	assert.NotContains(t, strings.Join(x.Exchange(), "\n"), "> ?")
}

func TestXBoardLate(t *testing.T) {
	t.Parallel()
	x := startXBoard(t, faulty.Late)
	_, a, err := answers(t, x, board.Start(), 3, timed(300*time.Millisecond))
	require.NoError(t, err, "an answer to ? keeps the engine")
	assert.Greater(t, a.Time, 300*time.Millisecond)
	assert.NoError(t, x.NewGame(t.Context()))
}

// TestXBoardPositions sets up a position in each form that engines read.
func TestXBoardPositions(t *testing.T) {
	p := testpos.FEN(t, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1")
	for _, mode := range []faulty.Mode{faulty.None, faulty.Letters, faulty.Leaves} {
		x := startXBoard(t, mode)
		for range 2 { // the form is known in the second game
			game, a, err := answers(t, x, p, 2, timed(5*time.Second))
			require.NoError(t, err)
			assert.NoError(t, rules.Illegal(game.Position(), a.Move), mode)
		}
		text := strings.Join(x.Exchange(), "\n")
		if mode == faulty.Letters {
			assert.Equal(t, 4, strings.Count(text, "> setboard"), text)
			assert.Contains(t, text, "setboard rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RHEAKAEHR b 1 1")
		}
	}
	x := startXBoard(t, faulty.Bare)
	assert.False(t, x.SetsUp())
	_, _, err := answers(t, x, p, 1, timed(time.Second))
	var fault *tournament.Fault
	require.ErrorAs(t, err, &fault)
	assert.Contains(t, fault.Reason, "cannot be set up: the engine announces no feature setboard=1")
	_, _, err = answers(t, startXBoard(t, faulty.Refuse), p, 1, timed(time.Second))
	require.ErrorAs(t, err, &fault)
	assert.Contains(t, fault.Reason, `cannot be set up: "tellusererror \x1b[2Jno no `, "it goes to terminals")
	assert.Less(t, len(fault.Reason), 700)
	_, a, err := answers(t, x, board.Start(), 3, timed(time.Second))
	require.NoError(t, err, "from the start it plays, with moves as bare words")
	assert.NotEqual(t, board.NoMove, a.Move)
}

// TestXBoardLeaves asserts that a refusal is read of an engine that ended with it before it was asked
// whether it is ready.
func TestXBoardLeaves(t *testing.T) {
	x := startXBoard(t, faulty.Leaves)
	require.NoError(t, x.NewGame(t.Context()))
	require.NoError(t, x.send("setboard 9/9/9/9/9/9/9/9/9/9 w"))
	<-x.process.exited
	var said []string
	err := x.settle(t.Context(), func(l line) { said = append(said, l.text) })
	var fault *tournament.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, tournament.Fault{End: tournament.Crash, Reason: "the process ended: exit status 1"}, *fault)
	assert.Equal(t, []string{"tellusererror Illegal position"}, said)
}

// TestXBoardNewGame asserts that an engine without ping, of which the end of its last words is not
// known, neither resigns nor offers a draw by what it said of the game before.
func TestXBoardNewGame(t *testing.T) {
	x := startXBoard(t, faulty.Bare)
	for _, said := range []string{"offer draw", "resign", "1/2-1/2 {Draw}"} {
		x.process.lines <- line{said, time.Now()}
		_, a, err := answers(t, x, board.Start(), 1, timed(10*time.Second))
		require.NoError(t, err)
		assert.False(t, a.Draw || a.Resigns, said)
		assert.NotEqual(t, board.NoMove, a.Move)
	}
}

// TestXBoardStartsAgain plays with an engine that plays one game only.
func TestXBoardStartsAgain(t *testing.T) {
	x := startXBoard(t, faulty.Once)
	for range 3 {
		_, a, err := answers(t, x, board.Start(), 2, timed(time.Second))
		require.NoError(t, err)
		assert.NotEqual(t, board.NoMove, a.Move)
	}
}

func TestXBoardDoesNotStart(t *testing.T) {
	for mode, want := range map[faulty.Mode]string{
		faulty.Chess: `feature variants="normal,suicide": want xiangqi`,
		faulty.Mute:  "no answer feature done=1 to protover 2 within 300ms; proto= names the protocol of the engine",
		faulty.Dying: "no answer feature done=1 to protover 2 (proto= names the protocol of the engine): crash: the process ended: exit status 7",
	} {
		c := config(mode)
		c.Protocol = XBoard
		if mode == faulty.Mute {
			c.Start = 300 * time.Millisecond
		}
		p, err := New(t.Context(), c)
		assert.ErrorContains(t, err, want, mode)
		assert.True(t, p == nil, mode) // and no pointer that is nil
	}
	c := config(faulty.None)
	c.Protocol, c.Options = XBoard, []Option{{"cores", "2"}}
	_, err := New(t.Context(), c)
	assert.ErrorContains(t, err, "option cores: the engine announces no such option, but clear, two words")
	c.Options = []Option{{"two words", "10"}}
	_, err = New(t.Context(), c)
	assert.ErrorContains(t, err, `option Two Words: "10" does not fit what the engine announces: -spin 1 0 9`)
}

func TestXBoardText(t *testing.T) {
	for text, want := range map[string]spoken{
		"move h2e2": moves, "1. ... h2e2": moves, "12. ... h7e7": moves, "12. ...h7e7": moves, "1. ... ": nothing, "a. ... h2e2": nothing, "resign": resigns, "offer draw": offers,
		"1/2-1/2 {Draw}": claims, "0-1 {mate}": claims, "Illegal move (game over): h2e2": claims,
		"feature ping=1": announce, "pong 3": announce, "tellusererror Illegal position": announce, "Error (unknown command): ?": announce,
		"# move h2e2": nothing, "tellics say hello": nothing, "offer": nothing, "movement": nothing, "12 34 5 6 h2e2": nothing, "": nothing,
	} {
		assert.Equal(t, want, spokenOf(text), text)
		if want == moves {
			assert.NotEqual(t, board.NoMove, new(XBoardEngine).answer(text, board.Red, false).Move, text)
		}
	}
	for text, want := range map[string]tournament.Thought{
		"5 27 4 59981 e2c2":            {Score: &tournament.Score{CP: 27}, Depth: 5, Nodes: 59981},
		"12& -100003 4 1 h2e2 h9g7":    {Score: &tournament.Score{CP: 3 - tournament.MateCP, Mate: -3}, Depth: 12, Nodes: 1},
		"7. 100002 0 9":                {Score: &tournament.Score{CP: tournament.MateCP - 2, Mate: 2}, Depth: 7, Nodes: 9},
		"8 -100000 0 9":                {Score: &tournament.Score{CP: -tournament.MateCP}, Depth: 8, Nodes: 9},
		"8 100000 0 9":                 {Score: &tournament.Score{CP: tournament.MateCP}, Depth: 8, Nodes: 9},
		"8 1000000 0 9":                {Score: &tournament.Score{CP: 98999}, Depth: 8, Nodes: 9},
		"8 -9223372036854775808 0 9":   {Score: &tournament.Score{CP: -98999}, Depth: 8, Nodes: 9},
		"9 1 2 -3 of nodes below zero": {Score: &tournament.Score{CP: 1}, Depth: 9},
	} {
		got, ok := parseThinking(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "1-0 {a b c}", "1. ... h2e2 x", "1 2 3", "stat01: 1 2 3 4", "99999999999999999999 1 2 3"} {
		_, ok := parseThinking(text)
		assert.False(t, ok, text)
	}
	assert.Equal(t, []string{"level 0 999 0", "sd 6"}, control(tournament.Turn{Limits: search.Limits{Depth: 6}}))
	assert.Equal(t, []string{"st 0.25"}, control(tournament.Turn{Limits: search.Limits{MoveTime: 250 * time.Millisecond}}))
	assert.Equal(t, []string{"level 0 0:01 0.005"}, control(timedWith(300*time.Millisecond, 5*time.Millisecond)))
}

func timedWith(left, increment time.Duration) tournament.Turn {
	return tournament.Turn{Limits: search.Limits{Clock: search.Clock{Set: true, Time: left, Increment: increment}}}
}

// TestXBoardEngines plays a game between two engines of Debian's packages hoichess and
// fairymax, where they are installed, from the start of the game and from a position.
func TestXBoardEngines(t *testing.T) {
	t.Setenv("PATH", "/usr/games:"+os.Getenv("PATH"))
	var seats [2]tournament.Seat
	for i, name := range []string{"hoixiangqi", "maxqi"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed: apt-get install hoichess fairymax", name)
		}
		x, err := StartXBoard(t.Context(), Config{Command: name, Protocol: XBoard, Squares: Auto, Start: time.Minute, Timeout: time.Minute})
		require.NoError(t, err)
		t.Cleanup(x.Close)
		seats[i] = tournament.Seat{Player: x, Name: name, Control: tournament.TimeControl{Depth: 3}}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	game := tournament.Game{Seats: seats, Opening: tournament.Opening{Start: board.Start()}, Terms: tournament.Terms{Rules: rules.DefaultOptions(), MaxMoves: 30}}
	r, err := game.Play(ctx)
	require.NoError(t, err)
	assert.False(t, r.End.IsFault(), "%s\n%s", r.Reason, strings.Join(r.Exchange, "\n"))
	assert.Greater(t, len(r.Moves), 20, r.Reason)
	t.Logf("%s - %s: %s, %d plies, %s", r.Red, r.Black, r.Result, len(r.Moves), r.Reason)

	game.Seats[board.Black] = seats[board.Red]
	x, err := StartXBoard(t.Context(), Config{Command: "hoixiangqi", Protocol: XBoard, Squares: Auto, Start: time.Minute, Timeout: time.Minute})
	require.NoError(t, err)
	t.Cleanup(x.Close)
	game.Seats[board.Red].Player = x
	game.Opening.Start = testpos.FEN(t, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1")
	game.MaxMoves = 8
	r, err = game.Play(ctx)
	require.NoError(t, err)
	assert.False(t, r.End.IsFault(), "%s\n%s", r.Reason, strings.Join(r.Exchange, "\n"))
}
