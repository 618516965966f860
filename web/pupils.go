package web

import (
	"cmp"
	"crypto/hmac"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/web/http"
)

// maxName is how long the name of a pupil may be, in characters.
const maxName = 40

// pupilName is the name that somebody in the classroom goes by, "" without one. Others see it.
type pupilName string

// check returns an error unless the name is a short line of text.
func (n pupilName) check() error {
	if utf8.RuneCountInString(string(n)) > maxName {
		return bad("name", "a name of more than %d characters", maxName)
	}
	if strings.ContainsFunc(string(n), unicode.IsControl) {
		return bad("name", "name %q, want one line of text", string(n))
	}
	return nil
}

// pupilsLine says who is in the classroom.
type pupilsLine struct {
	Following []followerRow `json:"following"` // by name
	Rooms     []roomRow     `json:"rooms"`     // that a player has open, by number
}

// followerRow is who follows the teacher's board.
type followerRow struct {
	Name  pupilName `json:"name"`
	Pages int       `json:"pages"` // of this name
}

// roomRow is a game of two pupils.
type roomRow struct {
	Code   string       `json:"code"`
	Red    pupilName    `json:"red"`
	Black  pupilName    `json:"black"`
	Full   bool         `json:"full"` // both players have come
	Moves  int          `json:"moves"`
	Result board.Result `json:"result"`
}

// pupils answers the teacher with who is in the classroom.
func (c *classroom) pupils(w http.ResponseWriter, _ *http.Request, body []byte) error {
	var in struct {
		Token string `json:"token"`
	}
	if err := decode(body, &in); err != nil {
		return err
	}
	if !c.taught(in.Token) {
		return notTeacher("only the teacher may see who is there")
	}
	line := pupilsLine{Following: []followerRow{}, Rooms: []roomRow{}}
	c.mu.Lock()
	for name, pages := range c.following {
		line.Following = append(line.Following, followerRow{name, pages})
	}
	for code, at := range c.rooms {
		if at.here != [2]int{} {
			line.Rooms = append(line.Rooms, at.row(code))
		}
	}
	c.mu.Unlock()
	slices.SortFunc(line.Following, func(a, b followerRow) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(line.Rooms, func(a, b roomRow) int { return cmp.Compare(a.Code, b.Code) })
	return reply(w, line)
}

// taught reports whether a token is the teacher's.
func (c *classroom) taught(token string) bool {
	return hmac.Equal([]byte(token), []byte(c.teacher))
}

func notTeacher(text string) *apiError { return forbidden("teacher", text) }

// count notes that pages of a name begin to follow, or end where the number is negative.
func (c *classroom) count(name pupilName, pages int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	lower(c.following, name, -pages)
}

// row returns what the teacher sees of a room.
func (at *room) row(code string) roomRow {
	return roomRow{
		Code: code, Red: at.names[board.Red], Black: at.names[board.Black], Full: at.full(),
		Moves: (at.game.Len() + 1) / 2, Result: at.result,
	}
}

// full reports whether both players have come.
func (at *room) full() bool { return !slices.Contains(at.seats[:], "") }
