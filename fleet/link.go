package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	encodings "chuhe/game/text"
	"chuhe/internal/command"
)

type flagSet = flag.FlagSet

// Names of what the hub keeps. The units of a build have a consumer of their own, so that no
// worker of another build gets them.
const (
	unitStream    = "UNITS"    // unit.BUILD.JOB.INDEX, a work queue
	resultStream  = "RESULTS"  // result.JOB.INDEX, the first stays
	failureStream = "FAILURES" // failure.JOB.INDEX, and late.JOB.INDEX for a late result that differs from the first
	contentBucket = "files"    // contents by their SHA-256
	wanted        = "wanted"   // the build of a job that waits, said every few seconds
	states        = "states"   // how far a job is, said every few seconds
	ended         = "ended"    // the job whose units are not needed any more

	workerHeader = "Chuhe-Worker"
	firstHeader  = "Chuhe-First" // the sequence of the result that a late one differs from
)

// ackWait is the time after which the unit of a worker that is silent goes to another.
const ackWait = 30 * time.Second

// ping is the time between questions to the hub whether it is there. When two have no answer at the
// time of the third, the connection is replaced: a router may have forgotten it.
const ping = 10 * time.Second

// link says how to reach the hub.
type link struct {
	url, tokenFile, ca string
	server             nats.InProcessConnProvider // the hub, if it is in this process
	ackWait, ping      time.Duration              // 0 for the usual ones
}

func (l *link) define(f *flagSet, token string) {
	l.url = nats.DefaultURL
	f.Var((*address)(&l.url), "hub", "`address` of the hub, tls://HOST:PORT or nats://HOST:PORT")
	f.StringVar(&l.tokenFile, "token-file", filepath.Join("jobs", token), "`file` with user:password, a token, or a seed of an nkey")
	f.StringVar(&l.ca, "ca", "", "`file` of the certificates that may sign that of the hub; those of the system unless given")
}

// address is a [flag.Value]: where hubs are, with commas between them. Nobody waits for a hub at an
// address that can be none.
type address string

// String implements flag.Value.
func (a *address) String() string { return string(*a) }

// Set implements flag.Value.
func (a *address) Set(text string) error {
	for one := range strings.SplitSeq(text, ",") {
		if one = strings.TrimSpace(one); !strings.Contains(one, "://") {
			one = "nats://" + one
		}
		u, err := url.Parse(one)
		if err != nil || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) || u.Hostname() == "" {
			return errAddress
		}
		if port := u.Port(); port != "" {
			if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
				return errAddress
			}
		}
	}
	*a = address(text)
	return nil
}

var errAddress = errors.New("want tls://HOST:PORT or nats://HOST:PORT, with a port from 1 to 65535")

// errNoToken says that the file of the token does not exist.
var errNoToken = errors.New("no such file; the hub writes it into its folder when it starts")

// connect connects to the hub, and again whenever the connection is lost.
func (l *link) connect(name string) (*nats.Conn, jetstream.JetStream, error) {
	options := []nats.Option{nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.PingInterval(cmp.Or(l.ping, ping))}
	if l.ca != "" {
		if _, err := os.ReadFile(l.ca); err != nil {
			return nil, nil, command.Inputf("-ca: %w", err)
		}
	}
	secret, err := os.ReadFile(l.tokenFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, command.Inputf("-token-file: %s: %w", l.tokenFile, errNoToken)
	}
	if err != nil {
		return nil, nil, command.Inputf("-token-file: %w", err)
	}
	// Editors and shells of Windows write a copy with a mark, or in UTF-16.
	switch text := strings.TrimSpace(encodings.Decode(secret)); {
	case strings.Contains(text, ":"):
		user, password, _ := strings.Cut(text, ":")
		options = append(options, nats.UserInfo(user, password))
	case strings.HasPrefix(text, "SU"):
		key, err := nats.NkeyOptionFromSeed(l.tokenFile)
		if err != nil {
			return nil, nil, command.Inputf("-token-file: %s: %w", l.tokenFile, err)
		}
		options = append(options, key)
	default:
		options = append(options, nats.Token(text))
	}
	if l.server != nil {
		options = append(options, nats.InProcessServer(l.server))
	}
	if l.ca != "" {
		options = append(options, nats.RootCAs(l.ca))
	}
	nc, err := nats.Connect(l.url, options...)
	if errors.Is(err, nats.ErrAuthorization) {
		return nil, nil, command.Inputf("-token-file: %s: the hub at %s refuses it: %w", l.tokenFile, l.url, err)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("the hub at %s: %w", l.url, err)
	}
	js, err := jetstream.New(nc)
	return nc, js, err
}

// await connects to the hub. Until that is there, await tries again every second, and says once for each
// reason what it waits for.
func (l *link) await(ctx context.Context, name string, log io.Writer) (*nats.Conn, jetstream.JetStream, error) {
	for said := ""; ; {
		nc, js, err := l.connect(name)
		if err == nil {
			nc.SetDisconnectErrHandler(func(_ *nats.Conn, err error) {
				if err != nil {
					fmt.Fprintf(log, "fleet: the hub at %s is away, trying again and again: %v\n", l.url, err)
				}
			})
			nc.SetReconnectHandler(func(*nats.Conn) { fmt.Fprintln(log, "fleet: the hub is back") })
		}
		if !isAway(err) {
			return nc, js, err
		}
		if text := err.Error(); text != said {
			said = text
			fmt.Fprintln(log, "fleet: waiting for the hub, trying every second:", text)
		}
		if pause(ctx, time.Second); ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
	}
}

// isAway reports whether an error of connect may be gone when the hub has started: there is no token yet,
// or nothing answers at the address. A token or a certificate that is refused stays an error, and a file that
// cannot be read.
func isAway(err error) bool {
	if errors.Is(err, command.ErrInput) {
		return errors.Is(err, errNoToken)
	}
	var network net.Error
	return errors.Is(err, nats.ErrNoServers) || errors.Is(err, io.EOF) || errors.As(err, &network)
}

// prepare makes the streams that the hub lacks, and the consumer of a build.
func (l *link) prepare(ctx context.Context, js jetstream.JetStream, build string) error {
	for _, s := range []jetstream.StreamConfig{
		{Name: unitStream, Subjects: []string{"unit.*.*.*"}, Retention: jetstream.WorkQueuePolicy},
		{Name: resultStream, Subjects: []string{"result.*.*"}, AllowDirect: true},
		{Name: failureStream, Subjects: []string{"failure.*.*", "late.*.*"}},
	} {
		if s.Name != failureStream { // the first message of a subject stays
			s.MaxMsgsPerSubject, s.Discard, s.DiscardNewPerSubject = 1, jetstream.DiscardNew, true
		}
		if _, err := js.CreateOrUpdateStream(ctx, s); err != nil {
			return fmt.Errorf("stream %s: %w", s.Name, err)
		}
	}
	if _, err := js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: contentBucket}); err != nil {
		return err
	}
	_, err := js.CreateOrUpdateConsumer(ctx, unitStream, jetstream.ConsumerConfig{
		Durable: build, FilterSubject: "unit." + build + ".*.*", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: cmp.Or(l.ackWait, ackWait), MaxAckPending: -1, MaxWaiting: 1 << 16,
	})
	return err
}

// isTaken reports whether a message was refused because there is one of its subject.
func isTaken(err error) bool {
	var e *jetstream.APIError
	return errors.As(err, &e) && strings.Contains(e.Description, "maximum messages per subject")
}

// closed says why a connection was given up: the hub refuses the token, which it took before.
func (l *link) closed(nc *nats.Conn) error {
	return fmt.Errorf("the hub at %s ended the connection: %w; a hub with another folder has other tokens", l.url, nc.LastError())
}

// retry repeats what fails while the hub is away, until ctx is done.
func retry(ctx context.Context, do func() error) error {
	for {
		err := do()
		if err == nil || ctx.Err() != nil || isTaken(err) {
			return err
		}
		for _, final := range []error{nats.ErrPermissionViolation, nats.ErrConnectionClosed, jetstream.ErrObjectNotFound, errLost} {
			if errors.Is(err, final) {
				return err
			}
		}
		pause(ctx, 300*time.Millisecond)
	}
}
