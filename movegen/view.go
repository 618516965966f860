package movegen

import "chuhe/board"

// View holds the points that a king sees along one of its lines, in both directions: the
// first, second and third pieces, and all points up to the third, with the bits of
// [board.Lines].
type View struct{ First, Second, Third, Seen uint16 }

// toward returns the first, second and third piece on the given points of the line, which
// lie on one side of the king; 0 where there are fewer.
func (v *View) toward(side uint32) (first, second, third uint32) {
	return uint32(v.First) & side, uint32(v.Second) & side, uint32(v.Third) & side
}

// RankView returns the view along the rank of a square whose pieces stand on
// the given points, as [board.Lines] has them.
func RankView(s board.Square, points uint32) *View { return &rankViews[s.File()&15][points&511] }

// FileView is RankView for the file of a square.
func FileView(s board.Square, points uint32) *View { return &fileViews[s.Rank()&15][points&1023] }

var rankViews, fileViews = func() (rank [16][512]View, file [16][1024]View) {
	for place := range board.Files {
		for points := range rank[place] {
			rank[place][points] = newView(place, board.Files, points)
		}
	}
	for place := range board.Ranks {
		for points := range file[place] {
			file[place][points] = newView(place, board.Ranks, points)
		}
	}
	return
}()

func newView(place, length, points int) (v View) {
	for _, step := range [2]int{-1, 1} {
		pieces := [3]*uint16{&v.First, &v.Second, &v.Third}
		for at, n := place+step, 0; at >= 0 && at < length && n < len(pieces); at += step {
			v.Seen |= 1 << at
			if points>>at&1 != 0 {
				*pieces[n] |= 1 << at
				n++
			}
		}
	}
	return
}
