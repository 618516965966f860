// Package gametest makes games for the tests of readers and writers.
package gametest

import (
	"bytes"
	_ "embed" // for the texts
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// Holds says what a format can hold, and so what the games for its tests have.
type Holds struct {
	Variations bool
	Comments   bool // after moves and about the whole game
	Before     bool // comments in front of variations
	Lines      bool // comments of several lines
	NAGs       bool
	Marks      bool
	Evals      bool
	Times      bool
	Setups     bool // games that do not begin at the start position
	Counters   bool // FEN counters, where there are setups
	Unfinished bool // any result; otherwise the games have one
	Tags       []string
}

// Everything names the parts of a [game.Game].
var Everything = Holds{
	Variations: true, Comments: true, Before: true, Lines: true, NAGs: true, Marks: true, Evals: true, Times: true,
	Setups: true, Counters: true, Unfinished: true,
	Tags: []string{
		game.TagEvent, game.TagSite, game.TagDate, game.TagRound, game.TagRedTeam, game.TagRed, game.TagRedElo,
		game.TagBlackTeam, game.TagBlack, game.TagBlackElo, game.TagECCO, game.TagOpening, game.TagAnnotator, "Любой",
	},
}

// Random returns a game of up to 60 plies with a main line of at least one move,
// from the start position, at odds, from the middle of a game, or from an ending with
// many pawns on a file. The same random numbers give the same game.
func Random(rng *rand.Rand, holds Holds) *game.Game {
	m := maker{rng, holds, 40}
	g := game.New(board.Start())
	if holds.Setups && rng.IntN(2) == 0 {
		g.Start = m.setup()
	}
	g.Result = board.Result(rng.IntN(4))
	if !holds.Unfinished && g.Result == board.Unfinished {
		g.Result = board.Draw
	}
	for _, name := range holds.Tags {
		if rng.IntN(3) > 0 {
			g.SetTag(name, m.tag(name))
		}
	}
	if holds.Comments && rng.IntN(3) == 0 {
		g.Root.Comment = m.comment()
	}
	m.line(&g.Root, g.Start, 1+rng.IntN(60), 0)
	return g
}

type maker struct {
	rng   *rand.Rand
	holds Holds
	left  int // moves of variations to make at most
}

// setups are positions of handicaps and endings.
var setups = []string{
	"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1",
	"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1",
	"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKAB1R w - - 0 1",
	"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1",
	"3k5/9/4P4/4P1P2/4P1P2/9/9/9/9/4K4 w - - 0 1",
	"4k4/4P4/4P4/4P4/9/4p4/9/4p4/4p4/3K5 b - - 0 1",
	"2bakab2/9/4R4/4R4/9/2B6/9/2p1p4/2p1p1p2/5K3 b - - 0 1",
	"4ka3/4a4/9/9/9/9/9/9/4A4/3AK4 w - - 0 1",
}

func (m *maker) setup() board.Position {
	p, err := board.ParseFEN(setups[m.rng.IntN(len(setups))])
	if err != nil {
		panic(err)
	}
	if m.rng.IntN(3) == 0 {
		p = board.Start()
		for range testpos.Playout(m.rng, &p, 1+m.rng.IntN(100)) {
		}
		if !movegen.HasLegal(&p) {
			p = board.Start()
		}
	}
	s := p.Setup()
	s.Halfmove, s.Fullmove = 0, 1
	if m.holds.Counters && m.rng.IntN(2) == 0 {
		s.Halfmove, s.Fullmove = uint16(m.rng.IntN(50)), uint16(1+m.rng.IntN(200))
	}
	if p, err = s.Position(); err != nil {
		panic(err)
	}
	return p
}

// line adds at most n moves, and variations, to a node. The position is the one
// after its move.
func (m *maker) line(n *game.Node, p board.Position, plies, depth int) {
	var buf [movegen.MaxMoves]board.Move
	for range plies {
		moves := movegen.Legal(&p, buf[:0])
		if len(moves) == 0 {
			return
		}
		m.rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		next := m.note(n.Append(moves[0]), p.Side())
		if m.holds.Variations && depth < 3 {
			for i := 1; i < len(moves) && m.left > 0 && m.rng.IntN(12) == 0; i++ {
				v := m.note(n.Append(moves[i]), p.Side())
				if m.holds.Before && m.rng.IntN(3) == 0 {
					v.Before = m.comment()
				}
				length := m.rng.IntN(6)
				m.left -= length + 1
				m.line(v, p.Make(moves[i]), length, depth+1)
			}
		}
		p.Play(next.Move)
		n = next
	}
}

// note notes something about a move.
func (m *maker) note(n *game.Node, side board.Side) *game.Node {
	some := func(holds bool, odds int) bool { return holds && m.rng.IntN(odds) == 0 }
	if some(m.holds.Comments, 5) {
		n.Comment = m.comment()
	}
	for some(m.holds.NAGs, 8) && len(n.NAGs) < 2 {
		n.NAGs = append(n.NAGs, game.NAG(1+m.rng.IntN(255)))
	}
	for some(m.holds.Marks, 8) && len(n.Marks) < 3 {
		// Circles stand before arrows in a file.
		mark := game.Mark{Colour: "GRBY"[m.rng.IntN(4)], From: board.Square(len(n.Marks)), To: board.Square(len(n.Marks))}
		if len(n.Marks) > 0 {
			mark.To = board.Square(10 + m.rng.IntN(80))
		}
		n.Marks = append(n.Marks, mark)
	}
	if some(m.holds.Evals, 6) {
		n.Eval = &game.Eval{Centipawns: m.rng.IntN(4001) - 2000, Depth: m.rng.IntN(40)}
		if m.rng.IntN(5) == 0 {
			n.Eval.Centipawns, n.Eval.Mate = 0, 2+2*m.rng.IntN(20)
			winner := board.Side(m.rng.IntN(2))
			if winner == side {
				n.Eval.Mate++
			}
			if winner == board.Black {
				n.Eval.Mate = -n.Eval.Mate
			}
		}
	}
	if some(m.holds.Times, 6) {
		n.Elapsed = new(time.Duration(m.rng.IntN(100_000)) * time.Millisecond)
	}
	if some(m.holds.Times, 6) {
		n.Clock = new(time.Duration(m.rng.IntN(10_000)) * time.Second)
	}
	return n
}

//go:embed phrases.txt
var phraseFile string

// phrases are parts of comments.
var phrases = lines(phraseFile)

// comment returns a comment that the writers of texts do not have to change.
func (m *maker) comment() string {
	text := phrases[m.rng.IntN(len(phrases))]
	for m.rng.IntN(2) == 0 {
		separator := "；"
		if m.holds.Lines && m.rng.IntN(2) == 0 {
			separator = "\n"
		}
		text += separator + phrases[m.rng.IntN(len(phrases))]
	}
	return text
}

//go:embed names.txt
var nameFile string

// names are values of tags.
var names = lines(nameFile)

// lines returns the lines of a file.
func lines(file string) []string { return strings.Split(strings.TrimSpace(file), "\n") }

func (m *maker) tag(name string) string {
	switch {
	case name == game.TagDate:
		return "2026.11.22"
	case strings.HasSuffix(name, "Elo"):
		return "2512"
	case name == game.TagECCO:
		return "C25"
	case name == game.TagRound:
		return "7"
	}
	return names[m.rng.IntN(len(names))]
}

// Damaged returns a file of which bytes are changed, each as three bytes of changes say:
// two for its place and one that replaces it. Last come other bytes. A fuzz target makes
// large files of small inputs in this way: while it looks for smaller ones that do the
// same, it finds nothing.
func Damaged(file, changes, last []byte) []byte {
	damaged := append(bytes.Clone(file), last...)
	for ; len(changes) >= 3 && len(file) > 0; changes = changes[3:] {
		damaged[(int(changes[0])<<8|int(changes[1]))%len(file)] = changes[2]
	}
	return damaged
}

// RequireSound fails the test unless a game that was read is legal, and its comments are free
// of characters that a terminal obeys.
func RequireSound(t *testing.T, g *game.Game) {
	t.Helper()
	require.NoError(t, g.Validate())
	for v := range g.Walk() {
		require.False(t, strings.ContainsAny(v.Comment, "\x1b\x00\r\x07\u009b"), "%q", v.Comment)
	}
}
