package web

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"slices"
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

// maxInvitations is how many invitations are kept, each with a file of at most maxFile
// bytes.
const maxInvitations = 8

// desktop adds the abilities of a board that an icon has started.
type desktop struct {
	key  string // hexadecimal; it proves that a page or a process is the user's
	quit func() // ends the board
	// teacher is the token of the teacher, whom the user of this machine is.
	teacher string

	mu      sync.Mutex
	invited []invitation // the oldest first
	asking  int          // requests under way
	asked   bool         // there was a request since the last look
}

// invitation lets the first browser that has its code in the address learn the key: other users
// may see the address among the arguments of the browser.
type invitation struct {
	code string
	used bool
	page string    // the key of the browser that used it, "" for none
	file *gameFile // that the page opens, nil for none
}

// invite returns the code of a new invitation.
func (d *desktop) invite(file *gameFile) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked = true        // the page is on its way
	code := secret()[:16] // which a person can type
	if len(d.invited) == maxInvitations {
		d.invited = d.invited[1:]
	}
	d.invited = append(d.invited, invitation{code: code, file: file})
	return code
}

// invitation returns the invitation with a code, nil for none. The caller holds d.mu.
func (d *desktop) invitation(code string) *invitation {
	if i := slices.IndexFunc(d.invited, func(v invitation) bool { return v.code == code }); i >= 0 {
		return &d.invited[i]
	}
	return nil
}

// present counts a request, whose end is the call of the result.
func (d *desktop) present() (done func()) {
	count := func(n int) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.asking += n
		d.asked = true
	}
	count(1)
	return func() { count(-1) }
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

// secret returns a random text that cannot be guessed.
func secret() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// isSecret reports whether a text can be the result of secret.
func isSecret(text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == 32
}

// checkPage returns an error unless a text is the key of a browser, or "" for none.
func checkPage(key string) error {
	if key != "" && !isSecret(key) {
		return bad("page", "not the key of a browser")
	}
	return nil
}

// proof returns what only those who have the key can answer to a challenge.
func proof(key, challenge string) string {
	h := hmac.New(sha256.New, []byte(key))
	h.Write([]byte(challenge))
	return hex.EncodeToString(h.Sum(nil))
}

// handlers returns the handlers of the requests that only a board started by an icon answers.
func (d *desktop) handlers() map[string]handler {
	return map[string]handler{
		"present": func(w http.ResponseWriter, _ *http.Request, _ []byte) error { return reply(w, struct{}{}) },
		"enter":   d.enter, "quit": d.end, "instance": d.prove, "invite": d.inviteOther,
	}
}

// enter gives the key to a page that has an invitation. A browser that has used it gets the
// same answer again, since the first may have been lost.
func (d *desktop) enter(w http.ResponseWriter, _ *http.Request, body []byte) error {
	var in struct {
		Code string `json:"code"`
		Page string `json:"page"` // the key of the browser, "" for none
	}
	if err := decode(body, &in); err != nil {
		return err
	}
	if err := checkPage(in.Page); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.invitation(in.Code)
	if v == nil || v.used && (in.Page == "" || !hmac.Equal([]byte(v.page), []byte(in.Page))) {
		return wrongKey("no such invitation, or it has been used")
	}
	v.used, v.page = true, in.Page
	return reply(w, struct {
		Key  string `json:"key"`
		File bool   `json:"file"` // whether there is one to open
		// Teacher is the token of the teacher, "" where there is no classroom.
		Teacher string `json:"teacher,omitempty"`
	}{d.key, v.file != nil, d.teacher})
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

// prove proves to another process of the user that this is his board.
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

// knows reports whether a key is the board's own.
func (d *desktop) knows(key string) bool { return hmac.Equal([]byte(key), []byte(d.key)) }

func wrongKey(text string) *apiError { return forbidden("key", text) }

// forbidden returns the error about a request that only somebody else may make.
func forbidden(code, text string) *apiError {
	return &apiError{status: http.StatusForbidden, code: code, text: text}
}

// fileOf returns the file of an invitation, nil for none.
func (d *desktop) fileOf(code string) *gameFile {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if v := d.invitation(code); v != nil {
		return v.file
	}
	return nil
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
