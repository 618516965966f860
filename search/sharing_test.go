package search

import (
	"bytes"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/cpu"

	"chuhe/movegen"
)

// cacheLine is the length of a cache line in bytes, 0 where Go has one thread.
var cacheLine = unsafe.Sizeof(cpu.CacheLinePad{})

// region is a piece of memory that a worker reaches, with the fields that lead to it.
type region struct {
	path   string
	memory []byte
}

func (r *region) first() uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(r.memory))) }
func (r *region) end() uintptr   { return r.first() + uintptr(len(r.memory)) }

// touches reports whether two regions have a cache line in common.
func (r *region) touches(other *region) bool {
	return r.first()/cacheLine <= (other.end()-1)/cacheLine && other.first()/cacheLine <= (r.end()-1)/cacheLine
}

// regions are those that a value reaches, none within another that was found before it.
type regions []region

func (all *regions) add(path string, start unsafe.Pointer, size uintptr) (added bool) {
	r := region{path, unsafe.Slice((*byte)(start), size)}
	if size == 0 || slices.ContainsFunc(*all, func(old region) bool { return old.first() <= r.first() && r.end() <= old.end() }) {
		return false
	}
	*all = append(*all, r)
	return true
}

// follow adds what the pointers and slices in a value lead to, and reports whether its type
// has any. It leaves out texts, which never change, and what only functions reach.
func (all *regions) follow(path string, v reflect.Value) (leads bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && all.add(path, v.UnsafePointer(), v.Type().Elem().Size()) {
			all.follow(path, v.Elem())
		}
		return true
	case reflect.Interface:
		all.follow(path, v.Elem())
		return true
	case reflect.Slice:
		if all.add(path, v.UnsafePointer(), uintptr(v.Cap())*v.Type().Elem().Size()) {
			all.followEach(path, v)
		}
		return true
	case reflect.Array:
		return all.followEach(path, v)
	case reflect.Struct:
		for field, value := range v.Fields() {
			leads = all.follow(path+"."+field.Name, value) || leads
		}
	}
	return leads
}

// followEach does the same for the elements of a slice or an array.
func (all *regions) followEach(path string, v reflect.Value) (leads bool) {
	for i := range v.Len() {
		if !all.follow(path, v.Index(i)) {
			return false // nor do the others
		}
	}
	return true
}

// TestNodesWriteNothingShared lets two workers search without a look at the clock. What both
// reach stays as it is, but for the table, and each has cache lines of its own for the rest:
// otherwise every node would wait for the other processors.
func TestNodesWriteNothingShared(t *testing.T) {
	if cacheLine == 0 {
		t.Skip("one thread")
	}
	for name, test := range map[string]struct {
		change func(*Options)
		shared []string
	}{
		"network":   {func(*Options) {}, []string{"worker.eval.net", "worker.reductions", "worker.run"}},
		"classical": {classical, []string{"worker.eval.tables", "worker.reductions", "worker.run"}},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEngine(t, test.change, func(o *Options) { o.Threads = 2 })
			e.Ready()
			game := newGame(t, busy)
			r := newRun(e, game, Limits{}, nil)
			iterate := func(w *worker) {
				clear(e.table.slots)
				w.prepare(r, game)
				w.setRootMoves(movegen.Legal(game.Position(), nil))
				w.next = math.MaxUint64
				w.iterate()
			}
			r.maxDepth = 2
			for _, w := range e.workers {
				iterate(w) // what a worker takes at first is there now
			}
			r.maxDepth = 9

			var reached [2]regions
			for i, w := range e.workers {
				reached[i].follow("worker", reflect.ValueOf(w))
			}
			var same regions
			var before [][]byte
			var roots []string // of what is the same
			for _, mine := range reached[0] {
				for _, theirs := range reached[1] {
					switch {
					case mine.first() == theirs.first() && mine.path == theirs.path:
						if len(roots) == 0 || !strings.HasPrefix(mine.path+".", roots[len(roots)-1]+".") {
							roots = append(roots, mine.path)
						}
						if mine.path != "worker.run.table.slots" {
							same = append(same, mine)
							before = append(before, bytes.Clone(mine.memory))
						}
					case mine.touches(&theirs):
						t.Errorf("worker 0 has %s (%d bytes at %x) on a cache line with %s (%d bytes at %x) of worker 1",
							mine.path, len(mine.memory), mine.first(), theirs.path, len(theirs.memory), theirs.first())
					}
				}
			}
			assert.ElementsMatch(t, test.shared, roots, "what workers share")

			for _, w := range e.workers {
				iterate(w)
				require.Greater(t, w.nodes, uint64(1000))
			}
			for i, r := range same {
				assert.True(t, bytes.Equal(before[i], r.memory), "%s has changed", r.path)
			}
		})
	}
}

// TestCountersKeepTheirDistance asserts that what workers write to the run now and then has
// no cache line in common with what all of them read in every node.
func TestCountersKeepTheirDistance(t *testing.T) {
	e := newEngine(t, func(o *Options) { o.Threads = 2 })
	game := newGame(t, busy)
	r := newRun(e, game, Limits{Depth: 7}, func(Info) {})
	for _, w := range e.workers {
		w.prepare(r, game)
		w.setRootMoves(movegen.Legal(game.Position(), nil))
	}
	memory := unsafe.Slice((*byte)(unsafe.Pointer(r)), unsafe.Sizeof(*r))
	before := bytes.Clone(memory)
	for _, w := range e.workers {
		w.iterate()
	}
	written, others := map[string]reflect.StructField{}, map[string]reflect.StructField{}
	for f := range reflect.TypeFor[run]().Fields() {
		switch from, to := f.Offset, f.Offset+f.Type.Size(); {
		case f.Name == "_" || from == to:
		case bytes.Equal(before[from:to], memory[from:to]):
			others[f.Name] = f
		default:
			written[f.Name] = f
		}
	}
	require.Contains(t, written, "nodes")
	require.Contains(t, others, "stop")
	for _, w := range written {
		for _, o := range others {
			apart := w.Offset >= o.Offset+o.Type.Size()+cacheLine || o.Offset >= w.Offset+w.Type.Size()+cacheLine
			assert.True(t, apart, "%s lies too near to %s", w.Name, o.Name)
		}
	}
}
