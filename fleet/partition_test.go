package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lane carries connections to a hub. While its age is odd it is cut, and a connection of another age
// is forgotten: what is sent on it is lost, and neither side learns of it.
type lane struct {
	net.Listener
	hub string
	age atomic.Int64
	far time.Duration // on the way, one way
}

func newLane(t *testing.T, hub string, far time.Duration) *lane {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	l := &lane{Listener: listener, hub: hub, far: far}
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", hub)
			if err != nil {
				near.Close()
				continue
			}
			age := l.age.Load()
			go l.pass(far, near, age)
			go l.pass(near, far, age)
		}
	}()
	return l
}

// pass copies until one side closes.
func (l *lane) pass(to, from net.Conn, age int64) {
	defer to.Close()
	buffer := make([]byte, 1<<16)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		pause(context.Background(), l.far)
		if age%2 != 0 || l.age.Load() != age {
			continue
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// TestFar asserts that the distance of the one who asks does not slow down the work.
func TestFar(t *testing.T) {
	t.Parallel()
	folder, addr := newHub(t)
	employ(t, worker(folder, addr, "near"))
	l := newLane(t, addr, 50*time.Millisecond)
	began := time.Now()
	require.NoError(t, asked(t, &asker{link: at(folder, l.Addr().String(), "owner"), log: os.Stderr}, squareJob(t, "far", 400)))
	assert.Less(t, time.Since(began), 20*time.Second, "400 questions and answers take 40 seconds")
}

// TestPartition cuts off the worker and the one that asked, by a router that forgets their
// connections: both connect again, and every unit has one result.
func TestPartition(t *testing.T) {
	t.Parallel()
	t.Run("embedded", func(t *testing.T) {
		folder, addr := newHub(t)
		cutOff(t, folder, addr)
	})
	if *long {
		t.Run("external", func(t *testing.T) {
			c := newChurn(t, os.Args[0], 0).external()
			c.during(0, func() { cutOff(t, c.folder, c.addr) })
		})
	}
}

func cutOff(t *testing.T, folder, addr string) {
	away, units := 2*time.Second, 400
	if *long {
		away, units = 30*time.Second, 10_000
	}
	l := newLane(t, addr, 0)
	addr = l.Addr().String()
	w := worker(folder, addr, "far")
	w.ping = 500 * time.Millisecond
	employ(t, w)
	a := &asker{link: at(folder, addr, "owner"), log: os.Stderr}
	a.ping = w.ping

	j, n := squareJob(t, "partition", units), 0
	var back time.Time
	for result, err := range a.results(t.Context(), j, 0) {
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(n*n), string(result))
		if n++; n == 100 {
			back = time.Now().Add(away)
			l.age.Add(1)
			time.AfterFunc(away, func() { l.age.Add(1) })
		}
	}
	assert.Equal(t, j.Units, n)
	late := time.Since(back)
	t.Logf("%d units done %v after the line was back", units, late)
	assert.Positive(t, late, "the work was done before the line was back")
	assert.Less(t, late, 2*time.Minute)
}
