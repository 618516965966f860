package collection

import (
	"cmp"
	"slices"

	"chuhe/board"
)

// Counts are numbers of games by their results. Open are those without one.
type Counts struct{ Red, Draws, Black, Open int }

// Games returns the number of all.
func (c Counts) Games() int { return c.Red + c.Draws + c.Black + c.Open }

// count counts a game.
func (c *Counts) count(r board.Result) {
	switch r {
	case board.RedWins:
		c.Red++
	case board.BlackWins:
		c.Black++
	case board.Draw:
		c.Draws++
	default:
		c.Open++
	}
}

// add counts the games of other counts too.
func (c *Counts) add(other Counts) {
	c.Red += other.Red
	c.Draws += other.Draws
	c.Black += other.Black
	c.Open += other.Open
}

// Played is a move of a position with the games in which it was played.
type Played struct {
	Move board.Move
	Counts
	Year int // of the latest game, 0 if that is not known
}

// Hit is a game that passes a position.
type Hit struct {
	Game     int  // in the index
	Ply      int  // moves before the position, where the game first passes it
	Mirrored bool // whether the game passes the mirror image
}

// Found holds the games that pass a position. Each counts once, where it first passes the
// position or its mirror image.
type Found struct {
	Counts          // of all games
	Moves  []Played // the most frequent first, as they are on the board of the question
	Hits   []Hit    // the latest first
}

// Find returns the games that pass a position, with at most `most` hits after the first `skip`.
// A move of a position that is its own mirror image stands for its image too.
func (x *Index) Find(p *board.Position, skip, most int) *Found {
	f := &Found{}
	wanted := pairOf(*p)
	key := wanted.key()
	at, _ := slices.BinarySearchFunc(x.places, key, func(a place, key uint64) int { return cmp.Compare(a.key, key) })
	for n := 0; at < len(x.places) && x.places[at].key == key; n, at = n+1, at+1 {
		here := &x.places[at]
		e := &x.games[here.game]
		f.count(e.result)
		if n >= skip && n < skip+most {
			f.Hits = append(f.Hits, x.hit(here, p.Key()))
		}
		if here.move != board.NoMove {
			f.played(here.move, e)
		}
	}
	if wanted.turned() {
		for i := range f.Moves {
			f.Moves[i].Move = f.Moves[i].Move.Mirror()
		}
	}
	if wanted.symmetric() {
		f.join()
	}
	slices.SortFunc(f.Moves, func(a, b Played) int {
		return cmp.Or(cmp.Compare(b.Games(), a.Games()), cmp.Compare(a.Move, b.Move))
	})
	return f
}

// played counts a game with a move. Games come the latest first.
func (f *Found) played(m board.Move, e *entry) {
	i := slices.IndexFunc(f.Moves, func(p Played) bool { return p.Move == m })
	if i < 0 {
		i = len(f.Moves)
		f.Moves = append(f.Moves, Played{Move: m, Year: int(e.day) / 100_00})
	}
	f.Moves[i].count(e.result)
}

// join counts each move together with its image, under the one of the two that was played more
// often.
func (f *Found) join() {
	slices.SortFunc(f.Moves, func(a, b Played) int {
		return cmp.Or(cmp.Compare(b.Games(), a.Games()), cmp.Compare(b.Move, a.Move))
	})
	joined := f.Moves[:0]
	for _, p := range f.Moves {
		i := slices.IndexFunc(joined, func(j Played) bool { return j.Move == p.Move.Mirror() })
		if i < 0 {
			joined = append(joined, p)
			continue
		}
		joined[i].add(p.Counts)
		joined[i].Year = max(joined[i].Year, p.Year)
	}
	f.Moves = joined
}

// hit returns where a game passes the position of a key, or its image.
func (x *Index) hit(at *place, key uint64) Hit {
	p, moves := x.line(int(at.game))
	for _, m := range moves[:at.ply] {
		p.Play(m)
	}
	return Hit{int(at.game), int(at.ply), p.Key() != key}
}
