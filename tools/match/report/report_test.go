package report

import (
	"bytes"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/stats"
	"chuhe/lang"
	"chuhe/tools/match/tournament"
)

// record returns a finished game of two moves.
func record(s tournament.Schedule, names []string, game int, result board.Result) tournament.Record {
	p := s.At(game)
	return tournament.Record{
		Pairing: p, Red: names[p.RedPlayer], Black: names[p.BlackPlayer], Start: board.StartFEN, Book: 1,
		Moves: []tournament.Ply{
			{Move: "h2e2"},
			{Move: "h9g7", Millis: 120, Thought: tournament.Thought{Score: &tournament.Score{CP: -25}, Depth: 7}},
		},
		Outcome: tournament.Outcome{Result: result, End: tournament.IllegalMove, Reason: "black plays \"</script><b>\""},
		Began:   time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC),
	}
}

func write(t *testing.T, names []string, test *stats.SPRT) string {
	t.Helper()
	s := tournament.Schedule{Players: len(names), Format: tournament.RoundRobin, Rounds: 3, Games: 2}
	m := Match{Title: "Test <b>", Summary: "text", Standings: tournament.NewStandings(names), SPRT: test, PerPair: 2}
	results := []board.Result{board.RedWins, board.Draw, board.BlackWins}
	for game := s.Len(); game >= 1; game-- {
		r := record(s, names, game, results[game%3])
		m.Standings.Add(&r, 2)
		m.Games = append(m.Games, r)
	}
	var out bytes.Buffer
	require.NoError(t, Write(&out, m))
	return out.String()
}

func TestWrite(t *testing.T) {
	html := write(t, []string{"one", "two & co"}, &stats.SPRT{Elo0: 0, Elo1: 5, Alpha: .05, Beta: .05, Model: stats.Normalized})
	assert.NotRegexp(t, regexp.MustCompile(`(src|href)=|https?://|@import|url\(`), html, "nothing from outside")
	assert.Equal(t, 1, strings.Count(html, "</script>"), "texts cannot end the script")
	assert.NotContains(t, html, "Test <b>")
	assert.Equal(t, 3, strings.Count(html, "<svg viewBox=\"0 0 720"), "score, Elo, LLR")
	assert.Equal(t, 1, strings.Count(svgs(html)[0], "<polyline"), "one score says both")
	assert.NotContains(t, html, "NaN")
	assert.NotContains(t, html, "Inf")
	assert.Contains(t, html, `<button data-k="flip" title="Turn the board" aria-label="Turn the board">▲▼</button>`)

	data := regexp.MustCompile(`(?m)^const games = (.*);$`).FindStringSubmatch(html)
	require.Len(t, data, 2)
	assert.Contains(t, html, `"K":"帅"`)
	assert.Contains(t, html, `"k":"将"`)
	var games []game
	require.NoError(t, json.Unmarshal([]byte(data[1]), &games))
	require.Len(t, games, 6)
	assert.Equal(t, 1, games[0].Number, "in the order of their numbers")
	assert.Equal(t, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", games[0].Start)
	assert.Equal(t, []move{{"1. 炮二平五", "h2e2", "book"}, {"马８进７", "h9g7", "-0.25/7 0.12s"}}, games[0].Moves)
}

// TestUntimed asserts that games without times show no times of 0 seconds.
func TestUntimed(t *testing.T) {
	m := sweep(lang.English)
	for i := range m.Games {
		m.Games[i].Began, m.Games[i].Moves[1].Millis = time.Time{}, 0
	}
	var out bytes.Buffer
	require.NoError(t, Write(&out, m))
	assert.Contains(t, out.String(), `"c":"-0.25/7"`)
}

// svgs returns the plots of a report.
func svgs(html string) []string {
	return regexp.MustCompile(`(?s)<svg viewBox="0 0 720.*?</svg>`).FindAllString(html, -1)
}

func TestWriteMany(t *testing.T) {
	html := write(t, []string{"a", "b", "c", "d"}, nil)
	assert.Equal(t, 1, strings.Count(html, "<svg viewBox=\"0 0 720"))
	assert.Equal(t, 4, strings.Count(svgs(html)[0], "<polyline"), "a line for each player")
	assert.Contains(t, html, "<th>4")
	assert.Contains(t, html, "lost by")
}

func TestWriteNothing(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, Write(&out, Match{Standings: tournament.NewStandings([]string{"a", "b"})}))
	assert.NotContains(t, out.String(), "<svg viewBox=\"0 0 720")
	assert.Contains(t, out.String(), "const games = [];", "the script needs a list")
}

// sweep is a match of two of which one player loses every game.
func sweep(l lang.Lang) Match {
	names := []string{"one", "two"}
	s := tournament.Schedule{Players: 2, Format: tournament.RoundRobin, Rounds: 2, Games: 2}
	m := Match{Title: "Test", Standings: tournament.NewStandings(names), PerPair: 2, Lang: l}
	for game := 1; game <= s.Len(); game++ {
		r := record(s, names, game, board.Win(board.Side(game%2)))
		m.Standings.Add(&r, 2)
		m.Games = append(m.Games, r)
	}
	return m
}

// TestOneEstimator holds table and chart against each other for a lost match.
func TestOneEstimator(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, Write(&out, sweep(lang.English)))
	assert.Contains(t, out.String(), "<td>-381.7 ± ")
	assert.Contains(t, out.String(), "<td>&#43;381.7 ± ")
	assert.Contains(t, out.String(), ">-381.7 Elo</text>")
}

// TestLabels looks at the numbers of a plot: as many digits in each of an axis, no -0, and a
// sign before Elo.
func TestLabels(t *testing.T) {
	for v, want := range map[float64]string{-0.02: "0.0", 0.04: "0.0", -1.25: "-1.3", 50: "50.0"} {
		assert.Equal(t, want, fixed(1)(v))
	}
	svg := string(draw([]series{{name: "Elo", values: []float64{3, 1, -0.01}, label: stats.FormatElo}}, []float64{0}, "games"))
	assert.Contains(t, svg, ">+0.0 Elo</text>")
	svg = string(draw([]series{{name: "a", values: []float64{49.2, 50.3, 50.1}, label: fixed(1)}}, []float64{50}, "games"))
	digits := map[int]bool{}
	for _, tick := range regexp.MustCompile(`y="[0-9.]+">(-?[0-9.]+)</text>`).FindAllStringSubmatch(svg, -1) {
		if tick[1] == "3" { // the number of the last game
			continue
		}
		_, fraction, _ := strings.Cut(tick[1], ".")
		digits[len(fraction)] = true
	}
	assert.Equal(t, map[int]bool{1: true}, digits, svg)
	assert.NotContains(t, page, "max-width: 720px", "one chart fills its card")

	svg = string(draw([]series{{name: "佳佳象棋引擎", values: []float64{49, 50}, label: fixed(1)}}, []float64{50}, "games"))
	at := regexp.MustCompile(`class="name l0" x="([0-9.]+)"`).FindStringSubmatch(svg)
	require.Len(t, at, 2)
	x, err := strconv.ParseFloat(at[1], 64)
	require.NoError(t, err)
	assert.LessOrEqual(t, x+5*7+6*12, width, "Chinese letters are as wide as they are high")
}

// TestSpread looks at the labels of lines that end close together, and at more of them than fit.
func TestSpread(t *testing.T) {
	assert.Equal(t, []float64{20, 90, 50}, spread([]float64{20, 90, 50}, 13, 14, 192), "far apart")
	assert.Equal(t, []float64{106.5, 93.5}, spread([]float64{100.1, 99.9}, 13, 14, 192))
	assert.Equal(t, []float64{14, 27}, spread([]float64{14, 14}, 13, 14, 192), "at the top")
	assert.Equal(t, []float64{192, 179, 166}, spread([]float64{200, 192, 191}, 13, 14, 192), "at the bottom")
	many := make([]float64, 30)
	for i := range many {
		many[i] = 100
	}
	got := spread(many, 13, 14, 192)
	assert.InDelta(t, 14, got[0], 1e-9)
	assert.InDelta(t, 192, got[29], 1e-9)
	assert.Empty(t, spread(nil, 13, 14, 192))

	svg := string(draw([]series{
		{name: "a", values: []float64{40, 50}, label: fixed(1)}, {name: "b", values: []float64{60, 50.2}, label: fixed(1)}, {name: "c", values: []float64{1, 99}, label: fixed(1)},
	}, []float64{50}, "games"))
	var heights []float64
	for _, label := range regexp.MustCompile(`class="name l\d" x="[0-9.]+" y="([0-9.]+)"`).FindAllStringSubmatch(svg, -1) {
		y, err := strconv.ParseFloat(label[1], 64)
		require.NoError(t, err)
		heights = append(heights, y)
	}
	slices.Sort(heights)
	require.Len(t, heights, 3)
	assert.GreaterOrEqual(t, heights[2]-heights[1], 12.9, svg)
	assert.Equal(t, 2, strings.Count(svg, "lead"), "lines lead to the labels that gave way")
}

// TestSummary leaves the section out where the table says all.
func TestSummary(t *testing.T) {
	var with, without bytes.Buffer
	m := sweep(lang.English)
	require.NoError(t, Write(&without, m))
	m.Summary = "pairs"
	require.NoError(t, Write(&with, m))
	assert.Contains(t, with.String(), "<h2>Summary</h2>")
	assert.NotContains(t, without.String(), "<h2>Summary</h2>")
}

// TestNarrow looks at what made the page wider than a phone: columns of a fixed least
// width and words that do not break.
func TestNarrow(t *testing.T) {
	assert.NotRegexp(t, `minmax\(([3-9]\d\d|\d{4,})px`, page)
	assert.Regexp(t, `\.plots \{ [^}]*minmax\(min\(440px, 100%\), 1fr\)`, page)
	assert.Regexp(t, `@media \(max-width: 900px\) \{ \.play \{ grid-template-columns: minmax\(0, 1fr\)`, page)
	assert.Regexp(t, `body, pre \{ overflow-wrap: anywhere; \}`, page)
	assert.Regexp(t, `\.list td:last-child \{ overflow-wrap: normal; \}`, page, "a narrow column would break words: checkma te")
}

// TestChinese looks for English in the Chinese report.
func TestChinese(t *testing.T) {
	var out bytes.Buffer
	m := sweep("zh-Hans")
	m.Games[0].Outcome = tournament.Outcome{Result: m.Games[0].Result, End: tournament.Resignation, Reason: "red resigns"}
	require.NoError(t, Write(&out, m))
	html := out.String()
	assert.Contains(t, html, `<html lang="zh-CN">`)
	assert.Contains(t, html, "红方负：认输")
	assert.Regexp(t, `<td class="l">\S+，\d+ 着<br>`, html)
	assert.Contains(t, html, `const colon = "：";`)
	assert.Contains(t, html, "负：非法着法（black plays")
	text := html[:strings.Index(html, "<script>")]
	text = text[strings.Index(text, "</style>"):]
	text = regexp.MustCompile(`<small>.*|<[^>]*>`).ReplaceAllString(strings.ReplaceAll(text, "&nbsp;", " "), " ")
	for _, word := range regexp.MustCompile(`[A-Za-z]{2,}`).FindAllString(text, -1) {
		assert.Contains(t, []string{"Test", "one", "two", "Elo"}, word)
	}
}

func TestTicks(t *testing.T) {
	for _, r := range [][2]float64{{0, 1}, {-3.2, 3.2}, {40, 60}, {-250, 900}, {49.5, 50.5}} {
		list := ticks(r[0], r[1])
		assert.GreaterOrEqual(t, len(list), 3, "%v: %v", r, list)
		assert.LessOrEqual(t, len(list), 12, "%v: %v", r, list)
		for _, v := range list {
			assert.False(t, v == 0 && math.Signbit(v))
		}
	}
}
