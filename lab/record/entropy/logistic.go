package entropy

import "math/bits"

// In the logistic domain x stands for the probability 1/(1+exp(-x/256)); x lies
// between -edge and edge-1.
const edge = 2048

// stretch returns the x of a probability.
func stretch(p uint32) int32 { return int32(stretched[p>>4&4095]) }

// squash returns the probability of x, which may lie beyond the edges.
func squash(x int64) uint32 { return uint32(squashed[max(min(x, edge-1), -edge)+edge]) }

var squashed = squashTable()

func squashTable() (t [2 * edge]uint16) {
	const decay = 9187413517043429148 // exp(-1/256), in 1/2^63
	power := uint64(1) << 63          // exp(-x/256), in 1/2^63
	for x := range edge {
		p, _ := bits.Div64(1<<14, 0, 1<<62+power>>1) // 2^16/(1+exp(-x/256))
		t[edge+x] = uint16(min(p, One-Least))
		t[edge-x] = -t[edge+x] // One less it, in 16 bits
		power, _ = bits.Mul64(power, decay)
		power <<= 1
	}
	t[0] = t[1]
	return t
}

var stretched = stretchTable()

// stretchTable returns the smallest x whose probability is at least the
// index, for probabilities in 1/4096.
func stretchTable() (t [4096]int16) {
	x := 0
	for p := range t {
		for x < len(squashed)-1 && int(squashed[x])>>4 < p {
			x++
		}
		t[p] = int16(x - edge)
	}
	return t
}
