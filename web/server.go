package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"chuhe/eval"
	"chuhe/game/fenlist"
	"chuhe/game/formats"
	"chuhe/rules"
	"chuhe/search/level"
	"chuhe/tools/version"
	"chuhe/web/http"
)

// Bounds of what a client may send and hold.
const (
	maxBody    = 256 << 10        // bytes of a request about a game
	maxMoves   = 3000             // plies of a game
	bodyTime   = 10 * time.Second // to send the body
	headerTime = 5 * time.Second
	idleTime   = time.Minute
	maxHeader  = 16 << 10
)

// config says how a server works.
type config struct {
	processors int    // that searches may use together
	hash       int    // MiB, the most for the table of a search
	positions  uint64 // of the largest ending that is solved
	evaluation eval.Evaluation
	opened     *gameFile // the file named on the command line, nil for none
	desktop    *desktop  // nil unless an icon has started it
	owner      *user     // nil without one
	rivals     rivals    // nil where no program can be run
	own        *ownGames // the folder named on the command line, nil for none
	teacher    string    // the token of the teacher, "" where there is no classroom
}

// server answers the page.
type server struct {
	config
	pool    *pool
	hosts   hosts
	mux     *http.ServeMux
	memory  *share // bytes, of requests
	streams *share
	gate    *gate
	badges  badges
	proof   chan struct{} // holds a value while a mate is proved
	endings *endings
	others  []string // the addresses for other machines, the easiest first
}

// newServer returns a server for the clients of a listener.
func newServer(c config, address net.Addr) *server {
	s := &server{
		config: c, pool: newPool(c.processors, c.hash), hosts: hostsOf(address), mux: http.NewServeMux(),
		memory: newShare(maxMemory, addressMemory, clientMemory), streams: newShare(maxStreams, addressStreams, clientStreams), gate: newGate(), proof: make(chan struct{}, 1),
		endings: newEndings(c.positions, c.processors),
	}
	s.badges = newBadges(s.hosts.port)
	if s.hosts.local != "" {
		interfaces, _ := net.InterfaceAddrs() // without them only this machine has an address
		s.others = lanURLs(address, interfaces)
	}
	addPage(s.mux)
	for path, h := range map[string]handler{
		"position": s.position, "limits": s.limits, "opened": s.openedFile, "win": s.win,
		"game": s.ownGame, "version": programVersion,
	} {
		s.mux.Handle("POST /api/"+path, s.api(maxBody, s.gated(h)))
	}
	s.mux.Handle("POST /api/import", s.api(maxFile*4/3+maxBody, s.gated(importGames)))
	s.mux.Handle("POST /api/export", s.api(maxFile, s.gated(exportGame)))
	s.mux.Handle("POST /api/explore", s.api(maxFile, s.gated(s.explore)))
	if s.teacher != "" {
		class := newClassroom(s.teacher)
		for path, h := range class.handlers() {
			if path != "follow" && path != "watch" { // which last
				h = s.gated(h)
			}
			s.mux.Handle("POST /api/"+path, s.api(maxBody, h))
		}
	}
	if s.rivals != nil {
		s.mux.Handle("POST /api/engines", s.api(maxBody, s.gated(s.engines)))
	}
	if s.owner != nil {
		s.mux.Handle("POST /api/enter", s.api(maxBody, s.owner.enter))
	}
	if s.desktop != nil {
		for path, h := range s.desktop.handlers() {
			s.mux.Handle("POST /api/"+path, s.api(maxFile*4/3+maxBody, h))
		}
	}
	for path, h := range map[string]handler{
		"move": s.move, "analyse": s.analyse, "review": s.review, "attempt": s.attempt, "ending": s.ending,
	} {
		s.mux.Handle("POST /api/"+path, s.api(maxBody, s.limited(h)))
	}
	return s
}

// hosts says which names the server answers to.
type hosts struct {
	port  int
	ip    net.IP // the one listened on, nil for all
	local string // name of the machine, "" where only loopback is served
}

// hostsOf returns the names for a listener's address.
func hostsOf(address net.Addr) (h hosts) {
	tcp, ok := address.(*net.TCPAddr)
	if !ok {
		return h
	}
	h.port = tcp.Port
	if !tcp.IP.IsUnspecified() {
		h.ip = tcp.IP
	}
	if !tcp.IP.IsLoopback() {
		h.local, _ = os.Hostname()
	}
	return h
}

// allow reports whether a Host header names this server: by an address, as
// localhost or, beyond loopback, by the name of the machine.
func (h *hosts) allow(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.Trim(host, "[]"), "80"
	}
	if port != strconv.Itoa(h.port) {
		return false
	}
	if strings.EqualFold(name, "localhost") || h.local != "" && strings.EqualFold(name, h.local) {
		return true
	}
	ip := net.ParseIP(name)
	return ip != nil && (h.ip == nil || ip.Equal(h.ip) || h.ip.IsLoopback() && ip.IsLoopback())
}

// ownName reports whether a Host header names the machine that the browser runs on.
func ownName(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	return strings.EqualFold(name, "localhost") || net.ParseIP(name).IsLoopback()
}

// want says which hosts are allowed.
func (h *hosts) want() string {
	if h.ip != nil {
		return net.JoinHostPort(h.ip.String(), strconv.Itoa(h.port))
	}
	return fmt.Sprintf("the address of this machine with port %d", h.port)
}

// apiError is an error that a client has caused, or that it must know of.
type apiError struct {
	status int
	code   string // for the page to find its own words
	text   string
	square string // of a position that cannot be, "" for none
	piece  string
	ply    int // of a move that cannot be played, from 1, 0 for none
}

func (e *apiError) Error() string { return e.text }

// bad returns the error about a request that cannot be used.
func bad(code, format string, args ...any) *apiError {
	return &apiError{status: http.StatusBadRequest, code: code, text: fmt.Sprintf(format, args...)}
}

// forbidden returns the error about a request that only somebody else may make.
func forbidden(code, text string) *apiError {
	return &apiError{status: http.StatusForbidden, code: code, text: text}
}

// known returns an error as the client must know it.
func known(err error) *apiError {
	var e *apiError
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, errBusy):
		return &apiError{status: http.StatusServiceUnavailable, code: "busy", text: err.Error()}
	}
	return &apiError{status: http.StatusInternalServerError, code: "internal", text: err.Error()}
}

// fail answers with an error.
func fail(w http.ResponseWriter, status int, code, text string) {
	writeError(w, &apiError{status: status, code: code, text: text})
}

func writeError(w http.ResponseWriter, e *apiError) {
	announce(w, "application/json")
	w.WriteHeader(e.status)
	_ = encode(w, e.reply())
}

// errorReply is an error as the page reads it, alone or as the last line of a
// stream.
type errorReply struct {
	Error  string `json:"error"`
	Code   string `json:"code"`
	Square string `json:"square,omitempty"`
	Piece  string `json:"piece,omitempty"`
	Ply    int    `json:"ply,omitempty"`
}

func (e *apiError) reply() errorReply {
	return errorReply{Error: e.text, Code: e.code, Square: e.square, Piece: e.piece, Ply: e.ply}
}

// handler answers the body of a request.
type handler func(w http.ResponseWriter, r *http.Request, body []byte) error

// api returns the handler of JSON requests of at most a number of bytes. It reads the
// body to its end, without which a client that goes away would not be noticed.
func (s *server) api(most int64, h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil || kind != "application/json" {
			fail(w, http.StatusUnsupportedMediaType, "type", "Content-Type "+strconv.Quote(r.Header.Get("Content-Type"))+", want application/json")
			return
		}
		if s.desktop != nil {
			defer s.desktop.present()()
		}
		from := clientFrom(r)
		size := r.ContentLength
		if size < 0 {
			size = most
		}
		large := &apiError{status: http.StatusRequestEntityTooLarge, code: "large", text: fmt.Sprintf("more than %d bytes", most)}
		if size > most {
			w.Header().Set("Connection", "close") // the rest is not read
			writeError(w, large)
			return
		}
		need := requestMemory + size*memoryPerByte
		if !s.memory.take(from, need) {
			w.Header().Set("Connection", "close")
			w.Header().Set("Retry-After", "5")
			writeError(w, &apiError{status: http.StatusTooManyRequests, code: "busy", text: "too many large requests at once"})
			return
		}
		defer s.memory.give(from, need)
		control := http.NewResponseController(w)
		_ = control.SetReadDeadline(time.Now().Add(bodyTime))
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
		if errors.As(err, new(*http.MaxBytesError)) {
			writeError(w, large)
			return
		}
		if err != nil {
			fail(w, http.StatusBadRequest, "body", "the request broke off")
			return
		}
		_ = control.SetReadDeadline(time.Time{})
		err = h(w, r, body)
		if err == nil || r.Context().Err() != nil {
			return
		}
		if errors.Is(err, errBusy) {
			w.Header().Set("Retry-After", "5")
		}
		writeError(w, known(err))
	})
}

// gated lets a request wait for its turn to work, which ends with its answer.
func (s *server) gated(h handler) handler {
	return func(w http.ResponseWriter, r *http.Request, body []byte) error {
		from := clientFrom(r)
		if err := s.gate.enter(r.Context(), from); err != nil {
			return err
		}
		leave := sync.OnceFunc(func() { s.gate.leave(from) })
		defer leave()
		if a, ok := w.(*answer); ok {
			a.begin = leave // whoever reads slowly does not work
		}
		return h(w, r, body)
	}
}

// limited bounds the streams of a client.
func (s *server) limited(h handler) handler {
	return func(w http.ResponseWriter, r *http.Request, body []byte) error {
		from := clientFrom(r)
		if !s.streams.take(from, 1) {
			return &apiError{status: http.StatusTooManyRequests, code: "busy",
				text: fmt.Sprintf("more than %d searches at once from a browser, %d from %v, or %d in all", clientStreams, addressStreams, from, maxStreams)}
		}
		defer s.streams.give(from, 1)
		return h(w, r, body)
	}
}

// limitsReply says what the page can offer: what a search may have at most, and what
// there is to choose from.
type limitsReply struct {
	Threads int      `json:"threads"`
	Hash    int      `json:"hash"`    // MiB
	Rules   []string `json:"rules"`   // the names of the sets
	Formats []string `json:"formats"` // the names of those that games can be saved in
	// Collections are the names of those formats that hold several games, one after another.
	Collections []string `json:"collections"`
	Levels      int      `json:"levels"` // from 1 on
	// Notations are the names of those in which moves can be shown.
	Notations []string `json:"notations"`
	Desktop   bool     `json:"desktop"`   // whether pages keep the board running, and can end it
	Classroom bool     `json:"classroom"` // whether there are a teacher's board and rooms
	Engines   bool     `json:"engines"`   // whether it can run engines of others, for its user
	// Address is where other machines reach the board, "" where they cannot. Links that are
	// made on this machine have it.
	Address string `json:"address,omitempty"`
}

// limits answers with what the page can offer.
func (s *server) limits(w http.ResponseWriter, _ *http.Request, _ []byte) error {
	out := limitsReply{Threads: s.processors, Hash: s.hash, Levels: level.Steps, Desktop: s.desktop != nil, Classroom: s.teacher != "", Engines: s.rivals != nil}
	if len(s.others) > 0 {
		out.Address = s.others[0]
	}
	for _, set := range rules.Sets() {
		out.Rules = append(out.Rules, set.String())
	}
	for _, style := range pageNotations {
		out.Notations = append(out.Notations, strings.ToLower(string(style)))
	}
	for _, f := range formats.All() {
		if f.Write != nil && f != fenlist.Format { // which holds positions without moves
			out.Formats = append(out.Formats, f.Name)
			if f.Several {
				out.Collections = append(out.Collections, f.Name)
			}
		}
	}
	return reply(w, out)
}

// programVersion answers with the version of the program, for who reports a fault.
func programVersion(w http.ResponseWriter, _ *http.Request, _ []byte) error {
	return reply(w, struct {
		Version string `json:"version"`
	}{version.Version()})
}

// decode reads a JSON body into a request.
func decode(body []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("text after the value")
		}
	}
	if err != nil {
		return bad("json", "not a request: %v", err)
	}
	return nil
}
