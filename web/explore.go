package web

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"chuhe/board"
	"chuhe/book"
	"chuhe/game"
	"chuhe/game/collection"
	"chuhe/movegen"
	"chuhe/web/http"
)

// Bounds of an answer about an opening.
const (
	mostFound  = 50       // games of an answer
	mostListed = 64 << 20 // bytes of the index of the games of a request
)

// ownGames are the games of the folder that the user has named. They are being read until
// there is an index.
type ownGames struct {
	folder *collection.Folder
	// edition tells the numbers of these games from the numbers of another start of the program.
	edition string
	games   atomic.Int64 // that have been read
	faults  atomic.Int64
	index   atomic.Pointer[collection.Index]
}

// exploreRequest asks which moves are known in a position.
type exploreRequest struct {
	gameRequest
	Games []listedGame `json:"games"` // that the page has
	Skip  int          `json:"skip"`  // how many games of the answer the page has already
}

// listedGame is a game that the page has, with its main line as UCCI writes moves. Where it
// has faults it counts up to them.
type listedGame struct {
	Start  string `json:"start"` // "" for the start of the game
	Moves  string `json:"moves"`
	Red    string `json:"red"`
	Black  string `json:"black"`
	Title  string `json:"title"`
	Date   string `json:"date"`
	Result string `json:"result"`
}

// exploreReply says which moves are known in the last position of a game.
type exploreReply struct {
	Book []bookMove `json:"book"` // those that the book plays, the most frequent first
	// Own is about the folder of the user, null without one.
	Own *ownReply `json:"own"`
	// List is about the games of the request, whose numbers are their places there.
	List *ownReply `json:"list"`
	// Symmetric says whether the position is its own mirror image.
	Symmetric bool `json:"symmetric"`
	// Texts are the notations of all these moves.
	Texts map[string]moveText `json:"texts"`
}

// bookMove is a move of the book.
type bookMove struct {
	Move  string  `json:"move"`
	Share float64 `json:"share"` // how often the book plays it, 0 to 1
}

// ownReply describes how many games went on from a position. While the games of a folder are being
// read it has only their number so far.
type ownReply struct {
	Reading bool        `json:"reading"`
	All     int         `json:"all"` // games that there are
	Faults  int         `json:"faults"`
	Edition string      `json:"edition"`
	Counts  resultCount `json:"counts"` // of the games that pass the position
	Moves   []ownMove   `json:"moves"`
	Games   []ownGame   `json:"games"` // the latest first
}

// resultCount are numbers of games: won by Red, drawn, won by Black, without a result.
type resultCount [4]int

// ownMove is a move with the games in which it was played.
type ownMove struct {
	Move   string      `json:"move"`
	Counts resultCount `json:"counts"`
	Year   int         `json:"year"` // of the latest game, 0 if that is not known
}

// ownGame is a game that passes the position.
type ownGame struct {
	Number   int    `json:"number"`
	Ply      int    `json:"ply"`      // where it does
	Mirrored bool   `json:"mirrored"` // whether it passes the mirror image
	Red      string `json:"red"`
	Black    string `json:"black"`
	Title    string `json:"title"` // or the event
	Date     string `json:"date"`
	Result   string `json:"result"`
}

// embedded is the book of the program, which can be read.
var embedded = sync.OnceValues(func() (book.Book, error) { return book.Open(book.Embedded) })

// explore answers with the moves that are known in a position.
func (s *server) explore(w http.ResponseWriter, _ *http.Request, body []byte) error {
	var in exploreRequest
	if err := decode(body, &in); err != nil {
		return err
	}
	line, _, err := in.game()
	if err != nil {
		return err
	}
	if in.Skip < 0 {
		return bad("explore", "skip %d, want at least 0", in.Skip)
	}
	p := line.Position()
	out := exploreReply{Book: []bookMove{}, List: listed(in.Games, p, in.Skip), Symmetric: collection.Symmetric(p), Texts: map[string]moveText{}}
	var named []string
	b, err := embedded()
	if err != nil {
		return err
	}
	moves, err := b.Moves(p)
	if err != nil {
		return err
	}
	sum := 0.0
	for _, m := range moves {
		sum += float64(m.Weight)
	}
	for _, m := range moves {
		if m.Weight > 0 {
			named = append(named, m.Move.String())
			out.Book = append(out.Book, bookMove{m.Move.String(), float64(m.Weight) / sum})
		}
	}
	if s.own != nil {
		out.Own = s.own.find(p, in.Skip)
		for _, m := range out.Own.Moves {
			named = append(named, m.Move)
		}
	}
	for _, m := range out.List.Moves {
		named = append(named, m.Move)
	}
	for _, m := range movegen.Legal(p, nil) {
		if slices.Contains(named, m.String()) {
			out.Texts[m.String()] = textOf(p, m)
		}
	}
	return reply(w, out)
}

// find returns how the games went on from a position.
func (o *ownGames) find(p *board.Position, skip int) *ownReply {
	out := &ownReply{Reading: true, All: int(o.games.Load()), Faults: int(o.faults.Load()), Edition: o.edition, Moves: []ownMove{}, Games: []ownGame{}}
	x := o.index.Load()
	if x == nil {
		return out
	}
	out.Reading = false
	out.take(x, p, skip, func(number int) int { return number })
	return out
}

// listed returns how games that the page has went on from a position.
func listed(games []listedGame, p *board.Position, skip int) *ownReply {
	out := &ownReply{All: len(games), Moves: []ownMove{}, Games: []ownGame{}}
	b := collection.NewBuilder(mostListed)
	for i := range games {
		b.Add(games[i].game(), int32(i))
	}
	x := b.IndexOf(p)
	out.take(x, p, skip, func(number int) int { return int(x.Source(number).File) })
	return out
}

// game returns the game up to its first fault.
func (l *listedGame) game() *game.Game {
	g := game.New(board.Start())
	if l.Start != "" {
		start, err := board.ParseFEN(l.Start)
		if err != nil {
			return g
		}
		g.Start = start
	}
	at := &g.Root
	for text := range strings.FieldsSeq(l.Moves) {
		m, err := board.ParseMove(text)
		if err != nil {
			break
		}
		at = at.Append(m)
	}
	g.Result, _ = board.ParseResult(l.Result) // without a known one it is open
	for tag, value := range map[string]string{
		game.TagRed: l.Red, game.TagBlack: l.Black, game.TagTitle: l.Title, game.TagDate: l.Date,
	} {
		g.SetTag(tag, value)
	}
	return g
}

// take takes what an index knows of a position.
func (o *ownReply) take(x *collection.Index, p *board.Position, skip int, number func(int) int) {
	found := x.Find(p, skip, mostFound)
	o.Counts = resultsOf(found.Counts)
	for _, m := range found.Moves {
		if movegen.IsLegal(p, m.Move) { // two positions could have one key
			o.Moves = append(o.Moves, ownMove{m.Move.String(), resultsOf(m.Counts), m.Year})
		}
	}
	for _, hit := range found.Hits {
		g := x.Head(hit.Game)
		title := g.Tag(game.TagTitle)
		if title == "" {
			title = g.Tag(game.TagEvent)
		}
		o.Games = append(o.Games, ownGame{
			Number: number(hit.Game), Ply: hit.Ply, Mirrored: hit.Mirrored, Red: g.Tag(game.TagRed), Black: g.Tag(game.TagBlack),
			Title: title, Date: g.Tag(game.TagDate), Result: g.Result.String(),
		})
	}
}

func resultsOf(c collection.Counts) resultCount { return resultCount{c.Red, c.Draws, c.Black, c.Open} }

// ownGame answers with a game of the folder of the user.
func (s *server) ownGame(w http.ResponseWriter, _ *http.Request, body []byte) error {
	var in struct {
		Number  int      `json:"number"`
		Edition string   `json:"edition"`
		Lang    language `json:"lang"`
	}
	if err := decode(body, &in); err != nil {
		return err
	}
	gone := &apiError{status: http.StatusNotFound, code: "gone", text: in.Lang.say("board.gone")}
	if s.own == nil || in.Edition != s.own.edition {
		return gone
	}
	x := s.own.index.Load()
	if x == nil || in.Number < 0 || in.Number >= x.Len() {
		return gone
	}
	d, err := documentOf(s.own.folder.Game(x, in.Number))
	if err != nil {
		return bad("file", "%s", in.Lang.explain(err))
	}
	return reply(w, imported{Games: []*document{d}, Faults: []fault{}})
}
