package web

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval/evals"
)

var shots = flag.String("shots", "", "`folder` for screenshots; go test ./web -run Screenshots -args -shots docs")

// chromium is the browser, started once for all tests.
var chromium = sync.OnceValues(func() (context.Context, error) {
	var name string
	for _, n := range []string{"chromium", "chromium-browser", "google-chrome", "chrome", "headless-shell"} {
		if found, err := exec.LookPath(n); err == nil {
			name = found
			break
		}
	}
	if name == "" {
		return nil, fmt.Errorf("no Chromium on this machine: install chromium to run the tests of the page")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(name), chromedp.Flag("lang", "en"), chromedp.WSURLReadTimeout(time.Minute))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocated, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocated)
	return ctx, chromedp.Do(ctx)
})

// tab is a page of the browser.
type tab struct {
	t   *testing.T
	ctx context.Context
	url string

	mu     sync.Mutex
	faults []string // what the console said
}

// newTab opens a page of a size in the browser, with storage of its own. It fails the
// test if the console has an error.
func newTab(t *testing.T, url string, width, height int64) *tab {
	t.Helper()
	if testing.Short() {
		t.Skip("runs a browser")
	}
	browser, err := chromium()
	if err != nil {
		t.Skip(err)
	}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	ctx, stop := context.WithTimeout(ctx, 2*time.Minute)
	p := &tab{t: t, ctx: ctx, url: url}
	t.Cleanup(func() {
		stop()
		cancel()
		p.mu.Lock()
		defer p.mu.Unlock()
		assert.Empty(t, p.faults, "the console is free of errors")
	})
	require.NoError(t, chromedp.Do(ctx))
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleWarning || m.IsException() {
				p.mu.Lock()
				p.faults = append(p.faults, m.Text+" "+m.URL)
				p.mu.Unlock()
			}
		}
	}()
	p.run(chromedp.EmulateViewport(width, height, chromedp.EmulateScale(1)), chromedp.Navigate(url))
	return p
}

func (p *tab) run(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	require.NoError(p.t, chromedp.Do(p.ctx, actions...))
}

// js returns the value of a JavaScript expression; it waits for promises.
func js[T any](p *tab, expression string) T {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(p.t, err, expression)
	return value
}

// until waits for a JavaScript expression to be true.
func (p *tab) until(expression string) {
	p.t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for !js[bool](p, "Boolean("+expression+")") {
		if time.Now().After(deadline) {
			state := js[string](p, "document.getElementById('status')?.textContent ?? ''")
			require.Fail(p.t, "never true: "+expression, "status: %s", state)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// settle waits for the first position.
func (p *tab) settle() { p.until("window.chuhe && chuhe.info") }

func (p *tab) click(selector string) {
	p.t.Helper()
	p.run(chromedp.Click(chromedp.CSS(selector), chromedp.NodeEnabled))
}

// point returns where a square is on the screen.
func (p *tab) point(square string) (x, y float64) {
	p.t.Helper()
	at := js[[]float64](p, fmt.Sprintf(`(() => { const r = document.querySelector('[data-square="%s"]').getBoundingClientRect();
		return [r.left + r.width / 2, r.top + r.height / 2]; })()`, square))
	return at[0], at[1]
}

// play clicks a move.
func (p *tab) play(move string) {
	p.t.Helper()
	for _, square := range []string{move[:2], move[2:]} {
		x, y := p.point(square)
		p.run(chromedp.MouseClickXY(x, y))
	}
}

// moves returns the moves up to the current one.
func (p *tab) moves() string {
	p.t.Helper()
	return js[string](p, "chuhe.game.movesTo()")
}

func (p *tab) text(selector string) string {
	p.t.Helper()
	return js[string](p, fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", selector))
}

// shoot saves a screenshot.
func (p *tab) shoot(name string) {
	p.t.Helper()
	p.run(chromedp.Sleep(300 * time.Millisecond))
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	require.NoError(p.t, err)
	require.NoError(p.t, os.WriteFile(filepath.Join(*shots, name), png, 0o666))
}

// TestScreenshots makes the pictures of the READMEs.
func TestScreenshots(t *testing.T) {
	if *shots == "" {
		t.Skip("no -shots")
	}
	evaluation, err := evals.Default()
	require.NoError(t, err)
	_, url := startServer(t, config{evaluation: evaluation, hash: 32})
	moves := "#moves=" + strings.ReplaceAll("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0c2 f9e8", " ", "")
	p := newTab(t, url+moves, 1280, 860)
	p.settle()
	p.shoot("board.png")
	p = newTab(t, url+moves, 390, 844)
	p.settle()
	p.shoot("board-phone.png")
}
