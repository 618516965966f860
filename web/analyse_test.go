package web

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
