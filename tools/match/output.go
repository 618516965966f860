package match

import (
	"fmt"
	"io"
	"math"
	"strings"

	"chuhe/board"
	"chuhe/internal/columns"
	"chuhe/internal/stats"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/tools/match/report"
	"chuhe/tools/match/tournament"
)

// printGame writes the line of a finished game, with the number of the game that it repeats,
// 0 for none.
func printGame(w io.Writer, r *tournament.Record, total, repeats int, options rules.Options, l lang.Lang) {
	text := l.Say("match.game", "game", r.Game, "games", total, "red", r.Red, "black", r.Black, "result", r.Result,
		"reason", report.Reason(l, options, r), "n", len(r.Moves))
	if repeats > 0 {
		text += l.Say("match.repeats", "game", repeats)
	}
	fmt.Fprintln(w, text)
}

// printStandings writes the state of a match.
func printStandings(w io.Writer, s *tournament.Standings, test *stats.SPRT, l lang.Lang) {
	if len(s.Names) == 2 {
		printMatch(w, s, l)
	} else {
		printTable(w, s, l)
	}
	printNotes(w, s, test, l)
	for i, faults := range s.Faults {
		for _, end := range tournament.FaultEnds {
			if faults[end] > 0 {
				fmt.Fprintln(w, l.Say("report.lost", "name", s.Names[i], "games", games(l, faults[end]), "end", report.End(l, end)))
			}
		}
	}
}

// fewGames is the number of games of an engine below which its Elo is chance.
const fewGames = 20

// printNotes writes what the table of a report does not have: the figures of the pairs of a
// match of two engines, and what to think of its games.
func printNotes(w io.Writer, s *tournament.Standings, test *stats.SPRT, l lang.Lang) {
	if len(s.Names) == 2 {
		printPairs(w, s, test, l)
	}
	fewest := s.Games
	for i := range s.Names {
		fewest = min(fewest, s.Total(i).Games())
	}
	if s.Games > 0 && fewest < fewGames {
		fmt.Fprintln(w, "  "+l.Say("report.tooFew"))
	}
	if groups := s.Groups(); len(groups) > 1 {
		fmt.Fprintln(w, "  "+l.Say("report.groups", "groups", groupsOf(s, groups, l)))
	}
	if s.Repeats > 0 {
		fmt.Fprintln(w, l.Say("report.repeatsMany", "games", games(l, s.Repeats)))
	}
}

// groupsOf lists the names of groups of engines.
func groupsOf(s *tournament.Standings, groups [][]int, l lang.Lang) string {
	texts := make([]string, len(groups))
	for i, group := range groups {
		names := make([]string, len(group))
		for k, player := range group {
			names[k] = s.Names[player]
		}
		texts[i] = l.Join(names)
	}
	return strings.Join(texts, l.Say("join.semicolon"))
}

// printMatch writes the result of a match of two engines.
func printMatch(w io.Writer, s *tournament.Standings, l lang.Lang) {
	t := s.Tallies[0][1]
	fmt.Fprintln(w, l.Say("report.match", "first", s.Names[0], "second", s.Names[1], "games", games(l, t.Games()),
		"wins", t.Wins, "drawn", t.Draws, "losses", t.Losses, "points", points(t), "percent", percent(t.Points()/float64(t.Games()))))
}

// printPairs writes what the pairs of a match of two engines say, and the state of its test.
func printPairs(w io.Writer, s *tournament.Standings, test *stats.SPRT, l lang.Lang) {
	t, pairs, sum := s.Tallies[0][1], s.Pairs[0][1], s.Summary(0, 1)
	fmt.Fprintln(w, l.Say("report.elo", "elo", estimate(sum.Elo), "nelo", estimate(sum.NElo),
		"los", percent(sum.LOS), "draws", percent(t.DrawRatio()), "red", percent(redScore(s))))
	if pairs.Pairs() > 0 {
		fmt.Fprintln(w, l.Say("report.pairs", "pairs", pairs.Pairs(), "counts", [5]int(pairs)))
	}
	if test != nil {
		llr := s.LLR(*test)
		lower, upper := test.Bounds()
		fmt.Fprintf(w, "  LLR %.2f (%.2f, %.2f) [%g, %g] %s", llr, lower, upper, test.Elo0, test.Elo1, test.Model)
		if v := test.Decide(llr); v != stats.Undecided {
			fmt.Fprint(w, l.Say("report.accepted", "verdict", v))
		}
		fmt.Fprintln(w)
	}
}

// printTable writes ratings and crosstable.
func printTable(w io.Writer, s *tournament.Standings, l lang.Lang) {
	ratings := s.Ratings()
	order := s.Ranking()
	tab := columns.Right(w)
	head := []string{"", l.Say("report.engine"), "Elo", l.Say("report.games"), l.Say("report.points"), l.Say("report.score"), l.Say("report.draws")}
	places := s.Places()
	heads, cells := report.Places(s, l)
	head = append(head, heads...)
	for rank := range order {
		if places == nil {
			head = append(head, fmt.Sprint(rank+1))
		}
	}
	fmt.Fprintln(tab, strings.Join(head, "\t")+"\t")
	for rank, i := range order {
		t, elo := s.Total(i), "-"
		if t.Games() > 0 {
			elo = estimate(ratings[i])
		}
		row := []string{
			fmt.Sprint(rank + 1), s.Names[i], elo, fmt.Sprint(t.Games()), points(t),
			percent(t.Points() / float64(t.Games())), percent(t.DrawRatio()),
		}
		if places != nil {
			row[4] = fmt.Sprintf("%.1f", places[rank].Points)
			fmt.Fprintln(tab, strings.Join(append(row, cells[rank]...), "\t")+"\t")
			continue
		}
		for _, j := range order {
			cell := "-"
			if o := s.Tallies[i][j]; o.Games() > 0 {
				cell = fmt.Sprintf("%s/%d", points(o), o.Games())
			}
			row = append(row, cell)
		}
		fmt.Fprintln(tab, strings.Join(row, "\t")+"\t")
	}
	tab.Flush()
}

// redScore returns the share of the points that Red made.
func redScore(s *tournament.Standings) float64 {
	var red stats.Tally
	for _, sides := range s.Sides {
		red = red.Plus(sides[board.Red])
	}
	return red.Points() / float64(red.Games())
}

// games returns "1 game", "2 games".
func games(l lang.Lang, n int) string {
	return l.Say("report.played", "n", n)
}

func points(t stats.Tally) string { return fmt.Sprintf("%.1f", t.Points()) }

func percent(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*x)
}

func estimate(e stats.Estimate) string {
	switch {
	case math.IsNaN(e.Value):
		return "-"
	case math.IsInf(e.Value, 0) || math.IsNaN(e.Error) || math.IsInf(e.Error, 0):
		return stats.FormatElo(e.Value)
	}
	return fmt.Sprintf("%s +/- %.1f", stats.FormatElo(e.Value), e.Error)
}
