package board

import "chuhe/internal/splitmix"

// zobristSeed starts the generator of the keys. Any value serves; it is fixed
// so that keys, and with them node counts, are the same in every build.
const zobristSeed = 0x6368756865 // "chuhe"

// pieceKeys has a random word for each piece on each square, and zero for
// NoPiece, so that clearing an empty square changes nothing. sideKey is in the
// key when Black is to move.
var pieceKeys, sideKey = func() (keys [16][128]uint64, side uint64) {
	random := splitmix.Source(zobristSeed)
	side = random.Uint64()
	for _, s := range [2]Side{Red, Black} {
		for t := Pawn; t <= King; t++ {
			for sq := range Squares {
				keys[NewPiece(s, t)][sq] = random.Uint64()
			}
		}
	}
	return
}()

// Keys are the incremental hash keys of a position.
type Keys struct {
	// All covers every piece and the side to move.
	All uint64
	// Pawn covers the pawns of both sides.
	Pawn uint64
	// Pieces covers, for each side, all its pieces but the pawns.
	Pieces [2]uint64
}

// toggle adds or removes a piece.
func (k *Keys) toggle(p Piece, s Square) {
	z := pieceKeys[p&15][s&127]
	k.All ^= z
	if p.Type() == Pawn {
		k.Pawn ^= z
	} else {
		k.Pieces[p.Side()] ^= z
	}
}
