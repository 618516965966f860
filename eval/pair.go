package eval

// pair holds a middlegame value in its lower and an endgame value in its upper
// half, so that one addition serves both. Each half must stay within int16.
type pair int32

func newPair(mg, eg int16) pair { return pair(int32(eg)<<16 + int32(mg)) }

func (p pair) mg() int32 { return int32(int16(p)) }

// eg gives back what a negative lower half has borrowed.
func (p pair) eg() int32 { return int32((p + 1<<15) >> 16) }
