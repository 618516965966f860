package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
	"chuhe/lang"
	"chuhe/search"
	"chuhe/search/level"
)

// startServer serves on a free port of loopback until the test ends.
func startServer(t *testing.T, c config) (*server, string) {
	t.Helper()
	if *static {
		t.Skip("is about the program that serves the page, or stands in for it: under -static there is none")
	}
	if c.processors == 0 {
		c.processors = 2
	}
	if c.positions == 0 {
		c.positions = mostPositions
	}
	if c.hash == 0 {
		c.hash = 4
	}
	if c.evaluation == nil {
		c.evaluation = eval.Classical{}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := newServer(c, listener.Addr())
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		assert.NoError(t, <-ended)
	})
	return s, "http://" + listener.Addr().String() + "/"
}

// post sends a request and returns the status and the body.
func post(t *testing.T, url, body string, headers ...string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			request.Host = headers[i+1]
		}
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(text)
}

// ask posts a request that succeeds and returns the last line of the answer.
func ask[T any](t *testing.T, url, body string) (value T) {
	t.Helper()
	status, text := post(t, url, body)
	require.Equal(t, http.StatusOK, status, text)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &value), text)
	return value
}

const mateInOne = "3k5/R8/9/9/8p/9/9/9/9/1R3K3 w"

func TestMove(t *testing.T) {
	_, url := startServer(t, config{})
	for step := 1; step <= level.Steps; step++ {
		body := fmt.Sprintf(`{"moves":"h2e2","level":%d,"seed":7,"time":50}`, step)
		m := ask[moveLine](t, url+"api/move", body)
		p := ask[positionReply](t, url+"api/position", `{"moves":"h2e2 `+m.Text.Move+`"}`)
		assert.Len(t, p.Line, 2, "level %d", step)
	}
	// A mate in one is found at full strength, and by a hint.
	for _, purpose := range []string{`"level":13`, `"purpose":"hint"`} {
		m := ask[moveLine](t, url+"api/move", `{"start":"`+mateInOne+`","time":200,`+purpose+`}`)
		assert.Equal(t, "b0b9", m.Text.Move)
		assert.Equal(t, 1, m.Score.Mate)
		assert.InDelta(t, 1, m.Score.Red, 0)
	}
	// Whoever is far ahead gets the draw that it offers, but not in the first twenty moves;
	// the other side does not.
	for turn, want := range map[string]bool{"w - - 0 21": true, "w - - 0 20": false, "w": false, "b - - 0 21": false} {
		m := ask[moveLine](t, url+"api/move", `{"start":"4k4/9/9/9/9/9/9/9/4A4/R2AK4 `+turn+`","purpose":"offer","time":50}`)
		assert.Equal(t, want, m.Accept, turn)
	}
}

func TestSameSeedSameMove(t *testing.T) {
	_, url := startServer(t, config{processors: 1})
	seen := map[string]bool{}
	for seed := range 12 {
		body := fmt.Sprintf(`{"level":1,"seed":%d}`, seed)
		first := ask[moveLine](t, url+"api/move", body)
		assert.Equal(t, first.Text, ask[moveLine](t, url+"api/move", body).Text)
		seen[first.Text.Move] = true
	}
	assert.Greater(t, len(seen), 2, "seeds vary the opening")
}

func TestBadRequests(t *testing.T) {
	_, url := startServer(t, config{})
	for _, c := range []struct {
		path, body, code, want string
		status                 int
	}{
		{"position", `{`, "json", "not a request", 400},
		{"position", `{} {}`, "json", "text after the value", 400},
		{"position", `{"foo":1}`, "json", `unknown field`, 400},
		{"position", `{"rules":"mine"}`, "rules", "unknown set of rules", 400},
		{"position", `{"limit":-5}`, "limit", "want -1 to 10000", 400},
		{"position", `{"moves":"h2e9"}`, "illegal", "h2e9", 400},
		{"position", `{"moves":"xx"}`, "move", "ply 1", 400},
		{"position", `{"start":"9/9/9/9/9/9/9/9/9/9 w"}`, "kings", "general", 400},
		{"position", `{"start":"4k4/9/9/9/9/9/9/9/9/4K4 w"}`, "facing", "face", 400},
		{"position", `{"start":"4k4/9/9/9/4P4/9/4P4/9/9/3K5 w","moves":"e3e4"}`, "", "", 400},
		{"position", `{"start":"3k5/9/9/9/9/9/P8/9/P8/4K4 w"}`, "pawnPoint", "soldier", 400},
		{"position", `{"start":"<script>alert(1)</script>"}`, "fen", "unknown letter", 400},
		{"move", `{"level":0}`, "level", "want 1 to 13", 400},
		{"move", `{"level":3,"time":-1}`, "time", "want 0 to 604800000", 400},
		{"move", `{"level":3,"time":9300000000000}`, "time", "want 0 to 604800000", 400},
		{"move", `{"level":3,"clock":9223372036854775807}`, "time", "want 0 to 604800000", 400},
		{"move", `{"level":3,"clock":1000,"increment":9223372036854775807}`, "time", "want 0 to 604800000", 400},
		{"move", `{"purpose":"fly"}`, "purpose", "want move, hint or offer", 400},
		{"analyse", `{"lines":99}`, "lines", "want 1 to 8", 400},
		{"analyse", `{"without":["zz"]}`, "move", "zz", 400},
		{"analyse", `{"threads":-1}`, "threads", "want 0 or more", 400},
		{"move", `{"start":"3k5/3R5/3R5/9/9/9/9/9/9/4K4 b","level":2}`, "over", "no legal move", 400},
		{"position", `{"moves":"` + strings.Repeat("h2e2 ", 10_000) + `"}`, "long", "more than 3000", 413},
		{"position", `{"start":"` + strings.Repeat("9", 10<<20) + `"}`, "large", "more than", 413},
		{"review", `{}`, "empty", "no move", 400},
		{"review", `{"moves":"h2e2","nodes":1}`, "nodes", "want 500 to 2000000", 400},
		{"review", `{"moves":"h2e2","result":"won"}`, "result", "want 1-0", 400},
		{"attempt", `{"best":"h2e2","played":"b2e2","tried":"h2"}`, "move", "h2", 400},
		{"attempt", `{"best":"h2e2","played":"b2e2","tried":"h2g9"}`, "illegal", "illegal move: h2g9", 400},
		{"import", `{"data":"!!"}`, "json", "illegal base64", 400},
		{"import", `{"data":""}`, "file", "empty", 400},
		{"export", `{"document":{"start":"x","nodes":[]},"format":"pgn"}`, "fen", "unknown letter", 400},
		{"export", `{"document":{"start":"` + board.StartFEN + `","nodes":[[-1,"","",[]],[5,"h2e2","",[]]],"result":"*"},"format":"pgn"}`, "nodes", "want one before it", 400},
		{"export", `{"document":{"start":"` + board.StartFEN + `","nodes":[[-1,"","",[]],[0,"h2e9","",[]]],"result":"*"},"format":"pgn"}`, "illegal", "h2e9", 400},
		{"export", `{"document":{"start":"` + board.StartFEN + `","nodes":[[-1,"","",[]]],"result":"won"},"format":"pgn"}`, "result", "want 1-0", 400},
	} {
		status, text := post(t, url+"api/"+c.path, c.body)
		name := c.path + " " + c.body[:min(len(c.body), 80)]
		if c.code == "" {
			assert.NotEqual(t, 500, status, name)
			continue
		}
		assert.Equal(t, c.status, status, "%s: %s", name, text)
		var e errorReply
		require.NoError(t, json.Unmarshal([]byte(text), &e), text)
		assert.Equal(t, c.code, e.Code, "%s: %s", name, text)
		assert.Contains(t, e.Error, c.want, name)
	}
	for _, path := range []string{"position", "move", "analyse", "review", "attempt", "win", "ending", "import", "export", "explore", "game"} {
		status, text := post(t, url+"api/"+path, `{"moves":7}`)
		assert.Equal(t, 400, status, "%s: %s", path, text)
		assert.Contains(t, text, `"code":"json"`, path)
	}
}

// TestFENFaults asks for the code, the square and the piece with which the page says what
// is wrong with a position.
func TestFENFaults(t *testing.T) {
	_, url := startServer(t, config{})
	for fen, want := range map[string]errorReply{
		"3k5/9/9/9/9/9/9/9/9/P3K4 w":  {Code: "pawnPoint", Square: "a0", Piece: "P"},
		"4k4/9/9/9/9/9/9/9/9/4K4 w":   {Code: "facing", Square: "e0", Piece: "K"},
		"r3k4/9/9/9/9/9/9/9/9/9 w":    {Code: "kings"},
		"3k5/9/2H6/9/9/9/9/9/9/4K4 w": {Code: "inCheck", Square: "c7", Piece: "N"},
		"3k5/9/9/4q4/9/9/9/9/9/4K4 w": {Code: "fen"},
		"3k5/9/9/9/9/9/9/9/9/4K4 w x": {Code: "fen"},
	} {
		status, text := post(t, url+"api/position", `{"start":"`+fen+`"}`)
		assert.Equal(t, 400, status, fen)
		var got errorReply
		require.NoError(t, json.Unmarshal([]byte(text), &got), text)
		got.Error = ""
		assert.Equal(t, want, got, fen)
	}
}

// TestFirstBadMove asks for the ply of a move that cannot be played: the page shows the moves
// in front of it.
func TestFirstBadMove(t *testing.T) {
	_, url := startServer(t, config{})
	for moves, want := range map[string]int{"xx": 1, "h2e2 xx h9g7": 2, "h2e2 h9g7 h2e2": 3} {
		_, text := post(t, url+"api/position", `{"moves":"`+moves+`"}`)
		var e errorReply
		require.NoError(t, json.Unmarshal([]byte(text), &e), text)
		assert.Equal(t, want, e.Ply, text)
	}
}

// TestOtherSites sends what pages of other sites can send.
func TestOtherSites(t *testing.T) {
	_, url := startServer(t, config{})
	port := regexp.MustCompile(`:(\d+)/`).FindStringSubmatch(url)[1]
	own := "127.0.0.1:" + port
	for _, c := range []struct {
		headers []string
		want    int
	}{
		{nil, 200},
		{[]string{"Origin", "http://" + own}, 200},
		{[]string{"Origin", "http://" + own, "Sec-Fetch-Site", "same-origin"}, 200},
		{[]string{"Host", "localhost:" + port}, 200},
		{[]string{"Host", "[::1]:" + port}, 200},
		{[]string{"Origin", "http://evil.example"}, 403},
		{[]string{"Origin", "null"}, 403},
		{[]string{"Sec-Fetch-Site", "cross-site"}, 403},
		{[]string{"Sec-Fetch-Site", "same-site"}, 403},
		{[]string{"Origin", "http://127.0.0.1:1"}, 403},
		{[]string{"Host", "evil.example:" + port}, 421},
		{[]string{"Host", "evil.example:" + port, "Origin", "http://evil.example:" + port, "Sec-Fetch-Site", "same-origin"}, 421},
		{[]string{"Host", "127.0.0.1"}, 421},
		{[]string{"Host", "192.168.0.1:" + port}, 421},
		{[]string{"Host", "127.0.0.1.evil.example:" + port}, 421},
		{[]string{"Content-Type", "text/plain"}, 415},
		{[]string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
	} {
		status, text := post(t, url+"api/position", `{}`, c.headers...)
		assert.Equal(t, c.want, status, "%q: %s", c.headers, text)
	}
	for _, path := range []string{"api/position", "api/move", "api/analyse", "../go.mod", "page/app.js", "%2e%2e/server.go", "app.js/"} {
		response, err := http.Get(url + path)
		require.NoError(t, err)
		response.Body.Close()
		assert.GreaterOrEqual(t, response.StatusCode, 400, path)
	}
}

// TestWrongAddress types an address that the board does not answer to: it says so in the language
// of the browser.
func TestWrongAddress(t *testing.T) {
	s := newServer(config{}, &net.TCPAddr{IP: net.IPv4zero, Port: 80})
	for accepted, want := range map[string]lang.Lang{
		"": "en", "en-GB,en;q=0.5": "en", "vi-VN,vi;q=0.9,en;q=0.8": "vi", "zh-CN": "zh-Hans", "qaa, zh-TW;q=0.7": "zh-Hant", "*": "en",
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "http://evil.example/", nil)
		r.Header.Set("Accept-Language", accepted)
		s.handler().ServeHTTP(w, r)
		assert.Equal(t, http.StatusMisdirectedRequest, w.Code)
		assert.Equal(t, want.Say("page.error-host")+"\n", w.Body.String(), accepted)
		assert.Equal(t, "text/plain; charset=utf-8", w.Header().Get("Content-Type"))
	}
}

func TestHosts(t *testing.T) {
	all := hostsOf(&net.TCPAddr{IP: net.IPv4zero, Port: 80})
	assert.True(t, all.allow("192.168.0.7"))
	assert.True(t, all.allow("localhost:80"))
	assert.False(t, all.allow("evil.example"))
	name, err := os.Hostname()
	require.NoError(t, err)
	assert.True(t, all.allow(name+":80"))
	one := hostsOf(&net.TCPAddr{IP: net.ParseIP("192.168.0.7"), Port: 8080})
	assert.True(t, one.allow("192.168.0.7:8080"))
	assert.False(t, one.allow("192.168.0.8:8080"))
	assert.Equal(t, "192.168.0.7:8080", one.want())
	assert.Equal(t, "the address of this machine with port 80", all.want())
}

// TestOwnName asserts that a page of another machine has no header that its browser complains of.
func TestOwnName(t *testing.T) {
	s := newServer(config{}, &net.TCPAddr{IP: net.IPv4zero, Port: 80})
	for host, own := range map[string]bool{"localhost": true, "LOCALHOST:80": true, "127.0.0.1": true, "[::1]": true, "[::1]:80": true, "192.168.0.7": false} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = host
		s.handler().ServeHTTP(w, r)
		assert.Equal(t, http.StatusOK, w.Code, host)
		assert.Equal(t, own, w.Header().Get("Cross-Origin-Opener-Policy") == "same-origin", host)
	}
}

func TestPage(t *testing.T) {
	_, url := startServer(t, config{})
	total, catalogue := 0, 0 // a page loads one catalogue
	for name := range pageFiles() {
		response, err := http.Get(url + name)
		require.NoError(t, err)
		content, err := io.ReadAll(response.Body)
		response.Body.Close()
		require.NoError(t, err)
		switch {
		case name == puzzleFile: // which waits until somebody wants to solve puzzles
		case strings.HasPrefix(name, "lang/"):
			catalogue = max(catalogue, len(content))
		default:
			total += len(content)
		}
		h := response.Header
		assert.Equal(t, types[filepath.Ext(name)], h.Get("Content-Type"))
		assert.Contains(t, h.Get("Content-Security-Policy"), "default-src 'none'; script-src 'self'; style-src 'self'")
		assert.NotContains(t, h.Get("Content-Security-Policy"), "unsafe")
		assert.Equal(t, "nosniff", h.Get("X-Content-Type-Options"))

		request, err := http.NewRequest(http.MethodGet, url+name, nil)
		require.NoError(t, err)
		request.Header.Set("If-None-Match", h.Get("ETag"))
		response, err = http.DefaultClient.Do(request)
		require.NoError(t, err)
		response.Body.Close()
		assert.Equal(t, http.StatusNotModified, response.StatusCode, name)
	}
	total += catalogue
	t.Logf("the page has %d KB", total>>10)
	assert.Less(t, total, 390<<10, "weight of the page")
	assert.Contains(t, pageFiles(), "app.js")
	index := string(pageFiles()["index.html"]().Content)
	assert.NotContains(t, index, "viewport-fit", "the camera of a phone on its side would cover the board")
	for _, l := range lang.All() {
		assert.Contains(t, index, `{"code":"`+string(l)+`","name":"`+l.Say("language.name")+`","pieces":"`+l.Say("language.pieces")+`","notation":"`+l.Say("language.notation")+`"}`)
		assert.Contains(t, index, "<p>"+l.Say("language.noScript")+"</p>")
		assert.Contains(t, pageFiles(), "lang/"+string(l)+".json")
	}
	for name, made := range pageFiles() {
		file := made()
		assert.NotRegexp(t, `\sstyle=|\son[a-z]+=|innerHTML|insertAdjacentHTML|document\.write`, string(file.Content), name)
		assert.NotRegexp(t, `https?://[^ "']*\.(js|css|woff2?)`, string(file.Content), name)
	}
}

// TestPoolKeepsEngines asserts that an engine serves one request after another: its
// table stays warm, and no memory is lost.
func TestPoolKeepsEngines(t *testing.T) {
	p := newPool(1, 1)
	defer p.close()
	o := search.DefaultOptions()
	o.Hash = 1
	var first *search.Engine
	for lines := range 4 {
		o.MultiPV = lines + 1
		e, err := p.acquire(t.Context(), client{}, o, false, nil)
		require.NoError(t, err)
		if first == nil {
			first = e
		}
		assert.Same(t, first, e)
		p.release(e)
	}
	assert.Equal(t, 1, p.made)
}

// TestLoad has many pages analyse at once on two processors, while others play, review
// and ask about positions: each is answered or asked to wait, memory stays within
// bounds, and afterwards nothing is left behind. With -long it takes a minute.
func TestLoad(t *testing.T) {
	before, memory := runtime.NumGoroutine(), residentMemory()
	pages, length := testpos.Rounds(20, 50, 50), time.Duration(testpos.Rounds(2, 3, 60))*time.Second
	s, url := startServer(t, config{hash: 1})
	ctx, cancel := context.WithTimeout(t.Context(), length+time.Minute)
	defer cancel()
	client := &http.Client{Transport: &http.Transport{}}
	// stream sends a request and passes the lines of its answer on.
	stream := func(path, body string, line func(text []byte)) {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"api/"+path, strings.NewReader(body))
		if !assert.NoError(t, err) {
			return
		}
		request.Header.Set("Content-Type", "application/json")
		response, err := client.Do(request)
		if ctx.Err() != nil {
			return
		}
		if !assert.NoError(t, err) {
			return
		}
		defer response.Body.Close()
		assert.Equal(t, http.StatusOK, response.StatusCode, path)
		for scanner := bufio.NewScanner(response.Body); scanner.Scan(); {
			line(scanner.Bytes())
		}
	}
	var answered, analysed, moves, positions atomic.Int32
	var group sync.WaitGroup
	for i := range pages {
		group.Go(func() {
			first, depth := true, false
			path, body := "analyse", `{"lines":2}`
			if i%10 == 9 {
				path, body = "review", `{"moves":"h2e2 h9g7 h0g2 i9h9","nodes":100000}`
			}
			stream(path, body, func(text []byte) {
				if first {
					answered.Add(1)
				}
				first = false
				if !depth && !bytes.Contains(text, []byte(`"wait"`)) {
					depth = true
					analysed.Add(1)
				}
			})
		})
	}
	group.Go(func() {
		for ctx.Err() == nil {
			stream("move", `{"level":2}`, func(text []byte) {
				if bytes.Contains(text, []byte(`"text"`)) {
					moves.Add(1)
				}
			})
			stream("position", `{"moves":"h2e2"}`, func([]byte) { positions.Add(1) })
		}
	})
	// It ends after its time, or later where the machine has other work.
	time.Sleep(length)
	assert.Eventually(t, func() bool { return int(answered.Load()) == pages && analysed.Load() >= 2 && moves.Load() > 0 }, time.Minute, 10*time.Millisecond)
	cancel()
	group.Wait()
	client.CloseIdleConnections()
	http.DefaultClient.CloseIdleConnections()
	assert.EqualValues(t, pages, answered.Load(), "each is answered, or given its place in the queue")
	assert.GreaterOrEqual(t, analysed.Load(), int32(2))
	assert.Positive(t, moves.Load(), "moves are not kept waiting by analyses")
	grown := residentMemory() - memory
	t.Logf("%d pages, %d had an engine within %v; %d moves, %d positions; memory grew by %d MiB", pages, analysed.Load(), length, moves.Load(), positions.Load(), grown>>20)
	assert.Less(t, grown, int64(100<<20))
	assert.Eventually(t, func() bool { return s.pool.busy() == 0 }, time.Minute, 10*time.Millisecond)
	assert.LessOrEqual(t, s.pool.made, 3, "one for each processor, and one for moves")
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+8 }, time.Minute, 50*time.Millisecond, "goroutines are left behind")
}

// residentMemory returns the memory of this process in bytes, 0 where the system does
// not say.
func residentMemory() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var all, resident int64
	if _, err := fmt.Sscan(string(text), &all, &resident); err != nil {
		return 0
	}
	return resident * int64(os.Getpagesize())
}

// TestHalfOpen opens connections that never finish their request: others are served,
// and the half-open ones are closed.
func TestHalfOpen(t *testing.T) {
	t.Parallel() // it waits
	_, url := startServer(t, config{})
	address := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
	var conns []net.Conn
	for i := range 100 {
		c, err := net.Dial("tcp", address)
		require.NoError(t, err)
		defer c.Close()
		if i%2 == 0 {
			_, err = io.WriteString(c, "POST /api/position HTTP/1.1\r\nHost: "+address+"\r\n")
			require.NoError(t, err)
		}
		conns = append(conns, c)
	}
	assert.Len(t, ask[positionReply](t, url+"api/position", `{}`).Legal, 44)
	if testing.Short() {
		return
	}
	require.NoError(t, conns[0].SetReadDeadline(time.Now().Add(headerTime+20*time.Second)))
	_, err := io.ReadAll(conns[0])
	assert.NoError(t, err, "closed by the server")
}

// TestErrorLanguages asserts that errors about files and positions come in the language
// of the request.
func TestErrorLanguages(t *testing.T) {
	_, url := startServer(t, config{})
	file := func(text string) string {
		body, err := json.Marshal(map[string]any{"data": []byte(text), "lang": "LANG"})
		require.NoError(t, err)
		return string(body)
	}
	for _, c := range []struct{ path, body, en, hans, hant string }{
		{"import", file("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"), "a game of Western chess", "国际象棋", "西洋棋"},
		{"import", file("nonsense"), "no moves and no position were recognised in it; the program opens PGN", "没有认出着法或局面；可以打开 PGN、", "沒有認出著法或局面；可以開啟 PGN、"},
		{"import", file(""), "the file is empty", "文件是空的", "檔案是空的"},
		{"import", file("1. a0a9"), "Move 1 of Red (a0a9): the piece cannot go there", "第1回合红方（a0a9）：不合该子走法", "第1回合紅方（a0a9）：不合該子走法"},
		{"import", file("[FEN \"x\"]\n1. C2.5"), "bad FEN: unknown letter", "FEN 有误：不认识的棋子字母", "FEN 有誤：不認識的棋子字母"},
		{"position", `{"lang":"LANG","start":"x"}`, "bad FEN: unknown letter", "FEN 有误：不认识的棋子字母", "FEN 有誤：不認識的棋子字母"},
		{"position", `{"lang":"LANG","moves":"` + strings.Repeat("a0a1 ", maxMoves+1) + `"}`, "more than 3000 moves", "超过3000着", "超過3000著"},
		{"position", `{"lang":"LANG","moves":"a0a9"}`, "Move 1 of Red (R9+9): the piece cannot go there", "第1回合红方（车九进九）：不合该子走法", "第1回合紅方（車九進九）：不合該子走法"},
		{"export", `{"lang":"LANG","format":"pgn","document":{"start":"x","nodes":[],"tags":[],"result":"*"}}`, "bad FEN", "FEN 有误", "FEN 有誤"},
		{"export", `{"lang":"LANG","format":"pgn","document":{"start":"` + board.StartFEN + `","nodes":[[-1,"","",[]],[0,"a0a9","",[]]],"tags":[],"result":"*"}}`,
			"Move 1 of Red (R9+9): ", "第1回合红方（车九进九）：", "第1回合紅方（車九進九）："},
	} {
		for lang, want := range map[string]string{"en": c.en, "zh-Hans": c.hans, "zh-Hant": c.hant} {
			_, answer := post(t, url+"api/"+c.path, strings.Replace(c.body, "LANG", lang, 1))
			var e errorReply
			require.NoError(t, json.Unmarshal([]byte(answer), &e), answer)
			assert.Contains(t, e.Error, want, "%s %s", c.path, lang)
		}
	}
}
