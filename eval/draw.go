package eval

// drawOffers says from which move on a side takes a draw that is offered, and up to which
// score for it: half a pawn down once the game has shown something, and about level once
// it has shown that neither side gets on. Before the first of them even a large deficit
// says little: it may be the handicap that the game began with.
var drawOffers = []struct {
	move int
	most Score
}{
	{21, -50},
	{41, 30},
}

// TakesDraw reports whether a side does well to take a draw that it is offered, given the
// score of a search for that side and the number of the move, as [board.Position.Fullmove]
// counts. Number 0 is for a game whose beginning is not known; it is taken for the first
// move from which a draw is taken.
func (s Score) TakesDraw(move int) bool {
	if move == 0 {
		move = drawOffers[0].move
	}
	for _, offer := range drawOffers {
		if move >= offer.move && s <= offer.most {
			return true
		}
	}
	return false
}
