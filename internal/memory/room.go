package memory

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
)

// unasked is the most bytes that are taken whatever the system says it has left: an engine
// with its default table and a few threads should start.
const unasked = 96 << 20

// room is the memory that this process may have, in bytes.
type room struct {
	machine uint64 // all that the machine has, 0 if unknown
	group   uint64 // the most that a control group around this process may use, 0 if that is no less
	left    uint64 // what this process can still get without swap, 0 if unknown
	swap    uint64 // the unused swap that it may fill
}

// Left returns how many bytes of memory this process can still get without swap. Where that
// is unknown it returns the size of the machine's memory, and 0 if that is unknown, too.
func Left() uint64 {
	r := look()
	return cmp.Or(r.left, r.machine)
}

// Ask returns an error if this process cannot have a number of bytes, as far as that is
// known. A program that takes more than is left is likely to be killed. Freed is the number
// of bytes that it is about to free, which count as left. So does memory that it has taken
// and not written to yet. A size that an int cannot hold is refused, whatever the machine has: a
// program of 32 bits would count it wrongly.
func Ask(size, freed uint64) error {
	if size > math.MaxInt {
		return fmt.Errorf("no memory for %d MiB: a program of %d bits can have %d MiB", size>>20, strconv.IntSize, math.MaxInt>>20)
	}
	return ask(size, freed, look)
}

// ask does the same for a size that an int can hold, and looks only where it has to: that reads some
// dozens of files, and every engine asks as it starts.
func ask(size, freed uint64, look func() room) error {
	if size <= unasked {
		return nil
	}
	r := look()
	if r.machine > 0 && size > r.machine {
		return fmt.Errorf("no memory for %d MiB: the machine has %d MiB", size>>20, r.machine>>20)
	}
	err := fits(size, freed, r.left+r.swap)
	if err != nil && r.group > 0 {
		err = fmt.Errorf("%w of the %d MiB that the control group may use", err, r.group>>20)
	}
	return err
}

// fits returns an error if a size is more than what is left with what is freed, in bytes; 0
// are left where that is not known.
func fits(size, freed, left uint64) error {
	if left == 0 || size <= left+freed {
		return nil
	}
	return fmt.Errorf("no memory for %d MiB: %d MiB are left", size>>20, (left+freed)>>20)
}
