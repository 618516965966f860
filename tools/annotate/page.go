package annotate

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/lang"
)

//go:embed page.html
var pageText string

//go:embed page.js
var pageScript string

// pageTemplate is not a variable, since those would bring the parser into every program.
func pageTemplate() *template.Template { return template.Must(template.New("page").Parse(pageText)) }

// page holds what the template shows.
type page struct {
	Lang, Title string
	Board       template.HTML // the empty board
	Pieces      []pagePiece
	Games       []pageGame
	lang        lang.Lang
}

// Say returns a text about reviews in the language of the page.
func (p *page) Say(key string, values ...any) string { return p.lang.Say("review."+key, values...) }

// Script is the script of the page.
func (p *page) Script() template.JS { return template.JS(pageScript) }

// pageButton is a button of a player.
type pageButton struct{ Go, Text, Title string }

// Buttons returns the buttons of a player.
func (p *page) Buttons() (all []pageButton) {
	for i, step := range [...]string{"first", "back", "forward", "last"} {
		all = append(all, pageButton{step, [...]string{"«", "‹", "›", "»"}[i], p.lang.Say("page." + step)})
	}
	return all
}

// Colon returns what stands between a heading and its text.
func (p *page) Colon() string { return p.lang.Say("join.colon") }

type pageGame struct {
	Number                            int
	Title, About, Opening, End, Fault string
	Graph                             template.HTML
	Sides                             []pageSide
	Turn                              string
	Key                               []pageMove
	More                              string
	Player                            player
}

// pagePiece is a piece that the boards of the page show by its letter.
type pagePiece struct{ Letter, Side, Glyph string }

type pageSide struct {
	Name string
	Side
	Percent, MeanLoss string
}

type pageMove struct {
	Anchor, Node         string
	Number, Text         string
	Sign, Class          string
	Score                string // after it, from Red's view, "" if it is not known
	Explanation          string
	Better, Played, Base string // lines, and the FEN before the move
	Board                template.HTML
}

// writePage writes a page about games.
func writePage(w io.Writer, reports []*report, l lang.Lang) error {
	p := page{Lang: l.Say("language.html"), lang: l, Board: emptyBoard(l)}
	for _, side := range [...]board.Side{board.Red, board.Black} {
		for kind := board.Pawn; kind <= board.King; kind++ {
			piece := board.NewPiece(side, kind)
			p.Pieces = append(p.Pieces, pagePiece{piece.String(), side.String(), string(notation.Glyph(piece))})
		}
	}
	for i, r := range reports {
		p.Games = append(p.Games, r.page(i+1))
	}
	p.Title = l.Say("review.title", "n", len(reports))
	if len(reports) == 1 {
		p.Title = reports[0].title()
	}
	return pageTemplate().Execute(w, &p)
}

// page returns what the page has of a game.
func (r *report) page(number int) pageGame {
	l := r.lang
	g := pageGame{Number: number, Title: r.title(), About: r.about(), Opening: r.opening(), End: r.end(), Fault: r.broken()}
	for side := range r.Sides {
		s := r.Sides[side]
		percent, loss := s.figures()
		g.Sides = append(g.Sides, pageSide{sideName(l, board.Side(side)), s, percent, loss})
	}
	if r.Turn >= 0 {
		g.Turn = r.number(r.Turn) + " " + r.text(r.Turn)
	}
	plies, more := r.key(keyMoves)
	if more > 0 {
		g.More = l.Say("review.more", "n", more)
	}
	for _, ply := range plies {
		m := r.pageMove(number, ply)
		played, better := &r.Moves[ply].Played, r.Moves[ply].Better()
		m.Played, m.Better = r.line(ply, played.Moves, 6), r.line(ply, better, 6)
		m.Base = r.Game.At(ply).FEN()
		m.Board = drawBoard(r.Game, ply, better)
		g.Key = append(g.Key, m)
	}
	g.Graph, g.Player = r.graph(number, plies), r.player(number)
	return g
}

// signClasses are the classes of the marks in the style sheet.
var signClasses = map[game.NAG]string{game.Dubious: "dubious", game.Mistake: "mistake", game.Blunder: "blunder", game.GoodMove: "good"}

func (r *report) pageMove(number, ply int) pageMove {
	m := &r.Moves[ply]
	return pageMove{
		Anchor: anchor(number, ply), Node: nodeID(number, ply+1), Number: r.number(ply), Text: r.text(ply), Sign: m.Sign.Sign(), Class: signClasses[m.Sign],
		Score: r.score(ply + 1), Explanation: explain(r.lang, m),
	}
}

// score returns the score after a number of plies, "" where the position was not searched.
func (r *report) score(ply int) string { return scoreText(r.evaluation(ply)) }

// scoreText writes a score from Red's view: "+35" points, or "#3" and "#-3" for a mate in
// 3 moves; "" for none.
func scoreText(e *game.Eval) string {
	switch {
	case e == nil:
		return ""
	case e.Mate > 0:
		return fmt.Sprintf("#%d", inMoves(e.Mate))
	case e.Mate < 0:
		return fmt.Sprintf("#-%d", inMoves(-e.Mate))
	}
	return fmt.Sprintf("%+d", e.Centipawns)
}

func anchor(number, ply int) string { return fmt.Sprintf("g%dp%d", number, ply+1) }

// Dimensions of the graph in units of its SVG.
const (
	graphWidth, graphHeight = 720.0, 200.0
	graphLeft, graphBottom  = 40.0, 24.0
)

// graph draws what Red may expect over the game; the marks lead to the key moves.
func (r *report) graph(number int, keys []int) template.HTML {
	x := func(ply int) float64 {
		return graphLeft + (graphWidth-graphLeft-8)*float64(ply)/float64(max(len(r.Points)-1, 1))
	}
	y := func(p float64) float64 { return 8 + (graphHeight-graphBottom-8)*(1-p) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="graph" viewBox="0 0 %g %g" role="img" aria-label="%s">`, graphWidth, graphHeight,
		template.HTMLEscapeString(r.lang.Say("review.curve")))
	for i, p := range []float64{0, 0.25, 0.5, 0.75, 1} {
		class := ""
		if i%2 == 1 { // a narrow page has no room for these numbers
			class = ` class="quarter"`
		}
		fmt.Fprintf(&b, `<line class="grid" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/><text%s x="%g" y="%.1f" text-anchor="end" dominant-baseline="middle">%.2g</text>`,
			graphLeft, graphWidth-8, y(p), y(p), class, graphLeft-5, y(p), p)
	}
	var path strings.Builder
	for ply, p := range r.Points {
		fmt.Fprintf(&path, "%.1f,%.1f ", x(ply), y(p))
	}
	line := strings.TrimSpace(path.String())
	fmt.Fprintf(&b, `<polygon class="area" points="%.1f,%.1f %s %.1f,%.1f"/><polyline class="curve" points="%s"/>`,
		x(0), y(0.5), line, x(len(r.Points)-1), y(0.5), line)
	for _, ply := range keys {
		title := r.number(ply) + " " + r.text(ply) + r.Moves[ply].Sign.Sign()
		fmt.Fprintf(&b, `<a href="#%s"><circle class="%s" cx="%.1f" cy="%.1f" r="6"><title>%s</title></circle></a>`,
			anchor(number, ply), signClasses[r.Moves[ply].Sign], x(ply+1), y(r.Points[ply+1]), template.HTMLEscapeString(title))
	}
	if n, last := len(r.Moves), -1; n > 0 {
		for _, ply := range []int{0, n / 2, n - 1} {
			if r.Game.At(ply).Fullmove() == last {
				continue
			}
			last = r.Game.At(ply).Fullmove()
			fmt.Fprintf(&b, `<text x="%.1f" y="%g" text-anchor="middle">%d</text>`, min(max(x(ply+1), graphLeft+6), graphWidth-20), graphHeight-4, r.Game.At(ply).Fullmove())
		}
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// Dimensions of a board in units of its SVG.
const (
	pitch  = 100
	margin = 50
)

func boardX(s board.Square) int { return margin + pitch*s.File() }
func boardY(s board.Square) int { return margin + pitch*(board.Ranks-1-s.Rank()) }

// emptyBoard draws the board without pieces, which every picture uses.
func emptyBoard(l lang.Lang) template.HTML {
	var b strings.Builder
	const right, bottom = margin + 8*pitch, margin + 9*pitch
	b.WriteString(`<g class="lines">`)
	line := func(x1, y1, x2, y2 int) {
		fmt.Fprintf(&b, `<path d="M%d %dL%d %d"/>`, x1, y1, x2, y2)
	}
	for rank := range board.Ranks {
		line(margin, margin+pitch*rank, right, margin+pitch*rank)
	}
	for file := range board.Files {
		x := margin + pitch*file
		if file == 0 || file == board.Files-1 {
			line(x, margin, x, bottom)
			continue
		}
		line(x, margin, x, margin+4*pitch)
		line(x, margin+5*pitch, x, bottom)
	}
	for _, top := range []int{margin, margin + 7*pitch} {
		line(margin+3*pitch, top, margin+5*pitch, top+2*pitch)
		line(margin+5*pitch, top, margin+3*pitch, top+2*pitch)
	}
	fmt.Fprintf(&b, `</g><g class="river"><text x="%d" y="%d">%s</text><text x="%d" y="%d">%s</text></g>`,
		margin+2*pitch, margin+4*pitch+66, l.Say("river.left"), margin+6*pitch, margin+4*pitch+66, l.Say("river.right"))
	return template.HTML(b.String())
}

// drawBoard draws the position before a move with an arrow for the move and, if there
// is a better line, one for its first move.
func drawBoard(g *board.Line, ply int, better []board.Move) template.HTML {
	p := g.At(ply)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="board" viewBox="0 0 900 1000" role="img" aria-label="%s"><use href="#board"/>`, template.HTMLEscapeString(p.FEN()))
	b.WriteString(string(pieces(p)))
	b.WriteString(arrow("played", g.Move(ply)))
	if len(better) > 0 {
		b.WriteString(arrow("better", better[0]))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// pieces draws the pieces of a position.
func pieces(p *board.Position) template.HTML {
	var b strings.Builder
	for rest := p.Occupied(); !rest.IsEmpty(); {
		sq := rest.Pop()
		fmt.Fprintf(&b, `<use href="#piece-%v" x="%d" y="%d"/>`, p.At(sq), boardX(sq), boardY(sq))
	}
	return template.HTML(b.String())
}

// arrow draws a move.
func arrow(class string, m board.Move) string {
	return fmt.Sprintf(`<path class="arrow %s" marker-end="url(#%s)" d="M%d %dL%d %d"/>`, class, class,
		boardX(m.From()), boardY(m.From()), boardX(m.To()), boardY(m.To()))
}
