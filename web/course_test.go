package web

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/movegen"
	"chuhe/rules"
)

// step is a step of the course, as page/lessons.js describes it.
type step struct {
	ID, Lesson, FEN, Before, Goal, Piece string
	Squares, Solution                    []string
}

// steps returns the table of the course.
func steps(t *testing.T) (all []step) {
	t.Helper()
	require.NoError(t, json.Unmarshal(pageFiles()["lessons.json"]().Content, &all))
	require.NotEmpty(t, all)
	return all
}

// at returns the game at the beginning of a step.
func (s *step) at(t *testing.T) *board.Line {
	t.Helper()
	game, err := rules.ReplayText(s.FEN, s.Before)
	require.NoError(t, err, s.ID)
	require.False(t, rules.Judge(game, rules.Options{}).Result.Finished(), s.ID)
	return game
}

// reached reports whether a legal move does what the step asks for.
func (s *step) reached(t *testing.T, game *board.Line, m board.Move) bool {
	t.Helper()
	learner, inCheck := game.Position().Side(), game.Position().InCheck()
	game = game.Clone()
	game.Play(m)
	p, end := game.Position(), rules.Judge(game, rules.Options{})
	return map[string]bool{
		"reach": !slices.ContainsFunc(s.Squares, func(name string) bool { return pieceAt(p, name).String() != s.Piece }),
		"take": !slices.ContainsFunc(s.Squares, func(name string) bool {
			return pieceAt(p, name) != board.NoPiece && pieceAt(p, name).Side() != learner
		}),
		"check":     p.InCheck(),
		"answer":    inCheck,
		"mate":      end.Kind == rules.Checkmate,
		"stalemate": end.Kind == rules.Stalemate,
		"vary":      !end.Result.Finished(),
	}[s.Goal]
}

// pieceAt returns the piece on a square with a name such as "a0".
func pieceAt(p *board.Position, name string) board.Piece {
	return p.At(board.MustParseSquare(name))
}

// TestCourse asserts that each step of the course begins with a position that the rules
// allow, that its solution is legal and reaches the goal no sooner than with its last move,
// and that the goal is not reached by whatever somebody plays.
func TestCourse(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range steps(t) {
		assert.False(t, seen[s.ID], "two steps with the name %s", s.ID)
		seen[s.ID] = true
		alone := s.Goal == "reach" || s.Goal == "take" // the opponent does not move
		assert.Equal(t, alone, len(s.Squares) > 0, s.ID)
		assert.Equal(t, s.Goal == "vary", s.Before != "", s.ID)
		require.NotEmpty(t, s.Solution, s.ID)
		if !alone {
			assert.Len(t, s.Solution, 1, s.ID)
		}
		game := s.at(t)
		right, legal := 0, movegen.Legal(game.Position(), nil)
		for _, m := range legal {
			if s.reached(t, game, m) {
				right++
			}
		}
		if s.Goal == "answer" {
			assert.Equal(t, len(legal), right, s.ID)
		} else {
			assert.Less(t, right, len(legal), "%s: whatever one plays is right", s.ID)
		}
		for i, text := range s.Solution {
			p, m := game.Position(), board.MustParseMove(text)
			require.Contains(t, movegen.Legal(p, nil), m, s.ID)
			require.Equal(t, i == len(s.Solution)-1, s.reached(t, game, m), "%s: goal after %s", s.ID, text)
			child := p.Make(m)
			fields := strings.Fields(child.FEN())
			fields[1] = strings.Fields(p.FEN())[1]
			next, err := board.ParseFEN(strings.Join(fields, " "))
			if i < len(s.Solution)-1 {
				require.NoError(t, err, "%s: %s", s.ID, text)
				game = board.NewLine(next)
			}
		}
	}
}

// TestBoardInSight asserts that on a phone what a lesson teaches stands next to the board, and
// that the board comes back into sight with each step, puzzle, game and moment of a game.
func TestBoardInSight(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 360, 740)
	down := func() { p.do("scrollTo(0, document.documentElement.scrollHeight)") }
	top := "document.getElementById('middle').getBoundingClientRect().top"
	p.click("#course")
	p.until("chuhe.course.state === 'try'")
	assert.True(t, js[bool](p, "document.querySelector('.lesson').getBoundingClientRect().bottom < document.getElementById('lesson').getBoundingClientRect().top"),
		"the explanation comes before the choice of another lesson")
	assert.LessOrEqual(t, js[float64](p, "document.querySelector('.lesson').getBoundingClientRect().bottom - "+top), 740.0)
	down()
	require.Negative(t, js[float64](p, top))
	p.key("n")
	p.until("chuhe.course.step.id === 'R2' && chuhe.course.state === 'try'")
	assert.GreaterOrEqual(t, js[float64](p, top), -1.0, "the next step")

	p.do("scrollTo(0, 0)")
	p.click("#puzzles")
	p.until("chuhe.puzzles.state === 'solve'")
	down()
	require.Negative(t, js[float64](p, top))
	p.key("n")
	p.until("chuhe.puzzles.state === 'solve'")
	assert.GreaterOrEqual(t, js[float64](p, top), -1.0, "the next puzzle")

	down()
	p.key(kb.Escape)
	p.until("chuhe.info")
	assert.GreaterOrEqual(t, js[float64](p, top), -1.0, "the game again")
	p.do(nearlyMated)
	p.until("chuhe.humanTurn && chuhe.game.current.ply === 6")
	p.do("chuhe.playMove('b5e5')")
	p.status("You won!")
	down()
	p.click("#show-moment")
	p.until("chuhe.game.current.ply === 3")
	assert.GreaterOrEqual(t, js[float64](p, top), -1.0, "the moment of the game")
	down()
	p.click("#again")
	p.until("chuhe.info && !chuhe.game.result")
	assert.GreaterOrEqual(t, js[float64](p, top), -1.0, "the next game")
}

// TestCourseInBrowser goes through all steps, with a wrong move, a hint and a reload on
// the way, and plays a game at the end.
func TestCourseInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 390, 844)
	assert.Contains(t, p.text("#notices"), "New to Xiangqi?")
	assert.Less(t, js[float64](p, "document.getElementById('welcome').getBoundingClientRect().bottom"), js[float64](p, "document.getElementById('status').getBoundingClientRect().bottom"), "in sight")
	p.click("#welcome")
	for i, s := range steps(t) {
		p.until(fmt.Sprintf("chuhe.course.step?.id === %q && chuhe.course.state === 'try'", s.ID))
		switch s.ID {
		case "R1":
			assert.Contains(t, p.text("#status"), "Bring the chariot to the star.")
			assert.Contains(t, js[string](p, "document.querySelector('[data-square=g4]').getAttribute('aria-label')"), ", empty, marked")
			p.do("dispatchEvent(new Event('beforeprint'))")
			assert.Equal(t, "Bring the chariot to the star.", p.text("#sheet .said"), "on paper")
			assert.Equal(t, 1, js[int](p, "document.querySelectorAll('#sheet .goal').length"), "stars on paper")
			p.do("dispatchEvent(new Event('afterprint'))")
			p.play("a0a1") // on the way to f9, where it checks
			p.until("chuhe.course.own.length === 1 && chuhe.course.state === 'try'")
			p.play("a1f1")
			p.until("chuhe.course.own.length === 2 && chuhe.course.state === 'try'")
			p.play("f1f9")
			p.status("gives check")
			p.until("chuhe.course.own.length === 2 && chuhe.course.state === 'try'")
			p.click("#course-hint") // which begins again
			p.until("chuhe.course.state === 'try' && !chuhe.course.own.length && document.querySelector('.arrow.hint')")
			assert.Equal(t, "Hint: the chariot goes to file 9, rank 5. Bring the chariot to the star.", p.text("#status"))
		case "N2":
			assert.Contains(t, p.text("#notices"), "blocks the way forward")
			p.run(chromedp.Reload())
			p.until("window.chuhe && chuhe.course.step?.id === 'N2' && chuhe.course.state === 'try'")
			assert.Contains(t, p.text("#lesson"), "Horse (1/3)")
		case "mate1", "stalemate1", "repetition1":
			wrong := map[string]string{"mate1": "a0d0", "stalemate1": "c7b7", "repetition1": "e2d2"}[s.ID]
			p.play(wrong)
			p.status("Not yet.")
			p.until("chuhe.course.state === 'try' && !chuhe.course.own.length")
		}
		for n, m := range s.Solution {
			p.until(fmt.Sprintf("chuhe.course.state === 'try' && chuhe.course.own.length === %d", n))
			p.play(m)
		}
		p.until("chuhe.course.state === 'done'")
		assert.Contains(t, p.text("#status"), "Well done!", s.ID)
		assert.Less(t, js[float64](p, "document.documentElement.scrollWidth"), 391.0, "nothing sticks out")
		assert.Equal(t, i+1, js[int](p, "JSON.parse(localStorage.getItem('chuhe.course')).done.length"))
		p.click("#course-next")
	}
	p.until("!chuhe.course.on && chuhe.humanTurn && !chuhe.game.root.children.length")
	assert.NotContains(t, p.text("#notices"), "New to Xiangqi?")

	// Help shows where each piece goes, as the rules say, and leads to its lesson.
	p.click("#help")
	assert.Equal(t, 7, js[int](p, "document.querySelectorAll('.how .diagram .circle').length && document.querySelectorAll('.how .diagram').length"))
	for piece, way := range js[map[string][3]string](p, module("ways.js")+".then(({ ways }) => ways)") {
		var to []string
		for _, m := range asked[positionReply](p, "position", fmt.Sprintf(`{"start":%q}`, way[0])).Legal {
			if m[:2] == way[1] {
				to = append(to, m[2:])
			}
		}
		assert.ElementsMatch(t, strings.Fields(way[2]), to, piece)
	}
	p.click("#try-C")
	p.until("chuhe.course.step?.id === 'C1' && chuhe.course.state === 'try'")
	p.speak("zh-Hans")
	p.status("把炮走到星星处。")
	p.keys(kb.Escape)
	p.until("!chuhe.course.on && chuhe.humanTurn")
}
