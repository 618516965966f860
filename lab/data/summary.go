package data

import (
	"encoding/binary"
	"hash/maphash"
	"slices"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/lab/record"
	"chuhe/rules"
)

// filter is the [record.Filter] with which summary.Use was counted.
type filter struct {
	MinPly   int `json:"minPly"`   // of a game, 0 being its start
	MaxScore int `json:"maxScore"` // of either sign
	MaxQuiet int `json:"maxQuiet"` // plies since the last capture
}

// use is a [record.Tally] by name.
type use struct {
	Early    uint64 `json:"early"`   // before filter.MinPly
	NoScore  uint64 `json:"noScore"` // the search gave none
	Decided  uint64 `json:"decided"` // beyond filter.MaxScore, or by the rules of repetition
	Drawish  uint64 `json:"drawish"` // beyond filter.MaxQuiet
	Captures uint64 `json:"captures"`
	InCheck  uint64 `json:"inCheck"`
	Repeats  uint64 `json:"repeats"` // within a game
	Used     uint64 `json:"used"`
}

func useOf(t *record.Tally, repeats uint64) use {
	return use{
		Early: t[record.Early], NoScore: t[record.Unscored], Decided: t[record.Decided], Drawish: t[record.Drawish],
		Captures: t[record.Capture], InCheck: t[record.InCheck], Repeats: repeats, Used: t[record.Used] - repeats,
	}
}

// fileInfo describes a file.
type fileInfo struct {
	Name      string   `json:"name"`
	Text      string   `json:"text"`  // its header
	Bytes     int64    `json:"bytes"` // read
	Games     int      `json:"games"`
	Positions uint64   `json:"positions"`
	Blocks    int      `json:"blocks"`
	Damages   []string `json:"damages,omitempty"`
}

// band describes the positions whose score is in a range, seen by the side ahead.
type band struct {
	From      int     `json:"from"`
	To        int     `json:"to"`
	Positions uint64  `json:"positions"`
	Points    float64 `json:"points"` // mean of the side ahead
}

const (
	maxPieces  = 30 // besides the kings
	bandPieces = 4
)

// summary is the output of "chuhe data stat -json".
type summary struct {
	Files     []fileInfo `json:"files"`
	Games     uint64     `json:"games"`
	Positions uint64     `json:"positions"`
	Bytes     int64      `json:"bytes"`

	RedWins     uint64  `json:"redWins"`
	Draws       uint64  `json:"draws"`
	BlackWins   uint64  `json:"blackWins"`
	FirstPoints float64 `json:"firstPoints"` // total of the side that moves first
	// Ends counts games by how they ended: a kind of the rules; "score", "equal
	// scores" or "length" for adjudicated games; "unknown" if the header does not
	// name the rules.
	Ends map[string]uint64 `json:"ends"`
	// verdicts has one for each of Ends, nil where the rules did not decide.
	verdicts map[string]*rules.Verdict

	Plies  quantiles `json:"plies"`  // of games
	Scores quantiles `json:"scores"` // of positions, for the side to move
	Bands  []band    `json:"bands"`
	Pieces quantiles `json:"pieces"` // on the board, kings included
	// Buckets holds the positions by the number of pieces besides the kings, in bands
	// of bandPieces.
	Buckets [maxPieces/bandPieces + 1]uint64 `json:"buckets"`
	// Kings counts both kings of each position by square as their owners see it:
	// rank 0-2 and file d-f.
	Kings [3][3]uint64 `json:"kings"`

	Filter   filter `json:"filter"`
	Use      use    `json:"use"`
	InCheck  uint64 `json:"inCheck"`  // of all positions
	Captures uint64 `json:"captures"` // whose move is a capture

	Starts     int    `json:"starts"`     // distinct
	Duplicates uint64 `json:"duplicates"` // games equal to an earlier one
}

// bandLimits are the upper ends of bands of scores.
var bandLimits = [...]int{25, 50, 100, 200, 400, 800, 1600, 3200, int(eval.MaxEval), int(eval.Mate)}

// collector makes a summary. It needs about a hundred bytes per game.
type collector struct {
	summary
	plies, scores, pieces *histogram
	filter                record.Filter
	uses                  record.Tally
	repeats               uint64              // of the positions used by it
	seen                  map[uint64]struct{} // positions of the game
	seed                  maphash.Seed
	starts                map[uint64]struct{}
	games                 map[uint64]struct{}
	buf                   []byte
}

// mostPlies bounds the lengths of games in the histogram.
const mostPlies = 1 << 14

func newCollector(f record.Filter) *collector {
	c := &collector{
		summary: summary{Filter: filter{f.MinPly, f.MaxScore, f.MaxQuiet}, Ends: map[string]uint64{}, verdicts: map[string]*rules.Verdict{}},
		plies:   newHistogram(0, mostPlies), scores: newHistogram(-record.NoScore, record.NoScore), pieces: newHistogram(0, 32),
		filter: f, seed: maphash.MakeSeed(), seen: map[uint64]struct{}{}, starts: map[uint64]struct{}{}, games: map[uint64]struct{}{},
	}
	from := 0
	for _, limit := range bandLimits {
		c.Bands = append(c.Bands, band{From: from, To: limit})
		from = limit + 1
	}
	return c
}

// add counts a game, whose moves must be legal.
func (c *collector) add(g *record.Game, r *referee) {
	c.Games++
	c.Positions += uint64(len(g.Plies))
	switch g.Result {
	case board.RedWins:
		c.RedWins++
	case board.BlackWins:
		c.BlackWins++
	default:
		c.Draws++
	}
	c.FirstPoints += g.Result.Points(g.Start.Side())
	c.plies.add(len(g.Plies))
	p := g.Start
	clear(c.seen)
	for i, ply := range g.Plies {
		if r.labels {
			i += c.filter.MinPly // as in training, it is no opening of a game
		}
		c.position(&p, i, ply, g.Result)
		p.Play(ply.Move)
	}
	end, verdict := r.ending(g)
	c.Ends[end]++
	c.verdicts[end] = verdict

	c.starts[g.Start.Key()] = struct{}{}
	c.buf = binary.LittleEndian.AppendUint64(c.buf[:0], g.Start.Key())
	for _, ply := range g.Plies {
		c.buf = binary.LittleEndian.AppendUint16(c.buf, uint16(ply.Move))
	}
	sum := maphash.Bytes(c.seed, c.buf)
	if _, ok := c.games[sum]; ok {
		c.Duplicates++
	}
	c.games[sum] = struct{}{}
}

// position counts a position, the move played in it and the result of its game.
func (c *collector) position(p *board.Position, n int, ply record.Ply, result board.Result) {
	c.pieces.add(p.Occupied().Count())
	c.Buckets[(p.Occupied().Count()-2)/bandPieces]++
	for side := range board.Side(2) {
		king := p.King(side).From(side)
		c.Kings[king.Rank()][king.File()-3]++
	}
	if score := int(ply.Score); ply.Score != record.NoScore {
		c.scores.add(score)
		c.band(score, result.Points(p.Side()))
	}
	if p.InCheck() {
		c.InCheck++
	}
	if p.Captured(ply.Move) != board.NoPiece {
		c.Captures++
	}
	use := c.filter.Use(p, n, ply)
	c.uses[use]++
	if _, again := c.seen[p.Key()]; again && use == record.Used {
		c.repeats++
	}
	c.seen[p.Key()] = struct{}{}
}

// band counts a score with the points of the side to move.
func (c *collector) band(score int, points float64) {
	if score < 0 {
		score, points = -score, 1-points
	}
	i, _ := slices.BinarySearch(bandLimits[:len(bandLimits)-1], score)
	c.Bands[i].Positions++
	c.Bands[i].Points += points // result divides the sum
}

// result returns the summary.
func (c *collector) result() *summary {
	s := c.summary
	s.Plies, s.Scores, s.Pieces = c.plies.quantiles(), c.scores.quantiles(), c.pieces.quantiles()
	for i := range s.Bands {
		s.Bands[i].Points = over(s.Bands[i].Points, s.Bands[i].Positions)
	}
	s.Use, s.Starts = useOf(&c.uses, c.repeats), len(c.starts)
	return &s
}

// ending returns how a game ended, as summary.Ends has it. The verdict is nil unless the rules
// decided.
func (r *referee) ending(g *record.Game) (string, *rules.Verdict) {
	if !r.known {
		return "unknown", nil
	}
	v := rules.Judge(replay(g), r.rules)
	switch {
	case v.Result.Finished() && v.Result == g.Result && v.Later == 0:
		return v.Ending(), &v
	case r.maxPlies > 0 && len(g.Plies) >= r.maxPlies && g.Result == board.Draw:
		return "length", nil
	case g.Result == board.Draw:
		return "equal scores", nil
	}
	return "score", nil
}
