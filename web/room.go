package web

import (
	"crypto/hmac"
	"crypto/rand"
	"fmt"
	"math/big"
	"net/netip"
	"slices"
	"time"

	"chuhe/board"
	"chuhe/movegen"
	"chuhe/rules"
	"chuhe/web/http"
)

// room is a game between two pages.
type room struct {
	network netip.Prefix // of who has opened it
	about   gameRequest  // its start and rules
	game    *board.Line
	rules   rules.Options
	seats   [2]string // the keys of the players by their side, "" for a free seat
	pages   [2]string // the keys of their browsers, "" for none
	names   [2]pupilName
	here    [2]int // streams of the players
	offer   string // the side that offers a draw
	result  board.Result
	end     *roomEnd // how it was ended by its players
	used    time.Time
	changed chan struct{}
}

// roomEnd is how players end their game without a move.
type roomEnd struct {
	Winner string `json:"winner"` // red, black or draw
	Kind   string `json:"kind"`   // resign or agreed
}

// roomLine is the state of a room.
type roomLine struct {
	Start string    `json:"start"`
	Moves string    `json:"moves"`
	Rules string    `json:"rules"`
	Limit *int      `json:"limit"`
	Side  string    `json:"side"`  // of the page that asks
	Full  bool      `json:"full"`  // both seats are taken
	There bool      `json:"there"` // the other player has the page open
	Name  pupilName `json:"name"`  // of the other player
	Offer string    `json:"offer"` // the side that offers a draw, "" for none
	End   *roomEnd  `json:"end"`
}

// roomRequest asks for an action in a room.
type roomRequest struct {
	gameRequest
	Do   string    `json:"do"` // open, join, move, resign, offer, accept or decline
	Code string    `json:"code"`
	Seat string    `json:"seat"` // the key of a player
	Side string    `json:"side"` // to play when the room is opened
	Name pupilName `json:"name"` // of who opens or joins
	Page string    `json:"page"` // the key of the browser that opens or joins, "" for none
	Move string    `json:"move"`
	Ply  int       `json:"ply"` // of the game before the move
}

// seatLine gives a page its seat.
type seatLine struct {
	Code string `json:"code"`
	Seat string `json:"seat"`
	Side string `json:"side"`
}

func noRoom(code string) *apiError { return bad("room", "no room %q", code) }

// tooLate returns the error about what a player does when the game has gone on.
func tooLate(text string) *apiError { return bad("roomLate", "%s", text) }

// room opens a room, or takes what a player does in one.
func (c *classroom) room(w http.ResponseWriter, r *http.Request, body []byte) error {
	var in roomRequest
	if err := decode(body, &in); err != nil {
		return err
	}
	var game *board.Line
	var law rules.Options
	if in.Do == "open" {
		var err error
		if game, law, err = in.game(); err != nil {
			return err
		}
	}
	if err := in.Name.check(); err != nil {
		return err
	}
	if err := checkPage(in.Page); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if in.Do == "open" {
		line, err := c.open(clientFrom(r).network, &in, game, law)
		if err != nil {
			return err
		}
		return reply(w, line)
	}
	at := c.rooms[in.Code]
	if at == nil {
		return noRoom(in.Code)
	}
	at.used = time.Now()
	if in.Do == "join" {
		side := at.place(in.Page)
		if side < 0 {
			return bad("roomFull", "room %s is full", in.Code)
		}
		at.take(board.Side(side), &in)
		renew(&at.changed)
		return reply(w, seatLine{in.Code, at.seats[side], board.Side(side).String()})
	}
	side, err := at.sideOf(in.Seat)
	if err != nil {
		return err
	}
	if err := at.do(&in, side); err != nil {
		return err
	}
	renew(&at.changed)
	return reply(w, struct{}{})
}

// open makes a room. The caller holds c.mu.
func (c *classroom) open(network netip.Prefix, in *roomRequest, game *board.Line, law rules.Options) (line seatLine, err error) {
	near, oldest := 0, ""
	for code, at := range c.rooms {
		idle := at.here == [2]int{} && time.Since(at.used) > roomTime
		if idle && (oldest == "" || at.used.Before(c.rooms[oldest].used)) {
			oldest = code
		}
		if at.network == network && !idle {
			near++
		}
	}
	if near >= addressRooms || len(c.rooms) >= maxRooms && oldest == "" {
		return line, &apiError{status: http.StatusTooManyRequests, code: "rooms", text: fmt.Sprintf("more than %d rooms from one address, or %d in all", addressRooms, maxRooms)}
	}
	var side board.Side
	switch in.Side {
	case "red":
		side = board.Red
	case "black":
		side = board.Black
	default:
		return line, bad("side", "side %q, want red or black", in.Side)
	}
	if len(c.rooms) >= maxRooms {
		delete(c.rooms, oldest)
	}
	about := in.gameRequest
	about.Moves = ""
	at := &room{network: network, about: about, game: game, rules: law, used: time.Now(), changed: make(chan struct{})}
	at.about.Start = game.At(0).FEN()
	at.take(side, in)
	at.judge()
	for line.Code == "" || c.rooms[line.Code] != nil {
		n, _ := rand.Int(rand.Reader, big.NewInt(1_000_000)) // never fails
		line.Code = fmt.Sprintf("%06d", n)
	}
	c.rooms[line.Code] = at
	line.Seat, line.Side = at.seats[side], side.String()
	return line, nil
}

// place returns the side that a browser gets when it joins: its own, if it has one that no page
// of it plays (the answer was lost, or the page was closed), else a free one; -1 if the room is
// full.
func (at *room) place(page string) int {
	for side, had := range at.pages {
		if page != "" && at.here[side] == 0 && hmac.Equal([]byte(had), []byte(page)) {
			return side
		}
	}
	return slices.Index(at.seats[:], "")
}

// take seats a player who opens the room or joins it. A seat that has a key keeps it.
func (at *room) take(side board.Side, in *roomRequest) {
	if at.seats[side] == "" {
		at.seats[side] = secret()
	}
	at.names[side], at.pages[side] = in.Name, in.Page
}

// sideOf returns the side of a player.
func (at *room) sideOf(seat string) (board.Side, error) {
	for side, key := range at.seats {
		if key != "" && hmac.Equal([]byte(key), []byte(seat)) {
			return board.Side(side), nil
		}
	}
	return 0, forbidden("room", "not the seat of a player of this room")
}

// do takes what a player does.
func (at *room) do(in *roomRequest, side board.Side) error {
	if at.result.Finished() {
		return tooLate("the game is over")
	}
	if at.seats[side.Other()] == "" {
		return tooLate("the other player has not come")
	}
	switch in.Do {
	case "move":
		p := at.game.Position()
		m, err := board.ParseMove(in.Move)
		switch {
		case err != nil:
			return bad("move", "%v", err)
		case p.Side() != side || in.Ply != at.game.Len():
			return tooLate("it is not your turn")
		case !movegen.IsLegal(p, m) || at.game.Len() >= maxMoves:
			return bad("illegal", "%s is not a legal move", m)
		}
		at.game.Play(m)
		at.offer = ""
		at.judge()
	case "resign":
		at.result, at.end = board.Win(side.Other()), &roomEnd{side.Other().String(), "resign"}
	case "offer":
		at.offer = side.String()
	case "accept", "decline":
		if at.offer != side.Other().String() {
			return tooLate("no draw is offered")
		}
		at.offer = ""
		if in.Do == "accept" {
			at.result, at.end = board.Draw, &roomEnd{"draw", "agreed"}
		}
	default:
		return bad("do", "do %q, want open, join, move, resign, offer, accept or decline", in.Do)
	}
	return nil
}

// judge notes whether the rules have ended the game.
func (at *room) judge() {
	at.result = rules.NewReferee(at.game.Clone(), at.rules).Verdict().Result
}

// watch answers a player with the states of a room, and the teacher, who has no seat, with its board.
func (c *classroom) watch(w http.ResponseWriter, r *http.Request, body []byte) error {
	var in struct {
		Code  string `json:"code"`
		Seat  string `json:"seat"`
		Token string `json:"token"`
	}
	if err := decode(body, &in); err != nil {
		return err
	}
	if in.Token != "" && !c.taught(in.Token) {
		return notTeacher("only the teacher may watch the game of others")
	}
	c.mu.Lock()
	at := c.rooms[in.Code]
	if at == nil {
		c.mu.Unlock()
		return noRoom(in.Code)
	}
	if in.Token != "" {
		c.mu.Unlock()
		return c.listen(w, r, func() (any, <-chan struct{}) {
			c.mu.Lock()
			defer c.mu.Unlock()
			return at.shown(in.Code), at.changed
		})
	}
	side, err := at.sideOf(in.Seat)
	if err == nil {
		at.come(side, 1)
	}
	c.mu.Unlock()
	if err != nil {
		return err
	}
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		at.come(side, -1)
	}()
	return c.listen(w, r, func() (any, <-chan struct{}) {
		c.mu.Lock()
		defer c.mu.Unlock()
		return at.line(side), at.changed
	})
}

// come counts a stream of a player.
func (at *room) come(side board.Side, n int) {
	at.here[side] += n
	at.used = time.Now()
	renew(&at.changed)
}

// line returns the state for a player.
func (at *room) line(side board.Side) roomLine {
	return roomLine{
		Start: at.about.Start, Moves: board.FormatMoves(at.game.Moves()), Rules: at.about.Rules, Limit: at.about.Limit, Side: side.String(),
		Full: at.full(), There: at.here[side.Other()] > 0, Name: at.names[side.Other()], Offer: at.offer, End: at.end,
	}
}

// shown returns the board for the teacher.
func (at *room) shown(code string) shownLine {
	state, row := showLine(at.game), at.row(code)
	state.Room = &row
	return state
}
