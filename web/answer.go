package web

import (
	"bytes"
	"encoding/json"
	"io"
	"time"

	"chuhe/web/http"
)

// answer is a ResponseWriter that a client has to read: what it does not take in time is
// given up, and its connection with it.
type answer struct {
	http.ResponseWriter
	control *http.ResponseController
	begin   func() // called before the first byte
	begun   bool
}

// newAnswer returns the writer of an answer. The time for an answer without a body begins.
func newAnswer(w http.ResponseWriter) *answer {
	a := &answer{ResponseWriter: w, control: http.NewResponseController(w)}
	a.allow(0)
	return a
}

// allow begins the time for some bytes.
func (a *answer) allow(bytes int) {
	_ = a.control.SetWriteDeadline(time.Now().Add(answerTime + answerPerBlock*time.Duration(bytes/answerBlock)))
}

// Unwrap is for [http.ResponseController].
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Write implements [io.Writer].
func (a *answer) Write(p []byte) (int, error) {
	if !a.begun && a.begin != nil {
		a.begin()
	}
	a.begun = true
	a.allow(len(p))
	return a.ResponseWriter.Write(p)
}

// encode writes a JSON value and the end of a line. Unlike json.Marshal it leaves <, > and
// & as they are: a text of them would become six times as long.
func encode(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(value)
}

// marshal returns a JSON value as encode writes it, without the end of the line.
func marshal(value any) ([]byte, error) {
	var text bytes.Buffer
	err := encode(&text, value)
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), err
}

// reply answers with a JSON value.
func reply(w http.ResponseWriter, value any) error {
	announce(w, "application/json")
	return encode(w, value)
}

// announce sets the headers of an answer.
func announce(w http.ResponseWriter, kind string) {
	w.Header().Set("Content-Type", kind+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
}

// stream writes JSON values, one a line, each at once.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	begun   bool
}

func newStream(w http.ResponseWriter) *stream {
	return &stream{w: w, control: http.NewResponseController(w)}
}

// send writes a value. A client that does not take it in time is given up.
func (s *stream) send(value any) error {
	if !s.begun {
		announce(s.w, "application/x-ndjson")
		s.begun = true
	}
	if err := encode(s.w, value); err != nil {
		return err
	}
	return s.control.Flush()
}

// end ends the stream, with err in its last line if it has begun.
func (s *stream) end(err error) error {
	if err == nil || !s.begun {
		return err
	}
	return s.send(known(err).reply())
}
