package memory

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestMain lets the test binary be a program with little address space.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "limited" {
		err := unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: 300 << 20, Max: 300 << 20})
		if err == nil {
			_, _, err = Slice[uint64](64 << 20 / 8)
		}
		fmt.Print(err)
		return
	}
	os.Exit(m.Run())
}

// TestLimit asks for a table under a limit that the process exceeds already.
func TestLimit(t *testing.T) {
	out, err := exec.Command(os.Args[0], "limited").Output()
	require.NoError(t, err)
	assert.Equal(t, "no memory for 64 MiB: cannot allocate memory; "+
		"the address space is limited to 300 MiB, want 1856 MiB or more (ulimit -v 1900544)", string(out))
}

// TestLeft asks for nearly all of the machine's memory, which is more than the system and
// this program have left of it.
func TestLeft(t *testing.T) {
	r := look()
	nearly := r.machine - 16<<20
	if r.left == 0 || r.left+r.swap >= nearly {
		t.Skip("the memory left is not known, or there is swap")
	}
	err := ask(nearly, 0, look)
	assert.ErrorContains(t, err, fmt.Sprintf("no memory for %d MiB: ", nearly>>20))
	assert.ErrorContains(t, err, " MiB are left")
}

// TestFits compares sizes with what is left.
func TestFits(t *testing.T) {
	assert.NoError(t, fits(100*mib, 0, 100*mib))
	assert.NoError(t, fits(100*mib, 60*mib, 40*mib), "as much is freed")
	assert.NoError(t, fits(100*mib, 0, 0), "not known")
	assert.EqualError(t, fits(100*mib+1, 60*mib, 40*mib), "no memory for 100 MiB: 100 MiB are left")
	assert.EqualError(t, fits(300*mib, 0, 7*mib), "no memory for 300 MiB: 7 MiB are left")
}
