package search

import (
	"hash/maphash"
	"maps"
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
	path  string
	start unsafe.Pointer
	size  uintptr
}

func (r *region) first() uintptr { return uintptr(r.start) }
func (r *region) end() uintptr   { return r.first() + r.size }

// touches reports whether two regions have a cache line in common.
func (r *region) touches(other *region) bool {
	return r.first()/cacheLine <= (other.end()-1)/cacheLine && other.first()/cacheLine <= (r.end()-1)/cacheLine
}

// sum returns a hash of what is in the region.
func (r *region) sum(seed maphash.Seed) uint64 {
	return maphash.Bytes(seed, unsafe.Slice((*byte)(r.start), r.size))
}

// regions are those that a value reaches, none within another that was found before it.
type regions []region

func (all *regions) add(path string, start unsafe.Pointer, size uintptr) (added bool) {
	r := region{path, start, size}
	if size == 0 || slices.ContainsFunc(*all, func(old region) bool { return old.first() <= r.first() && r.end() <= old.end() }) {
		return false
	}
	*all = append(*all, r)
	return true
}

// follow adds what the pointers and slices in a value lead to. It leaves out texts, which
// never change, and what only functions reach.
func (all *regions) follow(path string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && all.add(path, v.UnsafePointer(), v.Type().Elem().Size()) {
			all.follow(path, v.Elem())
		}
	case reflect.Slice:
		if all.add(path, v.UnsafePointer(), uintptr(v.Cap())*v.Type().Elem().Size()) {
			all.followEach(path, v)
		}
	case reflect.Array:
		all.followEach(path, v)
	case reflect.Interface:
		all.follow(path, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			all.follow(path+"."+v.Type().Field(i).Name, v.Field(i))
		}
	}
}

func (all *regions) followEach(path string, v reflect.Value) {
	if leads(v.Type().Elem()) {
		for i := range v.Len() {
			all.follow(path, v.Index(i))
		}
	}
}

// leads reports whether a value of a type may lead to other memory.
func leads(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Interface:
		return true
	case reflect.Array:
		return leads(t.Elem())
	case reflect.Struct:
		return slices.ContainsFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return leads(f.Type) })
	}
	return false
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
			seed := maphash.MakeSeed()
			sums := map[region]uint64{}
			roots := map[string]bool{}
			for _, mine := range reached[0] {
				for _, theirs := range reached[1] {
					switch {
					case mine.first() == theirs.first() && mine.path == theirs.path:
						root := mine.path
						if i := slices.IndexFunc(test.shared, func(s string) bool { return strings.HasPrefix(root, s+".") }); i >= 0 {
							root = test.shared[i]
						}
						roots[root] = true
						if mine.path != "worker.run.table.slots" {
							sums[mine] = mine.sum(seed)
						}
					case mine.touches(&theirs):
						t.Errorf("worker 0 has %s (%d bytes at %x) on a cache line with %s (%d bytes at %x) of worker 1",
							mine.path, mine.size, mine.first(), theirs.path, theirs.size, theirs.first())
					}
				}
			}
			assert.ElementsMatch(t, test.shared, slices.Collect(maps.Keys(roots)), "what workers share")

			for _, w := range e.workers {
				iterate(w)
				require.Greater(t, w.nodes, uint64(1000))
			}
			for region, before := range sums {
				assert.Equal(t, before, region.sum(seed), "%s has changed", region.path)
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
	before := slices.Clone(memory)
	for _, w := range e.workers {
		w.iterate()
	}
	var written, others []reflect.StructField
	for _, f := range reflect.VisibleFields(reflect.TypeFor[run]()) {
		switch {
		case f.Name == "_" || len(f.Index) > 1 || f.Type.Size() == 0:
		case slices.Equal(before[f.Offset:f.Offset+f.Type.Size()], memory[f.Offset:f.Offset+f.Type.Size()]):
			others = append(others, f)
		default:
			written = append(written, f)
		}
	}
	names := func(fields []reflect.StructField) (names []string) {
		for _, f := range fields {
			names = append(names, f.Name)
		}
		return names
	}
	require.Contains(t, names(written), "nodes")
	require.Contains(t, names(others), "stop")
	for _, w := range written {
		for _, o := range others {
			apart := w.Offset >= o.Offset+o.Type.Size()+cacheLine || o.Offset >= w.Offset+w.Type.Size()+cacheLine
			assert.True(t, apart, "%s lies too near to %s", w.Name, o.Name)
		}
	}
}
