package tournament

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/stats"
	"chuhe/internal/testpos"
	"chuhe/lang"
	"chuhe/movegen"
	"chuhe/rules"
	"chuhe/search"
)

// puppet is a player that does what a test says.
type puppet struct {
	think  func(game *board.Line, turn Turn) (Answer, error)
	closed atomic.Bool
}

func (p *puppet) NewGame(context.Context) error { return nil }
func (p *puppet) Exchange() []string            { return []string{"> go", "< what it said"} }
func (p *puppet) Close()                        { p.closed.Store(true) }
func (p *puppet) Think(ctx context.Context, game *board.Line, turn Turn) (Answer, error) {
	if ctx.Err() != nil {
		return Answer{}, ctx.Err()
	}
	return p.think(game, turn)
}

// ponderer is a puppet that notes what it is asked to ponder on.
type ponderer struct {
	puppet
	replies []board.Move
	turns   []Turn
	fault   error
	rests   int
}

func (p *ponderer) Ponder(_ *board.Line, reply board.Move, turn Turn) error {
	p.replies, p.turns = append(p.replies, reply), append(p.turns, turn)
	return p.fault
}

func (p *ponderer) Rest(context.Context) error { p.rests++; return nil }

// TestPonder shows when a player ponders and with which clocks.
func TestPonder(t *testing.T) {
	expects := func(moves, replies string) func(*board.Line, Turn) (Answer, error) {
		play, reply := script(moves), strings.Fields(replies)
		return func(g *board.Line, turn Turn) (Answer, error) {
			a, err := play(g, turn)
			if n := g.Len() / 2; n < len(reply) {
				a.Reply = board.MustParseMove(reply[n])
			}
			a.Time = 100 * time.Millisecond
			return a, err
		}
	}
	g := newGame(t, board.StartFEN, nil, nil)
	// A reply that is illegal or not named is not pondered on.
	red := &ponderer{puppet: puppet{think: expects("h2e2 h0g2 a0a1", "h9g7 a9a0")}}
	black := &ponderer{puppet: puppet{think: resignAt(5, expects("h9g7 i9h9", "h0g2"))}}
	g.Seats[board.Red].Player, g.Seats[board.Black].Player = red, black
	r, err := g.Play(t.Context())
	require.NoError(t, err)
	assert.Equal(t, Resignation, r.End)
	assert.Equal(t, []board.Move{board.MustParseMove("h9g7")}, red.replies)
	assert.Equal(t, []board.Move{board.MustParseMove("h0g2")}, black.replies)
	left := search.Clock{Set: true, Time: time.Second, Increment: 100 * time.Millisecond}
	assert.Equal(t, Turn{Limits: search.Limits{Ponder: true, Clock: left}, Opponent: left}, red.turns[0])
	assert.Equal(t, []int{1, 1}, []int{red.rests, black.rests}, "they rest when the game is over")

	g = newGame(t, board.StartFEN, nil, nil)
	g.Seats[board.Red].Player = &ponderer{puppet: puppet{think: expects("h2e2", "h9g7")}, fault: &Fault{Crash, "gone"}}
	r, err = g.Play(t.Context())
	require.NoError(t, err)
	assert.Equal(t, Crash, r.End)
	assert.Equal(t, board.BlackWins, r.Result)
}

// TestPonderMate asserts that a player is not asked to think about its answer to a mate.
func TestPonderMate(t *testing.T) {
	for reply, want := range map[string]int{"a2a0": 0, "a2a1": 1} {
		g := newGame(t, "3k5/9/9/9/9/9/9/r8/1r7/4K4 w", nil, says(Answer{Resigns: true}))
		red := &ponderer{puppet: puppet{think: says(Answer{Move: board.MustParseMove("e0f0"), Reply: board.MustParseMove(reply)})}}
		g.Seats[board.Red].Player = red
		_, err := g.Play(t.Context())
		require.NoError(t, err)
		assert.Len(t, red.replies, want, reply)
	}
}

// resignAt plays n moves of a game and resigns then.
func resignAt(moves int, think func(*board.Line, Turn) (Answer, error)) func(*board.Line, Turn) (Answer, error) {
	return func(g *board.Line, turn Turn) (Answer, error) {
		if g.Len() == moves {
			return Answer{Resigns: true}, nil
		}
		return think(g, turn)
	}
}

// plays makes a legal move, another one from ply to ply, with a score.
func plays(score int) func(*board.Line, Turn) (Answer, error) {
	return func(game *board.Line, _ Turn) (Answer, error) {
		moves := movegen.Legal(game.Position(), nil)
		return Answer{Move: moves[game.Len()%len(moves)], Thought: Thought{Score: &Score{CP: score}}, Time: time.Millisecond}, nil
	}
}

// says answers with one move or flag.
func says(a Answer) func(*board.Line, Turn) (Answer, error) {
	return func(*board.Line, Turn) (Answer, error) { return a, nil }
}

func script(moves string) func(*board.Line, Turn) (Answer, error) {
	list, n := strings.Fields(moves), -1
	return func(*board.Line, Turn) (Answer, error) {
		n++
		return Answer{Move: board.MustParseMove(list[n%len(list)]), Text: list[n%len(list)]}, nil
	}
}

func newGame(t *testing.T, fen string, red, black func(*board.Line, Turn) (Answer, error)) *Game {
	p := testpos.FEN(t, fen)
	tc, err := ParseTimeControl("1+0.1")
	require.NoError(t, err)
	return &Game{
		Seats:   [2]Seat{{&puppet{think: red}, "r", tc}, {&puppet{think: black}, "b", tc}},
		Opening: Opening{Start: p}, Terms: Terms{Rules: rules.DefaultOptions()},
	}
}

// In the league a player gets the moves that would lose by a repetition.
func TestBans(t *testing.T) {
	line := []string{"c5c9", "d9d8", "c9c8", "d8d9", "c8c9", "d9d8", "c9c8", "d8d9"}
	for set, want := range map[rules.Set][]board.Move{rules.League: {board.MustParseMove("c8c9")}, rules.Computer: nil} {
		var got []board.Move
		resign := func(_ *board.Line, turn Turn) (Answer, error) {
			got = turn.Limits.Banned
			return Answer{Resigns: true}, nil
		}
		g := newGame(t, "3k5/9/9/9/2R6/9/9/9/6r2/4K1N2 w", resign, resign)
		for _, m := range line {
			g.Opening.Moves = append(g.Opening.Moves, board.MustParseMove(m))
		}
		g.Rules.Set = set
		r, err := g.Play(t.Context())
		require.NoError(t, err)
		assert.Equal(t, Resignation, r.End)
		assert.Equal(t, want, got, "%v", set)
	}
}

func TestEnds(t *testing.T) {
	const (
		oneMove  = "4k4/3R5/9/9/9/9/9/9/9/3K4R w"
		noAttack = "5k3/9/4b4/9/9/9/9/9/3r5/3K5 w"
	)
	half := 0
	for _, c := range []struct {
		name       string
		fen        string
		red, black func(*board.Line, Turn) (Answer, error)
		want       board.Result
		end        End
		reason     string
	}{
		{"mated at the start", "3k5/3R5/9/9/9/9/9/9/9/3RK4 b", nil, nil, board.RedWins, Checkmate, "black loses: checkmate"},
		{"mate", oneMove, script("i0i9"), nil, board.RedWins, Checkmate, "black loses: checkmate"},
		{"material", noAttack, script("d0d1"), nil, board.Draw, Material, "attack"},
		{"resigns", board.StartFEN, says(Answer{Resigns: true}), nil, board.BlackWins, Resignation, "red resigns"},
		{"illegal", board.StartFEN, says(Answer{Move: board.MustParseMove("a0a9"), Text: "a0a9"}), nil, board.BlackWins, IllegalMove, `red loses: "a0a9" is illegal: the piece cannot go there, in rnb`},
		{"nonsense", board.StartFEN, says(Answer{Text: "xyzzy"}), nil, board.BlackWins, IllegalMove, `"xyzzy" is no move`},
		{"much nonsense", board.StartFEN, says(Answer{Text: strings.Repeat("x", 60_000)}), nil, board.BlackWins, IllegalMove, `red loses: "` + strings.Repeat("x", 100) + `"... (60000 bytes) is no move in rnb`},
		{"late", board.StartFEN, says(Answer{Move: board.MustParseMove("h2e2"), Time: 1001 * time.Millisecond}), nil, board.BlackWins, TimeLoss, "red loses on time: 1.001s used of 1s"},
		{"crash", board.StartFEN, plays(0), func(*board.Line, Turn) (Answer, error) { return Answer{}, &Fault{Crash, "exit status 3"} }, board.RedWins, Crash, "black loses: exit status 3"},
		{"hang", board.StartFEN, plays(0), func(*board.Line, Turn) (Answer, error) { return Answer{}, &Fault{NoAnswer, "no answer"} }, board.RedWins, NoAnswer, "black"},
		{"draw", board.StartFEN, says(Answer{Move: board.MustParseMove("h2e2"), Draw: true}), func(_ *board.Line, turn Turn) (Answer, error) {
			assert.True(t, turn.DrawOffered)
			return Answer{Draw: true}, nil
		}, board.Draw, Agreement, "agreement"},
		{"no draw", board.StartFEN, func(g *board.Line, turn Turn) (Answer, error) {
			if half++; half == 2 {
				assert.False(t, turn.DrawOffered)
				return Answer{Resigns: true}, nil
			}
			return Answer{Move: board.MustParseMove("h2e2"), Draw: true}, nil
		}, plays(0), board.BlackWins, Resignation, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := playVerified(t, newGame(t, c.fen, c.red, c.black))
			assert.Equal(t, c.want, r.Result)
			assert.Equal(t, c.end, r.End)
			assert.Contains(t, r.Reason, c.reason)
			assert.Equal(t, c.end.IsFault(), len(r.Exchange) > 0, "the last lines are kept for faults")
			_, err := r.Replay()
			assert.NoError(t, err)
		})
	}
}

// TestTimeMargin asserts that a loss on time tells the margin from the time.
func TestTimeMargin(t *testing.T) {
	g := newGame(t, board.StartFEN, says(Answer{Move: board.MustParseMove("h2e2"), Time: 1044 * time.Millisecond}), nil)
	g.Seats[board.Red].Control.Margin = 40 * time.Millisecond
	assert.Equal(t, "red loses on time: 1.044s used of 1s and a timemargin of 40ms", playVerified(t, g).Reason)
}

// TestNegativeTime asserts that a player cannot add to its clock.
func TestNegativeTime(t *testing.T) {
	var clock search.Clock
	red := func(game *board.Line, turn Turn) (Answer, error) {
		if game.Len() == 0 {
			return Answer{Move: board.MustParseMove("h2e2"), Time: -time.Hour}, nil
		}
		clock = turn.Limits.Clock
		return Answer{Resigns: true}, nil
	}
	g := newGame(t, board.StartFEN, red, script("h9g7"))
	assert.Zero(t, playVerified(t, g).Moves[0].Millis)
	assert.Equal(t, 1100*time.Millisecond, clock.Time)
}

func TestReplay(t *testing.T) {
	r := Record{Start: board.StartFEN, Moves: []Ply{{Move: "h2e2"}, {Move: "h9h5"}}}
	_, err := r.Replay()
	var bad *rules.MoveError
	require.ErrorAs(t, err, &bad)
	assert.Equal(t, 2, bad.Ply)
	r.Moves[0].Move = "x"
	_, err = r.Replay()
	assert.ErrorContains(t, err, "ply 1: bad move")
}

func TestRepetition(t *testing.T) {
	// Black's rook checks again and again, Red's king steps aside and back.
	g := newGame(t, "3k5/9/9/9/9/9/9/9/8r/4K4 b", script("e0e1 e1e0"), script("i1i0 i0i1"))
	r := playVerified(t, g)
	assert.Equal(t, Repetition, r.End)
	assert.Equal(t, board.RedWins, r.Result)
	assert.Contains(t, r.Reason, "black loses: perpetual check")

	g = newGame(t, "3k5/9/9/9/9/9/9/9/8r/4K4 b", script("e0f0 f0e0"), script("i1i2 i2i1"))
	r = playVerified(t, g)
	assert.Equal(t, Repetition, r.End)
	assert.Equal(t, board.Draw, r.Result)
}

func TestAdjudication(t *testing.T) {
	g := newGame(t, board.StartFEN, plays(-700), plays(650))
	g.Resign = ResignRule{Moves: 3, Score: 600}
	r := playVerified(t, g)
	assert.Equal(t, Outcome{board.BlackWins, Adjudicated, "red loses by adjudication: 600 cp behind for 3 moves"}, r.Outcome)
	assert.Len(t, r.Moves, 6)

	g = newGame(t, board.StartFEN, plays(-700), plays(10)) // they do not agree
	g.Resign = ResignRule{Moves: 3, Score: 600}
	g.MaxMoves = 8
	r = playVerified(t, g)
	assert.Equal(t, Adjudicated, r.End)
	assert.Equal(t, board.Draw, r.Result)
	assert.Len(t, r.Moves, 16)
	g.Resign.OneSided = true
	r = playVerified(t, g)
	assert.Equal(t, board.BlackWins, r.Result)
	assert.Len(t, r.Moves, 5)

	// Where Black moves first a move ends with Black's ply all the same.
	g = newGame(t, strings.Replace(board.StartFEN, " w ", " b ", 1), plays(0), plays(0))
	g.MaxMoves = 8
	r = playVerified(t, g)
	assert.Equal(t, "draw by adjudication after move 8", r.Reason)
	assert.Len(t, r.Moves, 15)

	g = newGame(t, board.StartFEN, plays(3), plays(-3))
	g.Draw = DrawRule{From: 3, Moves: 2, Score: 5}
	r = playVerified(t, g)
	assert.Equal(t, Adjudicated, r.End)
	assert.Equal(t, board.Draw, r.Result)
	assert.Len(t, r.Moves, 8, "two moves each from move 3")
}

func TestClock(t *testing.T) {
	tc := TimeControl{Base: time.Second, Increment: 100 * time.Millisecond, Moves: 2, Margin: 50 * time.Millisecond}
	c := newClock(tc)
	allowed, timed := c.allowed()
	assert.True(t, timed)
	assert.Equal(t, 1050*time.Millisecond, allowed)
	assert.Equal(t, search.Clock{Set: true, Time: time.Second, Increment: 100 * time.Millisecond, MovesToGo: 2}, c.state())
	c.spend(300 * time.Millisecond)
	assert.Equal(t, 800*time.Millisecond, c.left)
	assert.Equal(t, 1, c.state().MovesToGo)
	c.spend(830 * time.Millisecond) // within the margin
	assert.Equal(t, 1100*time.Millisecond, c.left, "a new period")
	assert.Equal(t, 2, c.state().MovesToGo)

	c = newClock(TimeControl{MoveTime: time.Second, Depth: 9, Nodes: 7})
	allowed, timed = c.allowed()
	assert.True(t, timed)
	assert.Equal(t, time.Second, allowed)
	assert.Equal(t, search.Limits{Depth: 9, Nodes: 7, MoveTime: time.Second}, c.limits())
	c = newClock(TimeControl{Depth: 9})
	_, timed = c.allowed()
	assert.False(t, timed)
}

func TestParseTimeControl(t *testing.T) {
	for text, want := range map[string]TimeControl{
		"60":          {Base: time.Minute},
		"1+0.01":      {Base: time.Second, Increment: 10 * time.Millisecond},
		"40/1:30+0.5": {Base: 90 * time.Second, Increment: 500 * time.Millisecond, Moves: 40},
	} {
		got, err := ParseTimeControl(text)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	for text, want := range map[string]string{
		"": "seconds", "x": "seconds", "0": "no time", "1+": "increment", "1+-1": "increment", "0/1": "moves",
		"x/1": "moves", "a:1": "minutes", "-1": "seconds", "nan": "seconds", "1e99": "seconds",
		"1_0": "seconds", "0x1p4": "seconds", "1++1": "increment", "1+1_0": "increment", "99999999": "at most a year", "1+99999999": "at most a year",
		"700000:0": "at most a year", "527039:61": "at most a year",
	} {
		_, err := ParseTimeControl(text)
		assert.ErrorIs(t, err, ErrTimeControl, text)
		assert.ErrorContains(t, err, want, text)
	}
	assert.Equal(t, "40/90+0.5", TimeControl{Base: 90 * time.Second, Increment: 500 * time.Millisecond, Moves: 40}.String())
	assert.Equal(t, "2/move, 9 nodes, depth 3", TimeControl{MoveTime: 2 * time.Second, Nodes: 9, Depth: 3}.String())
	assert.Error(t, TimeControl{}.Validate())
}

func TestSchedule(t *testing.T) {
	for _, s := range []Schedule{
		{2, RoundRobin, 3, 2, 0}, {5, RoundRobin, 2, 2, 0}, {4, Gauntlet, 3, 2, 0}, {3, RoundRobin, 4, 1, 0}, {3, Gauntlet, 2, 3, 0},
		{4, RoundRobin, 1, 1, 0}, {5, RoundRobin, 3, 3, 0}, {6, Gauntlet, 1, 1, 0},
	} {
		type meeting struct{ red, black, opening int }
		count := map[meeting]int{}
		reds := map[int]int{}
		colours := map[int]int{} // by player: games with Red less those with Black
		for n := 1; n <= s.Len(); n++ {
			p := s.At(n)
			assert.Equal(t, n, p.Game)
			require.NotEqual(t, p.RedPlayer, p.BlackPlayer)
			require.True(t, max(p.RedPlayer, p.BlackPlayer) < s.Players && min(p.RedPlayer, p.BlackPlayer) >= 0)
			if s.Format == Gauntlet {
				assert.Zero(t, min(p.RedPlayer, p.BlackPlayer))
			}
			count[meeting{p.RedPlayer, p.BlackPlayer, p.Opening}]++
			reds[p.RedPlayer]++
			colours[p.RedPlayer]++
			colours[p.BlackPlayer]--
		}
		if s.Games == 2 {
			for m, n := range count {
				assert.Equal(t, 1, n)
				assert.Equal(t, 1, count[meeting{m.black, m.red, m.opening}], "%+v: %+v without its other colours", s, m)
			}
		}
		for p, more := range colours {
			assert.LessOrEqual(t, max(more, -more), 1, "%+v: player %d", s, p)
		}
		if s.Format == RoundRobin && s.Len()%s.Players == 0 {
			for p := range s.Players {
				assert.Equal(t, s.Len()/s.Players, reds[p], "%+v", s)
			}
		}
	}
}

// tournament returns a match of puppets.
func tournament(rounds int, think ...func(*board.Line, Turn) (Answer, error)) (*Tournament, *Standings) {
	t := &Tournament{
		Schedule: Schedule{Players: len(think), Format: RoundRobin, Rounds: rounds, Games: 2},
		Openings: openings(), Terms: Terms{Rules: rules.DefaultOptions(), MaxMoves: 10},
		Boards: 3, Finish: func(*Record, *Standings) error { return nil },
	}
	var names []string
	for i, f := range think {
		names = append(names, string(rune('a'+i)))
		t.Entrants = append(t.Entrants, Entrant{
			Name: names[i], Control: TimeControl{Base: time.Second},
			New: func(context.Context, int) (Player, error) { return &puppet{think: f}, nil },
		})
	}
	return t, NewStandings(names)
}

// openings returns the positions after each first move.
func openings() (list []Opening) {
	start := board.Start()
	for _, m := range movegen.Legal(&start, nil) {
		list = append(list, Opening{Start: start, Moves: []board.Move{m}})
	}
	return
}

func resigns(*board.Line, Turn) (Answer, error) { return Answer{Resigns: true}, nil }

func TestTournament(t *testing.T) {
	tour, s := tournament(10, plays(0), plays(0), resigns)
	require.NoError(t, tour.Run(t.Context(), s))
	assert.Equal(t, 60, s.Games)
	assert.Equal(t, stats.Tally{Draws: 20}, s.Tallies[0][1])
	assert.Equal(t, stats.Tally{Wins: 20}, s.Tallies[1][2])
	assert.Equal(t, stats.Tally{Losses: 40}, s.Total(2))
	assert.Equal(t, stats.Penta{4: 10}, s.Pairs[0][2])
	assert.Equal(t, stats.Penta{0: 10}, s.Pairs[2][0])
	assert.Equal(t, 2, s.Ranking()[2])
	assert.Equal(t, stats.Tally{Draws: 10, Wins: 10}, s.Sides[0][board.Red])
}

// TestResume stops a match and continues it: each game counts once.
func TestResume(t *testing.T) {
	tour, s := tournament(10, plays(0), resigns)
	var played []int
	stop := errors.New("stop")
	tour.Finish = func(r *Record, s *Standings) error {
		played = append(played, r.Game)
		if len(played) == 7 {
			return stop
		}
		return nil
	}
	require.ErrorIs(t, tour.Run(t.Context(), s), stop)
	assert.Len(t, played, 7)
	require.NoError(t, tour.Run(t.Context(), s))
	slices.Sort(played)
	for i, n := range played {
		assert.Equal(t, i+1, n)
	}
	assert.Equal(t, 20, s.Games)
	assert.False(t, s.Add(&Record{Pairing: tour.Schedule.At(3), Outcome: Outcome{Result: board.Draw}}, 2))
}

// TestUnsaved ends a match with a game that could not be saved: it does not count.
func TestUnsaved(t *testing.T) {
	tour, s := tournament(10, plays(0), resigns)
	full, saved := errors.New("full"), 0
	tour.Save = func(*Record) error {
		if saved == 3 {
			return full
		}
		saved++
		return nil
	}
	require.ErrorIs(t, tour.Run(t.Context(), s), full)
	assert.Equal(t, 3, s.Games)
}

func TestSPRTStops(t *testing.T) {
	tour, s := tournament(10000, plays(0), resigns)
	tour.SPRT = &stats.SPRT{Elo0: 0, Elo1: 50, Alpha: .05, Beta: .05, Model: stats.Logistic}
	require.NoError(t, tour.Run(t.Context(), s))
	assert.Equal(t, stats.AcceptH1, tour.SPRT.Decide(s.LLR(*tour.SPRT)))
	assert.Less(t, s.Games, 200)
	games := s.Games
	require.NoError(t, tour.Run(t.Context(), s), "it stays decided")
	assert.Equal(t, games, s.Games)
}

func TestBrokenEngine(t *testing.T) {
	crashes := func(*board.Line, Turn) (Answer, error) { return Answer{}, &Fault{Crash, "gone"} }
	tour, s := tournament(10, plays(0), crashes)
	assert.ErrorIs(t, tour.Run(t.Context(), s), ErrBroken)
	assert.Less(t, s.Games, 20)

	tour, s = tournament(10, plays(0), crashes)
	tour.Recover = true
	require.NoError(t, tour.Run(t.Context(), s))
	assert.Equal(t, 20, s.Faults[1][Crash])
	assert.Equal(t, stats.Tally{Wins: 20}, s.Tallies[0][1])

	tour, s = tournament(10, plays(0), plays(0))
	tour.Entrants[1].New = func(context.Context, int) (Player, error) { return nil, errors.New("no memory") }
	err := tour.Run(t.Context(), s)
	assert.EqualError(t, err, "b does not start: no memory")
	assert.Equal(t, "b 无法启动：no memory", lang.Lang("zh-Hans").Explain(err))

	tour, s = tournament(1, plays(0), plays(0))
	tour.Boards = 1
	var tries []time.Time
	start := tour.Entrants[1].New
	tour.Entrants[1].New = func(ctx context.Context, board int) (Player, error) {
		if tries = append(tries, time.Now()); len(tries) < 3 {
			return nil, errors.New("no memory")
		}
		return start(ctx, board)
	}
	require.NoError(t, tour.Run(t.Context(), s), "it was short for a while only")
	require.Len(t, tries, 3)
	assert.Greater(t, tries[1].Sub(tries[0]), 100*time.Millisecond)
}

// TestUnstartable asserts that with Recover a player that cannot be started again loses its games,
// and the others play theirs; where neither of two can, nothing is counted.
func TestUnstartable(t *testing.T) {
	dead := errors.New("no licence")
	starts := func(tour *Tournament, player, times int) {
		start := tour.Entrants[player].New
		tour.Entrants[player].New = func(ctx context.Context, board int) (Player, error) {
			if times--; times < 0 {
				return nil, dead
			}
			return start(ctx, board)
		}
	}
	crashes := func(*board.Line, Turn) (Answer, error) { return Answer{}, &Fault{Crash, "gone"} }
	tour, s := tournament(1, plays(0), crashes, plays(0))
	tour.Boards, tour.Recover = 1, true
	starts(tour, 1, 1)
	var lost []*Record
	tour.Finish = func(r *Record, _ *Standings) error {
		if r.End.IsFault() {
			lost = append(lost, r)
		}
		return nil
	}
	require.NoError(t, tour.Run(t.Context(), s))
	assert.Equal(t, 6, s.Games)
	assert.Equal(t, stats.Tally{Losses: 4}, s.Total(1))
	assert.Equal(t, stats.Tally{Draws: 2}, s.Tallies[0][2])
	require.Len(t, lost, 4)
	assert.Regexp(t, "^(red|black) loses: gone$", lost[0].Reason)
	for _, r := range lost[1:] {
		assert.Regexp(t, "^(red|black) loses: b does not start: no licence$", r.Reason)
		assert.NoError(t, r.Verify(&tour.Terms))
	}

	tour, s = tournament(1, plays(0), plays(0))
	tour.Boards, tour.Recover = 1, true
	starts(tour, 0, 0)
	starts(tour, 1, 0)
	err := tour.Run(t.Context(), s)
	assert.EqualError(t, err, "a does not start: no licence; nor does its opponent: b does not start: no licence")
	assert.Equal(t, "a 无法启动：no licence；对手也一样：b 无法启动：no licence", lang.Lang("zh-Hans").Explain(err))
	assert.Zero(t, s.Games)
}

// thinker is a searcher that counts how often it is closed.
type thinker struct {
	Thinker
	closed *atomic.Int64
}

func (t thinker) Close() {
	t.closed.Add(1)
	t.Thinker.Close()
}

// TestSearchersAreClosed shows that their memory, which may not be the
// collector's to free, is given back, whether or not they are started again for each
// game.
func TestSearchersAreClosed(t *testing.T) {
	for _, restart := range []bool{false, true} {
		tour, s := tournament(3, nil, nil)
		var opened, closed atomic.Int64
		for i := range tour.Entrants {
			tour.Entrants[i].Control = TimeControl{Nodes: 10}
			tour.Entrants[i].Restart = restart
			tour.Entrants[i].New = func(context.Context, int) (Player, error) {
				e, err := search.New(search.Options{Hash: 1, Threads: 1, MultiPV: 1, Evaluation: eval.Classical{}})
				opened.Add(1)
				return Searcher{thinker{e, &closed}}, err
			}
		}
		require.NoError(t, tour.Run(t.Context(), s))
		assert.Equal(t, 6, s.Games)
		assert.Equal(t, opened.Load(), closed.Load())
		if restart {
			assert.EqualValues(t, 12, opened.Load())
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	tour, s := tournament(1000, plays(0), plays(0))
	tour.Finish = func(_ *Record, s *Standings) error {
		if s.Games == 5 {
			cancel()
		}
		return nil
	}
	assert.ErrorIs(t, tour.Run(ctx, s), context.Canceled)
	assert.Equal(t, 5, s.Games, "what is broken off does not count")
}

// TestSearchers plays a match of two searchers in this process: the engine
// against itself at a tenth of the nodes, until a test is decided.
func TestSearchers(t *testing.T) {
	tour, s := tournament(1, nil, nil)
	tour.MaxMoves = 200
	tour.Boards = 2
	tour.Schedule.Rounds = 500
	tour.SPRT = &stats.SPRT{Elo0: 0, Elo1: float64(testpos.Rounds(150, 100, 100)), Alpha: .05, Beta: .05, Model: stats.Normalized}
	for i, nodes := range []uint64{testpos.Rounds[uint64](200, 1000, 1000), testpos.Rounds[uint64](1, 100, 100)} {
		tour.Entrants[i].Control = TimeControl{Nodes: nodes}
		tour.Entrants[i].New = func(context.Context, int) (Player, error) {
			e, err := search.New(search.Options{Hash: 1, Threads: 1, MultiPV: 1, Evaluation: eval.Classical{}})
			return Searcher{e}, err
		}
	}
	var records []*Record
	tour.Finish = func(r *Record, _ *Standings) error { records = append(records, r); return nil }
	require.NoError(t, tour.Run(t.Context(), s))
	assert.Equal(t, stats.AcceptH1, tour.SPRT.Decide(s.LLR(*tour.SPRT)))
	t.Logf("%d games", s.Games)
	assert.Less(t, s.Games, 2*len(tour.Openings), "the test ends the match: later games would repeat others")
	for _, r := range records {
		_, err := r.Replay()
		assert.NoError(t, err)
		assert.NotNil(t, r.Moves[r.Book].Score)
	}
}

// TestUnplayable runs tournaments that cannot be played: each is refused with what is wrong and what
// was wanted, before a game.
func TestUnplayable(t *testing.T) {
	test := SPRT{Elo1: 5, Alpha: 2, Beta: .05, Model: stats.Normalized}
	for _, c := range []struct {
		change func(*Tournament)
		want   string
	}{
		{func(t *Tournament) { t.Entrants = nil }, "number of entrants is 0, want 2 or more"},
		{func(t *Tournament) { t.Entrants = t.Entrants[:1] }, "number of entrants is 1, want 2 or more"},
		{func(t *Tournament) { t.Schedule.Players = 3 }, "the schedule is for 3 players, want 2, the number of entrants"},
		{func(t *Tournament) { t.Schedule.Format = "league" }, `format is "league", want one of ["roundrobin" "gauntlet" "swiss" "knockout"]`},
		{func(t *Tournament) { t.Schedule.Rounds = 0 }, "number of rounds is 0, want 1 or more"},
		{func(t *Tournament) { t.Schedule.Games = 0 }, "number of games of an encounter is 0, want 1 or more"},
		{func(t *Tournament) { t.Openings = nil }, "no openings, want 1 or more, such as the start position"},
		{func(t *Tournament) { t.Entrants[1].New = nil }, "entrant 2 (b) has no New, want a function that starts a player"},
		{func(t *Tournament) { t.Entrants[0].Control = TimeControl{} }, "entrant 1 (a): " + TimeControl{}.Validate().Error()},
		{func(t *Tournament) { t.Openings[1] = Opening{} }, "opening 2: each side needs exactly one king: no red king"},
		{func(t *Tournament) { t.Openings[0].Moves[0] = board.MustParseMove("e0e2") }, "opening 1: the piece cannot go there (ply 1, e0e2, red king)"},
		{func(t *Tournament) { t.Rules.MoveLimit = -60 }, "natural move limit is -60 plies"},
		{func(t *Tournament) { t.SPRT = &test }, "SPRT: " + test.Validate().Error()},
	} {
		tour, s := tournament(1, plays(0), plays(0))
		c.change(tour)
		assert.ErrorContains(t, tour.Run(t.Context(), s), "tournament: "+c.want)
		assert.Zero(t, s.Games)
	}
	tour, _ := tournament(1, plays(0), plays(0))
	assert.ErrorContains(t, tour.Run(t.Context(), NewStandings([]string{"a"})), "standings of 1 players, want 2")
}

// TestIllegalWithoutText names the move of a player that writes no text.
func TestIllegalWithoutText(t *testing.T) {
	player := &puppet{think: func(*board.Line, Turn) (Answer, error) { return Answer{Move: board.MustParseMove("e0e5")}, nil }}
	seat := Seat{player, "a", TimeControl{Nodes: 1}}
	g := Game{Seats: [2]Seat{seat, seat}, Opening: Opening{Start: board.Start()}, Terms: Terms{Rules: rules.DefaultOptions()}}
	r, err := g.Play(t.Context())
	require.NoError(t, err)
	assert.Contains(t, r.Reason, `"e0e5" is illegal: the piece cannot go there`)
}
