package protocol

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// clientGame is a game with a repetition, captures, checks and a mate of Black.
const clientGame = `b0c2 b9a7 c2b0 a7b9 b0c2 b9a7 c2b0 a7b9
	c3c4 b9a7 h2e2 h9g7 h0g2 g6g5 i0h0 i9h9 b0c2 g9e7 h0h6 g5g4 g3g4 b7c7 g2f4 a9b9 f4d5 c7c8 c2b4 g7f5 h6e6 c8b8
	e2h2 h7f7 c0e2 b8b2 h2b2 b9a9 e6f6 f5e3 d5e3 d9e8 b2b3 c6c5 c4c5 h9h5 c5d5 a6a5 d0e1 a5a4 a3a4 i6i5 a4a5 i5i4
	i3i4 a7c8 a0c0 c8a7 c0c4 f7g7 a5a6 a7b9 b3a3 b9a7 a6a7 a9b9 a3b3 b9a9 e3f5 g7g9 f5d6 h5d5 d6c8 d5d8 c8a9 d8d3
	c4c9 e7c9 b4d3 c9a7 a9c8 e9d9 f6d6 e8d7 d6d7`

// client is a program that lets the engine play.
type client struct {
	name   string
	hello  string                                     // its first lines
	lines  func(g *standing) []string                 // how it writes a position
	renews func(p *board.Position, m board.Move) bool // after which moves it sends a new FEN
	search string                                     // its line with go
}

// standing is where a game stands.
type standing struct {
	fen        string   // of the last renewal: pieces and side to move
	doubled    bool     // there was a renewal
	since, all []string // moves after it, and after the start
	fromOneAll []string // all, with ranks from 1
	now        string   // the position: pieces and side to move
}

// behind returns the words that follow a FEN.
func behind(moves []string) string {
	if len(moves) == 0 {
		return ""
	}
	return " moves " + strings.Join(moves, " ")
}

// clients are the programs of docs/protocol.md, each with its way to write a position.
func clients() []client {
	never := func(*board.Position, board.Move) bool { return false }
	capture := func(p *board.Position, m board.Move) bool { return p.At(m.To()) != board.NoPiece }
	one := func(format string, args func(g *standing) []any) func(g *standing) []string {
		return func(g *standing) []string { return []string{fmt.Sprintf(format, args(g)...)} }
	}
	since := func(g *standing) []any { return []any{g.fen, behind(g.since)} }
	start := func(g *standing) []any { return []any{behind(g.all)} }
	startFEN := board.StartFEN[:strings.Index(board.StartFEN, " - ")]
	uci2wb := func(p *board.Position, m board.Move) bool {
		forward := p.At(m.From()).Type() == board.Pawn && m.From().File() == m.To().File()
		return capture(p, m) || forward
	}
	return []client{
		{"XQWizard", "ucci", one("position startpos%s", start), never, "go time 300000 increment 0 opptime 300000 oppincrement 0 depth 1"},
		{"XQBooth", "ucci", one("position fen "+startFEN+" - - 0 1%s", start), never, "go nodes 1000"},
		{"league", "ucci", one("position fen %s - - 0 1%s", since), capture, "go time 6000 increment 0 opptime 6000 oppincrement 0"},
		{"UCI2WB", "ucci", one("position fen %s - - 0 1 moves%s", func(g *standing) []any {
			return []any{g.fen, strings.TrimPrefix(behind(g.since), " moves")}
		}), uci2wb, "go time 10000 opptime 10000 movestogo 40"},
		{"Cyclone", "uci", one("fen %s%s", func(g *standing) []any {
			return []any{strings.Replace(g.fen, " w", " r", 1), behind(g.since)}
		}), capture, "go btime 5000 wtime 5000 winc 0 binc 0"},
		{"gmchess", "ucci", func(g *standing) []string {
			counters := " -- 0 1 "
			if g.doubled {
				counters = " -- 0 1  -- 0 1 "
			}
			return []string{"position fen " + g.fen + counters + behind(g.since)}
		}, capture, "go depth 1 "},
		{"TCHESS", "ucci", func(g *standing) []string {
			return []string{"stop", "position fen " + startFEN + behind(g.all)}
		}, never, "go movetime 100"},
		{"TCHESS", "uci", func(g *standing) []string {
			return []string{"stop", "position fen " + startFEN + behind(g.all)}
		}, never, "go movetime 100"},
		{"VinXiangQi", "ucci", one("position fen %s - - 0 1", func(g *standing) []any { return []any{g.now} }), never, "go movetime 100 depth 20"},
		{"Sylvan", "ucci", func(g *standing) []string {
			rest := "fen " + board.StartFEN + behind(g.all)
			return []string{"position " + rest, rest, "isready"}
		}, never, "go wtime 6000 btime 4000 winc 100 binc 200"},
		{"QBoard", "ucci\nisready\nuccinewgame", one("position fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1 moves %s",
			func(g *standing) []any { return []any{strings.Join(append(slices.Clip(g.all), ""), " ")} }), never, "go depth 10 movetime 1000"},
		{"cchess", "ucci", one("position fen %s\r", func(g *standing) []any { return []any{g.now} }), never, "go depth 2\r"},
		{"UCCI2QH", "ucci", one("position fen %s - - 0 1%s", since), capture, "go time 60000 movestogo 36"},
		{"cutechess", "uci\nsetoption name UCI_Variant value xiangqi\nisready", one("position startpos%s", func(g *standing) []any {
			return []any{behind(g.fromOneAll)}
		}), never, "go wtime 2000 btime 2000 winc 100 binc 100"},
		{"LiGround", "uci\nsetoption name UCI_Variant value xiangqi\nisready", one("position fen %s - - 0 1", func(g *standing) []any {
			return []any{g.now}
		}), never, "go movetime 100"},
	}
}

// TestClientGames sends a whole game as each client does. The engine must search the
// position that was meant after every move, and have no move when it is mated.
func TestClientGames(t *testing.T) {
	testpos.SkipRace(t)
	words := strings.Fields(clientGame)
	for _, c := range clients() {
		t.Run(c.name+" "+strings.Fields(c.hello)[0], func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDialog(t, newFakeEngine(0))
				say := func(lines ...string) {
					_, err := io.WriteString(d.in, strings.Join(lines, "\n")+"\n")
					require.NoError(t, err)
					synctest.Wait()
				}
				say(c.hello)
				p := board.Start()
				short := func() string { return strings.Join(strings.Fields(p.FEN())[:2], " ") }
				g := standing{fen: short()}
				checks, captures := 0, 0
				for i := 0; ; i++ {
					g.now = short()
					d.engine.heard()
					d.out.heard()
					say(append(c.lines(&g), c.search)...)
					time.Sleep(time.Minute)
					synctest.Wait()
					answers := d.out.heard()
					require.Empty(t, only(answers, "refused|illegal"), "ply %d", i)
					if i == len(words) {
						assert.NotEmpty(t, only(answers, `^(nobestmove|bestmove \(none\))$`), "the mate")
						break
					}
					searched := only(d.engine.heard(), "^search ")
					require.Len(t, searched, 1, "ply %d", i)
					require.True(t, strings.HasPrefix(searched[0], "search "+g.now+" "), "ply %d: %s, want %s", i, searched[0], g.now)
					require.Len(t, only(answers, "^bestmove [a-i]"), 1, "ply %d", i)

					m := board.MustParseMove(words[i])
					require.True(t, movegen.IsLegal(&p, m), words[i])
					renew := c.renews(&p, m)
					if p.At(m.To()) != board.NoPiece {
						captures++
					}
					p.Play(m)
					if !p.Checkers(p.Side()).IsEmpty() {
						checks++
					}
					g.all = append(g.all, words[i])
					g.fromOneAll = append(g.fromOneAll, fromOne.move(m))
					g.since = append(slices.Clip(g.since), words[i])
					if renew {
						g.fen, g.since, g.doubled = short(), nil, true
					}
				}
				assert.Greater(t, captures, 5)
				assert.Greater(t, checks, 2)
				require.NoError(t, d.in.Close())
				require.NoError(t, <-d.ended)
			})
		})
	}
}
