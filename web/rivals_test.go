package web

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/tools/match/engine"
	"chuhe/tools/match/tournament"
)

// rivalFolder has the engine that makes mistakes, "" until a test has needed it.
var rivalFolder string

// TestMain lets more tests run at a time than there are processors, unless -parallel gives
// a number: a page waits more than it computes. It removes what the tests share.
func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
	code := m.Run()
	endChromium()
	for _, folder := range []string{rivalFolder, staticFiles} {
		if folder != "" {
			_ = os.RemoveAll(folder)
		}
	}
	os.Exit(code)
}

// testEngine returns the path of the engine that makes mistakes.
var testEngine = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "chuhe-rival")
	if err != nil {
		return "", err
	}
	rivalFolder = folder
	path := filepath.Join(folder, "rival.exe")
	text, err := exec.Command("go", "build", "-pgo=off", "-o", path, "chuhe/tools/match/testengine").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, text)
	}
	return path, err
})

// faultyEngine returns the description of an engine that makes a mistake at its third move.
func faultyEngine(t *testing.T, mode string) *processes {
	t.Helper()
	path, err := testEngine()
	require.NoError(t, err)
	c := engine.Config{Command: path, Args: []string{mode}, Squares: engine.Auto, Start: rivalStart, Timeout: time.Second}
	p, c, err := engine.Detect(t.Context(), c)
	require.NoError(t, err)
	one := &rival{rivalInfo: rivalInfo{"1", "Rival", true}, config: c}
	one.plays.taken, one.looks.taken = make(chan struct{}, 1), make(chan struct{}, 1)
	one.plays.player = p
	return &processes{all: []*rival{one}}
}

// rivalServer serves with an engine of others, and returns what its user's page sends.
func rivalServer(t *testing.T, mode string) (url, key string, mine []string) {
	t.Helper()
	owner := &user{key: secret()}
	_, url = startServer(t, config{owner: owner, rivals: faultyEngine(t, mode)})
	return url, owner.key, []string{"Origin", strings.TrimSuffix(url, "/")}
}

// TestRivalsOnlyForUser asserts that only the user's own page makes the board run a
// program: not a page or program of another machine, another user of this one, another
// site, or somebody behind a proxy on this machine.
func TestRivalsOnlyForUser(t *testing.T) {
	url, key, mine := rivalServer(t, "none")
	port := strings.TrimSuffix(url[strings.LastIndex(url, ":"):], "/")
	requests := map[string]string{
		"engines": `{"key":"KEY"}`, "engines ": `{"key":"KEY","add":"/bin/sh"}`,
		"move": `{"level":1,"time":50,"engine":"1","key":"KEY"}`, "analyse": `{"engine":"1","key":"KEY"}`,
	}
	for path, body := range requests {
		path = strings.TrimSpace(path)
		withKey := strings.ReplaceAll(body, "KEY", key)
		for name, c := range map[string]struct {
			body    string
			headers []string
		}{
			"no key":       {strings.ReplaceAll(body, "KEY", ""), mine},
			"wrong key":    {strings.ReplaceAll(body, "KEY", secret()), mine},
			"no origin":    {withKey, nil},
			"other port":   {withKey, []string{"Origin", "http://127.0.0.1:1"}},
			"other name":   {withKey, []string{"Origin", "http://localhost" + port}},
			"proxy":        {withKey, append([]string{"X-Forwarded-For", "192.0.2.1"}, mine...)},
			"other site":   {withKey, append([]string{"Sec-Fetch-Site", "cross-site"}, mine...)},
			"https origin": {withKey, []string{"Origin", strings.Replace(mine[1], "http:", "https:", 1)}},
		} {
			status, text := post(t, url+"api/"+path, c.body, c.headers...)
			assert.Equal(t, http.StatusForbidden, status, "%s %s: %s", name, path, text)
		}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"api/"+path, strings.NewReader(withKey))
		require.NoError(t, err)
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Origin", mine[1])
		stranger := &http.Client{Transport: &http.Transport{DialContext: dialer(t, "127.0.0.2").DialContext, DisableKeepAlives: true}}
		response, err := stranger.Do(request)
		require.NoError(t, err)
		response.Body.Close()
		assert.Equal(t, http.StatusForbidden, response.StatusCode, "stranger %s", path)
	}
	status, text := post(t, url+"api/engines", `{"key":"`+key+`"}`, mine...)
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, text, `{"engines":[{"id":"1","name":"Rival","analyses":true}]`)
	path, err := testEngine()
	require.NoError(t, err)
	status, text = post(t, url+"api/engines", fmt.Sprintf(`{"key":%q,"add":%q}`, key, path), mine...)
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, text, `"id":"2","name":"faulty none"`)
	status, text = post(t, url+"api/engines", fmt.Sprintf(`{"key":%q,"add":%q}`, key, "cmd="+path+" name=Rival"), mine...)
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, text, `"id":"3","name":"Rival (2)"`, "each can be chosen by its name")
	for add, want := range map[string]string{"/no/such/engine": "no such file", "cmd=x proto=winboard": "want uci, ucci or xboard", "cmd=": "no path"} {
		status, text = post(t, url+"api/engines", fmt.Sprintf(`{"key":%q,"add":%q}`, key, add), mine...)
		assert.Equal(t, http.StatusBadRequest, status)
		assert.Contains(t, text, want)
	}
	_, plain := startServer(t, config{}) // as in a page without a server
	status, _ = post(t, plain+"api/engines", `{"key":""}`, "Origin", strings.TrimSuffix(plain, "/"))
	assert.NotEqual(t, http.StatusOK, status)
	status, _ = post(t, plain+"api/move", `{"level":1,"engine":"1"}`, "Origin", strings.TrimSuffix(plain, "/"))
	assert.Equal(t, http.StatusForbidden, status)
}

// TestRivalFaults plays against engines that fail at their third move: the answer says which
// engine did what, in time, our engine still answers, and the next game has a new process.
func TestRivalFaults(t *testing.T) {
	for mode, want := range map[string]string{
		"crash": "exit status 3", "hang": "no answer", "illegal": `"a0i9" is not a legal move`, "nonsense": "not a legal move", "garbage": "no answer",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			url, key, mine := rivalServer(t, mode)
			var moves []string
			request := func(engine string) (int, string) {
				return post(t, url+"api/move", fmt.Sprintf(`{"level":1,"time":50,"moves":%q,"engine":%q,"key":%q,"describe":true}`, strings.Join(moves, " "), engine, key), mine...)
			}
			for range 2 {
				status, text := request("1")
				require.Equal(t, http.StatusOK, status, text)
				lines := strings.Split(strings.TrimSpace(text), "\n")
				var line moveLine
				require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &line), text)
				moves = append(moves, line.Text.Move)
				require.NotNil(t, line.After, text)
			}
			_, text := request("1")
			lines := strings.Split(strings.TrimSpace(text), "\n")
			var e errorReply
			require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &e))
			assert.Equal(t, "engine", e.Code, text)
			assert.Contains(t, e.Error, "Rival: ")
			assert.Contains(t, e.Error, want)
			status, text := request("")
			assert.Equal(t, http.StatusOK, status)
			assert.Contains(t, text, `"text"`)
			moves = nil
			_, text = request("1")
			assert.NotContains(t, text, `"error"`)
		})
	}
}

// TestRivalLanguage asserts that the errors about engines are in the language of the page.
func TestRivalLanguage(t *testing.T) {
	url, key, mine := rivalServer(t, "crash")
	for add, want := range map[string]string{
		"cmd=": "没有引擎的路径", "cmd=x proto=winboard": "应为 uci、ucci 或 xboard", "cmd=x proto=uci y": "应为 cmd=路径", "/no/such/engine": "/no/such/engine：找不到文件",
	} {
		status, text := post(t, url+"api/engines", fmt.Sprintf(`{"key":%q,"add":%q,"lang":"zh-Hans"}`, key, add), mine...)
		assert.Equal(t, http.StatusBadRequest, status)
		assert.Contains(t, text, want)
	}
	for moves := []string(nil); ; {
		_, text := post(t, url+"api/move", fmt.Sprintf(`{"level":1,"time":50,"moves":%q,"engine":"1","key":%q,"lang":"zh-Hans"}`, strings.Join(moves, " "), key), mine...)
		var line struct {
			moveLine
			errorReply
		}
		require.NoError(t, json.Unmarshal([]byte(text), &line), text)
		if line.Code != "" {
			assert.Equal(t, "engine", line.Code)
			assert.Regexp(t, "^Rival：引擎程序已退出（.*exit status 3.*）$", line.Error)
			assert.Contains(t, line.Error, "（程序结束：exit status 3")
			break
		}
		moves = append(moves, line.Text.Move)
	}
	status, text := post(t, url+"api/move", fmt.Sprintf(`{"level":1,"time":50,"engine":"9","key":%q,"lang":"zh-Hans"}`, key), mine...)
	assert.Equal(t, http.StatusBadRequest, status)
	assert.Contains(t, text, `没有引擎 \"9\"`)
	_, text = post(t, url+"api/engines", `{"key":""}`, mine...)
	assert.Contains(t, text, `"code":"elsewhere"`, "of which the page has a text")
}

// TestRivalAnalysis asserts that the lines of another engine come like ours, that an analysis
// that is given up leaves the engine ready, and that the board leaves no process behind.
func TestRivalAnalysis(t *testing.T) {
	owner, all := &user{key: secret()}, faultyEngine(t, "lines")
	t.Run("serve", func(t *testing.T) {
		_, url := startServer(t, config{owner: owner, rivals: all})
		for range 2 {
			ctx, cancel := context.WithCancel(t.Context())
			body := fmt.Sprintf(`{"engine":"1","key":%q,"lines":3,"moves":"h2e2"}`, owner.key)
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"api/analyse", strings.NewReader(body))
			require.NoError(t, err)
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Origin", strings.TrimSuffix(url, "/"))
			response, err := http.DefaultClient.Do(r)
			require.NoError(t, err)
			var line analysisLine
			for scanner := bufio.NewScanner(response.Body); line.Depth < 3 && scanner.Scan(); {
				require.NoError(t, json.Unmarshal(scanner.Bytes(), &line))
			}
			require.Len(t, line.Lines, 3)
			assert.Equal(t, line.Nodes*1000/uint64(line.Time), line.NPS)
			assert.Equal(t, -30, line.Lines[0].Score.Points, "Black is to move, and the score is as Red sees it")
			assert.NotEmpty(t, line.Lines[0].Moves[0].Names["wxf"])
			cancel()
			response.Body.Close()
		}
		path, err := testEngine()
		require.NoError(t, err)
		assert.Positive(t, running(t, path+"\x00lines"))
	})
	path, err := testEngine()
	require.NoError(t, err)
	assert.Zero(t, running(t, path+"\x00lines"), "the board has ended, and its engines with it")
}

// running returns how many processes have a command; where the system does
// not say, it skips the test.
func running(t *testing.T, command string) (n int) {
	t.Helper()
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	if len(all) == 0 {
		t.Skip("no /proc here")
	}
	for _, name := range all {
		if text, _ := os.ReadFile(name); strings.HasPrefix(string(text), command) {
			n++
		}
	}
	return n
}

// TestRivalScore asserts that scores of others are as Red sees them, with mates in plies.
func TestRivalScore(t *testing.T) {
	red, err := board.ParseFEN(mateInOne)
	require.NoError(t, err)
	start := board.Start()
	black := start.Make(board.MustParseMove("h2e2"))
	of := func(p *board.Position, s tournament.Score) score { return rivalScore(p, &s) }
	assert.Equal(t, 1, of(&red, tournament.MateScore(1)).Mate)
	assert.Equal(t, -2, of(&red, tournament.MateScore(-1)).Mate)
	assert.Equal(t, -3, of(&black, tournament.MateScore(2)).Mate)
	assert.Equal(t, 2, of(&black, tournament.MateScore(-1)).Mate)
	for moves, want := range map[int]int{128: 255, 129: 256, 520: 256, -128: -256, -520: -256} {
		got := of(&red, tournament.MateScore(moves))
		assert.Equal(t, want, got.Mate, moves)
		assert.Zero(t, got.Rule, moves)
	}
	assert.Equal(t, -50, of(&black, tournament.Score{CP: 50}).Points)
	assert.Less(t, of(&black, tournament.Score{CP: 300}).Red, 0.5)
	assert.Zero(t, rivalScore(&black, nil).Points)
}

// TestRivalConfig reads descriptions of engines.
func TestRivalConfig(t *testing.T) {
	name, c, err := rivalConfig("/opt/My Engines/a")
	require.NoError(t, err)
	assert.Equal(t, "/opt/My Engines/a", c.Command)
	assert.Empty(t, name)
	name, c, err = rivalConfig("cmd=/opt/My Engines/a args=-uci  -threads 1 name=Two Words proto=ucci option.Hash=64 option.Skill_Level=3")
	require.NoError(t, err)
	assert.Equal(t, "/opt/My Engines/a", c.Command)
	assert.Equal(t, []string{"-uci", "-threads", "1"}, c.Args)
	assert.Equal(t, "Two Words", name)
	assert.Equal(t, engine.UCCI, c.Protocol)
	assert.Equal(t, []engine.Option{{Name: "Hash", Value: "64"}, {Name: "Skill Level", Value: "3"}}, c.Options)
	assert.Equal(t, rivalStart, c.Start)
	_, c, err = rivalConfig("cmd=/opt/a args=-uci startup=20 name=A") // as the error about a slow engine says
	require.NoError(t, err)
	assert.Equal(t, 20*time.Second, c.Start)
	assert.Equal(t, []string{"-uci"}, c.Args)
	for _, described := range []string{`"/opt/My Engines/a"`, `cmd="/opt/My Engines/a" proto=uci`, `"cmd=/opt/My Engines/a proto=uci"`} {
		_, c, err = rivalConfig(described)
		require.NoError(t, err)
		assert.Equal(t, "/opt/My Engines/a", c.Command, described)
	}
	name, c, err = rivalConfig(`cmd=/opt/a name="Two Words" args="-x 1" option.File="C:\A B.nnue" proto=uci`)
	require.NoError(t, err)
	assert.Equal(t, "Two Words", name)
	assert.Equal(t, []string{"-x", "1"}, c.Args)
	assert.Equal(t, []engine.Option{{Name: "File", Value: `C:\A B.nnue`}}, c.Options)
	for wrong, want := range map[string]string{
		"": "no path of an engine", `""`: "no path of an engine", "cmd=": "no path of an engine", "cmd=a proto=x": "proto=x: want uci, ucci or xboard",
		"cmd=a startup=long": `startup: bad time control: "long", want a number of seconds from 0 to a year`,
		"cmd=a startup=-1":   `startup: bad time control: "-1", want a number of seconds from 0 to a year`,
	} {
		_, _, err = rivalConfig(wrong)
		assert.EqualError(t, err, want, wrong)
	}
	for described, word := range map[string]string{
		"cmd=/opt/a protocol=uci name=A": "protocol=uci", "cmd=/opt/a b Threads=2": "Threads=2", "/opt/a name=A": "name=A", "name=A cmd=/opt/a": "name=A",
	} {
		_, _, err = rivalConfig(described)
		assert.EqualError(t, err, strconv.Quote(word)+": want cmd=PATH and args=, name=, proto=, startup= or option.NAME=", described)
	}
	for _, path := range []string{"/opt/a=b/c", "/opt/My Engines/x=y/c"} {
		_, c, err = rivalConfig("cmd=" + path)
		require.NoError(t, err)
		assert.Equal(t, path, c.Command)
	}
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("an engine=1", nil, 0o600))
	_, c, err = rivalConfig("cmd=an engine=1")
	require.NoError(t, err)
	assert.Equal(t, "an engine=1", c.Command)
}
