package main

import (
	"cmp"
	"context"
	"crypto/subtle"
	"crypto/tls"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"chuhe/internal/command"
	"chuhe/lang"
)

//go:embed page.html
var pageText string

// page shows the state of the fleet: the jobs, as their commands describe them, and the workers
// that are connected.
type page struct {
	template *template.Template
	password string
	server   *server.Server

	mu   sync.Mutex
	jobs []*heard // at most mostJobs, the one heard of last at the end
}

// heard is the last state of a job that its command has sent.
type heard struct {
	state
	At time.Time
}

// mostJobs is the number of jobs that the page keeps.
const mostJobs = 50

// silence is the time after which a job whose command sends nothing counts as abandoned.
const silence = 10 * time.Second

// show serves the page of a server until ctx is done. An error at the start is returned, one
// after it logged.
func (h *hub) show(ctx context.Context, s *server.Server, log io.Writer) error {
	if h.page == "" {
		return nil
	}
	owner := link{tokenFile: filepath.Join(h.store, "owner.token"), server: s}
	nc, _, err := owner.connect("page")
	if err != nil {
		return err
	}
	users, err := h.users()
	if err != nil {
		return err
	}
	p := &page{template: template.Must(template.New("page").Parse(pageText)), password: users[0].Password, server: s}
	if _, err := nc.Subscribe(states, p.hear); err != nil {
		return err
	}
	listener, err := h.listen()
	if err != nil {
		return err
	}
	scheme := "http"
	if h.cert != "" {
		scheme = "https"
	}
	// The system may have chosen the port.
	fmt.Fprintf(log, "fleet hub: page at %s://%s/, with the user and the password in %s\n", scheme, listener.Addr(), owner.tokenFile)
	web := p.web()
	go func() {
		if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			fmt.Fprintln(log, "fleet hub: -page:", err)
		}
	}()
	context.AfterFunc(ctx, func() {
		web.Close()
		nc.Close()
	})
	return nil
}

// web returns the server of the page. Who sends slowly or keeps a connection idle, for which no password is
// needed, is cut off: the hub itself needs the files that the system lets it open.
func (p *page) web() *http.Server {
	return &http.Server{Handler: p, ReadTimeout: pageTime, WriteTimeout: pageTime, IdleTimeout: pageTime}
}

// pageTime is the most time that a browser has to ask, to take the answer, and to ask again.
const pageTime = 10 * time.Second

// listen returns the listener of the page.
func (h *hub) listen() (net.Listener, error) {
	host, _, err := net.SplitHostPort(h.page)
	if err != nil {
		return nil, command.Usagef("-page: %w", err)
	}
	if h.cert == "" && !loopback(host) {
		return nil, command.Usagef("-page %s: others on the net could read the token; want -cert and -key", h.page)
	}
	var config *tls.Config
	if h.cert != "" {
		if config, err = h.tls(); err != nil {
			return nil, err
		}
	}
	l, err := net.Listen("tcp", h.page)
	if err != nil {
		return nil, command.Inputf("-page: %w", err)
	}
	if config != nil {
		l = tls.NewListener(l, config)
	}
	return l, nil
}

// hear takes the state of a job from its command.
func (p *page) hear(m *nats.Msg) {
	one := &heard{At: time.Now()}
	if json.Unmarshal(m.Data, &one.state) != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.jobs = slices.DeleteFunc(p.jobs, func(o *heard) bool { return o.Run == one.Run || o.Job == one.Job })
	p.jobs = append(p.jobs, one)
	p.jobs = p.jobs[max(0, len(p.jobs)-mostJobs):]
}

// ServeHTTP implements [http.Handler].
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, password, _ := r.BasicAuth()
	if subtle.ConstantTimeCompare([]byte(password), []byte(p.password)) != 1 {
		w.Header().Set("WWW-Authenticate", `Basic realm="fleet: the user and the password of owner.token"`)
		http.Error(w, "want the user and the password of owner.token", http.StatusUnauthorized)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	if err := p.template.Execute(w, p.view(time.Now(), lang.Preferred(r.Header.Get("Accept-Language")))); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// view holds what the page shows.
type view struct {
	Lang    string // for HTML
	Words   words
	Jobs    []jobView
	Workers []workerView
}

// words are the fixed texts of the page.
type words struct{ Title, Jobs, Command, Job, State, Idle, Workers, Name, Connected, Results, Alone string }

func wordsIn(l lang.Lang) words {
	return words{
		l.Say("fleet.title"), l.Say("fleet.jobs"), l.Say("fleet.command"), l.Say("fleet.job"), l.Say("fleet.state"), l.Say("fleet.idle"),
		l.Say("fleet.workers"), l.Say("fleet.name"), l.Say("fleet.connected"), l.Say("fleet.results"), l.Say("fleet.alone"),
	}
}

type jobView struct {
	Command, Job, State, Text string
	Percent                   int
}

type workerView struct {
	Name    string
	Since   time.Duration
	Results int // of the jobs shown
}

// view returns what there is at a time, in a language: the jobs, the newest first, and the workers.
func (p *page) view(now time.Time, l lang.Lang) view {
	v := view{Lang: string(l), Words: wordsIn(l)}
	results := map[string]int{}
	p.mu.Lock()
	for _, o := range slices.Backward(p.jobs) {
		j := jobView{Command: o.Command, Job: o.Job[:min(len(o.Job), 12)], State: o.in(l), Text: o.Text, Percent: 100 * o.Done / max(o.Units, 1)}
		if o.Done >= o.Units {
			j.State = l.Say("fleet.done", "units", l.Count("units", o.Units))
		} else if now.Sub(o.At) > silence {
			j.State = l.Say("fleet.abandoned", "time", o.At.Format(time.TimeOnly), "done", o.Done, "units", l.Count("units", o.Units))
		}
		v.Jobs = append(v.Jobs, j)
		for name, n := range o.Workers {
			results[name] += n
		}
	}
	p.mu.Unlock()
	connections, err := p.server.Connz(&server.ConnzOptions{Username: true, Limit: 1 << 16})
	if err != nil {
		return v
	}
	for _, c := range connections.Conns {
		if c.AuthorizedUser == "worker" {
			v.Workers = append(v.Workers, workerView{c.Name, now.Sub(c.Start).Round(time.Second), results[c.Name]})
		}
	}
	slices.SortFunc(v.Workers, func(a, b workerView) int { return cmp.Compare(a.Name, b.Name) })
	return v
}
