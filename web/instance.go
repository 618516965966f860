//go:build !page

package web

import (
	"bytes"
	"context"
	"crypto/hmac"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"time"

	"chuhe/internal/filelock"
)

// instance is written by a board that an icon has started into the cache folder of its
// user, for later starts. It stays there when the board has ended, so that the next one
// has the same key, which pages keep.
type instance struct {
	Address string `json:"address"` // with the port
	Key     string `json:"key"`
}

// Times for the other process.
const (
	askTime   = 2 * time.Second        // to answer a question
	beginTime = 5 * time.Second        // to answer at all, while it holds the lock
	againTime = 100 * time.Millisecond // between questions
)

// invite asks the board of an instance for a page. It fails where there is no board, or
// the board of another user.
func (i instance) invite(ctx context.Context, file *gameFile) (code string, err error) {
	at, err := netip.ParseAddrPort(i.Address)
	if err != nil || !at.Addr().IsLoopback() || !isSecret(i.Key) {
		return "", errors.New("no instance")
	}
	nonce := secret()
	var p proven
	if err := i.ask(ctx, "instance", challenge{nonce}, &p); err != nil {
		return "", err
	}
	if !hmac.Equal([]byte(p.Proof), []byte(proof(i.Key, nonce))) {
		return "", errors.New("another program answers at " + i.Address)
	}
	g := guest{Key: i.Key}
	if file != nil {
		g.Name, g.Content, g.Fault = file.name, file.content, file.fault
	}
	var in invited
	err = i.ask(ctx, "invite", g, &in)
	return in.Code, err
}

// ask sends a request to the board.
func (i instance) ask(ctx context.Context, path string, request, answer any) error {
	body, err := marshal(request)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+i.Address+"/api/"+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // no proxy
	response, err := client.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return errors.New(response.Status)
	}
	return json.NewDecoder(io.LimitReader(response.Body, maxBody)).Decode(answer)
}

// seat is the place of the user's one board in the cache folder.
type seat struct {
	name string    // of the file, "" where there is no such folder
	held io.Closer // nil where another process, or none, holds it
	last instance  // of the board before
}

// takeSeat takes the place of the user's board in a folder, "" for none. If a board has
// it, the result is the address of a page that this one gives.
func takeSeat(ctx context.Context, folder string, file *gameFile) (s seat, url string) {
	if folder == "" || os.MkdirAll(folder, 0o700) != nil {
		return seat{}, ""
	}
	s.name = filepath.Join(folder, "board.json")
	deadline := time.Now().Add(beginTime)
	for {
		held, err := filelock.Hold(s.name)
		s.last = instance{} // it may be damaged
		if text, err := os.ReadFile(s.name); err == nil && json.Unmarshal(text, &s.last) != nil {
			s.last = instance{}
		}
		if code, err := s.last.invite(ctx, file); err == nil {
			if held != nil {
				_ = held.Close()
			}
			return s, pageAt(s.last.Address, code)
		}
		s.held = held
		// Whoever holds it begins or ends just now.
		if !errors.Is(err, filelock.ErrBusy) || time.Now().After(deadline) {
			return s, ""
		}
		select {
		case <-ctx.Done():
			return s, ""
		case <-time.After(againTime):
		}
	}
}

// key returns the key of the user's boards.
func (s *seat) key() string {
	if isSecret(s.last.Key) {
		return s.last.Key
	}
	return secret()
}

// announce writes where the board is. Without the place later starts do not find it.
func (s *seat) announce(i instance) {
	if s.held == nil {
		return
	}
	if text, err := marshal(i); err == nil {
		_ = os.WriteFile(s.name, text, 0o600)
	}
}

// leave lets another board have the place.
func (s *seat) leave() {
	if s.held != nil {
		_ = s.held.Close()
	}
}

// pageAt returns the address of a page with an invitation.
func pageAt(address, code string) string { return "http://" + address + "/#start=" + code }
