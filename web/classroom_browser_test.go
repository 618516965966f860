package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// TestClassroomInBrowser has a pupil follow the teacher, and then two play each other: moves
// reach the other page, neither moves for the other, a reload loses nothing, and a
// resignation ends the game on both pages. The teacher then watches two others.
func TestClassroomInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	teacher := quick(t, url, "#teach=abcdef", 1280, 860)
	pupil := quick(t, url, "", 1024, 768)

	pupil.click("#classroom")
	assert.False(t, js[bool](pupil, "Boolean(document.querySelector('#teach, #pupils'))"), "a pupil can neither show a board nor see who is there")
	pupil.run(chromedp.SendKeys("#pupil-name", "Anna B"))
	pupil.click("#follow")
	pupil.status("not showing a board")
	teacher.click("#classroom")
	teacher.until("document.querySelector('#pupils')?.textContent === 'Following you: Anna B.'")
	teacher.click("#teach")
	teacher.until("chuhe.classroom.teaching")
	teacher.click("dialog .close")
	teacher.do("chuhe.playMove('h2e2')")
	pupil.until("chuhe.following.game.movesTo().startsWith('h2e2')")
	pupil.status("teacher's board")
	teacher.until("chuhe.humanTurn && chuhe.game.current.ply === 2")
	teacher.drag("h9", "h9", chromedp.ModifierShift)
	pupil.until("document.querySelector('#board .circle.R')")
	assert.Contains(t, pupil.text("#status .unseen"), "red circle on", "in words too")
	teacher.drag("h9", "g7")
	pupil.until("document.querySelector('#board .arrow.G')")
	teacher.drag("h9", "g7")
	pupil.until("!document.querySelector('#board .arrow.G')")
	assert.False(t, js[bool](pupil, "chuhe.humanTurn"))
	teacher.reload()
	teacher.until("chuhe.classroom.teaching")
	pupil.reload()
	pupil.until("chuhe.following.game.current.ply >= 1")
	pupil.click("#follow-stop")
	assert.Equal(t, 0, js[int](pupil, "chuhe.game.current.ply"), "the pupil's own game is as it was")
	pupil.click("#classroom")
	pupil.click("#follow")
	pupil.until("chuhe.following.shown?.on")
	pupil.key("f")
	pupil.click("#follow-copy")
	pupil.until("chuhe.game.mode === 'study' && chuhe.game.current.marks.includes('Rh9') && chuhe.board.flipped")

	teacher.do("chuhe.room.open('red')")
	teacher.status("number of the room")
	assert.False(t, js[bool](teacher, "Boolean(document.getElementById('welcome'))"), "the course is offered to who plays the engine")
	code := js[string](teacher, "chuhe.room.seat.code")
	pupil.allowed = "/api/room"
	pupil.do("chuhe.room.join('12')")
	pupil.status("There is no room with this number now.")
	wide := strings.Map(func(digit rune) rune { return digit - '0' + '０' }, code) // as a Chinese keyboard may write it
	pupil.do("chuhe.room.join(%q)", wide[:6]+" "+wide[6:])
	teacher.until("chuhe.room.line?.full && chuhe.room.line.there && chuhe.humanTurn")
	assert.Contains(t, teacher.text("#above"), "Anna B")
	teacher.click("#classroom")
	teacher.until("document.querySelector('dialog .room')?.textContent.includes('no name – Anna B')")
	teacher.click("dialog .close")
	pupil.until("chuhe.room.line && chuhe.room.on && !chuhe.humanTurn && chuhe.board.flipped")
	teacher.do("chuhe.room.move('b2e2')")
	pupil.until("chuhe.game.movesTo() === 'b2e2' && chuhe.humanTurn")
	pupil.reload()
	pupil.until("chuhe.game.movesTo() === 'b2e2' && chuhe.humanTurn")
	assert.True(t, js[bool](pupil, "chuhe.board.flipped"))
	pupil.do("chuhe.room.move('h9g7')")
	teacher.until("chuhe.game.movesTo() === 'b2e2 h9g7' && chuhe.humanTurn && chuhe.room.line.there")
	teacher.click("#draw")
	pupil.until("document.querySelector('#room-accept')")
	pupil.click("#room-decline")
	teacher.until("document.querySelector('#draw')")
	teacher.click("#resign")
	teacher.click("#yes")
	pupil.until("chuhe.game.result?.winner === 'black'")
	teacher.until("chuhe.game.result?.winner === 'black'")
	pupil.click("#study")
	pupil.until("chuhe.game.mode === 'study'")
	pupil.reload()
	assert.False(t, js[bool](pupil, "chuhe.room.on"), "the game that is studied is out of the room")

	red, _ := newRoom(t, url, `,"name":"Li"`)
	listenTo[roomLine](t, url+"api/watch", fmt.Sprintf(`{"code":%q,"seat":%q}`, red.seat.Code, red.seat.Seat))
	teacher.click("#classroom")
	teacher.click("#watch-" + red.seat.Code)
	teacher.until("chuhe.following.shown?.room && !document.querySelector('dialog')")
	red.must(`"do":"move","move":"h2e2"`)
	teacher.until("chuhe.following.game.movesTo() === 'h2e2'")
	assert.Contains(t, teacher.text("#below"), "Li")
	teacher.reload()
	teacher.until("chuhe.following.on && chuhe.following.game.movesTo() === 'h2e2'")
	assert.Contains(t, teacher.text("#status"), "Room "+red.seat.Code+", move 1: Li – no name. Red: C2.5. ")
	teacher.click("#follow-stop")
	assert.Equal(t, "b2e2 h9g7", teacher.moves(), "the teacher's own game is as it was")
}

// TestTeacherAddressInBrowser types the address of the teacher in a tab that has the page already.
func TestTeacherAddressInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	p := quick(t, url, "#moves=h2e2", 1280, 860)
	p.do("location.hash = '#teach=abcdef'")
	p.until("location.hash === '#moves=h2e2'")
	p.click("#classroom")
	p.until("document.getElementById('teach')")
	assert.Equal(t, "h2e2", p.moves())
}

// TestNoTeacherInBrowser lets a page with the token of an earlier start show its board: it says
// that it cannot, and where the teacher's page is.
func TestNoTeacherInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	p := quick(t, url, "#teach=123456", 1280, 860)
	p.allowed = "/api/"
	p.click("#classroom")
	p.click("#teach")
	p.until("document.querySelector('dialog .fault')?.textContent.startsWith('This page is not the teacher’s')")
	assert.False(t, js[bool](p, "document.getElementById('teach').checked || chuhe.classroom.teaching"))
}

// studyingTeacher opens the page of a teacher, who studies a game after its first move.
func studyingTeacher(t *testing.T) (p *tab, url string) {
	t.Helper()
	_, url = startServer(t, config{teacher: "abcdef"})
	p = quick(t, url, "#teach=abcdef", 1280, 860)
	p.do("location.hash = '#moves=h2e2'")
	p.until("chuhe.game.mode === 'study' && chuhe.info?.legal.includes('h9g7')")
	return p, url
}

// TestLateShowInBrowser lets the first of two positions of the teacher be slow on its way: the
// pupils end with the second.
func TestLateShowInBrowser(t *testing.T) {
	t.Parallel()
	p, url := studyingTeacher(t)
	p.do("chuhe.classroom.teach(true)")
	p.until("chuhe.classroom.teaching")
	until, _ := listenTo[shownLine](t, url+"api/follow", `{}`)
	until(func(l shownLine) bool { return l.On })
	p.do(`const real = window.fetch; let slow = true; window.shows = 0;
		window.fetch = async (path, o) => {
			if (path !== 'api/show') return real(path, o);
			if (slow) { slow = false; await new Promise((done) => setTimeout(done, 1000)); }
			const answer = await real(path, o);
			window.shows++;
			return answer;
		};`)
	p.do("chuhe.goTo(chuhe.game.add('h9g7', true)); setTimeout(() => chuhe.goTo(chuhe.game.add('h0g2', true)), 400)")
	p.until("shows === 2")
	later, _ := listenTo[shownLine](t, url+"api/follow", `{}`)
	assert.Equal(t, "h2e2 h9g7 h0g2", later(func(shownLine) bool { return true }).Moves)
}

// TestSlowShowInBrowser moves while the program is told that the board is shown, and while it is
// told that it is not any more: the pupils see the first move, and nothing of the second.
func TestSlowShowInBrowser(t *testing.T) {
	t.Parallel()
	p, url := studyingTeacher(t)
	p.do(`{ const real = window.fetch; window.fetch = async (path, o) => {
		if (path === 'api/show') await new Promise((done) => setTimeout(done, 500));
		return real(path, o);
	}; }`)
	shown := func(teach bool, move string) (line shownLine) {
		t.Helper()
		p.do("window.idle = false; chuhe.classroom.teach(%v).then(() => chuhe.classroom.sent).then(() => { window.idle = true; })", teach)
		p.do("chuhe.goTo(chuhe.game.add(%q, true))", move)
		p.until("window.idle")
		assert.Equal(t, teach, js[bool](p, "chuhe.classroom.teaching"))
		until, _ := listenTo[shownLine](t, url+"api/follow", `{}`)
		return until(func(shownLine) bool { return true })
	}
	assert.Equal(t, "h2e2 h9g7", shown(true, "h9g7").Moves)
	assert.False(t, shown(false, "h0g2").On)
}

// TestLostOffersInBrowser loses the answer about what the server offers: the classroom is there
// once it answers.
func TestLostOffersInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	p := newTab(t, url+"icon.svg", 1280, 860)
	p.loses("api/limits", 1, gone)
	p.quicken(url, "")
	assert.False(t, js[bool](p, "Boolean(document.getElementById('classroom'))"))
	p.until("document.getElementById('classroom')")
	p.click("#new-game")
	assert.Positive(t, js[int](p, "document.getElementById('level').length"))
}

// TestTeachOnInBrowser loses that answer when the teacher's page is loaded again: it shows its
// board once the server answers.
func TestTeachOnInBrowser(t *testing.T) {
	t.Parallel()
	p, _ := studyingTeacher(t)
	p.do("chuhe.classroom.teach(true)")
	p.until("chuhe.classroom.teaching")
	p.loses("api/limits", 1, gone)
	p.reload()
	assert.False(t, js[bool](p, "chuhe.classroom.teaching"))
	p.until("chuhe.classroom.teaching")
}

// TestRulesOfRoom opens the settings in a room: nobody changes the rules that the program has for both.
func TestRulesOfRoom(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	p := quick(t, url, "", 1280, 860)
	p.do("chuhe.room.open('red')")
	p.until("chuhe.room.on && chuhe.info")
	p.click("#settings")
	p.until("document.getElementById('rules')?.disabled && document.getElementById('limit').disabled")
	p.keys(kb.Escape)
	p.do("chuhe.startGame(chuhe.defaultGame())")
	p.until("!chuhe.room.on && chuhe.humanTurn")
	p.click("#settings")
	p.until("document.getElementById('rules')?.disabled === false")
}

// TestAnalysisAfterRoom studies a game of a room in which it was not analysed: then the analysis goes on.
func TestAnalysisAfterRoom(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	p := quick(t, url, "#moves=h2e2", 1280, 860)
	p.click("#analyse")
	p.until("chuhe.analysis.data")
	p.do("chuhe.room.open('red')")
	p.until("chuhe.room.on && chuhe.info")
	assert.False(t, js[bool](p, "Boolean(chuhe.analysis.control)"), "no help in a room")
	black := ask[seatLine](t, url+"api/room", fmt.Sprintf(`{"do":"join","code":%q}`, js[string](p, "chuhe.room.seat.code")))
	ask[struct{}](t, url+"api/room", fmt.Sprintf(`{"do":"resign","code":%q,"seat":%q}`, black.Code, black.Seat))
	p.click("#study")
	p.until("chuhe.game.mode === 'study' && chuhe.analysis.data")
}

// TestRoomAgainInBrowser loses the answer to the first request to join a room, and then closes the
// page: the browser gets its seat again each time.
func TestRoomAgainInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	red := ask[seatLine](t, url+"api/room", `{"do":"open","side":"red"}`)
	p := quick(t, url, "", 1280, 860)
	p.do("window.real = window.fetch; window.fetch = async (path, o) => { await real(path, o); throw new TypeError('gone'); }")
	p.do("chuhe.room.join(%q)", red.Code)
	p.status("The program does not answer.")
	p.do("window.fetch = real")
	p.do("chuhe.room.join(%q)", red.Code)
	p.until("chuhe.room.on && chuhe.room.line?.full")
	seat := js[string](p, "chuhe.room.seat.seat")
	p.do("sessionStorage.clear()")
	p.run(chromedp.Navigate(url+"icon.svg"), chromedp.Navigate(url))
	p.settle()
	assert.False(t, js[bool](p, "chuhe.room.on"))
	assert.Contains(t, p.text("#status"), "Your opponent sees only the moves that you make in room "+red.Code+". ")
	p.click("#room-back")
	p.until("chuhe.room.on && chuhe.room.line?.full")
	assert.Equal(t, seat, js[string](p, "chuhe.room.seat.seat"))
	assert.False(t, js[bool](p, "Boolean(document.getElementById('room-back'))"))

	// Where the room is gone, the game goes on without it.
	p.do("sessionStorage.clear()")
	p.run(chromedp.Navigate(url+"icon.svg"), chromedp.Navigate(url))
	p.settle()
	p.allowed = "/api/room"
	p.do("window.fetch = ((real) => (path, o) => real(path, path === 'api/room' ? { ...o, body: o.body.replace(/\"code\":\"\\d+\"/, '\"code\":\"12\"') } : o))(window.fetch)")
	p.click("#room-back")
	p.status("There is no room with this number now.")
	assert.False(t, js[bool](p, "chuhe.room.on || Boolean(document.getElementById('room-back'))"))
}

// TestLostClassroomInBrowser has the program refuse a page that follows, and then not answer: the page says why it
// shows no board, in a room too, and goes on once it is answered.
func TestLostClassroomInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	p := quick(t, url, "", 1280, 860)
	p.do(`{ const real = window.fetch; window.answer = () => Promise.reject(new TypeError('gone'));
		window.fetch = (path, o) => window.answer && ['api/follow', 'api/watch'].includes(path) ? window.answer() : real(path, o); }`)
	p.do("window.answer = async () => new Response('{\"error\":\"full\",\"code\":\"crowded\"}', { status: 429 })")
	p.click("#classroom")
	p.click("#follow")
	p.status("Too many pages")
	p.do("window.answer = () => Promise.reject(new TypeError('gone'))")
	p.status("The program does not answer.")
	p.do("window.answer = null")
	p.status("not showing a board")
	p.click("#follow-stop")

	p.do("window.answer = async () => { window.asked = (window.asked ?? 0) + 1; return new Response('{\"error\":\"full\",\"code\":\"crowded\"}', { status: 429 }); }")
	p.do("chuhe.room.open('red')")
	p.status("Too many pages")
	assert.Equal(t, 2, js[int](p, "window.asked"))
	assert.True(t, js[bool](p, "chuhe.room.control === null && chuhe.room.seat === null"), "the room does not begin later, over another game")
	p.do("window.answer = null")

	p.do("chuhe.room.open('red')")
	p.status("number of the room")
	p.do("window.answer = () => Promise.reject(new TypeError('gone')); chuhe.room.watch()")
	p.status("The program does not answer.")
	p.do("window.answer = null")
	p.status("number of the room")
}

// TestTurnFollowedBoard turns the teacher's board round on a page that follows: it stays so until the teacher turns it.
func TestTurnFollowedBoard(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	show := func(more string) {
		ask[struct{}](t, url+"api/show", `{"token":"abcdef","on":true,`+more+`}`)
	}
	show(`"moves":"h2e2"`)
	p := quick(t, url, "", 1280, 860)
	p.do("chuhe.following.start()")
	p.until("chuhe.following.shown?.on")
	p.keys("f")
	p.until("chuhe.board.flipped")
	show(`"moves":"h2e2 h9g7"`)
	p.until("chuhe.following.game.current.ply === 2")
	assert.True(t, js[bool](p, "chuhe.board.flipped"))
	show(`"moves":"h2e2 h9g7","flipped":true`)
	show(`"moves":"h2e2"`)
	p.until("chuhe.following.game.current.ply === 1 && !chuhe.board.flipped")
}

// TestStayInRoom presses what would lead out of a room at once: the page asks, or does not offer it.
func TestStayInRoom(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	p := quick(t, url, "#moves=h2e2", 1280, 860)
	p.do("chuhe.room.open('red')")
	p.status("number of the room")
	assert.False(t, js[bool](p, "Boolean(document.getElementById('offer-undo'))"))
	p.click("#edit")
	p.until("document.getElementById('yes')")
	p.keys(kb.Escape)
	p.until("!document.querySelector('dialog')")
	assert.True(t, js[bool](p, "chuhe.room.on"))
	p.click("#edit")
	p.click("#yes")
	p.until("chuhe.editor.on && !chuhe.editor.checking")
	p.click("#edit-cancel")
	p.until("chuhe.room.on && chuhe.room.control")
}

// TestRoomAfterRestart asks for a room that has gone with the program in the middle of its game: the page says so and
// lets nobody move, even when it is loaded again, and the game continues in a new room.
func TestRoomAfterRestart(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	p := newTab(t, url+"icon.svg", 390, 844)
	p.allowed = "/api/"
	p.before(`{ const real = window.fetch; window.fetch = (path, o) =>
		real(path, path === 'api/watch' ? { ...o, body: o.body.replace(sessionStorage.gone, '') } : o); }`)
	p.quicken(url, "")
	p.do("chuhe.room.open('red')")
	p.until("chuhe.room.on && chuhe.info")
	code := js[string](p, "chuhe.room.seat.code")
	black := player{t: t, url: url, seat: ask[seatLine](t, url+"api/room", fmt.Sprintf(`{"do":"join","code":%q}`, code))}
	p.until("chuhe.humanTurn")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 1 && chuhe.info")
	black.must(`"do":"move","move":"h9g7","ply":1`)
	p.until("chuhe.humanTurn")

	p.do("sessionStorage.gone = %q; chuhe.room.watch()", code)
	p.status("The program was started again, so this room is gone.")
	p.reload()
	p.status("The program was started again, so this room is gone.")
	assert.False(t, js[bool](p, "chuhe.humanTurn || Boolean(document.querySelector('#resign, #take-back, #hint'))"))
	kept := p.kept()
	p.click("#room-again")
	p.status("The number of the room is ")
	assert.Equal(t, kept, p.kept(), "it is the same game")
	black.seat = ask[seatLine](t, url+"api/room", fmt.Sprintf(`{"do":"join","code":%q}`, js[string](p, "chuhe.room.seat.code")))
	assert.Equal(t, "black", black.seat.Side)
	p.until("chuhe.humanTurn")
	p.play("h0g2")
	p.until("chuhe.game.movesTo() === 'h2e2 h9g7 h0g2' && chuhe.info")
	black.must(`"do":"move","move":"i9h9","ply":3`)
	p.until("chuhe.game.current.ply === 4")
}
