package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/formats"
	"chuhe/game/notation"
	"chuhe/internal/command"
	"chuhe/internal/lazy"
	"chuhe/lang"
	"chuhe/web/http"
)

// Bounds of files.
const (
	maxFile  = 4 << 20 // bytes
	maxNodes = 50_000  // moves of a game with its variations, and of all games of a file
	maxGames = 500     // of a file
)

// document is a game as the page holds it.
type document struct {
	Start string `json:"start"` // FEN
	// Nodes are the root and the moves, parents before children. Among the moves that
	// follow a node the first is the main line.
	Nodes  []docNode  `json:"nodes"`
	Tags   []game.Tag `json:"tags"`
	Result string     `json:"result"` // as PGN writes it
}

// docNode is a move of a document. JSON has it as a list of its fields, which keeps
// long games short.
type docNode struct {
	Parent  int // place of the node before, -1 for the root
	Move    string
	Comment string
	Glyphs  []game.NAG
	Marks   []string // as package game writes them; in JSON only where there are some
}

// MarshalJSON writes the node as a list.
func (n docNode) MarshalJSON() ([]byte, error) {
	glyphs := make([]int, len(n.Glyphs)) // a list of bytes would be base64
	for i, g := range n.Glyphs {
		glyphs[i] = int(g)
	}
	list := []any{n.Parent, n.Move, n.Comment, glyphs}
	if n.Marks != nil {
		list = append(list, n.Marks)
	}
	return marshal(list)
}

// UnmarshalJSON reads the node from a list, which may have more elements.
func (n *docNode) UnmarshalJSON(text []byte) error {
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	if len(list) < 4 {
		return fmt.Errorf("node with %d elements, want parent, move, comment and glyphs", len(list))
	}
	var glyphs []int
	fields := []any{&n.Parent, &n.Move, &n.Comment, &glyphs, &n.Marks}
	for i, value := range list[:min(len(list), len(fields))] {
		if err := json.Unmarshal(value, fields[i]); err != nil {
			return err
		}
	}
	for _, g := range glyphs {
		if g < 0 || g > 255 {
			return fmt.Errorf("glyph %d, want 0 to 255", g)
		}
		n.Glyphs = append(n.Glyphs, game.NAG(g))
	}
	return nil
}

// documentOf returns a game, whose moves are legal, for the page.
func documentOf(g *game.Game) (*document, error) {
	d := &document{Start: g.Start.FEN(), Tags: g.Tags, Result: g.Result.String()}
	if d.Tags == nil {
		d.Tags = []game.Tag{}
	}
	// Level by level, so that siblings keep their order and parents come first.
	type entry struct {
		node   *game.Node
		parent int
	}
	for queue := []entry{{&g.Root, -1}}; len(queue) > 0; queue = queue[1:] {
		e := queue[0]
		if len(d.Nodes) > maxNodes {
			return nil, manyMoves(maxNodes)
		}
		n := docNode{Parent: e.parent, Comment: e.node.Remarks(), Glyphs: e.node.NAGs}
		if e.parent >= 0 {
			n.Move = e.node.Move.String()
		}
		for _, m := range e.node.Marks {
			n.Marks = append(n.Marks, m.String())
		}
		at := len(d.Nodes)
		d.Nodes = append(d.Nodes, n)
		for _, next := range e.node.Next {
			queue = append(queue, entry{next, at})
		}
	}
	return d, nil
}

// game returns the game of a document. Its error is in the language.
func (d *document) game(l language) (*game.Game, error) {
	start, err := board.ParseFEN(d.Start)
	if err != nil {
		return nil, l.badFEN(err)
	}
	if len(d.Nodes) == 0 || len(d.Nodes) > maxNodes {
		return nil, bad("nodes", "%d nodes, want 1 to %d", len(d.Nodes), maxNodes)
	}
	g := game.New(start)
	for _, tag := range d.Tags {
		g.SetTag(game.CleanLine(tag.Name), game.CleanLine(tag.Value))
	}
	if g.Result, err = board.ParseResult(d.Result); err != nil {
		return nil, bad("result", "%v", err)
	}
	nodes := []*game.Node{&g.Root}
	if err := d.Nodes[0].note(&g.Root); err != nil {
		return nil, err
	}
	for i, n := range d.Nodes[1:] {
		if n.Parent < 0 || n.Parent > i {
			return nil, bad("nodes", "node %d follows node %d, want one before it", i+1, n.Parent)
		}
		m, err := board.ParseMove(n.Move)
		if err != nil {
			return nil, bad("move", "node %d: %v", i+1, err)
		}
		node := nodes[n.Parent].Append(m)
		if err := n.note(node); err != nil {
			return nil, err
		}
		nodes = append(nodes, node)
	}
	if err := g.Validate(); err != nil {
		return nil, bad("illegal", "%s", l.explain(err))
	}
	return g, nil
}

// note gives a node of a game what the document notes about it.
func (n *docNode) note(node *game.Node) error {
	node.Comment, node.NAGs = game.Clean(n.Comment), n.Glyphs
	for _, text := range n.Marks {
		m, err := game.ParseMark(text)
		if err != nil {
			return bad("mark", "%v", err)
		}
		node.Marks = append(node.Marks, m)
	}
	return nil
}

// imported are the games of a file.
type imported struct {
	Format string      `json:"format"`
	Games  []*document `json:"games"`
	// Faults name the parts of the file that could not be read.
	Faults []fault `json:"faults"`
}

// western matches moves of Western chess that Xiangqi does not have: castling, moves of a
// queen, of a bishop to where no elephant goes, and captures by pawns from the side.
var western = lazy.Pattern(`\b(O-O|Q[a-h]?x?[a-h][1-8]|B[bdfh][1-8]|[a-h]x[a-h][1-8])\b`)

// readGames reads the games of a file as far as the bounds allow, each as far as its
// moves are legal. The error is about a file without a game.
func readGames(content []byte, l language) (*imported, error) {
	format, games, err := formats.Read(bytes.NewReader(content))
	if err != nil {
		return nil, bad("file", "%s", l.explain(err))
	}
	if format == nil {
		return nil, bad("file", "%s", l.explain(errEmpty))
	}
	found := findings{games: []*document{}}
	for g, err := range games {
		if found.add(g, err); found.full() {
			found.faults = append(found.faults, foundFault{lang.Errorf("fault.firstGames", "n", len(found.games)), -1})
			break
		}
	}
	if len(found.faults) > 0 && len(found.faults) >= len(found.games) && western().Match(content) {
		return nil, bad("western", "%s", l.explain(errWestern))
	}
	out := &imported{Format: format.Name, Games: found.games, Faults: []fault{}}
	for _, f := range found.faults {
		said := l.fault(f.err, len(out.Games) > 1)
		said.Game = f.game
		out.Faults = append(out.Faults, said)
	}
	if len(out.Games) == 0 {
		if len(out.Faults) > 0 {
			return nil, bad("file", "%s", out.Faults[0].Text)
		}
		return nil, bad("file", "%s", l.explain(errNoGame))
	}
	return out, nil
}

// findings are the games of a file and what is wrong with them.
type findings struct {
	games  []*document
	nodes  int // of all games
	faults []foundFault
}

type foundFault struct {
	err  error
	game int // as of fault
}

// add adds a game as far as it is legal, nil for none, and what is wrong with it.
func (f *findings) add(g *game.Game, err error) {
	if err == nil {
		err = g.Validate()
	}
	at, wrong := -1, []error{err}
	if g != nil && (err == nil || salvage(g)) {
		d, large := documentOf(g)
		wrong = append(wrong, large)
		if d != nil {
			at = len(f.games)
			f.nodes += len(d.Nodes)
			f.games = append(f.games, d)
			for _, w := range g.Warnings {
				wrong = append(wrong, w)
			}
		}
	}
	for _, err := range wrong {
		if err != nil {
			f.faults = append(f.faults, foundFault{err, at})
		}
	}
}

// full reports whether a bound is reached.
func (f *findings) full() bool {
	return len(f.games) >= maxGames || f.nodes > maxNodes || len(f.faults) >= maxGames
}

// salvage leaves only what is legal of a game with a fault, and reports whether that is
// worth a look: moves, or a position of its own.
func salvage(g *game.Game) bool {
	g.RemoveIllegal()
	return len(g.Root.Next) > 0 || g.Start != board.Start()
}

// importGames answers with the games of a file.
func importGames(w http.ResponseWriter, _ *http.Request, body []byte) error {
	var in struct {
		Data []byte   `json:"data"` // base64
		Lang language `json:"lang"`
	}
	if err := decode(body, &in); err != nil {
		return err
	}
	out, err := readGames(in.Data, in.Lang)
	if err != nil {
		return err
	}
	return reply(w, out)
}

// loss is something of a game that a format cannot hold.
type loss struct {
	What   string `json:"what"`   // one of the Lost constants of package game
	Detail string `json:"detail"` // such as the names of tags, "" for nothing
	Count  int    `json:"count"`
}

// exportGame answers with a game as a file.
func exportGame(w http.ResponseWriter, _ *http.Request, body []byte) error {
	var in struct {
		Document document `json:"document"`
		Format   string   `json:"format"`
		Notation string   `json:"notation"`
		Lang     language `json:"lang"`
	}
	if err := decode(body, &in); err != nil {
		return err
	}
	g, err := in.Document.game(in.Lang)
	if err != nil {
		return err
	}
	format, err := formats.Named(in.Format)
	if err != nil {
		return bad("format", "%v", err)
	}
	if format.Write == nil {
		return bad("format", "format %s can only be read", format.Name)
	}
	var options game.WriteOptions
	if in.Notation != "" {
		if options.Notation, err = notation.ParseStyle(in.Notation); err != nil {
			return bad("notation", "%v", err)
		}
	}
	var file bytes.Buffer
	losses, err := format.Write(&file, g, options)
	if err != nil {
		return bad("format", "%v", err)
	}
	out := struct {
		Extension string `json:"extension"`
		Data      []byte `json:"data"`
		Lost      []loss `json:"lost"`
	}{format.Extensions[0], file.Bytes(), []loss{}}
	for _, l := range losses {
		out.Lost = append(out.Lost, loss(l))
	}
	return reply(w, out)
}

// gameFile is a file of games.
type gameFile struct {
	name    string // without its folder
	content []byte
	fault   string // why it could not be read, "" if it was
}

// open reads a file, which must contain a game. Its error is in the language.
func open(name string, l language) (*gameFile, error) {
	content, err := readFile(name)
	if err != nil {
		return nil, lang.Errorf("error.of", "what", name, "reason", lang.Spoken{Err: err, Text: l.explain(err)})
	}
	f := &gameFile{name: filepath.Base(name), content: content}
	if _, err := f.games(l); err != nil {
		return nil, lang.Errorf("error.of", "what", name, "reason", err)
	}
	return f, nil
}

// openAnyway is open for a page that says itself what is wrong with the file.
func openAnyway(name string, l language) *gameFile {
	f := &gameFile{name: filepath.Base(name)}
	var err error
	if f.content, err = readFile(name); err != nil {
		f.fault = lang.Lang(l).Say("error.of", "what", name, "reason", l.explain(err))
	}
	return f
}

// readFile returns a file of at most maxFile bytes. The errors do not have its name.
func readFile(name string) ([]byte, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, command.WithoutPath(err)
	}
	defer in.Close()
	content, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return nil, command.WithoutPath(err)
	}
	if len(content) > maxFile {
		return nil, lang.Errorf("fault.large", "most", maxFile)
	}
	return content, nil
}

// games returns the games of the file, and what could not be read of it. A single game
// without a title has the name of the file.
func (f *gameFile) games(l language) (*imported, error) {
	if f.fault != "" {
		return nil, bad("file", "%s", f.fault)
	}
	all, err := readGames(f.content, l)
	if err != nil || len(all.Games) > 1 {
		return all, err
	}
	d := all.Games[0]
	if g := (&game.Game{Tags: d.Tags}); g.Tag(game.TagTitle) == "" {
		g.SetTag(game.TagTitle, f.name)
		d.Tags = g.Tags
	}
	return all, nil
}

// openedFile answers with the games of the command line, which are for this machine alone, or of
// an invitation; null without a file.
func (s *server) openedFile(w http.ResponseWriter, r *http.Request, body []byte) error {
	var in struct {
		Lang language `json:"lang"`
		Code string   `json:"code"` // of the invitation, "" for the command line
	}
	if err := decode(body, &in); err != nil {
		return err
	}
	var file *gameFile
	if in.Code != "" {
		file = s.owner.fileOf(in.Code)
	} else if clientFrom(r).own {
		file = s.opened
	}
	if file == nil {
		return reply(w, nil)
	}
	games, err := file.games(in.Lang)
	if err != nil {
		return err
	}
	return reply(w, games)
}
