package report

import (
	"fmt"

	"chuhe/lang"
	"chuhe/tools/match/tournament"
)

// Places returns the additional columns in the table of a Swiss tournament or a knockout,
// and their cells by place: the tie-breaks, and for each round the
// place of the opponent with the points made against it. It returns nothing for other formats.
func Places(s *tournament.Standings, l lang.Lang) (heads []string, cells [][]string) {
	places := s.Places()
	if places == nil {
		return nil, nil
	}
	rank, rounds, swiss := make(map[int]int), 0, s.Format() == tournament.Swiss
	for i, p := range places {
		rank[p.Player] = i + 1
		for _, e := range p.Encounters {
			rounds = max(rounds, e.Round)
		}
	}
	if swiss {
		heads = []string{l.Say("report.buchholz"), l.Say("report.berger")}
	}
	for round := range rounds {
		heads = append(heads, l.Say("report.round", "n", round+1))
	}
	for _, p := range places {
		var row []string
		if swiss {
			row = []string{number(p.Buchholz), trimmed(p.SonnebornBerger)}
		}
		for round := 1; round <= rounds; round++ {
			row = append(row, roundCell(&p, round, rank, l))
		}
		cells = append(cells, row)
	}
	return heads, cells
}

// roundCell says whom a player met in a round, and with which result.
func roundCell(p *tournament.Place, round int, rank map[int]int, l lang.Lang) string {
	points, games, opponent := 0.0, 0, 0
	for _, e := range p.Encounters {
		if e.Round != round {
			continue
		}
		if e.Players[1] == tournament.Bye {
			return l.Say("report.bye")
		}
		points, games, opponent = points+e.Points[0], games+e.Games, rank[e.Players[1]]
	}
	if opponent == 0 {
		return "-"
	}
	return fmt.Sprintf("%d: %s/%d", opponent, number(points), games)
}

// trimmed writes a number with as many of two digits as it needs.
func trimmed(x float64) string { return fmt.Sprintf("%g", float64(int(x*100+.5))/100) }
