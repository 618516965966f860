package web

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
	"chuhe/search/level"
)

var static = flag.Bool("static", false, "test the page that needs no server, in place of the page of a server; with -long")

// startPage returns the address of the page: of a server of its own, or under -static of
// the page without one.
func startPage(t *testing.T, c config) (url string) {
	t.Helper()
	if *static {
		_, url = serveStatic(t)
		return url
	}
	_, url = startServer(t, c)
	return url
}

// staticFiles is the folder that staticFolder has made, which TestMain removes.
var staticFiles string

// staticFolder returns a folder with the page that needs no server, made once. Making it
// takes minutes on a slow machine, so only a long run of the tests does.
var staticFolder = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "chuhe-static-test")
	if err != nil {
		return "", err
	}
	staticFiles = folder
	c := exec.Command("go", "run", "-pgo=off", "./static", "-quick", "-o", folder)
	c.Stderr = os.Stderr
	return folder, c.Run()
})

// staticPage returns the folder of staticFolder, and skips a test that is not to run long.
func staticPage(t *testing.T) string {
	t.Helper()
	if !testpos.Long() {
		t.Skip("compiles the server for the browser: run with -args -long")
	}
	folder, err := staticFolder()
	require.NoError(t, err)
	return folder
}

// serveStatic serves the page that needs no server below a folder of a plain file server.
func serveStatic(t *testing.T) (server *httptest.Server, url string) {
	t.Helper()
	folder := staticPage(t)
	server = httptest.NewServer(http.StripPrefix("/some/where", http.FileServer(http.Dir(folder))))
	t.Cleanup(server.Close)
	return server, server.URL + "/some/where/"
}

// TestStaticInBrowser plays against the engine inside the page and analyses, and does so
// again when the file server is gone.
func TestStaticInBrowser(t *testing.T) {
	t.Parallel()
	server, url := serveStatic(t)
	p := newTab(t, url+"icon.svg", 390, 844)
	p.before("{ window.asked = 0; navigator.storage.persist = async () => void asked++; }")
	p.quicken(url, "")
	assert.Zero(t, js[int](p, "asked"), "nothing to keep yet")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	assert.Equal(t, 1, js[int](p, "asked"), "the browser is asked to keep games")
	assert.Equal(t, 1, js[int](p, "document.querySelectorAll('meta[http-equiv=Content-Security-Policy]').length"))

	if *axe != "" {
		p.inspect("the page that needs no server")
	}

	p.click("#analyse")
	p.until("chuhe.analysis.data?.depth > 3")
	depth := js[int](p, "chuhe.analysis.data.depth")
	p.until("chuhe.analysis.data.nodes > 30000")
	assert.GreaterOrEqual(t, js[int](p, "chuhe.analysis.data.depth"), depth)
	begin := time.Now()
	p.click("#analyse")
	p.play(js[string](p, "chuhe.info.legal[0]")) // to which the engine has an answer once it has stopped
	p.until("chuhe.game.current.ply === 4 && chuhe.humanTurn")
	t.Logf("the end of the analysis and the answer to a move took %v", time.Since(begin).Round(time.Millisecond))

	p.until("navigator.serviceWorker.controller")
	server.Close()
	moves := p.moves()
	p.reload()
	assert.Equal(t, moves, p.moves(), "the game is kept")
	p.click("#new-game")
	p.click("#start")
	p.until("chuhe.game.current.ply === 0 && chuhe.humanTurn")
	p.play("b2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.speak("zh-Hans")

	// Another program shares a file.
	p.do(`{ const form = new FormData(); form.append('text', 'look'); form.append('file', new File([%q], 'café.pgn'));
		fetch('./', { method: 'POST', body: form, redirect: 'manual' }).then(() => (window.shared = true)); }`, cup)
	p.until("window.shared")
	p.run(chromedp.Navigate(url + "?shared"))
	p.until("document.querySelector('#file-name')?.value === 'café' && chuhe.info")
	assert.Len(t, p.chapters(), 3)
	p.allowed = "/shared"
	assert.Equal(t, 404, js[int](p, "fetch('shared').then((r) => r.status)"), "it is opened once")
}

// TestStaticLoadingInBrowser opens the page while the engine is on its way: the board takes the
// first move, and shows the game of a link. The engine answers before it has its network.
func TestStaticLoadingInBrowser(t *testing.T) {
	t.Parallel()
	folder := staticPage(t)
	files := http.FileServer(http.Dir(folder))
	arrives := map[string]chan struct{}{"/engine.bin": make(chan struct{}), "/network.bin": make(chan struct{})}
	breaks := map[string]*atomic.Int32{"/engine.bin": {}, "/network.bin": {}} // how often a file does not come
	breaks["/engine.bin"].Store(2)
	breaks["/network.bin"].Store(1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if left, ok := breaks[r.URL.Path]; ok && left.Add(-1) >= 0 {
			http.Error(w, "the line is down", http.StatusBadGateway)
			return
		}
		if late, ok := arrives[r.URL.Path]; ok {
			select {
			case <-late:
			case <-r.Context().Done():
			}
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close) // after the page that waits
	p := newTab(t, server.URL+"/", 390, 844)
	p.allowed = ".bin" // which are not there at first
	p.settle()
	p.until("chuhe.humanTurn && !document.getElementById('loading')") // the first try is over
	p.play("h2e2")
	p.status("did not load")
	p.click("#take-back")
	p.until("chuhe.humanTurn")
	assert.Len(t, js[[]string](p, "chuhe.info.legal"), 44)
	p.click("#new-game")
	assert.Equal(t, level.Steps, js[int](p, "document.querySelectorAll('#level option').length"))
	p.do("document.querySelector('dialog[open]').close()")
	p.do("chuhe.game.seed = 1") // the answer leaves the knight its moves
	p.play("h2e2")
	p.until("chuhe.thinking && document.querySelector('#loading progress')")
	assert.Contains(t, p.text("#loading"), "Loading the engine")
	q := newTab(t, server.URL+"/#fen=3k5/9/9/9/9/9/9/3R5/9/5K3_b&moves=d9e9", 390, 844)
	q.click("#back")
	q.until("chuhe.game.current.ply === 0")
	close(arrives["/engine.bin"])
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	assert.Contains(t, p.text("#loading"), "Levels 1 to 7 play already")
	if *axe != "" {
		p.inspect("a network on its way")
	}
	p.click("#hint") // which needs the network
	p.until("chuhe.thinking")
	// The board stays where it is when the note goes, under a finger that drags.
	p.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	x, y := p.point("h0")
	toX, toY := p.point("g2")
	p.touch(input.DispatchTouchEventTypeTouchStart, x, y)
	p.touch(input.DispatchTouchEventTypeTouchMove, (x+toX)/2, (y+toY)/2)
	close(arrives["/network.bin"])
	p.status("Hint: ")
	p.until("!document.querySelector('#loading')")
	p.touch(input.DispatchTouchEventTypeTouchMove, toX, toY)
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	p.until("chuhe.game.current.ply >= 3")
	assert.Contains(t, p.moves(), "h0g2")
}

// TestStaticScreenshots makes the pictures of docs/page.md: a phone opens the page, and goes on
// when the file server is gone.
func TestStaticScreenshots(t *testing.T) {
	if *shots == "" {
		t.Skip("no -shots")
	}
	server, url := serveStatic(t)
	p := quick(t, url, "", 390, 844)
	p.do("chuhe.set({ level: 5 })")
	p.speak("zh-Hans")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn && navigator.serviceWorker.controller")
	server.Close()
	p.reload()
	p.play("h0g2")
	p.until("chuhe.game.current.ply === 4 && chuhe.humanTurn")
	p.click("#hint")
	p.until("document.querySelector('.arrow.hint')")
	p.shoot("page-play.png")
	p.click("#analyse")
	p.until("chuhe.analysis.data?.depth > 11")
	p.do("document.querySelector('#status').scrollIntoView()")
	p.shoot("page-analysis.png")
	p.click("#analyse")
	p.do("scrollTo(0, 0)")
	p.click("#puzzles")
	p.until("chuhe.puzzles.state === 'solve'")
	p.shoot("page-puzzle.png")
	p.do("chuhe.course.start({ id: 'R2' })")
	p.until("chuhe.course.state === 'try'")
	p.shoot("page-course.png")
}

// TestStaticUpdateInBrowser puts a new version on the file server while a game is open: half
// of it is not taken up, and all of it only when no page has the old one.
func TestStaticUpdateInBrowser(t *testing.T) {
	t.Parallel()
	folder, counted := t.TempDir(), map[string]int{}
	var mu sync.Mutex
	loads := func(name string) int {
		mu.Lock()
		defer mu.Unlock()
		return counted[name]
	}
	require.NoError(t, os.CopyFS(folder, os.DirFS(staticPage(t))))
	files := http.FileServer(http.Dir(folder))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		counted[r.URL.Path]++
		mu.Unlock()
		files.ServeHTTP(w, r)
	}))
	defer server.Close()
	// change replaces a text in a file, and returns the sums of the file before and after.
	change := func(name, old, now string) (before, after string) {
		at := filepath.Join(folder, name)
		content, err := os.ReadFile(at)
		require.NoError(t, err)
		require.Contains(t, string(content), old)
		changed := bytes.ReplaceAll(content, []byte(old), []byte(now))
		require.NoError(t, os.WriteFile(at, changed, 0o666))
		return fmt.Sprintf("%x", sha256.Sum256(content)), fmt.Sprintf("%x", sha256.Sum256(changed))
	}

	url := server.URL + "/"
	p := quick(t, url, "", 390, 844)
	p.until("navigator.serviceWorker.controller && chuhe.humanTurn")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	moves, engines := p.moves(), loads("/engine.bin")

	// waits looks for a new version once, and reports whether one is ready to be taken up.
	waits := func() bool {
		const ready = "navigator.serviceWorker.ready.then("
		js[bool](p, ready+"(r) => r.update()).then(() => true, () => false)")
		for deadline := time.Now().Add(time.Minute); js[bool](p, ready+"(r) => Boolean(r.installing))"); time.Sleep(20 * time.Millisecond) {
			require.True(t, time.Now().Before(deadline), "still installing")
		}
		return js[bool](p, ready+"(r) => Boolean(r.waiting))")
	}
	version := "document.body.dataset.version ?? ''"
	old, now := change("index.html", "<body>", `<body data-version="2">`)
	change("sw.js", old, now)
	change("sw.js", "const version = '", "const version = '2")
	old, now = change("icon.svg", "#b3261e", "#b3261f")
	change("sw.js", old, now)
	change("icon.svg", "#b3261f", "#b3261e") // the new one is still on its way
	icons := loads("/icon.svg")
	for deadline := time.Now().Add(time.Minute); loads("/icon.svg") == icons; {
		require.True(t, time.Now().Before(deadline), "the new version is looked at")
		assert.False(t, waits(), "half a version")
	}
	assert.False(t, waits(), "half a version")
	p.reload()
	assert.Empty(t, js[string](p, version))

	change("icon.svg", "#b3261e", "#b3261f")
	for deadline := time.Now().Add(time.Minute); !waits(); {
		// A reload looks for a new version too, and may have seen the old icon.
		require.True(t, time.Now().Before(deadline), "the whole version is ready")
	}
	p.until("document.querySelector('#update button')")
	if *axe != "" {
		p.inspect("a new version")
	}
	assert.Contains(t, p.text("#update"), "A new version is ready.")
	q := p.twin(url)
	q.settle()
	q.until("document.querySelector('#update')")
	assert.Contains(t, q.text("#update"), "close the other pages of the board")
	assert.Empty(t, js[string](q, version), "another page has the old one")
	q.run(chromedp.Navigate("about:blank"))
	for deadline := time.Now().Add(time.Minute); js[string](p, version) != "2"; {
		require.True(t, time.Now().Before(deadline), "the new version is taken up")
		p.run(chromedp.Reload()) // more than once if the browser is slow to close a page
		p.settle()
	}
	assert.Equal(t, moves, p.moves(), "the game is kept")
	assert.Equal(t, engines, loads("/engine.bin"), "what has not changed is not loaded again")
}

// inNode returns a command that runs a program compiled for the browser in Node, which also
// has the kernels of the page.
func inNode(t *testing.T, program string, args ...string) *exec.Cmd {
	t.Helper()
	folder, node := staticPage(t), nodeProgram(t)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	preload, err := filepath.Abs("static/node.cjs")
	require.NoError(t, err)
	c := exec.Command(node, append([]string{"--stack-size=8192", "--require", preload,
		filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), program}, args...)...)
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "CHUHE_PAGE=" + folder} // of which Go's loader takes little
	return c
}

// compileFor runs the go command for a system, or for this one if it has no name. With
// -trimpath what .ci/run cross has compiled for js/wasm comes from the cache.
func compileFor(t *testing.T, system string, args ...string) {
	t.Helper()
	c := exec.Command("go", args...)
	if system, processor, named := strings.Cut(system, "/"); named {
		c.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+processor)
	}
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// TestStaticKernels compares the kernels for the browser with their twins, in Node.
func TestStaticKernels(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "nnue.test.wasm")
	c := inNode(t, program, "-test.run", "Kernels|Twins|Evaluat")
	compileFor(t, "js/wasm", "test", "-c", "-trimpath", "-pgo=off", "-tags", "kernels", "-o", program, "chuhe/eval/nnue")
	c.Dir = filepath.Join("..", "eval", "nnue")
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), "PASS")
}

// TestStaticCharsets compares the encodings of the browser with the tables of the program, in
// Node.
func TestStaticCharsets(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "charset.test.wasm")
	c := inNode(t, program, "-test.v")
	compileFor(t, "js/wasm", "test", "-c", "-trimpath", "-pgo=off", "-o", program, "chuhe/internal/charset")
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), "PASS: TestTables")
}

// TestStaticBench asserts that the engine searches the same tree when it is compiled for the
// browser, and logs how fast it does so on this system, with the kernels and without.
func TestStaticBench(t *testing.T) {
	_, _ = staticPage(t), nodeProgram(t) // which skip the test
	folder := t.TempDir()
	// bench returns the nodes that a program counts.
	bench := func(t *testing.T, c *exec.Cmd) string {
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
		found := regexp.MustCompile(`(?m)^(\d+) nodes \d+ nps$`).FindStringSubmatch(string(out))
		require.NotNil(t, found, "%s", out)
		t.Logf("%s, %v of processor time", found[0], c.ProcessState.UserTime().Round(10*time.Millisecond))
		return found[1]
	}
	native := filepath.Join(folder, "native")
	compileFor(t, "", "build", "-pgo=off", "-o", native, "chuhe")
	want := bench(t, exec.Command(native, "bench"))
	for name, tags := range map[string]string{"kernels": "kernels", "plain": ""} {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(folder, name)
			compileFor(t, "js/wasm", "build", "-trimpath", "-pgo=off", "-tags", tags, "-o", program, "chuhe")
			assert.Equal(t, want, bench(t, inNode(t, program, "bench")))
		})
	}
}
