package web

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
)

// TestClassroomInBrowser has a pupil follow the teacher, and then two play each other: moves
// reach the other page, nobody moves for the other, a reload loses nothing, and a
// resignation ends the game on both pages.
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
	pupil.run(chromedp.Reload())
	pupil.settle()
	pupil.until("chuhe.following.game.current.ply >= 1")
	pupil.click("#follow-stop")
	assert.Equal(t, 0, js[int](pupil, "chuhe.game.current.ply"), "the pupil's own game is as it was")
	pupil.click("#classroom")
	pupil.click("#follow")
	pupil.until("chuhe.following.shown?.on")
	pupil.click("#follow-copy")
	pupil.until("chuhe.game.mode === 'study' && chuhe.game.current.marks.includes('Rh9')")

	teacher.do("chuhe.room.open('red')")
	teacher.status("number of the room")
	code := js[string](teacher, "chuhe.room.seat.code")
	pupil.do("chuhe.room.join(%q)", code)
	teacher.until("chuhe.room.line?.full && chuhe.room.line.there && chuhe.humanTurn")
	assert.Contains(t, teacher.text("#above"), "Anna B")
	teacher.click("#classroom")
	teacher.until("document.querySelector('dialog .room')?.textContent.includes('no name – Anna B')")
	teacher.click("dialog .close")
	pupil.until("chuhe.room.line && chuhe.room.on && !chuhe.humanTurn && chuhe.board.flipped")
	teacher.do("chuhe.room.move('b2e2')")
	pupil.until("chuhe.game.movesTo() === 'b2e2' && chuhe.humanTurn")
	pupil.run(chromedp.Reload())
	pupil.settle()
	pupil.until("chuhe.game.movesTo() === 'b2e2' && chuhe.humanTurn")
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
}
