package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
	"chuhe/game"
	"chuhe/internal/command"
	"chuhe/internal/testpos"
	"chuhe/lang"
	"chuhe/rules"
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

func TestPosition(t *testing.T) {
	_, url := startServer(t, config{})
	p := ask[positionReply](t, url+"api/position", `{}`)
	assert.Len(t, p.Legal, 44)
	assert.Equal(t, board.StartFEN, p.FEN)
	assert.Equal(t, "red", p.Side)
	assert.Equal(t, 120, p.Limit)
	assert.Nil(t, p.End)

	p = ask[positionReply](t, url+"api/position", `{"moves":"h2e2 h9g7 e2e6"}`)
	assert.Equal(t, "black", p.Side)
	names := func(chinese, traditional, vietnamese, wxf string) map[string]string {
		return map[string]string{"chinese": chinese, "traditional": traditional, "vietnamese": vietnamese, "wxf": wxf}
	}
	assert.Equal(t, []moveText{
		{"h2e2", names("炮二平五", "炮二平五", "P2-5", "C2.5"), false, false},
		{"h9g7", names("马８进７", "馬８進７", "M8.7", "h8+7"), false, false},
		{"e2e6", names("炮五进四", "炮五進四", "P5.4", "C5+4"), false, true},
	}, p.Line)

	assert.Equal(t, "Central cannon", p.Opening)
	p = ask[positionReply](t, url+"api/position", `{"moves":"b2e2 b7e7","lang":"zh-Hans"}`)
	assert.Equal(t, "顺炮局", p.Opening)
	p = ask[positionReply](t, url+"api/position", `{"moves":"a3a4"}`)
	assert.Empty(t, p.Opening)

	assert.Empty(t, p.Texts)
	for name, want := range map[string]int{"h9g7": 1, "h9g8": 0, "nonsense": 0} {
		p = ask[positionReply](t, url+"api/position", `{"moves":"h2e2","name":"`+name+`"}`)
		assert.Len(t, p.Texts, want, name)
	}
	p = ask[positionReply](t, url+"api/position", `{"moves":"h2e2","name":"h9g7"}`)
	assert.Equal(t, "h8+7", p.Texts["h9g7"].Names["wxf"])

	p = ask[positionReply](t, url+"api/position", `{"start":"4k4/9/9/9/9/9/9/9/4R4/3K5 b"}`)
	assert.Equal(t, "e9", p.Check)
	p = ask[positionReply](t, url+"api/position", `{"start":"`+mateInOne+`","moves":"b0b9","lang":"zh-Hant"}`)
	require.NotNil(t, p.End)
	assert.Equal(t, ending{Winner: "red", Kind: "checkmate", Text: "黑方被將死", Ply: 1}, *p.End)
	assert.Empty(t, p.Legal)
}

// TestRepetition plays perpetual check until it loses: the verdict is announced when
// the position has occurred twice, and the move that loses is marked before it is
// played.
func TestRepetition(t *testing.T) {
	_, url := startServer(t, config{})
	loop := []string{"d9e9", "d2e2", "e9d9", "e2d2"}
	request := func(plies int, lang string) string {
		var moves []string
		for i := range plies {
			moves = append(moves, loop[i%len(loop)])
		}
		return fmt.Sprintf(`{"start":"3k5/9/9/9/9/9/9/3R5/9/5K3 b","moves":%q,"lang":%q}`, strings.Join(moves, " "), lang)
	}
	p := ask[positionReply](t, url+"api/position", request(3, "en"))
	assert.Nil(t, p.Repeat)
	p = ask[positionReply](t, url+"api/position", request(4, "en"))
	require.NotNil(t, p.Repeat)
	assert.Equal(t, 2, p.Repeat.Count)
	assert.Equal(t, 3, p.Repeat.Needed)
	assert.Equal(t, "black", p.Repeat.End.Winner)
	assert.Equal(t, "red loses: perpetual check", p.Repeat.End.Text)
	assert.Equal(t, "from move 1 on every red move gives check", p.Repeat.End.Why)
	assert.ElementsMatch(t, loop, p.Repeat.End.Loop)
	p = ask[positionReply](t, url+"api/position", request(7, "en"))
	require.Contains(t, p.Marks, "e2d2")
	require.Len(t, p.Texts, 1)
	assert.Equal(t, "R5.6", p.Texts["e2d2"].Names["wxf"])
	assert.Equal(t, "black", p.Marks["e2d2"].Winner)
	assert.Len(t, p.Marks, 1)
	p = ask[positionReply](t, url+"api/position", request(8, "zh-Hans"))
	require.NotNil(t, p.End)
	assert.Equal(t, "black", p.End.Winner)
	assert.Contains(t, p.End.Text, "红方负：长将")
	assert.Equal(t, "第1至5回合红方着着将军", p.End.Why)
}

// TestTyped reads moves as people write them, and says what is wrong with others.
func TestTyped(t *testing.T) {
	_, url := startServer(t, config{})
	for _, text := range []string{"h2e2", "H2-E2", "C2.5", "炮二平五", "P2-5"} {
		assert.Equal(t, "h2e2", ask[positionReply](t, url+"api/position", fmt.Sprintf(`{"typed":%q}`, text)).Typed, text)
	}
	for _, text := range []string{"x", "h2e9", "C2.2", "<b>"} {
		status, answer := post(t, url+"api/position", fmt.Sprintf(`{"typed":%q}`, text))
		assert.Equal(t, 400, status, text)
		assert.Contains(t, answer, `"code":"typed"`, text)
	}
}

// TestLastChance asserts that a move is marked after which the opponent can complete a
// repetition that loses for the side to move, and that other moves are not.
func TestLastChance(t *testing.T) {
	_, url := startServer(t, config{})
	const start = `{"start":"3k5/2R6/9/9/9/9/9/9/6r2/4K1N2 w","moves":`
	p := ask[positionReply](t, url+"api/position", start+`"c8c9 d9d8 c9c8 d8d9 c8c9 d9d8"}`)
	require.Contains(t, p.Marks, "c9c8")
	assert.Equal(t, "black", p.Marks["c9c8"].Winner)
	assert.Equal(t, "red loses: perpetual check", p.Marks["c9c8"].Text)
	assert.Contains(t, p.Texts, "c9c8")
	assert.Len(t, p.Marks, 1)
	p = ask[positionReply](t, url+"api/position", start+`"c8c9 d9d8 c9c8 d8d9 c8c9 d9d8 c9c8"}`)
	assert.Equal(t, "black", p.Marks["d8d9"].Winner, "the move that completes it wins for Black")
	assert.Len(t, p.Marks, 1)
	p = ask[positionReply](t, url+"api/position", start+`"c8c9 d9d8"}`)
	assert.Empty(t, p.Marks, "too early")
}

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
	for _, path := range []string{"position", "move", "analyse", "review", "attempt", "win", "import", "export", "explore", "game"} {
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
		"": "en", "en-GB,en;q=0.5": "en", "vi-VN,vi;q=0.9,en;q=0.8": "vi", "zh-CN": "zh-Hans", "fr, zh-TW;q=0.7": "zh-Hant", "*": "en",
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

// lines opens a stream, and reads its lines until the context of the request is done.
func lines(ctx context.Context, t *testing.T, url, body string) (next func() (map[string]any, bool)) {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	t.Cleanup(func() { response.Body.Close() })
	scanner := bufio.NewScanner(response.Body)
	scanner.Buffer(nil, 1<<20)
	return func() (line map[string]any, ok bool) {
		if !scanner.Scan() {
			return nil, false
		}
		assert.NoError(t, json.Unmarshal(scanner.Bytes(), &line))
		return line, true
	}
}

// TestAnalyse asserts that an analysis streams, and that its engine is free soon after
// the request is closed.
func TestAnalyse(t *testing.T) {
	s, url := startServer(t, config{})
	ctx, cancel := context.WithCancel(t.Context())
	next := lines(ctx, t, url+"api/analyse", `{"moves":"h2e2","lines":3,"threads":2,"hash":2}`)
	var last map[string]any
	for range 3 {
		line, ok := next()
		require.True(t, ok)
		require.Contains(t, line, "lines")
		last = line
	}
	assert.Len(t, last["lines"], 3)
	assert.EqualValues(t, 2, last["threads"])
	assert.EqualValues(t, 2, last["hash"])
	assert.Equal(t, 2, s.pool.busy())
	cancel()
	begin := time.Now()
	for s.pool.busy() > 0 && time.Since(begin) < time.Minute {
		time.Sleep(time.Millisecond)
	}
	idle := time.Since(begin)
	t.Logf("the engine was idle after %v", idle)
	assert.Zero(t, s.pool.busy())
	if !overloaded() {
		assert.Less(t, idle, 3*time.Second)
	}

	// With a number of nodes it ends by itself.
	next = lines(t.Context(), t, url+"api/analyse", `{"nodes":3000}`)
	for {
		line, ok := next()
		require.True(t, ok)
		if line["end"] != nil {
			assert.Equal(t, "nodes", line["end"])
			break
		}
	}
}

// TestWaiting asserts that a request that must wait is given its place, that a move
// goes before analyses, and that analyses take turns.
func TestWaiting(t *testing.T) {
	_, url := startServer(t, config{processors: 1})
	analysing := lines(t.Context(), t, url+"api/analyse", `{}`)
	_, ok := analysing()
	require.True(t, ok)
	waiting := lines(t.Context(), t, url+"api/analyse", `{"moves":"h2e2"}`)
	line, ok := waiting()
	require.True(t, ok)
	assert.EqualValues(t, 1, line["wait"])
	m := ask[moveLine](t, url+"api/move", `{"level":1}`)
	assert.NotEmpty(t, m.Text.Move)
	for line["lines"] == nil {
		line, ok = waiting()
		require.True(t, ok)
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

func TestImportExport(t *testing.T) {
	_, url := startServer(t, config{})
	const pgn = `[Game "Chinese Chess"]
[Red "<script>alert(1)</script>"]
[Black "乙"]
[Result "1-0"]

1. C2.5 {[%cal Gh0g2] <img src=x onerror=alert(2)>} H8+7 (1... C8.5 2. H2+3) 2. H2+3 $1 R9.8 1-0
`
	body, err := json.Marshal(map[string][]byte{"data": []byte(pgn)})
	require.NoError(t, err)
	in := ask[imported](t, url+"api/import", string(body))
	require.Len(t, in.Games, 1)
	assert.Equal(t, "pgn", in.Format)
	d := in.Games[0]
	assert.Equal(t, "1-0", d.Result)
	assert.Len(t, d.Nodes, 7)
	assert.Equal(t, "<img src=x onerror=alert(2)>", d.Nodes[1].Comment)
	assert.Equal(t, []string{"Gh0g2"}, d.Nodes[1].Marks)
	assert.Nil(t, d.Nodes[2].Marks)

	for format, c := range map[string]struct {
		extension string
		nodes     int
		lost      []string
	}{
		"pgn":     {"pgn", len(d.Nodes), nil},
		"xqf":     {"xqf", len(d.Nodes), []string{game.LostCharacters, game.LostGlyphs, game.LostMarks}}, // the name is too long
		"cbr":     {"cbr", len(d.Nodes), []string{game.LostGlyphs, game.LostMarks}},
		"dhtmlxq": {"txt", len(d.Nodes), []string{game.LostGlyphs, game.LostMarks}},
		"sheet":   {"txt", 5, []string{game.LostVariations, game.LostGlyphs, game.LostComments, game.LostMarks}},
	} {
		body, err = json.Marshal(map[string]any{"document": d, "format": format})
		require.NoError(t, err)
		out := ask[struct {
			Extension string
			Data      []byte
			Lost      []loss
		}](t, url+"api/export", string(body))
		assert.Equal(t, c.extension, out.Extension)
		var lost []string
		for _, l := range out.Lost {
			lost = append(lost, l.What)
		}
		assert.ElementsMatch(t, c.lost, lost, format)
		body, err = json.Marshal(map[string][]byte{"data": out.Data})
		require.NoError(t, err)
		again := ask[imported](t, url+"api/import", string(body))
		require.Len(t, again.Games, 1)
		if format != "sheet" { // which may be taken for a list of moves
			assert.Equal(t, format, again.Format)
		}
		assert.Len(t, again.Games[0].Nodes, c.nodes, format)
	}
}

// TestImportPartly asserts that a bad move costs a game only what follows it, in every
// format, and that the language of the request says which move it was.
func TestImportPartly(t *testing.T) {
	_, url := startServer(t, config{})
	const dhtmlxq = "[DhtmlXQ]\n[DhtmlXQ_movelist]77477062%s[/DhtmlXQ_movelist]\n[/DhtmlXQ]"
	for _, c := range []struct {
		text, lang string
		nodes      int
		fault      string
	}{
		{"1. 炮二平五 马8进7 2. 车九进三 车9平8", "en", 3, "Move 2 of Red (车九进三): no such piece can go there"},
		{"1. 炮二平五 马8进7 2. 车九进三 车9平8", "zh-Hans", 3, "第2回合红方（车九进三）：没有棋子能这样走"},
		{"1. 炮二平五 马8进7 2. 车九进三 车9平8", "zh-Hant", 3, "第2回合紅方（车九进三）：沒有棋子能這樣走"},
		{"position startpos moves h2e2 h9g7 a0a9", "zh-Hans", 3, "第2回合红方（a0a9）：不合该子走法"},
		{"1. 炮二平五 xyz", "zh-Hans", 2, "第1回合黑方（xyz）：不是着法"},
		{"1. C2.5 {no end", "zh-Hans", 2, "第1行：注释没有结束，缺少 }"},
		{"1. C2.5 {" + strings.Repeat("x", far) + "} H8+7 {no end", "en", 3, "line 1, byte 65552: bad PGN: comment without end, want }"},
		{"[FEN \"" + hangs + "\"]\n1. xyz", "en", 1, "Move 1 of Red (xyz): not a move"},
		{"1. C2.5 H8+7 2. " + strings.Repeat("x", 99), "en", 3, "Move 2 of Red (" + strings.Repeat("x", 20) + "…): not a move"},
		{fmt.Sprintf(dhtmlxq, "0949"), "zh-Hant", 3, "第2回合紅方（車九平五）：落點有己方棋子"},
		{fmt.Sprintf(dhtmlxq, "0949"), "en", 3, "Move 2 of Red (R9.5): the side's own piece stands on the second square"},
		{fmt.Sprintf(dhtmlxq, "0901"), "en", 3, "Move 2 of Red (R9+8): the piece cannot go there"},
		{fmt.Sprintf(dhtmlxq, "0918"), "en", 3, "Move 2 of Red (a0b1): the piece cannot go there"},
	} {
		body, err := json.Marshal(map[string]any{"data": []byte(c.text), "lang": c.lang})
		require.NoError(t, err)
		in := ask[imported](t, url+"api/import", string(body))
		if assert.Len(t, in.Games, 1, c.text) && assert.Len(t, in.Faults, 1, c.text) {
			assert.Len(t, in.Games[0].Nodes, c.nodes, c.text)
			assert.Equal(t, c.fault, in.Faults[0].Text)
			assert.Equal(t, !strings.Contains(c.text, "{"), in.Faults[0].Move, c.text)
			assert.Zero(t, in.Faults[0].Game)
		}
	}

	// Of several games the fault says which one it is about, -1 for one that is not there.
	body, err := json.Marshal(map[string]any{"data": []byte("[Red \"a\"]\n\n1. C2.5 *\n\n[Red \"b\"]\n\n1. K5+9 *\n\n[Red \"c\"]\n\n1. C2.5 K5+9 *\n")})
	require.NoError(t, err)
	in := ask[imported](t, url+"api/import", string(body))
	require.Len(t, in.Games, 2)
	assert.Equal(t, []fault{
		{"Game 2: Move 1 of Red (K5+9): no such piece can go there", true, -1}, {"Game 3: Move 1 of Black (K5+9): no such piece can go there", true, 1},
	}, in.Faults)
}

// TestPieceNames asserts that sentences name pieces as the page does.
func TestPieceNames(t *testing.T) {
	for lang, want := range map[language]string{"": "no chariot, horse, cannon or soldier is left", "zh-Hant": "雙方車、馬、炮、兵（卒）均已不存"} {
		g := gameRequest{Lang: lang}
		assert.Contains(t, g.ending(board.NewLine(board.Start()), rules.Verdict{Result: board.Draw, Kind: rules.Material}).Why, want)
	}
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
		{"import", file("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"), "a game of Western chess", "国际象棋", "國際象棋"},
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

func TestOpenFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.pgn")
	require.NoError(t, os.WriteFile(name, []byte("1. C2.5 H8+7 2. K5+9\n"), 0o666))
	f, err := open(name, "en")
	require.NoError(t, err)
	_, url := startServer(t, config{opened: f})
	got := ask[imported](t, url+"api/opened", `{"lang":"zh-Hans"}`)
	assert.Len(t, got.Games[0].Nodes, 3)
	assert.Equal(t, "a.pgn", got.Games[0].Tags[0].Value)
	assert.Equal(t, fault{"第2回合红方（K5+9）：没有棋子能这样走", true, 0}, got.Faults[0])

	_, err = open(name+"x", "zh-Hant")
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.EqualError(t, err, name+"x: 找不到檔案")
	_, err = open(filepath.Dir(name), "zh-Hans")
	assert.ErrorContains(t, err, filepath.Dir(name)+": ")
	require.NoError(t, os.WriteFile(name, []byte("\x00\x01\x02"), 0o666))
	_, err = open(name, "zh-Hans")
	assert.ErrorContains(t, err, "a.pgn: 没有认出着法或局面")
	_, err = open(name, "en")
	assert.ErrorContains(t, err, "a.pgn: no moves and no position were recognised")
}

// TestCommand runs the command until it is interrupted.
func TestCommand(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- Command().Execute(ctx, []string{"-no-open", "-evalfile", "classical"}, command.Streams{Out: in, Err: io.Discard})
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	url := regexp.MustCompile(`http://127\.0\.0\.1:\d+/`).FindString(line)
	require.NotEmpty(t, url, line)
	response, err := http.Get(url)
	require.NoError(t, err)
	response.Body.Close()
	assert.Equal(t, http.StatusOK, response.StatusCode)
	cancel()
	assert.NoError(t, <-ended)

	// A browser finds its games again where the board was; another program there is no
	// reason to fail.
	holder, err := net.Listen("tcp", home)
	if err == nil {
		defer holder.Close()
	}
	for _, c := range []struct{ addr, note string }{{"", "note: " + home + " cannot be used"}, {"-addr 127.0.0.1:0", ""}} {
		ctx, cancel := context.WithCancel(t.Context())
		out, in := io.Pipe()
		var errs bytes.Buffer
		ended := make(chan error, 1)
		go func() {
			ended <- Command().Execute(ctx, strings.Fields("-no-open -evalfile classical "+c.addr), command.Streams{Out: in, Err: &errs})
		}()
		line, err := bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err)
		assert.NotContains(t, line, home)
		cancel()
		assert.NoError(t, <-ended)
		assert.True(t, strings.HasPrefix(errs.String(), c.note), "%s: %s", c.addr, errs.String())
		assert.Equal(t, c.note == "", errs.Len() == 0, c.addr)
	}

	for args, want := range map[string]string{
		"a b":                  `argument "b", want one file`,
		"nowhere.pgn":          "nowhere.pgn",
		"-addr " + home:        "-addr: ", // who names it gets no other
		"-addr nonsense":       `-addr "nonsense": want an address and a port, such as 127.0.0.1:8080`,
		"-threads 0":           "threads",
		"-evalfile nowhere.nn": "-evalfile: ",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		err := Command().Execute(ctx, strings.Fields(args), command.Streams{Out: io.Discard, Err: io.Discard})
		cancel()
		assert.ErrorContains(t, err, want)
		assert.ErrorIs(t, err, command.ErrInput, args)
	}

	err = Command().Execute(t.Context(), []string{"nowhere.pgn"}, command.Streams{Out: io.Discard, Err: io.Discard, Lang: "zh-Hans"})
	assert.ErrorContains(t, err, "nowhere.pgn：找不到文件")
	err = Command().Execute(t.Context(), []string{"-lang", "zh-TW", "a", "b"}, command.Streams{Out: io.Discard, Err: io.Discard})
	assert.ErrorContains(t, err, `多餘的參數 "b"`)
}

// TestStreamErrors asserts that an error is the same alone and at the end of a stream.
func TestStreamErrors(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		code   string
	}{
		{fmt.Errorf("engine: %w", errBusy), http.StatusServiceUnavailable, "busy"},
		{fmt.Errorf("game: %w", bad("over", "no move")), http.StatusBadRequest, "over"},
		{errors.New("broken"), http.StatusInternalServerError, "internal"},
	} {
		s, _ := startServer(t, config{})
		for _, begun := range []bool{false, true} {
			h := s.api(maxBody, func(w http.ResponseWriter, _ *http.Request, _ []byte) error {
				out := newStream(w)
				if begun {
					require.NoError(t, out.send(waitLine{1}))
				}
				return out.end(c.err)
			})
			r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader("{}"))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			lines := strings.Split(strings.TrimSpace(w.Body.String()), "\n")
			var last errorReply
			require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &last))
			assert.Equal(t, c.code, last.Code, "begun: %v", begun)
			if !begun {
				assert.Equal(t, c.status, w.Code)
			}
		}
	}
}
