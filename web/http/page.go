//go:build page

package http

import (
	"context"
	"io"
	"strings"
	"time"
)

// Request is a request of the page.
type Request struct {
	Path          string
	Host          string // localhost
	Header        Header
	Body          io.ReadCloser
	ContentLength int64
	context       context.Context
}

// NewRequest returns a request with a body of JSON.
func NewRequest(ctx context.Context, path, body string) *Request {
	header := Header{}
	header.Set("Content-Type", "application/json")
	return &Request{path, "localhost", header, io.NopCloser(strings.NewReader(body)), int64(len(body)), ctx}
}

// Context returns the context, which is done when the page gives the request up.
func (r *Request) Context() context.Context { return r.context }

// WithContext returns the request with another context.
func (r *Request) WithContext(ctx context.Context) *Request {
	other := *r
	other.context = ctx
	return &other
}

// Header is the header of a request or an answer. Names are written in one way only.
type Header map[string]string

// Get returns the value of a name, "" for none.
func (h Header) Get(name string) string { return h[name] }

// Set sets the value of a name.
func (h Header) Set(name, value string) { h[name] = value }

// ResponseWriter takes an answer.
type ResponseWriter interface {
	Header() Header
	WriteHeader(status int)
	io.Writer
}

// ResponseController does nothing: the page takes an answer as it comes.
type ResponseController struct{}

// NewResponseController returns the controller of an answer.
func NewResponseController(ResponseWriter) *ResponseController { return &ResponseController{} }

// SetReadDeadline does nothing.
func (*ResponseController) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline does nothing.
func (*ResponseController) SetWriteDeadline(time.Time) error { return nil }

// Flush does nothing.
func (*ResponseController) Flush() error { return nil }

// MaxBytesError says that a body is too long.
type MaxBytesError struct{}

// Error implements error.
func (*MaxBytesError) Error() string { return "body too long" }

// MaxBytesReader returns the body of a request, whose length the server has checked.
func MaxBytesReader(_ ResponseWriter, body io.ReadCloser, _ int64) io.ReadCloser { return body }

// Handler answers requests.
type Handler interface {
	ServeHTTP(ResponseWriter, *Request)
}

// HandlerFunc is a Handler.
type HandlerFunc func(ResponseWriter, *Request)

// ServeHTTP implements Handler.
func (f HandlerFunc) ServeHTTP(w ResponseWriter, r *Request) { f(w, r) }

// ServeMux passes requests on by their paths.
type ServeMux struct{ handlers map[string]Handler }

// NewServeMux returns a mux without handlers.
func NewServeMux() *ServeMux { return &ServeMux{make(map[string]Handler)} }

// Handle sets the handler of a pattern: POST and a path.
func (m *ServeMux) Handle(pattern string, h Handler) { m.handlers[pattern] = h }

// ServeHTTP implements Handler.
func (m *ServeMux) ServeHTTP(w ResponseWriter, r *Request) {
	if h, ok := m.handlers["POST "+r.Path]; ok {
		h.ServeHTTP(w, r)
		return
	}
	w.WriteHeader(StatusNotFound)
}
