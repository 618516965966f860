package xqf

// keys undo the scrambling of a file. The zero value is for version 1.0, which is
// plain.
type keys struct {
	square   byte     // added to the squares of the pieces
	from, to byte     // added to the squares of a move, besides the constants of every version
	length   uint32   // added to the length of a comment
	stream   [32]byte // added to the bytes of the moves, over and over
	rotated  bool     // the pieces are in another order
}

// phrase is combined with four bytes of the header into the key stream.
const phrase = "[(C) Copyright Mr. Dong Shiwei.]"

// makeKeys returns the keys of a header.
func makeKeys(head []byte) (k keys) {
	version := head[atVersion]
	if version <= plainVersion {
		return
	}
	a, b := head[8:12], head[12:16]
	k.square = blend(b[1]) * b[1]
	k.from = blend(b[2]) * k.square
	k.to = blend(b[3]) * k.from
	k.length = (uint32(b[0])<<8|uint32(b[1]))%32000 + 767
	for i := range k.stream {
		k.stream[i] = (a[i%4] | b[i%4]&head[atMask]) & phrase[i]
	}
	k.rotated = version >= 12
	return
}

// blend is the polynomial from which the keys of squares are made.
func blend(x byte) byte { return 54*x*x + 221 }

// slot returns which of the 32 squares of the header belongs to a piece.
func (k *keys) slot(piece int) int {
	if !k.rotated {
		return piece
	}
	return (piece - 1 - int(k.square) + 2*256) % 32
}
