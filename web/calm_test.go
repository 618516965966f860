package web

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAnalysisAmongMoves has an analysis of five lines take every processor while another
// page asks for moves. What the page shows is the deepest so far, so it asks how long the
// analysis takes to be as deep again after each move.
func TestAnalysisAmongMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for some seconds")
	}
	_, url := startServer(t, config{processors: 2, hash: 64})
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"api/analyse", strings.NewReader(`{"lines":5,"threads":2,"moves":"h2e2"}`))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	next := func() (line analysisLine) {
		require.True(t, lines.Scan(), lines.Err())
		require.NoError(t, json.Unmarshal(lines.Bytes(), &line))
		return line
	}
	deepest := 0
	for begin := time.Now(); deepest < 8 || time.Since(begin) < time.Second; {
		deepest = max(deepest, next().Depth)
	}
	var longest time.Duration
	for range 3 {
		asked := time.Now()
		moved := make(chan struct{})
		go func() {
			defer close(moved)
			status, text := post(t, url+"api/move", `{"level":5,"moves":"h2e2"}`)
			assert.Equal(t, http.StatusOK, status, text)
		}()
		for interrupted := false; ; {
			line := next()
			interrupted = interrupted || line.Depth < deepest // or waits
			if interrupted && line.Depth >= deepest {
				deepest = line.Depth
				break
			}
			require.Less(t, time.Since(asked), time.Minute)
		}
		<-moved
		longest = max(longest, time.Since(asked))
	}
	load, _ := os.ReadFile("/proc/loadavg")
	t.Logf("five lines, depth %d; after each of three moves of others it was as deep again within %v; load of the machine: %s", deepest, longest.Round(time.Millisecond), load)
}
