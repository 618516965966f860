package tournament

import (
	"cmp"
	"slices"
)

// plan numbers the games of a match. In a round robin and a gauntlet all are known before
// the first; in a Swiss tournament and a knockout they are drawn from the results of all
// games before them, so the same results always make the same plan.
type plan struct {
	Schedule
	games      []Pairing       // drawn so far, game n being games[n-1]
	points     map[int]float64 // of Red, by game
	encounters []Encounter     // drawn so far, byes included
	open       int             // drawn games without a result
	stages     int             // times that games were drawn; each time has its opening
	round      int             // of the games drawn last
	over       bool            // no more will be drawn

	// Of a knockout: the players left in the order of the bracket, bye where a place is
	// empty; the ties of the round; and the further encounters that they have had.
	bracket  []int
	ties     []*tie
	attempts int
}

// Encounter are the games of two players in a round of a Swiss tournament or a knockout.
type Encounter struct {
	Round int // from 1
	// Players by index, the one that has Red in the first game first. The second is [Bye]
	// where the first has no opponent and wins without a game.
	Players [2]int
	Points  [2]float64
	Games   int // that have ended
	// TieBreak counts the further encounters of a tie in a knockout from 1; 0 for its first.
	TieBreak int
}

// Bye is the opponent of a player that has none.
const Bye = -1

// tie decides which of two players stays in a knockout.
type tie struct {
	players [2]int
	points  [2]float64
}

func newPlan(s Schedule) *plan {
	p := &plan{Schedule: s, points: make(map[int]float64)}
	if s.Format == Knockout {
		p.bracket = bracket(s.Players)
	}
	p.advance()
	return p
}

// at returns the game of a number. It is not known while the games before it go on, nor
// where there is none.
func (p *plan) at(number int) (g Pairing, known bool) {
	switch {
	case number < 1:
		return g, false
	case p.Format.Drawn():
		if number > len(p.games) {
			return g, false
		}
		return p.games[number-1], true
	}
	return p.Schedule.At(number), number <= p.Schedule.Len()
}

// done reports whether no games will be drawn after those that are known.
func (p *plan) done() bool { return !p.Format.Drawn() || p.over }

// len returns the number of games as far as it is known: a knockout may need more.
func (p *plan) len() int {
	switch {
	case p.Format == Swiss:
		return p.Rounds * (p.Players / 2) * p.Games
	case p.Format != Knockout:
		return p.Schedule.Len()
	}
	left := max(len(p.bracket)/2, 1) // after the ties of this round, in each of which at least one player stands
	return len(p.games) + p.Games*(left-1)
}

// add notes the points of Red in a game that is known, and draws the next ones if it was the
// last of those known.
func (p *plan) add(number int, red float64) {
	if _, twice := p.points[number]; twice || !p.Format.Drawn() || number > len(p.games) {
		return
	}
	p.points[number] = red
	g := p.games[number-1]
	e := &p.encounters[g.Encounter-1]
	first := 0
	if e.Players[0] != g.RedPlayer {
		first = 1
	}
	e.Points[first] += red
	e.Points[1-first] += 1 - red
	e.Games++
	if p.open--; p.open == 0 {
		p.advance()
	}
}

// advance draws games until there are some, or the match is over.
func (p *plan) advance() {
	for p.Format.Drawn() && p.open == 0 && !p.over {
		if p.Format == Swiss {
			p.drawSwiss()
		} else {
			p.drawKnockout()
		}
		p.stages++
	}
}

// meet draws the games of two players, of whom a has Red in the first.
func (p *plan) meet(a, b, tieBreak int) {
	p.encounters = append(p.encounters, Encounter{Round: p.round, Players: [2]int{a, b}, TieBreak: tieBreak})
	if b == Bye {
		p.encounters[len(p.encounters)-1].Points[0] = float64(p.Games)
		return
	}
	for i := range p.Games {
		g := Pairing{Game: len(p.games) + 1, Round: p.round, Encounter: len(p.encounters), Opening: p.stages, RedPlayer: a, BlackPlayer: b, TieBreak: tieBreak}
		if i%2 == 1 {
			g.RedPlayer, g.BlackPlayer = b, a
		}
		p.games = append(p.games, g)
		p.open++
	}
}

// Place is the standing of a player in a Swiss tournament or a knockout.
type Place struct {
	Player int
	// Points include byes, which count as games won.
	Points float64
	// Buchholz is the sum of the points of the opponents. A bye counts as an opponent with
	// the player's own points.
	Buchholz float64
	// SonnebornBerger is the sum of the points of the opponents, each times the share of the
	// points that the player made against it.
	SonnebornBerger float64
	// Out is the round of a knockout that the player lost; 0 for none so far.
	Out        int
	Encounters []Encounter // of the player, who stands first
}

// places returns the players in the order of their places: by points, Buchholz,
// Sonneborn-Berger and seed; in a knockout by the round that they reached first.
func (p *plan) places() []Place {
	list := make([]Place, p.Players)
	for i := range list {
		list[i].Player = i
	}
	for _, e := range p.encounters {
		for k, i := range e.Players {
			if i == Bye {
				continue
			}
			own := e
			own.Players, own.Points = [2]int{i, e.Players[1-k]}, [2]float64{e.Points[k], e.Points[1-k]}
			list[i].Points += e.Points[k]
			list[i].Encounters = append(list[i].Encounters, own)
		}
	}
	for i := range list {
		for _, e := range list[i].Encounters {
			if e.Games == 0 && e.Players[1] != Bye {
				continue // not begun
			}
			other, games := list[i].Points, float64(p.Games)
			if j := e.Players[1]; j != Bye {
				other, games = list[j].Points, float64(e.Games)
			}
			list[i].Buchholz += other
			list[i].SonnebornBerger += other * e.Points[0] * float64(p.Games) / games
		}
		list[i].SonnebornBerger /= float64(p.Games) // only here, so that sums of thirds in another order are equal
	}
	if p.Format == Knockout {
		p.outs(list)
	}
	still := func(a Place) int {
		if a.Out == 0 {
			return p.round + 1
		}
		return a.Out
	}
	slices.SortStableFunc(list, func(a, b Place) int {
		if p.Format == Knockout {
			return cmp.Compare(still(b), still(a))
		}
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Buchholz, a.Buchholz), cmp.Compare(b.SonnebornBerger, a.SonnebornBerger))
	})
	return list
}

// Drawn reports whether the pairings of a format depend on results.
func (f Format) Drawn() bool { return f == Swiss || f == Knockout }
