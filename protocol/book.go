package protocol

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/book"
	"chuhe/rules"
	"chuhe/search"
)

// Bounds of the option for the plies of a game up to which books are used.
const (
	defBookDepth = 60
	maxBookDepth = 1000
)

// mostNamed is how many moves of the book are named in the message about one of them.
const mostNamed = 8

// mostOccurrences is how often a book move may have brought about its position. No set of
// rules calls a repetition a loss before the third time.
const mostOccurrences = 2

// newDraws returns the random numbers by which book moves are chosen: the same ones
// for each seed but 0.
func newDraws(seed uint64) *rand.Rand {
	if seed == 0 {
		return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	return rand.New(rand.NewPCG(seed, 0))
}

// bookMove is a move that is played without a search.
type bookMove struct {
	result search.Result
	lines  []string // that announce it
}

// fromBook returns the move of the books in the last position of a game, nil if the
// host wants more than a move or the books have none.
func (s *session) fromBook(game *board.Line, l *search.Limits) *bookMove {
	p := game.Position()
	ply := 2*(p.Fullmove()-1) + int(p.Side())
	if !s.settings.useBook || !bounded(l) || l.Mate > 0 || ply >= s.settings.bookDepth {
		return nil
	}
	referee := rules.NewReferee(game, s.settings.search.Rules)
	moves, from, err := s.settings.books.Find(p, func(m board.Move) bool {
		wanted := len(l.Only) == 0 || slices.Contains(l.Only, m)
		return wanted && !slices.Contains(l.Banned, m) && referee.Occurrences(m) <= mostOccurrences
	})
	if err != nil {
		s.tell("book: %v", err)
		return nil
	}
	m, ok := s.settings.bookChoice.Pick(moves, s.draws)
	if !ok {
		return nil
	}
	r := search.Result{Best: m.Move, PV: []board.Move{m.Move}, Score: s.engine.Evaluate(p)}
	child := p.Make(m.Move)
	answers, _, err := s.settings.books.Find(&child, func(board.Move) bool { return true })
	if err == nil && len(answers) > 0 {
		r.Ponder = answers[0].Move
		r.PV = append(r.PV, r.Ponder)
	}
	return &bookMove{r, s.announce(p, &r, m, moves, from)}
}

// announce returns the lines about a book move: a message, and a line as of a search
// of depth 0, whose score is the static evaluation. No word of the message comes twice: see
// TestMessagesAsKeys.
func (s *session) announce(p *board.Position, r *search.Result, m book.Move, moves []book.Move, from book.Book) []string {
	var known []string
	for _, m := range moves[:min(len(moves), mostNamed)] {
		known = append(known, fmt.Sprintf("%s=%d", s.style.ranks.move(m.Move), m.Weight))
	}
	if n := len(moves) - mostNamed; n > 0 {
		known = append(known, fmt.Sprintf("%d more", n))
	}
	var wdl *board.Position
	if s.settings.showWDL {
		wdl = p
	}
	line, _ := s.style.info(&search.Info{MultiPV: 1, Score: r.Score, PV: r.PV}, wdl)
	return []string{
		s.style.message("book move %s, weights %s, from %s", s.style.ranks.move(m.Move), strings.Join(known, ", "), from.Name()),
		line,
	}
}

// playBook answers a search with a book move.
func (s *session) playBook(b *bookMove) {
	s.stopMayBeLate = true
	s.out.lines(b.lines...)
	s.answer(s.game.Position(), b.result, "")
}

// describeBooks names the books with what is in them.
func describeBooks(books book.List) string {
	if len(books) == 0 {
		return "no book"
	}
	var names []string
	for _, b := range books {
		names = append(names, fmt.Sprintf("%s (%s)", b.Name(), b.Summary()))
	}
	return strings.Join(names, ", ")
}
