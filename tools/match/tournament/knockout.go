package tournament

// bracket returns the seeds of a knockout in the order of its first round: the best two can
// meet only in the last, and where the players are not a power of two the best have no
// opponent in the first.
func bracket(players int) []int {
	order := []int{0}
	for len(order) < players {
		var next []int
		for i, seed := range order {
			pair := [2]int{seed, 2*len(order) - 1 - seed}
			if i%2 == 1 {
				pair[0], pair[1] = pair[1], pair[0]
			}
			next = append(next, pair[0], pair[1])
		}
		order = next
	}
	for i, seed := range order {
		if seed >= players {
			order[i] = Bye
		}
	}
	return order
}

// drawKnockout draws the next round or, where ties of this one are level, a further encounter
// for each of them, at most TieBreaks of them; then the better seed goes on.
func (p *plan) drawKnockout() {
	if p.ties != nil && !p.decide() {
		return
	}
	if len(p.bracket) == 1 {
		p.over = true
		return
	}
	p.round++
	p.attempts, p.ties = 0, nil
	for i := 0; i < len(p.bracket); i += 2 {
		t := &tie{players: [2]int{p.bracket[i], p.bracket[i+1]}}
		if t.players[0] == Bye {
			t.players[0], t.players[1] = t.players[1], t.players[0]
		}
		p.ties = append(p.ties, t)
		p.meet(t.players[0], t.players[1], 0)
	}
}

// decide takes the players that have won their ties into the next round. Where ties are
// level, it draws another encounter for each of them and returns false.
func (p *plan) decide() bool {
	level := false
	for _, t := range p.ties {
		t.points = p.pointsOf(t)
		level = level || t.level()
	}
	if level && p.attempts < p.TieBreaks {
		p.attempts++
		for _, t := range p.ties {
			if a, b := t.players[0], t.players[1]; t.level() && p.attempts%2 == 1 {
				p.meet(b, a, p.attempts) // who had Black in the first game has Red
			} else if t.level() {
				p.meet(a, b, p.attempts)
			}
		}
		return false
	}
	p.bracket = nil
	for _, t := range p.ties {
		p.bracket = append(p.bracket, t.winner())
	}
	p.ties = nil
	return true
}

// pointsOf returns the points of a tie of this round.
func (p *plan) pointsOf(t *tie) (points [2]float64) {
	for _, e := range p.encounters {
		for k, i := range t.players {
			for side := range e.Players {
				if e.Round == p.round && e.Players[side] == i && i != Bye {
					points[k] += e.Points[side]
				}
			}
		}
	}
	return points
}

func (t *tie) level() bool { return t.players[1] != Bye && t.points[0] == t.points[1] }

// winner returns who goes on: the better seed, which has the lower number, of a level tie.
func (t *tie) winner() int {
	a, b := t.players[0], t.players[1]
	switch {
	case b == Bye || t.points[0] > t.points[1]:
		return a
	case t.points[1] > t.points[0]:
		return b
	}
	return min(a, b)
}

// outs notes the rounds in which players have left.
func (p *plan) outs(list []Place) {
	for i := range list {
		if es := list[i].Encounters; len(es) > 0 && (es[len(es)-1].Round < p.round || p.over && !p.champion(i)) {
			list[i].Out = es[len(es)-1].Round
		}
	}
}

// champion reports whether a player has won the knockout.
func (p *plan) champion(i int) bool { return len(p.bracket) == 1 && p.bracket[0] == i }
