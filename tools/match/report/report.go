// Package report writes a match as a self-contained HTML page: the table, plots of
// the score, and a board on which every game can be replayed.
package report

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/game/notation"
	"chuhe/internal/stats"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/tools/match/tournament"
)

//go:embed report.html
var page string

// Match holds what a report shows.
type Match struct {
	Title     string
	Summary   string // what the table does not say, as text; "" for no such section
	Standings *tournament.Standings
	Games     []tournament.Record // in the order in which they ended
	SPRT      *stats.SPRT         // nil for none
	PerPair   int                 // games of an encounter
	Rules     rules.Options
	Lang      lang.Lang
}

// Write writes the report.
func Write(w io.Writer, m Match) error {
	byNumber := slices.Clone(m.Games)
	slices.SortFunc(byNumber, func(a, b tournament.Record) int { return cmp.Compare(a.Game, b.Game) })
	games, err := gamesOf(&m, byNumber)
	if err != nil {
		return err
	}
	data, err := json.Marshal(games)
	if err != nil {
		return err
	}
	table := rows(m.Standings, m.Lang)
	tmpl := template.Must(template.New("report").Parse(page)) // not when the program starts, which seldom needs it
	return tmpl.Execute(w, map[string]any{
		"HTML":    m.Lang.Say("language.html"),
		"Colon":   m.Lang.Say("join.colon"),
		"Clause":  m.Lang.Say("join.clause"),
		"River":   []string{m.Lang.Say("river.left"), m.Lang.Say("river.right")},
		"Say":     func(key string) string { return m.Lang.Say("report." + key) },
		"Plies":   func(n int) string { return m.Lang.Say("report.plies", "n", n) },
		"Title":   m.Title,
		"Summary": m.Summary,
		"Rows":    table,
		"Heads":   heads(m.Standings, m.Lang),
		"Faults":  slices.ContainsFunc(table, func(r row) bool { return r.Faults != "" }),
		"Plots":   plots(m),
		"Games":   games,
		"Glyphs":  glyphs(),
		"Buttons": buttons(m.Lang),
		"Data":    template.JS(data), // JSON of Marshal has no < that could end the script
	})
}

// glyphs returns the names of the pieces by their letters in a FEN.
func glyphs() map[string]string {
	names := make(map[string]string)
	for _, side := range [2]board.Side{board.Red, board.Black} {
		for t := board.Pawn; t <= board.King; t++ {
			p := board.NewPiece(side, t)
			names[p.String()] = string(notation.Glyph(p))
		}
	}
	return names
}

// button is a button below the board: what it does, its sign and its name.
type button struct{ Key, Text, Title string }

// buttons returns the buttons below the board.
func buttons(l lang.Lang) (all []button) {
	for _, b := range [...]button{{"first", "|◀", ""}, {"back", "◀", ""}, {"forward", "▶", ""}, {"last", "▶|", ""}, {"flip", "▲▼", ""}} {
		b.Title = l.Say("page." + b.Key)
		all = append(all, b)
	}
	return all
}

// row is a line of the table.
type row struct {
	Rank                     int
	Name                     string
	Elo                      string
	Games                    int
	Points, Score, Draws     string
	Red, Black               string // points with a colour
	Faults                   string
	Cells                    []string
	BarLeft, BarWidth, BarAt float64 // error bar in percent of the column
}

func rows(s *tournament.Standings, l lang.Lang) (out []row) {
	ratings, order := s.Ratings(), s.Ranking()
	low, high := math.Inf(1), math.Inf(-1)
	for i, r := range ratings {
		if !finite(r.Value) { // no games
			ratings[i], r = stats.Estimate{}, stats.Estimate{}
		}
		low, high = min(low, r.Value-r.Error), max(high, r.Value+r.Error)
	}
	places := s.Places()
	_, placeCells := Places(s, l)
	at := func(elo float64) float64 { return 100 * (elo - low) / max(high-low, 1) }
	for rank, i := range order {
		t, r := s.Total(i), ratings[i]
		line := row{
			Rank: rank + 1, Name: s.Names[i], Games: t.Games(),
			Elo:    "–",
			Points: number(t.Points()), Score: share(t.Points(), t.Games()), Draws: share(float64(t.Draws), t.Games()),
			Red: tally(s.Sides[i][board.Red]), Black: tally(s.Sides[i][board.Black]),
			BarLeft: at(r.Value - r.Error), BarWidth: at(r.Value+r.Error) - at(r.Value-r.Error), BarAt: at(r.Value),
		}
		if t.Games() > 0 {
			line.Elo = fmt.Sprintf("%s ± %.1f", stats.FormatElo(r.Value), r.Error)
		}
		if places != nil {
			line.Points = number(places[rank].Points)
		}
		for _, end := range tournament.FaultEnds {
			if n := s.Faults[i][end]; n > 0 {
				line.Faults += fmt.Sprintf("%d × %s ", n, End(l, end))
			}
		}
		if placeCells != nil {
			line.Cells = placeCells[rank]
			out = append(out, line)
			continue
		}
		for _, j := range order {
			cell := ""
			if o := s.Tallies[i][j]; o.Games() > 0 {
				cell = fmt.Sprintf("%s/%d", number(o.Points()), o.Games())
			}
			line.Cells = append(line.Cells, cell)
		}
		out = append(out, line)
	}
	return
}

// heads returns the heads of the columns of cells: the ranks of the opponents, or what
// [Places] has.
func heads(s *tournament.Standings, l lang.Lang) (out []string) {
	if out, _ = Places(s, l); out != nil || len(s.Names) < 3 {
		return out
	}
	for i := range s.Names {
		out = append(out, fmt.Sprint(i+1))
	}
	return out
}

func tally(t stats.Tally) string { return fmt.Sprintf("+%d =%d −%d", t.Wins, t.Draws, t.Losses) }

func number(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0") }

func share(x float64, games int) string {
	if games == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*x/float64(games))
}

// game is a game as the page's script reads it.
type game struct {
	Number int          `json:"n"`
	Round  int          `json:"-"`
	Red    string       `json:"red"`
	Black  string       `json:"black"`
	Result board.Result `json:"result"`
	Reason string       `json:"reason"`
	Plies  int          `json:"-"`
	Start  string       `json:"start"` // only the board of the FEN
	Moves  []move       `json:"moves"`
	Lines  []string     `json:"lines,omitempty"` // exchanged before a fault
}

type move struct {
	Text    string `json:"t"`
	Squares string `json:"s"`
	Note    string `json:"c"`
}

func gamesOf(m *Match, records []tournament.Record) ([]game, error) {
	out := []game{} // no null in the script
	for i := range records {
		r := &records[i]
		played, err := r.Replay()
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", r.Game, err)
		}
		g := game{
			Number: r.Game, Round: r.Round, Red: r.Red, Black: r.Black, Result: r.Result, Reason: Reason(m.Lang, m.Rules, r),
			Plies: len(r.Moves), Lines: r.Exchange, Start: placement(played.At(0)), Moves: []move{},
		}
		if repeats := m.Standings.RepeatOf(r.Game); repeats > 0 {
			g.Reason += repeated(m.Lang, repeats)
		}
		for n, ply := range r.Moves {
			p, made := played.At(n), played.Move(n)
			note := m.Lang.Say("report.book")
			if n >= r.Book {
				note = thought(&ply, !r.Began.IsZero())
			}
			text := notation.Chinese.Format(p, made)
			if p.Side() == board.Red || n == 0 {
				text = notation.Number(p) + " " + text
			}
			g.Moves = append(g.Moves, move{text, made.String(), note})
		}
		out = append(out, g)
	}
	return out, nil
}

// thought returns the score of a ply, with its depth, and where it was timed its time.
func thought(p *tournament.Ply, timed bool) string {
	var parts []string
	if p.Score != nil {
		parts = append(parts, fmt.Sprintf("%v/%d", p.Score, p.Depth))
	}
	if timed {
		parts = append(parts, fmt.Sprintf("%.2fs", float64(p.Millis)/1000))
	}
	return strings.Join(parts, " ")
}

func placement(p *board.Position) string {
	text, _, _ := strings.Cut(p.FEN(), " ")
	return text
}
