package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"

	"chuhe/web/http"
)

// maxInvitations is how many invitations are kept, each with a file of at most maxFile
// bytes.
const maxInvitations = 8

// user is the person at this machine for whom the board runs. A page shows by a key that it is
// this person's; it gets the key with an invitation, whose code is in the address that opens in
// the browser.
type user struct {
	key string // hexadecimal; it proves that a page or a process is the user's
	// teacher is the token of the teacher, whom the user is; "" where there is no classroom.
	teacher string

	mu      sync.Mutex
	invited []invitation // the oldest first
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
func (u *user) invite(file *gameFile) string {
	u.mu.Lock()
	defer u.mu.Unlock()
	code := secret()[:16] // which a person can type
	if len(u.invited) == maxInvitations {
		u.invited = u.invited[1:]
	}
	u.invited = append(u.invited, invitation{code: code, file: file})
	return code
}

// invitation returns the invitation with a code, nil for none. The caller holds u.mu.
func (u *user) invitation(code string) *invitation {
	if i := slices.IndexFunc(u.invited, func(v invitation) bool { return v.code == code }); i >= 0 {
		return &u.invited[i]
	}
	return nil
}

// enter gives the key to a page that has an invitation. A browser that has used it gets the
// same answer again, since the first may have been lost.
func (u *user) enter(w http.ResponseWriter, _ *http.Request, body []byte) error {
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
	u.mu.Lock()
	defer u.mu.Unlock()
	v := u.invitation(in.Code)
	if v == nil || v.used && (in.Page == "" || !hmac.Equal([]byte(v.page), []byte(in.Page))) {
		return wrongKey("no such invitation, or it has been used")
	}
	v.used, v.page = true, in.Page
	return reply(w, struct {
		Key  string `json:"key"`
		File bool   `json:"file"` // whether there is one to open
		// Teacher is the token of the teacher, "" where there is no classroom.
		Teacher string `json:"teacher,omitempty"`
	}{u.key, v.file != nil, u.teacher})
}

// knows reports whether a key is the board's own.
func (u *user) knows(key string) bool { return hmac.Equal([]byte(key), []byte(u.key)) }

func wrongKey(text string) *apiError { return forbidden("key", text) }

// fileOf returns the file of an invitation, nil for none.
func (u *user) fileOf(code string) *gameFile {
	if u == nil {
		return nil
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if v := u.invitation(code); v != nil {
		return v.file
	}
	return nil
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
