package collection

import (
	"cmp"
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/movegen"
)

// Builder collects games for an Index.
type Builder struct {
	most    int64 // bytes
	games   []entry
	moves   []board.Move
	texts   []string
	numbers map[string]uint32 // of texts
	length  int64             // of texts and positions in bytes
}

// Index finds the games that pass a position or its mirror image. It keeps the moves of their
// main lines and a few tags, which takes some 1,600 bytes for a game of 80 plies. Its methods
// may be called at the same time.
type Index struct {
	games  []entry      // the latest first
	moves  []board.Move // of all games
	texts  []string     // of tags, each once
	places []place      // in the order of comparePlaces
}

// entry is a game of an index.
type entry struct {
	start  *board.Position // nil for the start of the game
	source Source
	tags   [len(kept)]uint32 // places in texts
	first  uint32            // place of its first move in moves
	day    int32             // of its date, as Date.first has it
	plies  uint16
	result board.Result
}

// Source is where a game was read.
type Source struct {
	File   int32 // its number, as the caller counts files
	Offset int64 // of the game, as of [game.Game]
}

// place is a position of a game, the first of those that are the same.
type place struct {
	key  uint64 // as of pair.key
	game uint32
	ply  uint16     // moves before it
	move board.Move // played there on the board that the key belongs to, NoMove at the end
}

func comparePlaces(a, b place) int {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.game, b.game), cmp.Compare(a.ply, b.ply))
}

// kept are the tags that an index keeps.
var kept = [...]string{game.TagTitle, game.TagEvent, game.TagDate, game.TagRed, game.TagBlack}

// Sizes in bytes, for the bound of an index.
const (
	entrySize = 64
	startSize = 400 // of a position that is not the start of the game
	plySize   = 18  // a move and its place
	textSize  = 64  // besides its bytes, with its place in the map
)

// Bounds of an index, besides its bytes.
const (
	mostPlies = 1000    // of a game; later ones are left out
	mostMoves = 1 << 31 // of all games
)

// NewBuilder returns a builder of an index of at most `most` bytes.
func NewBuilder(most int64) *Builder {
	return &Builder{most: most, texts: []string{""}, numbers: map[string]uint32{"": 0}}
}

// Len returns the number of games.
func (b *Builder) Len() int { return len(b.games) }

// Bytes returns about how much memory the index will need.
func (b *Builder) Bytes() int64 {
	return int64(len(b.games))*(entrySize+plySize) + int64(len(b.texts))*textSize + b.length + int64(len(b.moves))*plySize
}

// Add adds the main line of a game, as far as its moves are legal. It reports false if there
// is no room for it. A game without moves is left out.
func (b *Builder) Add(g *game.Game, file int32) bool {
	first := len(b.moves)
	p := g.Start
	for n := g.Root.Main(); n != nil && len(b.moves)-first < mostPlies && movegen.IsLegal(&p, n.Move); n = n.Main() {
		b.moves = append(b.moves, n.Move)
		p.Play(n.Move)
	}
	plies := len(b.moves) - first
	if plies == 0 {
		return true
	}
	if b.Bytes()+entrySize+startSize > b.most || int64(len(b.moves)) > mostMoves {
		b.moves = b.moves[:first]
		return false
	}
	e := entry{
		source: Source{file, g.Offset}, first: uint32(first), plies: uint16(plies), result: g.Result,
		day: int32(DateOf(g.Tag(game.TagDate)).first()),
	}
	if start := g.Start; !start.IsStart() {
		e.start = &start // without the rest of the game
		b.length += startSize
	}
	for i, name := range kept {
		e.tags[i] = b.number(g.Tag(name))
	}
	b.games = append(b.games, e)
	return true
}

// number returns the place of a text among all texts.
func (b *Builder) number(text string) uint32 {
	if !game.Known(text) {
		return 0
	}
	n, known := b.numbers[text]
	if !known {
		n = uint32(len(b.texts))
		text = strings.Clone(text) // without the rest of the head
		b.texts = append(b.texts, text)
		b.numbers[text] = n
		b.length += int64(len(text))
	}
	return n
}

// Index returns the index of the games. The builder must not be used afterwards.
func (b *Builder) Index() *Index { return b.index(func(uint64) bool { return true }) }

// IndexOf returns an index that knows one position and its mirror image alone. It takes less
// time than a whole one. The builder must not be used afterwards.
func (b *Builder) IndexOf(p *board.Position) *Index {
	wanted := pairOf(*p)
	return b.index(func(key uint64) bool { return key == wanted.key() })
}

// index returns the index of the positions with wanted keys.
func (b *Builder) index(wanted func(key uint64) bool) *Index {
	slices.SortStableFunc(b.games, func(a, b entry) int { return cmp.Compare(b.day, a.day) })
	x := &Index{games: b.games, moves: b.moves, texts: b.texts}
	for i := range x.games {
		x.place(i, wanted)
	}
	slices.SortFunc(x.places, comparePlaces)
	x.places = slices.CompactFunc(x.places, func(a, b place) bool { return a.key == b.key && a.game == b.game })
	return x
}

// place notes the positions of a game that have wanted keys.
func (x *Index) place(number int, wanted func(key uint64) bool) {
	start, moves := x.line(number)
	p := pairOf(start)
	for ply := 0; ; ply++ {
		if key := p.key(); wanted(key) {
			at := place{key: key, game: uint32(number), ply: uint16(ply)}
			if ply < len(moves) {
				if at.move = moves[ply]; p.turned() {
					at.move = at.move.Mirror()
				}
			}
			x.places = append(x.places, at)
		}
		if ply == len(moves) {
			return
		}
		p.play(moves[ply])
	}
}

// line returns the moves of a game, and where they begin.
func (x *Index) line(number int) (board.Position, []board.Move) {
	e := &x.games[number]
	start := board.Start()
	if e.start != nil {
		start = *e.start
	}
	return start, x.moves[e.first : e.first+uint32(e.plies)]
}

// Len returns the number of games.
func (x *Index) Len() int { return len(x.games) }

// Source returns where a game was read.
func (x *Index) Source(number int) Source { return x.games[number].source }

// Game returns a game with its moves, its result and the tags that the index keeps.
func (x *Index) Game(number int) *game.Game {
	_, moves := x.line(number)
	g := x.Head(number)
	g.Root.Line(moves...)
	return g
}

// Head returns a game as Game does, without its moves.
func (x *Index) Head(number int) *game.Game {
	start, _ := x.line(number)
	g := &game.Game{Start: start, Result: x.games[number].result}
	for i, name := range kept {
		g.SetTag(name, x.texts[x.games[number].tags[i]])
	}
	return g
}
