package web

import (
	"fmt"
	"sync"
	"time"

	"chuhe/board"
	"chuhe/internal/lazy"
	"chuhe/web/http"
)

// A board that other machines reach has a classroom: the teacher's board, which pages follow,
// and rooms in which two pages play each other. Both are streams of states, of which only
// the newest counts.

// Bounds of a classroom.
const (
	maxRooms       = 128
	addressRooms   = 32
	roomTime       = 30 * time.Minute // that a room without players is kept when room is wanted
	maxListening   = 512              // streams
	addressListens = 128
	clientListens  = 4
	maxMarks       = 200              // arrows and circles on the teacher's board
	listenAgain    = 20 * time.Second // until a state is sent again, so that it shows who has gone
)

// classroom holds the boards that pages share.
type classroom struct {
	teacher   string // the token that only the teacher has
	listening *share

	mu        sync.Mutex
	shown     demonstration
	rooms     map[string]*room
	following map[pupilName]int // how many pages follow the teacher's board
}

func newClassroom(teacher string) *classroom {
	return &classroom{
		teacher: teacher, listening: newShare(maxListening, addressListens, clientListens),
		shown: demonstration{changed: make(chan struct{})}, rooms: make(map[string]*room),
		following: make(map[pupilName]int),
	}
}

// handlers returns the handlers of the classroom.
func (c *classroom) handlers() map[string]handler {
	return map[string]handler{"show": c.show, "follow": c.follow, "room": c.room, "watch": c.watch, "pupils": c.pupils}
}

// demonstration is the teacher's board.
type demonstration struct {
	state   shownLine
	changed chan struct{} // closed when there is another state
}

// shownLine is the teacher's board as those see it who follow.
type shownLine struct {
	On      bool     `json:"on"`
	Start   string   `json:"start"`
	Moves   string   `json:"moves"`
	Flipped bool     `json:"flipped"`
	Check   string   `json:"check"`
	Last    moveText `json:"last"`  // the last move, if there is one
	Marks   []string `json:"marks"` // drawn on the position, as PGN writes them
	Room    *roomRow `json:"room"`  // whose board this is, null for the teacher's own
}

// showLine returns the board of a game.
func showLine(game *board.Line) shownLine {
	p := game.Position()
	state := shownLine{On: true, Start: game.At(0).FEN(), Moves: board.FormatMoves(game.Moves()), Marks: []string{}}
	if p.InCheck() {
		state.Check = p.King(p.Side()).String()
	}
	if n := game.Len(); n > 0 {
		state.Last = textOf(game.At(n-1), game.Move(n-1))
	}
	return state
}

// show puts a game on the teacher's board.
func (c *classroom) show(w http.ResponseWriter, _ *http.Request, body []byte) error {
	var in struct {
		gameRequest
		Token   string   `json:"token"`
		On      bool     `json:"on"`
		Flipped bool     `json:"flipped"`
		Marks   []string `json:"marks"`
	}
	if err := decode(body, &in); err != nil {
		return err
	}
	if !c.taught(in.Token) {
		return notTeacher("only the teacher may show a board")
	}
	if err := checkMarks(in.Marks); err != nil {
		return err
	}
	state := shownLine{Marks: []string{}}
	if in.On {
		game, _, err := in.game()
		if err != nil {
			return err
		}
		state = showLine(game)
		state.Flipped, state.Marks = in.Flipped, append(state.Marks, in.Marks...)
	}
	c.mu.Lock()
	c.shown.state = state
	renew(&c.shown.changed)
	c.mu.Unlock()
	return reply(w, struct{}{})
}

// mark matches an arrow or a circle as PGN writes it.
var mark = lazy.Pattern(`^[GRBY][a-i][0-9]([a-i][0-9])?$`)

// checkMarks returns an error unless marks can be drawn on a board.
func checkMarks(marks []string) error {
	if len(marks) > maxMarks {
		return bad("marks", "%d arrows and circles, want at most %d", len(marks), maxMarks)
	}
	for _, m := range marks {
		if !mark().MatchString(m) {
			return bad("marks", "%.20q is no arrow or circle, want a colour of GRBY and one or two squares", m)
		}
	}
	return nil
}

// renew tells those who wait that there is another state.
func renew(changed *chan struct{}) {
	close(*changed)
	*changed = make(chan struct{})
}

// listen sends a state, and again each time that it has changed, until the request is closed.
func (c *classroom) listen(w http.ResponseWriter, r *http.Request, state func() (line any, changed <-chan struct{})) error {
	from := clientFrom(r)
	if !c.listening.take(from, 1) {
		return &apiError{status: http.StatusTooManyRequests, code: "crowded", text: fmt.Sprintf("more than %d pages of a browser follow, %d of %v, or %d in all", clientListens, addressListens, from, maxListening)}
	}
	defer c.listening.give(from, 1)
	out := newStream(w)
	again := time.NewTicker(listenAgain)
	defer again.Stop()
	for {
		line, changed := state()
		if err := out.send(line); err != nil {
			return nil // the page has gone
		}
		select {
		case <-changed:
		case <-again.C:
		case <-r.Context().Done():
			return nil
		}
	}
}

// follow answers with the teacher's board.
func (c *classroom) follow(w http.ResponseWriter, r *http.Request, body []byte) error {
	var in struct {
		Name pupilName `json:"name"`
	}
	if err := decode(body, &in); err != nil {
		return err
	}
	if err := in.Name.check(); err != nil {
		return err
	}
	c.count(in.Name, 1)
	defer c.count(in.Name, -1)
	return c.listen(w, r, func() (any, <-chan struct{}) {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.shown.state, c.shown.changed
	})
}
