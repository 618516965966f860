package ccbridge

import (
	"encoding/binary"
	"slices"
)

// The index of a library has an entry for each record, in their order.
const (
	atIndex   = 66624
	entrySize = 276
	// Fields of an entry.
	atKind  = 0  // one of the two below, 0 for an unused entry
	atSlots = 8  // how many slots the record fills
	atSize  = 12 // of the record in bytes
	// Kinds of entries.
	keptEntry    = 7
	deletedEntry = 5
	// maxEntries is how many entries are read.
	maxEntries = 1 << 20
)

// index is the index of a library as it is read.
type index struct {
	entries int
	deleted []int64 // slots, counted from the first record, where deleted records begin
	slots   int64   // of all records
	rest    []byte  // the beginning of the next entry
	unused  bool    // an unused entry was read
	strange bool    // something is not as expected, and the index says nothing
}

// feed reads the next bytes of the index.
func (x *index) feed(part []byte) {
	for len(part) > 0 && !x.strange {
		n := min(entrySize-len(x.rest), len(part))
		x.rest = append(x.rest, part[:n]...)
		part = part[n:]
		if len(x.rest) == entrySize {
			x.add(x.rest)
			x.rest = x.rest[:0]
		}
	}
}

// add takes an entry.
func (x *index) add(entry []byte) {
	kind := binary.LittleEndian.Uint32(entry[atKind:])
	slots := int64(binary.LittleEndian.Uint32(entry[atSlots:]))
	size := int64(binary.LittleEndian.Uint32(entry[atSize:]))
	switch {
	case kind == 0:
		x.unused = true
		return
	case x.unused, kind != keptEntry && kind != deletedEntry, size == 0, size > slots*slotSize, x.entries == maxEntries:
		x.strange = true
		return
	case kind == deletedEntry:
		x.deleted = append(x.deleted, x.slots)
	}
	x.entries++
	x.slots += slots
}

// isDeleted reports whether the record that begins at a place, counted in bytes from the
// first record, was deleted from the library.
func (x *index) isDeleted(at int64) bool {
	_, found := slices.BinarySearch(x.deleted, at/slotSize)
	return found && at%slotSize == 0 && !x.strange
}

// missing returns how many of the records of the index are not among those that the file
// has.
func (x *index) missing(records int) int {
	if x.strange {
		return 0
	}
	return max(0, x.entries-records)
}
