package web

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/eval"
)

// late is an evaluation that arrives when its channel is closed.
type late struct {
	eval.Classical
	come chan struct{}
}

func (l *late) Arrival() <-chan struct{} { return l.come }

func (l *late) New() eval.Evaluator {
	<-l.come
	return l.Classical.New()
}

func (l *late) Explain(*board.Position) string { panic("nobody asks") }

// TestHasty asks for moves while the evaluation is on its way: the lower levels answer at once,
// and wait a moment for one that is about to come; what is stronger waits for it.
func TestHasty(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		evaluation := &late{come: make(chan struct{})}
		server := Within(evaluation)
		// ask returns the status of an answer once there is one, else 0.
		ask := func(request string) (status func() int) {
			r := httptest.NewRequest(http.MethodPost, "/api/move", strings.NewReader(request))
			r.Header.Set("Content-Type", "application/json")
			w, done := httptest.NewRecorder(), false
			go func() {
				server.ServeHTTP(w, r)
				done = true
			}()
			return func() int {
				synctest.Wait()
				if !done {
					return 0
				}
				assert.Contains(t, w.Body.String(), `"nodes"`)
				return w.Code
			}
		}
		at := func(level int) string { return `{"level":` + strconv.Itoa(level) + `}` }
		lowest, highest := ask(at(1)), ask(at(hastyLevels))
		time.Sleep(networkDelay)
		assert.Equal(t, http.StatusOK, lowest())
		assert.Equal(t, http.StatusOK, highest())
		strong := ask(at(hastyLevels + 1))
		time.Sleep(time.Hour)
		assert.Zero(t, strong())
		close(evaluation.come)
		assert.Equal(t, http.StatusOK, strong())
	})
}

// TestAtHand chooses an evaluation.
func TestAtHand(t *testing.T) {
	come := make(chan struct{})
	evaluation := &late{come: come}
	time.AfterFunc(networkDelay/10, func() { close(come) })
	assert.Same(t, evaluation, atHand(evaluation), "it comes at once")
	assert.Equal(t, eval.Classical{}, atHand(eval.Classical{}))
}
