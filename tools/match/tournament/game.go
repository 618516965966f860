package tournament

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"chuhe/board"
	"chuhe/movegen"
	"chuhe/rules"
)

// Opening is the beginning of a game: a position and moves from it, all legal.
type Opening struct {
	Start board.Position
	Moves []board.Move
}

// Seat is a player with its clock, at one side of the board.
type Seat struct {
	Player  Player
	Name    string
	Control TimeControl
}

// Game is a game to be played.
type Game struct {
	Seats   [2]Seat // by side
	Opening Opening
	Terms
}

// Terms hold for all games of a match.
type Terms struct {
	Rules  rules.Options
	Resign ResignRule
	Draw   DrawRule
	// MaxMoves is the full move, as the FEN counts, after which the game is
	// drawn; 0 for no limit.
	MaxMoves int
}

// Play plays the game to its end. The record has no Pairing. Whatever a player
// does wrong loses it the game; an error is returned only when ctx is done.
func (g *Game) Play(ctx context.Context) (Record, error) {
	red, black := &g.Seats[board.Red], &g.Seats[board.Black]
	r := Record{
		Red: red.Name, Black: black.Name,
		RedControl: red.Control.String(), BlackControl: black.Control.String(),
		Start: g.Opening.Start.FEN(), Book: len(g.Opening.Moves),
		Began: time.Now(),
	}
	t := table{
		Game:    g,
		referee: rules.NewReferee(board.NewLine(g.Opening.Start), g.Rules),
		clocks:  [2]clock{newClock(red.Control), newClock(black.Control)},
		judge:   adjudicator{resign: g.Resign, draw: g.Draw},
		record:  &r,
	}
	for _, m := range g.Opening.Moves {
		t.play(m, Ply{})
	}
	err := t.run(ctx)
	t.rest(ctx)
	t.close()
	r.Duration = time.Since(r.Began)
	return r, err
}

// table is a game being played.
type table struct {
	*Game
	referee *rules.Referee
	clocks  [2]clock
	judge   adjudicator
	offered bool // the last move came with an offer of a draw
	record  *Record
}

func (t *table) play(m board.Move, ply Ply) {
	ply.Move = m.String()
	t.referee.Play(m)
	t.record.Moves = append(t.record.Moves, ply)
}

func (t *table) run(ctx context.Context) error {
	for side := range t.Seats {
		if err := t.Seats[side].Player.NewGame(ctx); err != nil {
			return t.fault(ctx, board.Side(side), err)
		}
	}
	o, over := t.over()
	for !over {
		var err error
		if o, over, err = t.turn(ctx); err != nil {
			return err
		}
	}
	t.record.Outcome = o
	return nil
}

// over reports whether the position on the board ends the game.
func (t *table) over() (o Outcome, over bool) {
	if v := t.referee.Verdict(); v.Result.Finished() {
		return outcome(v), true
	}
	if t.MaxMoves > 0 && t.referee.Game().Position().Fullmove() > t.MaxMoves {
		return Outcome{board.Draw, Adjudicated, fmt.Sprintf("draw by adjudication after move %d", t.MaxMoves)}, true
	}
	return
}

// end reports whether a move of a side, which thinks of it as the score says, has ended the
// game. A mate or repetition on the board comes before adjudication by scores.
func (t *table) end(side board.Side, score *Score, fullmove int) (o Outcome, over bool) {
	if o, over = t.over(); !over {
		o, over = t.judge.note(side, score, fullmove)
	}
	return o, over
}

// turn asks for a move and plays it.
func (t *table) turn(ctx context.Context) (o Outcome, over bool, err error) {
	game := t.referee.Game()
	p := game.Position()
	side := p.Side()
	own, opponent := &t.clocks[side], &t.clocks[side.Other()]
	allowed, timed := own.allowed()
	turn := Turn{Limits: own.limits(), Opponent: opponent.state(), DrawOffered: t.offered}
	if timed {
		turn.Allowed = allowed
	}
	if t.Rules.Set.SendsBans() {
		turn.Limits.Banned = t.referee.Banned()
	}
	answer, err := t.Seats[side].Player.Think(ctx, game, turn)
	if err != nil {
		err = t.fault(ctx, side, err)
		return t.record.Outcome, err == nil, err
	}
	answer.Time = max(answer.Time, 0)
	if timed && answer.Time > allowed {
		margin := own.control.Margin
		reason := fmt.Sprintf("%v loses on time: %v used of %v", side, answer.Time.Round(time.Millisecond), (allowed - margin).Round(time.Millisecond))
		if margin > 0 {
			reason += fmt.Sprintf(" and a timemargin of %v", margin)
		}
		return t.forfeit(side, TimeLoss, reason), true, nil
	}
	if answer.Resigns {
		return loses(side, Resignation, fmt.Sprintf("%v resigns", side)), true, nil
	}
	if t.offered && answer.Draw {
		return Outcome{board.Draw, Agreement, "draw by agreement"}, true, nil
	}
	if why := illegal(p, answer); why != "" {
		return t.forfeit(side, IllegalMove, fmt.Sprintf("%v loses: %s in %s", side, why, p.FEN())), true, nil
	}
	fullmove := p.Fullmove()
	own.spend(answer.Time)
	t.offered = answer.Draw
	t.play(answer.Move, Ply{Millis: answer.Time.Milliseconds(), Thought: answer.Thought})
	if o, over = t.end(side, answer.Thought.Score, fullmove); over {
		return o, true, nil
	}
	if err = t.ponder(side, answer.Reply); err != nil {
		err = t.fault(ctx, side, err)
		return t.record.Outcome, err == nil, err
	}
	return
}

// ponder lets the player that has just moved think about the reply that it expects, unless that
// leaves it no move.
func (t *table) ponder(side board.Side, reply board.Move) error {
	player, ok := t.Seats[side].Player.(Ponderer)
	game := t.referee.Game()
	if !ok || reply == board.NoMove || rules.Illegal(game.Position(), reply) != nil {
		return nil
	}
	if after := game.Position().Make(reply); !movegen.HasLegal(&after) {
		return nil
	}
	limits := t.clocks[side].limits()
	limits.Ponder = true
	return player.Ponder(game, reply, Turn{Limits: limits, Opponent: t.clocks[side.Other()].state()})
}

// rest ends all pondering. A player that does not obey is killed and loses its next
// game.
func (t *table) rest(ctx context.Context) {
	for _, s := range t.Seats {
		if player, ok := s.Player.(Ponderer); ok {
			_ = player.Rest(ctx)
		}
	}
}

// close tells the players how the game ended, if it did.
func (t *table) close() {
	for _, s := range t.Seats {
		if player, ok := s.Player.(Listener); ok && t.record.Result.Finished() {
			player.GameOver(t.record.Outcome)
		}
	}
}

// fault records the loss of a player that has failed. It returns the error if
// the player is not to blame.
func (t *table) fault(ctx context.Context, side board.Side, err error) error {
	var fault *Fault
	if ctx.Err() != nil || !errors.As(err, &fault) {
		return err
	}
	t.record.Outcome = t.forfeit(side, fault.End, fmt.Sprintf("%v loses: %s", side, fault.Reason))
	return nil
}

func (t *table) forfeit(side board.Side, end End, reason string) Outcome {
	t.record.Exchange = t.Seats[side].Player.Exchange()
	return loses(side, end, reason)
}

// mostQuoted is the number of bytes of an answer that the reason of a game quotes: it stands
// in a line of the terminal and in a comment of the PGN, and the exchange has more of it.
const mostQuoted = 100

// illegal returns why an answer is not a legal move, "" if it is one.
func illegal(p *board.Position, answer Answer) string {
	switch n := len(answer.Text); {
	case answer.Move == board.NoMove && n > mostQuoted:
		return fmt.Sprintf("%q... (%d bytes) is no move", answer.Text[:mostQuoted], n)
	case answer.Move == board.NoMove:
		return fmt.Sprintf("%q is no move", answer.Text)
	}
	if reason := rules.Illegal(p, answer.Move); reason != nil {
		return fmt.Sprintf("%q is illegal: %v,", cmp.Or(answer.Text, answer.Move.String()), reason)
	}
	return ""
}
