package web

import (
	"context"
	"sync"
	"time"

	"chuhe/web/http"
)

// A board that an icon has started has no terminal in which its user could end it, so its
// page does, with a key that other users of the machine do not have; and it ends when no
// page is open any more. Further starts are pages of the one that runs: see instance.go.

// How long a board stays without an open page. Looks are counted and not time: while the
// machine sleeps there are neither looks nor signs of a page, whatever its clocks say.
const (
	lookEvery = 30 * time.Second
	patience  = 20 // looks
)

// desktop adds the abilities of a board that an icon has started.
type desktop struct {
	*user
	quit func() // ends the board

	mu     sync.Mutex
	asking int  // requests under way
	asked  bool // there was a request since the last look
}

// invite is [user.invite]. The page is on its way, which counts like a request.
func (d *desktop) invite(file *gameFile) string {
	d.count(0)
	return d.user.invite(file)
}

// present counts a request, whose end is the call of the result.
func (d *desktop) present() (done func()) {
	d.count(1)
	return func() { d.count(-1) }
}

// count notes that n requests have begun, or ended where n is negative.
func (d *desktop) count(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asking += n
	d.asked = true
}

// look reports whether there was a request since the last look.
func (d *desktop) look() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	asked := d.asked || d.asking > 0
	d.asked = false
	return asked
}

// watch waits for patience looks in a row without a request, and reports whether they
// came: ctx may be done before.
func (d *desktop) watch(ctx context.Context, looks <-chan time.Time) bool {
	for alone := 0; alone < patience; alone++ {
		select {
		case <-ctx.Done():
			return false
		case <-looks:
		}
		if d.look() {
			alone = -1
		}
	}
	return true
}

// handlers returns the handlers of the requests that only a board started by an icon answers.
func (d *desktop) handlers() map[string]handler {
	return map[string]handler{
		"present":  func(w http.ResponseWriter, _ *http.Request, _ []byte) error { return reply(w, struct{}{}) },
		"quit":     d.end,
		"instance": d.prove,
		"invite":   d.inviteOther,
	}
}

// end ends the board for a page with the key.
func (d *desktop) end(w http.ResponseWriter, _ *http.Request, body []byte) error {
	var in struct {
		Key string `json:"key"`
	}
	if err := decode(body, &in); err != nil {
		return err
	}
	if !d.knows(in.Key) {
		return wrongKey("not the key of this board")
	}
	if err := reply(w, struct{}{}); err != nil {
		return err
	}
	_ = http.NewResponseController(w).Flush()
	d.quit()
	return nil
}

// prove proves to another process of the user that this is the board of the same user.
func (d *desktop) prove(w http.ResponseWriter, _ *http.Request, body []byte) error {
	var in challenge
	if err := decode(body, &in); err != nil {
		return err
	}
	return reply(w, proven{proof(d.key, in.Challenge)})
}

// inviteOther gives a page to another process of the user.
func (d *desktop) inviteOther(w http.ResponseWriter, _ *http.Request, body []byte) error {
	var in guest
	if err := decode(body, &in); err != nil {
		return err
	}
	if !d.knows(in.Key) {
		return wrongKey("not the key of this board")
	}
	return reply(w, invited{d.invite(in.file())})
}

// The requests of another process of the user, and the answers.
type (
	challenge struct {
		Challenge string `json:"challenge"`
	}
	proven struct {
		Proof string `json:"proof"`
	}
	// guest asks for an invitation, with a file to open if it has a name.
	guest struct {
		Key     string `json:"key"`
		Name    string `json:"name"`
		Content []byte `json:"content"`
		Fault   string `json:"fault"` // why it could not be read
	}
	invited struct {
		Code string `json:"code"`
	}
)

// file returns the file of a guest, nil for none.
func (g *guest) file() *gameFile {
	if g.Name == "" {
		return nil
	}
	return &gameFile{g.Name, g.Content, g.Fault}
}
