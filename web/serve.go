//go:build !page

package web

import (
	"context"
	"crypto/hmac"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"chuhe/internal/command"
	"chuhe/lang"
)

// addPage adds what answers with the files of the page.
func addPage(mux *http.ServeMux) { mux.HandleFunc("GET /", servePage) }

// serve answers until ctx is done.
func (s *server) serve(ctx context.Context, listener net.Listener) error {
	command.Responsive(s.processors)
	counted := newConnections(listener)
	hs := &http.Server{
		Handler: s.handler(), ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		// Searches end with ctx.
		BaseContext: func(net.Listener) context.Context { return ctx },
		ConnState:   counted.changed,
	}
	defer s.pool.close()
	defer s.endings.close()
	if s.rivals != nil {
		defer s.rivals.close()
	}
	if s.own != nil {
		defer s.own.folder.Close()
	}
	stopped := make(chan struct{})
	defer context.AfterFunc(ctx, func() {
		defer close(stopped)
		brief, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if hs.Shutdown(brief) != nil {
			_ = hs.Close()
		}
	})()
	err := hs.Serve(counted)
	if ctx.Err() != nil {
		<-stopped
		return nil
	}
	return err
}

// handler returns the server with its protections: those that hold for all
// requests, whatever they ask.
func (s *server) handler() http.Handler {
	// It refuses what another site's page sends, except for GET and HEAD, which
	// change nothing here and only serve the page.
	sameOrigin := http.NewCrossOriginProtection().Handler(s.mux)
	return http.HandlerFunc(func(plain http.ResponseWriter, r *http.Request) {
		w := newAnswer(plain)
		h := w.Header()
		h.Set("Content-Security-Policy", Policy("", "; frame-ancestors 'none'"))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if ownName(r.Host) { // elsewhere browsers ignore it without TLS, and complain
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
		}
		// A site that has its own name point to this machine passes every test of
		// origin, but not this one.
		if !s.hosts.allow(r.Host) {
			if r.Method == http.MethodPost {
				fail(w, http.StatusMisdirectedRequest, "host", fmt.Sprintf("host %q, want %s", r.Host, s.hosts.want()))
			} else { // somebody has typed an address
				http.Error(w, lang.Preferred(r.Header.Get("Accept-Language")).Say("page.error-host"), http.StatusMisdirectedRequest)
			}
			return
		}
		from := s.badges.identify(w, r)
		sameOrigin.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), fromKey{}, from)))
	})
}

// Policy returns the content security policy of the page. scripts lists what may run besides
// the page's own scripts, such as 'wasm-unsafe-eval'; more holds further directives.
func Policy(scripts, more string) string {
	return "default-src 'none'; script-src 'self'" + scripts + "; style-src 'self'; connect-src 'self'; " +
		"img-src 'self' blob: data:; base-uri 'none'; form-action 'none'" + more
}

// identify returns who sends a request. A browser of another machine that has no badge of
// this server gets one with the answer.
func (b *badges) identify(w http.ResponseWriter, r *http.Request) client {
	c := clientOf(r.RemoteAddr)
	if c.own {
		return c
	}
	if cookie, err := r.Cookie(b.name); err == nil {
		id, sum, _ := strings.Cut(cookie.Value, ".")
		if hmac.Equal([]byte(sum), []byte(b.sum(id, c))) {
			c.badge = id
			return c
		}
	}
	id := secret()[:16]
	http.SetCookie(w, &http.Cookie{Name: b.name, Value: id + "." + b.sum(id, c), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	return c
}

// changed is the ConnState of the server.
func (l *connections) changed(c net.Conn, now http.ConnState) {
	l.mu.Lock()
	defer l.mu.Unlock()
	state, ok := l.open[c]
	if !ok {
		return
	}
	switch now {
	case http.StateActive:
		state.quiet = false
	case http.StateIdle:
		state.quiet, state.since = true, time.Now()
	case http.StateClosed, http.StateHijacked:
		l.forget(c)
	}
}
