package match

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"chuhe/board"
	"chuhe/internal/stats"
	"chuhe/rules/words"
	"chuhe/tools/match/report"
	"chuhe/tools/match/tournament"
)

// printGame writes the line of a finished game, with the number of the game that it repeats,
// 0 for none.
func printGame(w io.Writer, r *tournament.Record, total, repeats int) {
	fmt.Fprintf(w, "Game %d of %d, %s - %s: %s %s, %d plies", r.Game, total, r.Red, r.Black, r.Result, r.Reason, len(r.Moves))
	if repeats > 0 {
		fmt.Fprintf(w, "; the same as game %d, not counted", repeats)
	}
	fmt.Fprintln(w)
}

// printStandings writes the state of a match.
func printStandings(w io.Writer, s *tournament.Standings, test *stats.SPRT, lang words.Lang) {
	if len(s.Names) == 2 {
		printMatch(w, s, test, lang)
	} else {
		printTable(w, s, lang)
	}
	if s.Repeats > 0 {
		fmt.Fprintf(w, report.Say(lang, "not counted: %s that repeat others move by move\n"), games(lang, s.Repeats))
	}
	for i, faults := range s.Faults {
		for _, end := range tournament.FaultEnds {
			if faults[end] > 0 {
				fmt.Fprintf(w, report.Say(lang, "%s lost %s by %s\n"), s.Names[i], games(lang, faults[end]), report.Say(lang, string(end)))
			}
		}
	}
}

// printMatch writes the state of a match of two engines.
func printMatch(w io.Writer, s *tournament.Standings, test *stats.SPRT, lang words.Lang) {
	t, pairs, sum := s.Tallies[0][1], s.Pairs[0][1], s.Summary(0, 1)
	fmt.Fprintf(w, report.Say(lang, "%s vs %s: %s, +%d =%d -%d, %s points (%s)\n"), s.Names[0], s.Names[1],
		games(lang, t.Games()), t.Wins, t.Draws, t.Losses, points(t), percent(t.Points()/float64(t.Games())))
	fmt.Fprintf(w, report.Say(lang, "  Elo %s, nElo %s, LOS %s, draws %s, red scores %s\n"), estimate(sum.Elo), estimate(sum.NElo),
		percent(sum.LOS), percent(t.DrawRatio()), percent(redScore(s)))
	if pairs.Pairs() > 0 {
		fmt.Fprintf(w, report.Say(lang, "  pairs %d: %v (0, 1/2, 1, 1 1/2, 2 points)\n"), pairs.Pairs(), [5]int(pairs))
	}
	if test != nil {
		llr := s.LLR(*test)
		lower, upper := test.Bounds()
		fmt.Fprintf(w, "  LLR %.2f (%.2f, %.2f) [%g, %g] %s", llr, lower, upper, test.Elo0, test.Elo1, test.Model)
		if v := test.Decide(llr); v != stats.Undecided {
			fmt.Fprintf(w, report.Say(lang, ": %s accepted"), v)
		}
		fmt.Fprintln(w)
	}
}

// printTable writes ratings and crosstable.
func printTable(w io.Writer, s *tournament.Standings, lang words.Lang) {
	ratings := s.Ratings()
	order := s.Ranking()
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	head := []string{"", "engine", "Elo", "games", "points", "score", "draws"}
	for i := range head {
		head[i] = report.Say(lang, head[i])
	}
	for rank := range order {
		head = append(head, fmt.Sprint(rank+1))
	}
	fmt.Fprintln(tab, strings.Join(head, "\t")+"\t")
	for rank, i := range order {
		t := s.Total(i)
		row := []string{
			fmt.Sprint(rank + 1), s.Names[i], estimate(ratings[i]), fmt.Sprint(t.Games()), points(t),
			percent(t.Points() / float64(t.Games())), percent(t.DrawRatio()),
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
func games(lang words.Lang, n int) string {
	if n == 1 {
		return report.Say(lang, "1 game")
	}
	return fmt.Sprintf(report.Say(lang, "%d games"), n)
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
