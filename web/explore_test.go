package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/command"
	"chuhe/movegen"
)

// gamesFolder returns a folder with three games and a damaged one.
func gamesFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.pgn": "[Event \"Cup\"]\n[Date \"1990.01.02\"]\n[Red \"Ann\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n1. C2.5 {why} h8+7 1-0\n\n" +
			"[Red \"Cy\"]\n[Date \"1999\"]\n[Result \"0-1\"]\n\n1. C8.5 h2+3 0-1\n",
		"sub/b.pgn": "[Red \"Di\"]\n[Result \"1/2-1/2\"]\n\n1. C2.5 h2+3 1/2-1/2\n\n[Red \"Ed\"]\n\n1. P7+1 P7+9 *\n",
		"notes.bin": "\x00\x01\x02",
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	return dir
}

// readOwn returns the games of a folder, and what was said while they were read.
func readOwn(t *testing.T, folder string) (own *ownGames, said string) {
	t.Helper()
	own, err := openOwnGames(folder)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, own.folder.Close()) })
	var errs bytes.Buffer
	own.read(t.Context(), folder, command.Streams{Err: &errs})
	return own, strings.ReplaceAll(errs.String(), folder, "FOLDER")
}

// TestExplore asks for the moves of the book and of a folder.
func TestExplore(t *testing.T) {
	own, said := readOwn(t, gamesFolder(t))
	assert.Contains(t, said, "chuhe board: "+filepath.FromSlash("FOLDER/sub/b.pgn")+": line 8 (offset 73): game 2: ply 2")
	assert.Contains(t, said, "FOLDER: 4 games for the openings, 1 fault\n")
	_, url := startServer(t, config{own: own})
	explore := func(body string) exploreReply { return ask[exploreReply](t, url+"api/explore", body) }

	e := explore(`{}`)
	assert.NotEmpty(t, e.Book)
	sum := 0.0
	for _, m := range e.Book {
		assert.NotEmpty(t, e.Texts[m.Move].Names["wxf"], m.Move)
		sum += m.Share
	}
	assert.InDelta(t, 1, sum, 1e-9)
	assert.True(t, e.Symmetric)
	require.NotNil(t, e.Own)
	assert.False(t, e.Own.Reading)
	assert.Equal(t, 4, e.Own.All)
	assert.Equal(t, 1, e.Own.Faults)
	assert.Equal(t, resultCount{1, 1, 1, 1}, e.Own.Counts)
	assert.Equal(t, ownMove{"h2e2", resultCount{1, 1, 1, 0}, 1999}, e.Own.Moves[0])
	assert.Equal(t, "C2.5", e.Texts["h2e2"].Names["wxf"])
	require.Len(t, e.Own.Games, 4)
	assert.Equal(t, "Cy", e.Own.Games[0].Red, "the latest first")
	assert.Equal(t, ownGame{Number: 1, Red: "Ann", Black: "Bo", Title: "Cup", Date: "1990.01.02", Result: "1-0"}, e.Own.Games[1])

	e = explore(`{"moves":"b2e2","skip":1}`)
	assert.Equal(t, []ownMove{{"b9c7", resultCount{1, 0, 1, 0}, 1999}, {"h9g7", resultCount{0, 1, 0, 0}, 0}}, e.Own.Moves)
	require.Len(t, e.Own.Games, 2)
	assert.Equal(t, ownGame{Number: 1, Ply: 1, Mirrored: true, Red: "Ann", Black: "Bo", Title: "Cup", Date: "1990.01.02", Result: "1-0"}, e.Own.Games[0])

	// A game comes with all that its file has.
	g := ask[imported](t, url+"api/game", `{"number":1,"edition":"`+own.edition+`","lang":"en"}`)
	require.Len(t, g.Games, 1)
	assert.Equal(t, docNode{Move: "h2e2", Comment: "why", Glyphs: nil}, g.Games[0].Nodes[1])
	assert.Equal(t, "1-0", g.Games[0].Result)
}

// TestExploreListed asks about games that the page has: two of them pass the position, one its
// mirror image, and one is damaged.
func TestExploreListed(t *testing.T) {
	_, url := startServer(t, config{})
	e := ask[exploreReply](t, url+"api/explore", `{"moves":"h2e2","games":[
		{"moves":"b2e2 b9c7","red":"Ann","black":"Bo","title":"Cup","date":"1990-01-02","result":"1-0"},
		{"start":"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1","moves":"e0e1"},
		{"moves":"h2e2 b9c7 x","date":"2001","result":"0-1"},
		{"moves":"h2e2 h9g7 b9c7 b9c7","result":"?"},
		{"start":"no FEN","moves":"h2e2"}]}`)
	assert.False(t, e.Symmetric)
	assert.Nil(t, e.Own)
	assert.Equal(t, resultCount{1, 0, 1, 1}, e.List.Counts)
	assert.Equal(t, []ownMove{{"h9g7", resultCount{1, 0, 0, 1}, 1990}, {"b9c7", resultCount{0, 0, 1, 0}, 2001}}, e.List.Moves)
	assert.Equal(t, "h8+7", e.Texts["h9g7"].Names["wxf"])
	assert.Equal(t, []ownGame{
		{Number: 2, Ply: 1, Date: "2001", Result: "0-1"},
		{Number: 0, Ply: 1, Mirrored: true, Red: "Ann", Black: "Bo", Title: "Cup", Date: "1990-01-02", Result: "1-0"},
		{Number: 3, Ply: 1, Result: "*"},
	}, e.List.Games)
}

// BenchmarkExploreListed asks about 500 games of 80 plies, as the page does at each move.
func BenchmarkExploreListed(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	games := make([]listedGame, 500)
	for i := range games {
		p, moves := board.Start(), []string{}
		for range 80 {
			legal := movegen.Legal(&p, nil)
			if len(legal) == 0 {
				break
			}
			m := legal[rng.IntN(len(legal))]
			p.Play(m)
			moves = append(moves, m.String())
		}
		games[i] = listedGame{Moves: strings.Join(moves, " "), Result: "1-0"}
	}
	body, err := json.Marshal(exploreRequest{Games: games})
	require.NoError(b, err)
	s := &server{}
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		require.NoError(b, s.explore(httptest.NewRecorder(), nil, body))
	}
}

// TestExploreFaults asks for what is not there. Only numbers of games reach the folder.
func TestExploreFaults(t *testing.T) {
	own, _ := readOwn(t, gamesFolder(t))
	_, url := startServer(t, config{own: own})
	for body, want := range map[string]int{
		`{"moves":"h2e9"}`:            http.StatusBadRequest,
		`{"skip":-1}`:                 http.StatusBadRequest,
		`{"games":[{"move":"h2e2"}]}`: http.StatusBadRequest,
		`{"skip":1000000}`:            http.StatusOK,
		`{"games":[{"start":"x","moves":"h2e2"},{"moves":"x h2e2"},{"moves":"h2e9"},{"moves":"h2e2 x","result":"?"}]}`: http.StatusOK,
	} {
		status, text := post(t, url+"api/explore", body)
		assert.Equal(t, want, status, "%.40s: %.200s", body, text)
	}
	for _, number := range []string{"-1", "4", "1e9", `"0"`, `"../a.pgn"`} {
		status, text := post(t, url+"api/game", `{"number":`+number+`,"edition":"`+own.edition+`"}`)
		assert.Contains(t, []int{http.StatusNotFound, http.StatusBadRequest}, status, text)
	}
	status, text := post(t, url+"api/game", `{"number":0,"edition":"older","lang":"en"}`)
	assert.Equal(t, http.StatusNotFound, status)
	assert.Contains(t, text, `"code":"gone"`)

	_, url = startServer(t, config{})
	assert.Nil(t, ask[exploreReply](t, url+"api/explore", `{}`).Own)
	status, _ = post(t, url+"api/game", `{"number":0,"edition":""}`)
	assert.Equal(t, http.StatusNotFound, status)
}

// lockedBuffer is a buffer that several goroutines write to.
type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

// TestGamesFlag starts the board with a folder. Of many faults only the first are said.
func TestGamesFlag(t *testing.T) {
	dir := gamesFolder(t)
	for i := range 30 {
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("x%d.pgn", i)), []byte("1. C2.5 C2.2 *\n"), 0o666))
	}
	ctx, cancel := context.WithCancel(t.Context())
	var errs lockedBuffer
	ended := make(chan error, 1)
	go func() {
		ended <- Command().Execute(ctx, []string{"-no-open", "-evalfile", "classical", "-addr", "127.0.0.1:0", "-games", dir}, command.Streams{Out: io.Discard, Err: &errs})
	}()
	assert.Eventually(t, func() bool { return strings.Contains(errs.String(), "34 games for the openings, 31 faults") }, time.Minute, 10*time.Millisecond, &errs)
	assert.Equal(t, mostTold, strings.Count(errs.String(), "chuhe board: "))
	cancel()
	assert.NoError(t, <-ended)

	for args, want := range map[string]string{
		"-games " + filepath.Join(dir, "missing"): "missing\": " + syscall.ENOENT.Error(),
		"-static x -games " + dir:                 "-static: want no file",
	} {
		err := Command().Execute(t.Context(), append(strings.Fields(args), "-no-open"), command.Streams{Out: io.Discard, Err: io.Discard})
		assert.Equal(t, 2, command.Status(err))
		assert.ErrorContains(t, err, want)
	}
}
