package main

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"chuhe/internal/command"
	"chuhe/internal/filelock"
)

const hubHelp = `usage: fleet hub [flags]

Keeps work and results in a folder until it is interrupted, or killed: the same command
goes on. It listens on this machine alone unless -addr says more, and then it wants
-cert and -key. Whoever has owner.token may ask for work; who has worker.token may only do it.

`

// hub holds the values of the flags.
type hub struct {
	store, addr, page, cert, key string
	threads                      int
}

func hubCommand() *command.Command {
	h := &hub{}
	return &command.Command{
		Name: "hub", Summary: "keep work and results", Help: hubHelp,
		Flags: func(f *flagSet) {
			f.StringVar(&h.store, "store", "jobs", "`folder` of the work, the results and the tokens")
			f.StringVar(&h.addr, "addr", "127.0.0.1:4222", "`address` to listen on")
			f.StringVar(&h.page, "page", "", "`address` of a web page with the state of the fleet, such as 127.0.0.1:4280; it asks for what owner.token has")
			f.StringVar(&h.cert, "cert", "", "`file` of the certificate for TLS")
			f.StringVar(&h.key, "key", "", "`file` of its key")
			command.Range(f, &h.threads, "threads", 0, 1024, "`units` that the hub itself does at a time, 0 for none")
		},
		Run: func(ctx context.Context, _ []string, s command.Streams) error { return h.run(ctx, s.Out, s.Err) },
	}
}

// errDisk says that the server stopped because it could not write.
var errDisk = errors.New("no room is left on the disk, or it fails")

// run serves until ctx is done. After the disk was full it goes on when there is room.
func (h *hub) run(ctx context.Context, out, log io.Writer) error {
	held, err := h.hold()
	if err != nil {
		return err
	}
	defer held.Close()
	s, err := h.start()
	if err != nil {
		return err
	}
	h.addr = s.Addr().String() // the system may have chosen the port
	fmt.Fprintf(out, "hub at %s, work and tokens in %s\n", s.ClientURL(), h.store)
	for {
		if err := h.serve(ctx, s, log); !errors.Is(err, errDisk) {
			return err
		}
		fmt.Fprintf(log, "fleet hub: %s: %v: the work goes on when there is room\n", h.store, errDisk)
		for s = nil; s == nil; {
			pause(ctx, time.Second)
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err := h.room(); err == nil {
				if s, err = h.start(); err != nil {
					fmt.Fprintln(log, "fleet hub:", err)
				}
			}
		}
	}
}

// hold keeps another hub away from the folder.
func (h *hub) hold() (io.Closer, error) {
	if err := os.MkdirAll(h.store, 0o700); err != nil {
		return nil, command.Input(err)
	}
	held, err := filelock.Hold(filepath.Join(h.store, "hub"))
	if errors.Is(err, filelock.ErrBusy) {
		return nil, command.Inputf("-store %s: another hub works in it", h.store)
	}
	if err != nil {
		return nil, command.Input(err)
	}
	return held, nil
}

// serve lets a server run, and does units, until ctx is done or the server cannot write.
func (h *hub) serve(ctx context.Context, s *server.Server, log io.Writer) error {
	defer s.WaitForShutdown()
	defer s.Shutdown()
	var watching sync.WaitGroup
	defer watching.Wait() // it would take the shutdown for a fault
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if err := h.show(ctx, s, log); err != nil {
		return err
	}
	watching.Go(func() { watch(ctx, cancel, s, log) })
	if h.threads > 0 {
		return h.work(s, log).run(ctx)
	}
	<-ctx.Done()
	return context.Cause(ctx)
}

// watch ends what runs after a write has failed: the server then takes nothing more, and does not
// answer.
func watch(ctx context.Context, end context.CancelCauseFunc, s *server.Server, log io.Writer) {
	for ctx.Err() == nil {
		if fault := failedWrite(s); fault != "" {
			fmt.Fprintln(log, "fleet hub:", fault)
			end(errDisk)
		}
		pause(ctx, time.Second)
	}
}

// failedWrite returns what the server says about a write that failed, "" for none. A server that is slow
// to answer is not ready either, and has no fault.
func failedWrite(s *server.Server) string {
	for _, e := range s.Healthz(&server.HealthzOptions{Details: true}).Errors {
		if e.Type == server.HealthzErrorStream && strings.Contains(e.Error, "write error") {
			return e.Error
		}
	}
	if !s.JetStreamEnabled() {
		return "the server keeps nothing any more"
	}
	return ""
}

// room returns an error unless a file can be written.
func (h *hub) room() error {
	name := filepath.Join(h.store, "room")
	defer os.Remove(name)
	return os.WriteFile(name, make([]byte, 1<<20), 0o600)
}

// work returns a worker in the process of the hub.
func (h *hub) work(s *server.Server, log io.Writer) *work {
	return &work{link: link{tokenFile: filepath.Join(h.store, "worker.token"), server: s}, name: "hub", threads: h.threads, log: log, kinds: kinds()}
}

// start starts the server.
func (h *hub) start() (*server.Server, error) {
	host, text, err := net.SplitHostPort(h.addr)
	if err != nil {
		return nil, command.Usagef("-addr: %w", err)
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return nil, command.Usagef("-addr %s: the port is no number", h.addr)
	}
	free, err := net.Listen("tcp", h.addr) // the server itself gives no reason
	if err != nil {
		return nil, command.Inputf("-addr: %w", err)
	}
	free.Close()
	o := &server.Options{
		ServerName: "chuhe", Host: host, Port: port, NoSigs: true, JetStream: true, StoreDir: h.store,
		MaxPayload: 8 << 20, SyncAlways: true, JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: math.MaxInt64,
	}
	if port == 0 {
		o.Port = server.RANDOM_PORT
	}
	if (h.cert == "") != (h.key == "") {
		return nil, command.Usagef("-cert and -key: want both, for TLS, or neither")
	}
	if h.cert == "" && !loopback(host) {
		return nil, command.Usagef("-addr %s: others on the net could read the tokens; want -cert and -key", h.addr)
	}
	if h.cert != "" {
		if o.TLSConfig, err = h.tls(); err != nil {
			return nil, err
		}
		o.TLS = true
	}
	if o.Users, err = h.users(); err != nil {
		return nil, err
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		s.Shutdown()
		return nil, fmt.Errorf("%s: the server did not start within 20 seconds", h.addr)
	}
	return s, nil
}

// loopback reports whether only this machine can reach a host.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// tls returns how to encrypt.
func (h *hub) tls() (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(h.cert, h.key)
	if err != nil {
		return nil, command.Inputf("-cert, -key: %w", err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}, nil
}

// users returns the two users and their passwords, which it makes and keeps in the folder.
func (h *hub) users() (users []*server.User, err error) {
	if err := os.MkdirAll(h.store, 0o700); err != nil {
		return nil, command.Input(err)
	}
	for _, name := range []string{"owner", "worker"} {
		path := filepath.Join(h.store, name+".token")
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			text = []byte(name + ":" + rand.Text() + "\n")
			err = os.WriteFile(path, text, 0o600)
		}
		if err != nil {
			return nil, command.Input(err)
		}
		user, password, ok := strings.Cut(strings.TrimSpace(string(text)), ":")
		if !ok || len(password) < 16 {
			return nil, command.Inputf("%s: want user:password, with 16 characters or more; remove it for another", path)
		}
		users = append(users, &server.User{Username: user, Password: password})
	}
	users[1].Permissions = &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: workerMay},
		Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>", wanted, ended}},
	}
	return users, nil
}

// workerMay are the subjects that a worker may send to: it takes units, reads contents, and
// sends results and failures.
var workerMay = []string{
	"result.*.*", "failure.*.*", "late.*.*", "$JS.ACK." + unitStream + ".>",
	"$JS.API.CONSUMER.INFO." + unitStream + ".*", "$JS.API.CONSUMER.MSG.NEXT." + unitStream + ".*",
	"$JS.API.STREAM.INFO." + resultStream, "$JS.API.DIRECT.GET." + resultStream + ".>",
	"$JS.API.STREAM.INFO.OBJ_" + contentBucket, "$JS.API.DIRECT.GET.OBJ_" + contentBucket + ".>", "$JS.API.STREAM.MSG.GET.OBJ_" + contentBucket,
	"$JS.API.CONSUMER.CREATE.OBJ_" + contentBucket + ".>", "$JS.API.CONSUMER.DELETE.OBJ_" + contentBucket + ".>", "$JS.FC.>",
}
