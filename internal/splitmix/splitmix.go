// Package splitmix is the generator SplitMix64 and the mixer at its heart (Steele,
// Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
package splitmix

// Gamma is the step between the states of the generator: 2^64 divided by the
// golden ratio, odd.
const Gamma uint64 = 0x9e3779b97f4a7c15

// Mix returns a bijection of 64 bits in which every bit of the result depends
// on every bit of z.
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Source is the generator; its value is the seed.
type Source uint64

// Uint64 returns the next number.
func (s *Source) Uint64() uint64 {
	*s += Source(Gamma)
	return Mix(uint64(*s))
}
