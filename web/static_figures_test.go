package web

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval/evals"
	"chuhe/tools/match/openings"
)

// slowNet is a file server behind a net like the "Fast 3G" of Chromium's developer tools. It
// compresses what it sends. (Chromium's own emulation does not reach workers.)
type slowNet struct {
	folder string

	mu   sync.Mutex
	free time.Time // when the line has nothing to send
	sent map[string]int
}

const (
	slowLatency = 562 * time.Millisecond // of a request
	slowRate    = 180_000                // bytes a second
)

// ServeHTTP implements [http.Handler].
func (n *slowNet) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	content, err := os.ReadFile(filepath.Join(n.folder, filepath.FromSlash(name)))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	var packed bytes.Buffer
	g, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	_, _ = g.Write(content)
	_ = g.Close()
	n.mu.Lock()
	n.sent[name] = packed.Len()
	n.mu.Unlock()
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Set("Content-Type", map[string]string{".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html",
		".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json"}[filepath.Ext(name)])
	time.Sleep(slowLatency)
	for packed.Len() > 0 {
		piece := packed.Next(4096)
		n.mu.Lock()
		if now := time.Now(); n.free.Before(now) {
			n.free = now
		}
		n.free = n.free.Add(time.Second * time.Duration(len(piece)) / slowRate)
		wait := time.Until(n.free)
		n.mu.Unlock()
		time.Sleep(wait)
		if _, err := w.Write(piece); err != nil {
			return
		}
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
	}
}

// TestStaticFigures measures for docs/page.md how long the page takes to load over a slow net,
// and how evenly it moves while the engine searches.
func TestStaticFigures(t *testing.T) {
	folder := staticPage(t)
	slow := &slowNet{folder: folder, sent: make(map[string]int)}
	server := httptest.NewServer(slow)
	defer server.Close()

	p := newTab(t, server.URL+"/", 390, 844)
	since := func() string { return fmt.Sprintf("%.1f s", js[float64](p, "performance.now()")/1000) }
	p.allowed = "favicon"
	paint := js[float64](p, "new Promise((done) => new PerformanceObserver((l) => done(l.getEntries()[0].startTime)).observe({ type: 'paint', buffered: true }))")
	p.until("document.querySelector('#loading progress')")
	t.Logf("cold: first paint after %.1f s, board at %v", paint/1000, since())
	assert.Less(t, paint, 5000.0, "the page is painted before the engine is there")
	p.settle()
	p.until("chuhe.humanTurn")
	t.Logf("cold: the board takes moves at %v", since())
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	t.Logf("cold: first move of the engine at %v", since())
	p.until("!document.querySelector('#loading')")
	t.Logf("cold: engine with its network at %v", since())
	sum := 0
	for _, n := range slow.sent {
		sum += n
	}
	for _, name := range []string{"engine.bin", "network.bin", "kernels.js"} {
		t.Logf("%s: %d bytes after gzip", name, slow.sent[name])
	}
	t.Logf("all: %d bytes after gzip in %d files", sum, len(slow.sent))

	p.until("navigator.serviceWorker.controller")
	p.reload()
	p.until("chuhe.humanTurn")
	t.Logf("from the cache: engine at %v", since())

	p.click("#analyse")
	p.until("chuhe.analysis.data?.depth > 3")
	gaps := js[[]float64](p, `new Promise((done) => {
		const [begin, gaps] = [performance.now(), []];
		let last = begin;
		const frame = (now) => {
			gaps.push(now - last);
			last = now;
			if (now - begin < 5000) requestAnimationFrame(frame);
			else done(gaps.sort((a, b) => b - a));
		};
		requestAnimationFrame(frame);
	})`)
	t.Logf("%d frames in 5 s of analysis, the longest %.0f ms, one of a hundred longer than %.0f ms", len(gaps), gaps[0], gaps[len(gaps)/100])
	begin := time.Now()
	p.click("#analyse")
	p.play(js[string](p, "chuhe.info.legal[0]"))
	t.Logf("the analysis ended and a move was played in %v", time.Since(begin).Round(time.Millisecond))
}

var games = flag.Int("games", 0, "`number` of games that TestStaticGames plays; go test ./web -run StaticGames -v -timeout 2h -args -long -games 200")

// TestStaticGames plays the engine inside the page against the engine of this system at equal
// nodes, each opening with both colours. Both engines search the same, so the two games of a pair are
// the same game.
func TestStaticGames(t *testing.T) {
	if *games == 0 {
		t.Skip("plays for minutes: run with -args -long -games 200")
	}
	_, url := serveStatic(t)
	p := quick(t, url, "", 390, 844)
	p.until("!document.querySelector('#loading')")
	network, err := evals.Default()
	require.NoError(t, err)
	_, native := startServer(t, config{evaluation: network, hash: 32})
	const strength, longest = 8, 300
	engines := []struct {
		name string
		move func(body string) moveLine
	}{
		{"page", func(body string) moveLine { return asked[moveLine](p, "move", body) }},
		{"native", func(body string) moveLine { return ask[moveLine](t, native+"api/move", body) }},
	}
	list := openings.BuiltIn()
	openings.Shuffle(list, 1)
	var won [2]int
	var nodes [2]uint64
	plies := 0
	for pair := range (*games + 1) / 2 {
		var records [2]string
		for swapped := range 2 {
			moves, winner := "", "draw"
			for ply := range longest {
				turn := (ply + swapped) % 2
				body := fmt.Sprintf(`{"start":%q,"moves":%q,"level":%d,"seed":%d,"describe":true}`,
					list[pair].Start.FEN(), moves, strength, 2*pair+ply%2)
				line := engines[turn].move(body)
				require.NotNil(t, line.After, "%s: %s has no move that the other takes", engines[turn].name, body)
				moves += " " + line.Text.Move
				nodes[turn] += line.Nodes
				plies++
				if end := line.After.End; end != nil {
					winner = end.Winner
					break
				}
			}
			records[swapped] = moves + " " + winner
			// The first to move has the colour of the start.
			if first := list[pair].Start.Side().String(); winner == first {
				won[swapped]++
			} else if winner != "draw" {
				won[1-swapped]++
			}
		}
		assert.Equal(t, records[0], records[1], "%s: page first, then native first", list[pair].Start.FEN())
		if played := 2 * (pair + 1); played%20 == 0 || pair == (*games+1)/2-1 {
			t.Logf("%d games, %d plies: the page won %d, the program %d, %d drawn; nodes %d and %d",
				played, plies, won[0], won[1], played-won[0]-won[1], nodes[0], nodes[1])
		}
	}
}
