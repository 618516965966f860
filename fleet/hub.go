package main

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"chuhe/internal/command"
)

const hubHelp = `usage: fleet hub [flags]

Keeps work and results in a folder until it is interrupted, or killed: the same command
goes on. It listens on this machine alone unless -addr says more, and then it wants
-cert and -key. Whoever has owner.token may ask for work; who has worker.token may only do it.

`

// hub holds the values of the flags.
type hub struct {
	store, addr, cert, key string
	threads                int
}

func hubCommand() *command.Command {
	h := &hub{}
	return &command.Command{
		Name: "hub", Summary: "keep work and results", Help: hubHelp,
		Flags: func(f *flagSet) {
			f.StringVar(&h.store, "store", "jobs", "`folder` of the work, the results and the tokens")
			f.StringVar(&h.addr, "addr", "127.0.0.1:4222", "`address` to listen on")
			f.StringVar(&h.cert, "cert", "", "`file` of the certificate for TLS")
			f.StringVar(&h.key, "key", "", "`file` of its key")
			command.Range(f, &h.threads, "threads", 0, 1024, "`units` that the hub itself does at a time, 0 for none")
		},
		Run: func(ctx context.Context, _ []string, s command.Streams) error {
			server, err := h.start()
			if err != nil {
				return err
			}
			defer server.WaitForShutdown()
			defer server.Shutdown()
			fmt.Fprintf(s.Out, "hub at %s, work and tokens in %s\n", server.ClientURL(), h.store)
			if h.threads > 0 {
				return h.work(server, s.Err).run(ctx)
			}
			<-ctx.Done()
			return context.Cause(ctx)
		},
	}
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
		MaxPayload: 8 << 20, SyncAlways: true, DontListen: false, JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: 1 << 40,
	}
	if port == 0 {
		o.Port = server.RANDOM_PORT
	}
	if ip := net.ParseIP(host); h.cert == "" && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, command.Usagef("-addr %s: others on the net could read the tokens; want -cert and -key", h.addr)
	}
	if h.cert != "" {
		pair, err := tls.LoadX509KeyPair(h.cert, h.key)
		if err != nil {
			return nil, command.Inputf("-cert, -key: %w", err)
		}
		o.TLS, o.TLSConfig = true, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}
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
		return nil, fmt.Errorf("%s: the server did not start: is %s in use by another hub?", h.addr, h.store)
	}
	return s, nil
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
	"result.*.*", "failure.*.*", "$JS.ACK." + unitStream + ".>",
	"$JS.API.CONSUMER.INFO." + unitStream + ".*", "$JS.API.CONSUMER.MSG.NEXT." + unitStream + ".*",
	"$JS.API.STREAM.INFO." + resultStream, "$JS.API.DIRECT.GET." + resultStream + ".>",
	"$JS.API.STREAM.INFO.OBJ_" + contentBucket, "$JS.API.DIRECT.GET.OBJ_" + contentBucket + ".>", "$JS.API.STREAM.MSG.GET.OBJ_" + contentBucket,
	"$JS.API.CONSUMER.CREATE.OBJ_" + contentBucket + ".>", "$JS.API.CONSUMER.DELETE.OBJ_" + contentBucket + ".>", "$JS.FC.>",
}
