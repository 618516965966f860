package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
)

// listenTo opens a stream of the classroom, and returns what waits for its next line that is
// as wanted, and what closes it.
func listenTo[T any](t *testing.T, url, body string) (until func(func(T) bool) T, closed func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	t.Cleanup(func() { response.Body.Close() })
	require.Equal(t, http.StatusOK, response.StatusCode)
	lines := bufio.NewScanner(response.Body)
	return func(wanted func(T) bool) (line T) {
		t.Helper()
		for lines.Scan() {
			var next T
			require.NoError(t, json.Unmarshal(lines.Bytes(), &next))
			if wanted(next) {
				return next
			}
		}
		require.NoError(t, lines.Err())
		return line
	}, cancel
}

// TestTeacher asserts that all who follow see the teacher's board, and that no other page can
// show them one.
func TestTeacher(t *testing.T) {
	_, url := startServer(t, config{teacher: "token"})
	first, _ := listenTo[shownLine](t, url+"api/follow", `{}`)
	assert.False(t, first(func(shownLine) bool { return true }).On)
	for _, token := range []string{"", "other"} {
		status, text := post(t, url+"api/show", fmt.Sprintf(`{"token":%q,"on":true}`, token))
		assert.Equal(t, http.StatusForbidden, status, text)
	}
	ask[struct{}](t, url+"api/show", `{"token":"token","on":true,"moves":"h2e2 h9g7","flipped":true,"marks":["Rh9","Gh0g2"]}`)
	second, _ := listenTo[shownLine](t, url+"api/follow", `{}`)
	for _, until := range []func(func(shownLine) bool) shownLine{first, second} {
		line := until(func(l shownLine) bool { return l.On })
		assert.Equal(t, "h2e2 h9g7", line.Moves)
		assert.Equal(t, "h8+7", line.Last.Names["wxf"])
		assert.True(t, line.Flipped)
		assert.Equal(t, []string{"Rh9", "Gh0g2"}, line.Marks)
	}
	status, text := post(t, url+"api/show", `{"token":"token","on":true,"moves":"h2h9 a0a9"}`)
	assert.Equal(t, http.StatusBadRequest, status, text)
	for _, marks := range []string{`"Zh9"`, `"Rh"`, `"Rj0"`, `"Rh9g"`, `"<b>"`, strings.Repeat(`"Rh9",`, maxMarks) + `"Rh9"`} {
		status, text := post(t, url+"api/show", fmt.Sprintf(`{"token":"token","on":true,"marks":[%s]}`, marks))
		assert.Equal(t, http.StatusBadRequest, status, text)
	}
	ask[struct{}](t, url+"api/show", `{"token":"token","on":false}`)
	assert.Empty(t, first(func(l shownLine) bool { return !l.On }).Moves)
}

// TestPupils asserts that only the teacher sees who follows and who plays whom,
// and that those who go are gone.
func TestPupils(t *testing.T) {
	_, url := startServer(t, config{teacher: "token"})
	pupils := func() pupilsLine { return ask[pupilsLine](t, url+"api/pupils", `{"token":"token"}`) }
	assert.Equal(t, pupilsLine{[]followerRow{}, []roomRow{}}, pupils())
	for _, token := range []string{"", "other"} {
		status, text := post(t, url+"api/pupils", fmt.Sprintf(`{"token":%q}`, token))
		assert.Equal(t, http.StatusForbidden, status, text)
		assert.Contains(t, text, `"code":"teacher"`)
	}
	for _, name := range []string{"a\nb", strings.Repeat("王", maxName+1)} {
		for _, request := range []string{`follow {"name":"%s"}`, `room {"do":"open","side":"red","name":"%s"}`} {
			path, body, _ := strings.Cut(request, " ")
			status, text := post(t, url+"api/"+path, fmt.Sprintf(body, name))
			assert.Equal(t, http.StatusBadRequest, status, text)
		}
	}

	_, gone := listenTo[shownLine](t, url+"api/follow", `{"name":"Ben"}`)
	for _, name := range []string{"Anna", "", ""} {
		listenTo[shownLine](t, url+"api/follow", fmt.Sprintf(`{"name":%q}`, name))
	}
	assert.Equal(t, []followerRow{{"", 2}, {"Anna", 1}, {"Ben", 1}}, pupils().Following)
	gone()
	assert.Eventually(t, func() bool { return len(pupils().Following) == 2 }, 10*time.Second, 10*time.Millisecond)

	red := &player{t: t, url: url, seat: ask[seatLine](t, url+"api/room", `{"do":"open","side":"red","name":"Li"}`)}
	assert.Empty(t, pupils().Rooms, "nobody has the page open")
	until, closed := listenTo[roomLine](t, url+"api/watch", fmt.Sprintf(`{"code":%q,"seat":%q}`, red.seat.Code, red.seat.Seat))
	assert.Equal(t, []roomRow{{Code: red.seat.Code, Red: "Li"}}, pupils().Rooms)
	ask[seatLine](t, url+"api/room", `{"do":"join","name":"王","code":"`+red.seat.Code+`"}`)
	assert.Equal(t, pupilName("王"), until(func(l roomLine) bool { return l.Full }).Name)
	red.must(`"do":"move","move":"h2e2"`)
	assert.Equal(t, []roomRow{{red.seat.Code, "Li", "王", true, 1, board.Unfinished}}, pupils().Rooms)
	watch := fmt.Sprintf(`{"code":%q,"token":%%q}`, red.seat.Code)
	status, text := post(t, url+"api/watch", fmt.Sprintf(watch, "other"))
	assert.Equal(t, http.StatusForbidden, status, text)
	status, text = post(t, url+"api/watch", `{"code":"x","token":"token"}`)
	assert.Equal(t, http.StatusBadRequest, status, text)
	seen, _ := listenTo[shownLine](t, url+"api/watch", fmt.Sprintf(watch, "token"))
	line := seen(func(shownLine) bool { return true })
	assert.Equal(t, []any{true, "h2e2", "C2.5", &roomRow{red.seat.Code, "Li", "王", true, 1, board.Unfinished}}, []any{line.On, line.Moves, line.Last.Names["wxf"], line.Room})
	red.must(`"do":"resign"`)
	assert.Equal(t, board.BlackWins, pupils().Rooms[0].Result)
	assert.Equal(t, board.BlackWins, seen(func(l shownLine) bool { return l.Room.Result != board.Unfinished }).Room.Result)
	closed()
	assert.Eventually(t, func() bool { return len(pupils().Rooms) == 0 }, 10*time.Second, 10*time.Millisecond)
}

// TestNoClassroom asserts that a board of this machine alone has no classroom.
func TestNoClassroom(t *testing.T) {
	_, url := startServer(t, config{})
	assert.False(t, ask[limitsReply](t, url+"api/limits", `{}`).Classroom)
	for _, path := range []string{"show", "follow", "room", "watch", "pupils"} {
		status, _ := post(t, url+"api/"+path, `{"token":"","do":"open","side":"red"}`)
		assert.NotEqual(t, http.StatusOK, status, path)
	}
}

// player is a page in a room.
type player struct {
	t    *testing.T
	url  string
	seat seatLine
}

func (p *player) do(more string) (int, string) {
	p.t.Helper()
	return post(p.t, p.url+"api/room", fmt.Sprintf(`{"code":%q,"seat":%q,%s}`, p.seat.Code, p.seat.Seat, more))
}

func (p *player) must(more string) {
	p.t.Helper()
	status, text := p.do(more)
	require.Equal(p.t, http.StatusOK, status, text)
}

func (p *player) refused(more, want string) {
	p.t.Helper()
	status, text := p.do(more)
	assert.GreaterOrEqual(p.t, status, 400)
	assert.Contains(p.t, text, want)
}

// newRoom opens a room with two players.
func newRoom(t *testing.T, url, about string) (red, black *player) {
	t.Helper()
	red, black = &player{t: t, url: url}, &player{t: t, url: url}
	red.seat = ask[seatLine](t, url+"api/room", `{"do":"open","side":"red"`+about+`}`)
	red.refused(`"do":"move","move":"h2e2"`, "has not come")
	black.seat = ask[seatLine](t, url+"api/room", `{"do":"join","code":"`+red.seat.Code+`"}`)
	assert.Equal(t, []string{"red", "black"}, []string{red.seat.Side, black.seat.Side})
	return red, black
}

// TestRoom has two players play a game: moves reach the other, and nothing else counts than a
// legal move of the side to move.
func TestRoom(t *testing.T) {
	_, url := startServer(t, config{teacher: "token"})
	red, black := newRoom(t, url, "")
	red.refused(`"do":"join"`, "full")
	red.refused(`"do":"join"`, `"code":"roomFull"`)
	watch := fmt.Sprintf(`{"code":%q,"seat":%q}`, black.seat.Code, black.seat.Seat)
	until, closed := listenTo[roomLine](t, url+"api/watch", watch)
	line := until(func(l roomLine) bool { return true })
	assert.True(t, line.Full)
	assert.False(t, line.There, "Red does not watch")
	black.refused(`"do":"move","move":"h9g7"`, "not your turn")
	black.refused(`"do":"move","move":"h9g7"`, `"code":"roomLate"`)
	red.refused(`"do":"move","move":"h2h9x"`, "move")
	red.refused(`"do":"move","move":"a0a5"`, "not a legal move")
	red.refused(`"do":"dance"`, "want open")
	stranger := &player{t: t, url: url, seat: seatLine{Code: red.seat.Code, Seat: secret()}}
	stranger.refused(`"do":"move","move":"h2e2"`, "not the seat")
	stranger.refused(`"do":"move","move":"h2e2"`, `"code":"room"`)
	(&player{t: t, url: url, seat: seatLine{Code: "x", Seat: red.seat.Seat}}).refused(`"do":"resign"`, "no room")
	red.must(`"do":"move","move":"h2e2"`)
	assert.Equal(t, "h2e2", until(func(l roomLine) bool { return l.Moves != "" }).Moves)
	red.refused(`"do":"move","move":"h2e2"`, "not your turn")
	closed()
	// After a reload the game is there again.
	until, _ = listenTo[roomLine](t, url+"api/watch", watch)
	assert.Equal(t, "h2e2", until(func(roomLine) bool { return true }).Moves)
	black.must(`"do":"move","move":"h9g7","ply":1`)
	black.refused(`"do":"accept"`, "no draw is offered")
	red.must(`"do":"offer"`)
	red.refused(`"do":"accept"`, "no draw is offered")
	assert.Equal(t, "red", until(func(l roomLine) bool { return l.Offer != "" }).Offer)
	black.must(`"do":"decline"`)
	red.must(`"do":"offer"`)
	black.must(`"do":"accept"`)
	assert.Equal(t, &roomEnd{"draw", "agreed"}, until(func(l roomLine) bool { return l.End != nil }).End)
	red.refused(`"do":"resign"`, "over")
	status, _ := post(t, url+"api/watch", fmt.Sprintf(`{"code":%q,"seat":""}`, red.seat.Code))
	assert.Equal(t, http.StatusForbidden, status, "nobody else watches")
}

// TestRoomAgain asserts that a browser that asks again for its place in a room has the same seat,
// as after a lost answer or when its page was closed, and that each page that is there has its own.
func TestRoomAgain(t *testing.T) {
	_, url := startServer(t, config{teacher: "token"})
	mine, other := secret(), secret()
	ask := func(do, code, page string) seatLine {
		t.Helper()
		return ask[seatLine](t, url+"api/room", fmt.Sprintf(`{"do":%q,"side":"red","code":%q,"page":%q}`, do, code, page))
	}
	first := ask("open", "", other)
	seat := ask("join", first.Code, mine)
	assert.Equal(t, "black", seat.Side)
	assert.Equal(t, seat, ask("join", first.Code, mine), "the answer was lost")
	assert.Equal(t, first, ask("join", first.Code, other), "the page that has opened the room was closed")
	full := func(page string) {
		t.Helper()
		status, text := post(t, url+"api/room", fmt.Sprintf(`{"do":"join","code":%q,"page":%q}`, first.Code, page))
		assert.Equal(t, http.StatusBadRequest, status, text)
		assert.Contains(t, text, `"code":"roomFull"`)
	}
	full(secret())
	full("")
	until, _ := listenTo[roomLine](t, url+"api/watch", fmt.Sprintf(`{"code":%q,"seat":%q}`, seat.Code, seat.Seat))
	until(func(roomLine) bool { return true })
	full(mine)

	second := ask("open", "", mine)
	until, _ = listenTo[roomLine](t, url+"api/watch", fmt.Sprintf(`{"code":%q,"seat":%q}`, second.Code, second.Seat))
	until(func(roomLine) bool { return true })
	assert.Equal(t, "black", ask("join", second.Code, mine).Side, "two pages of a browser play each other")
	status, text := post(t, url+"api/room", `{"do":"open","side":"red","page":"short"}`)
	assert.Equal(t, http.StatusBadRequest, status, text)
}

// TestRoomEnds ends games by resignation and by the rules.
func TestRoomEnds(t *testing.T) {
	_, url := startServer(t, config{teacher: "token"})
	red, black := newRoom(t, url, "")
	black.must(`"do":"resign"`)
	until, _ := listenTo[roomLine](t, url+"api/watch", fmt.Sprintf(`{"code":%q,"seat":%q}`, red.seat.Code, red.seat.Seat))
	assert.Equal(t, &roomEnd{"red", "resign"}, until(func(roomLine) bool { return true }).End)
	red, black = newRoom(t, url, `,"start":"`+mateInOne+`"`)
	red.must(`"do":"move","move":"b0b9"`)
	black.refused(`"do":"move","move":"d9d8","ply":1`, "the game is over")
}

// TestRoomsAreBounded asserts that one address cannot take all rooms.
func TestRoomsAreBounded(t *testing.T) {
	_, url := startServer(t, config{teacher: "token"})
	status, text := post(t, url+"api/room", `{"do":"open","side":"black","moves":"h2e9"}`)
	assert.Equal(t, http.StatusBadRequest, status, text)
	longest := strings.Repeat("王", maxName)
	for range addressRooms {
		ask[seatLine](t, url+"api/room", `{"do":"open","side":"black","name":"`+longest+`"}`)
	}
	status, text = post(t, url+"api/room", `{"do":"open","side":"black"}`)
	assert.Equal(t, http.StatusTooManyRequests, status, text)
	assert.Contains(t, text, `"code":"rooms"`)
	status, _ = post(t, url+"api/room", `{"do":"open","side":"green"}`)
	assert.GreaterOrEqual(t, status, 400)
}

// TestRoomMakesWay opens a room where there are as many as there may be: the one that was left goes, but not for a
// request that is refused.
func TestRoomMakesWay(t *testing.T) {
	c := newClassroom("token")
	c.rooms["left"] = &room{}
	for n := range maxRooms - 1 {
		c.rooms[strconv.Itoa(n)] = &room{network: netip.MustParsePrefix("192.0.2.1/32"), used: time.Now()}
	}
	for side, opens := range map[string]bool{"green": false, "black": true} {
		rooms := maps.Clone(c.rooms)
		in := &roomRequest{Side: side}
		game, law, err := in.game()
		require.NoError(t, err)
		_, err = c.open(netip.Prefix{}, in, game, law)
		assert.Equal(t, opens, err == nil, side)
		assert.Len(t, c.rooms, maxRooms)
		assert.Equal(t, !opens, c.rooms["left"] != nil, side)
		c.rooms = rooms
	}
}

// TestListenersAreBounded asserts that one browser cannot take all streams.
func TestListenersAreBounded(t *testing.T) {
	c := newClassroom("token")
	from := clientOf("192.0.2.1:1")
	for range clientListens {
		require.True(t, c.listening.take(from, 1))
	}
	assert.False(t, c.listening.take(from, 1))
	for i := range addressListens - clientListens {
		from.badge = fmt.Sprint(i)
		require.True(t, c.listening.take(from, 1))
	}
	from.badge = "more"
	assert.False(t, c.listening.take(from, 1))
	assert.True(t, c.listening.take(clientOf("192.0.2.2:1"), 1))

	ctx, cancel := context.WithCancel(context.WithValue(t.Context(), fromKey{}, from))
	cancel()
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/api/follow", nil)
	err := c.listen(httptest.NewRecorder(), r, func() (any, <-chan struct{}) { return struct{}{}, nil })
	refused := (*apiError)(nil)
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, http.StatusTooManyRequests, refused.status)
	assert.Equal(t, "crowded", refused.code)
}
