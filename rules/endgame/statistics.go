package endgame

import "chuhe/board"

// Statistics say how the positions of an ending come out.
type Statistics struct {
	// Attacking are those in which the attacker, Red, is to move, and Defending those in
	// which the defender is.
	Attacking, Defending Count
}

// Count counts the positions of an ending with one side to move. Mirror images count as
// two.
type Count struct {
	// Positions is their number and Won the number of those that the attacker wins.
	Positions, Won int
	// Longest is the largest number of moves of a win, and Example a position with it.
	// Both are zero if there is no win.
	Longest int
	Example board.Position
}

// Statistics returns the statistics of the ending that was solved, without those that
// captures lead to.
func (t *Tables) Statistics() Statistics {
	return Statistics{t.main.count(t.main.wins, board.Red), t.main.count(t.main.losses, board.Black)}
}

// count counts the values of a list.
func (t *table) count(list *values, side board.Side) (c Count) {
	example := -1
	for i := range int(t.size()) {
		v := list.get(i)
		if v == absent {
			continue
		}
		n := 1
		if !t.middle(t.at(i)) {
			n = 2 // the table has only one of the two mirror images
		}
		c.Positions += n
		if !v.won() {
			continue
		}
		c.Won += n
		if moves := int(v - mated); example < 0 || moves > c.Longest {
			c.Longest, example = moves, i
		}
	}
	if example >= 0 {
		s := t.at(example)
		p, _ := t.placement(&s, side)
		c.Example = position(&p)
	}
	return c
}

// position returns the position of a placement that a game can have.
func position(p *board.Placement) board.Position {
	setup := board.Setup{Side: p.Side(), Fullmove: 1}
	for _, side := range [2]board.Side{board.Red, board.Black} {
		for t := board.Pawn; t <= board.King; t++ {
			for squares := p.Pieces(side, t); !squares.IsEmpty(); {
				setup.Pieces[squares.Pop()] = board.NewPiece(side, t)
			}
		}
	}
	at, _ := setup.Position() // the tables have no others
	return at
}
