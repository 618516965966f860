// Package ecco names openings after the classes of the Encyclopaedia of Chinese Chess
// Openings (ECCO).
//
// The table is our own and holds only what is certain: the main families with the
// moves that define them. A name belongs to the position after its moves, so the order
// in which the moves were played does not matter. Of the names that a game passes the
// last one counts. Of the codes of the ECCO the first letter or letter and digit are given, as
// far as they are certain: D is the class of the cannons in the centre, D2 the group of a filed
// chariot against a ranging one.
package ecco

import (
	_ "embed"
	"strings"
	"sync"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/lang"
)

// Opening is a named opening. The zero value is no opening.
type Opening struct {
	Code string // class or group of the ECCO, such as C or C4; "" where it is open yet
	key  string // of its name in the catalogues, below "opening."
}

// Name returns the name in a language, "" for no opening.
func (o Opening) Name(l lang.Lang) string {
	if o.key == "" {
		return ""
	}
	return l.Say("opening." + o.key)
}

//go:embed openings.tsv
var facts string

// latest is the ply up to which openings are looked for.
const latest = 24

// table maps positions to the openings that they define, positions of the mirror image
// included. It is made when it is first needed.
var table = sync.OnceValue(newTable)

// Find returns the opening of a line; ok is false if it is not one of the table. Lines
// that begin elsewhere than at the start of the game have none.
func Find(start board.Position, moves []board.Move) (o Opening, ok bool) {
	if !start.IsStart() {
		return o, false
	}
	p := start
	for i, m := range moves {
		if i == latest {
			break
		}
		p.Play(m)
		if found, known := table()[p.Key()]; known {
			o, ok = found, true
		}
	}
	return o, ok
}

// Of returns the opening of a game, as Find does.
func Of(g *game.Game) (o Opening, ok bool) { return Find(g.Start, g.Moves()) }

// Tag writes the name of the opening into the head of a game, in a language, and
// reports whether it did. An earlier name stays, and a game whose
// opening is not in the table gets none.
func Tag(g *game.Game, l lang.Lang) bool {
	if game.Known(g.Tag(game.TagOpening)) {
		return false
	}
	o, ok := Of(g)
	if ok {
		g.SetTag(game.TagOpening, o.Name(l))
	}
	return ok
}

// newTable plays the moves of all facts. It panics where they are damaged, since they
// are part of the program; a test plays them all.
func newTable() map[uint64]Opening {
	t := map[uint64]Opening{}
	for line := range strings.Lines(facts) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if len(cells) != 3 {
			continue // a comment
		}
		o := Opening{strings.TrimPrefix(cells[0], "-"), cells[1]}
		for _, mirrored := range []bool{false, true} {
			p, q := board.Start(), board.Start() // as the fact says, and as it is played
			for word := range strings.FieldsSeq(cells[2]) {
				m, err := notation.Parse(&p, word)
				if err != nil {
					panic(err)
				}
				played := m
				if mirrored {
					played = m.Mirror()
				}
				p.Play(m)
				q.Play(played)
			}
			t[q.Key()] = o
		}
	}
	return t
}
