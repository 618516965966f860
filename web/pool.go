package web

import (
	"context"
	"errors"
	"maps"
	"net/netip"
	"slices"
	"sync"

	"chuhe/search"
)

// errBusy says that a request can neither be served nor wait.
var errBusy = errors.New("too many requests are waiting for the engine")

// pool shares engines among requests. A search takes as many of the pool's
// processors as it has threads, so that no more threads run than there are
// processors. There are never more engines than processors, but for one with a small table
// for moves: so an analysis that lets a move pass finds its own table again.
//
// The user of the machine may have more threads than that, which then take all processors of
// the pool, and one engine with a larger table.
type pool struct {
	processors int
	maxHash    int // MiB, for each engine but the large one

	mu     sync.Mutex
	free   int                       // processors that no search uses
	idle   []*search.Engine          // ready for the next search, the one that waits longest first
	moving map[*search.Engine]bool   // engines that last searched for a move
	used   map[*search.Engine]uint64 // how often each has been acquired
	made   int                       // engines, idle or not
	large  *search.Engine            // has a table of more than maxHash, nil for none
	size   int                       // MiB, of the table of large
	making bool                      // large is being made
	queue  []*ticket                 // moves first, each kind by its turn
	moves  rota
	others rota
	closed bool
}

// rota gives turns to requests so that addresses take turns, however many requests each has
// (fair queueing by start times).
type rota struct {
	now  uint64                  // the turn of the newest search
	last map[netip.Prefix]uint64 // the newest turn of an address that is ahead of now
}

// turn returns the turn of a new request.
func (r *rota) turn(of netip.Prefix) uint64 {
	turn := max(r.now, r.last[of]) + 1
	if r.last == nil {
		r.last = make(map[netip.Prefix]uint64)
	}
	r.last[of] = turn
	return turn
}

// took notes that the search of a turn begins.
func (r *rota) took(turn uint64) {
	r.now = max(r.now, turn)
	maps.DeleteFunc(r.last, func(_ netip.Prefix, last uint64) bool { return last <= r.now })
}

// ticket is a request's place in the queue.
type ticket struct {
	threads int
	urgent  bool          // a move, which goes before analyses
	turn    uint64        // of its kind
	ready   chan struct{} // closed when the processors are the ticket's
	place   chan int      // the newest place in the queue, from 1
}

// newPool returns a pool that uses a number of processors, and tables of at most maxHash
// MiB.
func newPool(processors, maxHash int) *pool {
	return &pool{processors: processors, maxHash: maxHash, free: processors, moving: make(map[*search.Engine]bool), used: make(map[*search.Engine]uint64)}
}

// acquire returns an engine with the given options for a client. While it waits it passes its
// place in the queue to waiting. The error comes from ctx, from waiting or from the
// options, or errBusy. The caller gives the engine back with release.
func (p *pool) acquire(ctx context.Context, from client, o search.Options, urgent bool, waiting func(place int) error) (*search.Engine, error) {
	t := &ticket{threads: p.share(o.Threads), urgent: urgent, ready: make(chan struct{}), place: make(chan int, 1)}
	if err := p.enter(t, from); err != nil {
		return nil, err
	}
	for {
		// Who is served at once need not wait.
		select {
		case <-t.ready:
			return p.engine(o, urgent)
		default:
		}
		var err error
		select {
		case <-t.ready:
			return p.engine(o, urgent)
		case place := <-t.place:
			err = waiting(place)
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			p.leave(t)
			return nil, err
		}
	}
}

// share returns how many processors of the pool a search with some threads takes.
func (p *pool) share(threads int) int { return min(threads, p.processors) }

// rota returns the rota of moves if urgent, otherwise the rota of all other searches.
func (p *pool) rota(urgent bool) *rota {
	if urgent {
		return &p.moves
	}
	return &p.others
}

// enter puts the ticket of a client in the queue.
func (p *pool) enter(t *ticket, from client) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || len(p.queue) >= maxStreams {
		return errBusy
	}
	t.turn = p.rota(t.urgent).turn(from.network)
	i := slices.IndexFunc(p.queue, func(other *ticket) bool {
		return t.urgent && !other.urgent || t.urgent == other.urgent && t.turn < other.turn
	})
	if i < 0 {
		i = len(p.queue)
	}
	p.queue = slices.Insert(p.queue, i, t)
	p.serve()
	return nil
}

// leave takes a ticket out of the queue, or gives back what it was served
// meanwhile.
func (p *pool) leave(t *ticket) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.queue, t); i >= 0 {
		p.queue = slices.Delete(p.queue, i, i+1)
	} else {
		p.free += t.threads
	}
	p.serve()
}

// serve hands free processors to the head of the queue and tells the others their new
// place. Nobody waits for ever: the turns of later requests grow with each search that
// begins, so even a search with many threads comes to the head.
func (p *pool) serve() {
	for len(p.queue) > 0 && p.queue[0].threads <= p.free {
		p.free -= p.queue[0].threads
		p.rota(p.queue[0].urgent).took(p.queue[0].turn)
		close(p.queue[0].ready)
		p.queue = slices.Delete(p.queue, 0, 1)
	}
	for i, t := range p.queue {
		select {
		case <-t.place:
		default:
		}
		t.place <- i + 1
	}
}

// best returns the place of the idle engine for some options, -1 if a new one serves
// better. An engine goes on with the same kind of work where it can, since its table helps
// there. The caller holds the lock.
func (p *pool) best(o search.Options, move bool) int {
	find := func(fits func(search.Options) bool) int {
		return slices.IndexFunc(p.idle, func(e *search.Engine) bool { return p.moving[e] == move && fits(e.Options()) })
	}
	if i := find(func(has search.Options) bool { return has == o }); i >= 0 {
		return i
	}
	if i := find(func(has search.Options) bool { return has.Hash == o.Hash && has.Threads == o.Threads }); i >= 0 {
		return i
	}
	most := p.processors
	if move && o.Hash <= moveHash {
		most++
	}
	if p.large != nil {
		most++
	}
	if len(p.idle) == 0 || p.made < most {
		return -1
	}
	return max(find(func(has search.Options) bool { return has.Hash <= p.maxHash }), 0)
}

// engine returns an idle or a new engine for a ticket that has its processors, for a move
// or for an analysis.
func (p *pool) engine(o search.Options, move bool) (*search.Engine, error) {
	p.mu.Lock()
	var e *search.Engine
	i, makes := -1, false
	if o.Hash > p.maxHash {
		i = slices.Index(p.idle, p.large)
		makes = p.large == nil && !p.making
		p.making = p.making || makes
		if i < 0 && !makes {
			o.Hash = p.maxHash // it is at work
		}
	}
	if i < 0 {
		i = p.best(o, move)
	}
	if i >= 0 {
		e = p.idle[i]
		p.idle = slices.Delete(p.idle, i, i+1)
	} else {
		p.made++
	}
	p.mu.Unlock()

	var err error
	if e != nil {
		err = e.SetOptions(o)
	} else {
		e, err = search.New(o)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if makes {
		p.making = false
	}
	if err == nil {
		switch {
		case o.Hash > p.maxHash:
			p.large, p.size = e, o.Hash
		case p.large == e:
			p.large = nil
		}
		p.moving[e] = move
		p.used[e]++
		return e, nil
	}
	if e != nil {
		p.idle = append(p.idle, e)
	} else {
		p.made--
	}
	p.free += p.share(o.Threads)
	p.serve()
	return nil, err
}

// use returns how often an engine has been acquired.
func (p *pool) use(e *search.Engine) uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.used[e]
}

// release takes an engine back whose search has ended.
func (p *pool) release(e *search.Engine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free += p.share(e.Options().Threads)
	if p.closed {
		p.drop(e)
		return
	}
	p.idle = append(p.idle, e)
	p.serve()
}

// wanted says whether somebody waits for an engine, and whether for a move.
func (p *pool) wanted() (any, urgent bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.queue) > 0, len(p.queue) > 0 && p.queue[0].urgent
}

// close gives the memory of all engines back, of those in use once they are
// released.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, e := range p.idle {
		p.drop(e)
	}
	p.idle = nil
}

// largeHash returns the size in MiB of the table of the large engine, 0 if there is none.
func (p *pool) largeHash() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.large == nil {
		return 0
	}
	return p.size
}

// dropLarge gives the memory of the large engine back, unless it is at work.
func (p *pool) dropLarge() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.idle, p.large); i >= 0 {
		p.drop(p.large)
		p.idle = slices.Delete(p.idle, i, i+1)
	}
}

// drop gives the memory of an engine back. The caller holds the lock.
func (p *pool) drop(e *search.Engine) {
	e.Close()
	delete(p.moving, e)
	delete(p.used, e)
	if p.large == e {
		p.large = nil
	}
	p.made--
}
