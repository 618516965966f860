//go:build unix && !linux && !darwin && !freebsd

package memory

// Installed returns the size of the machine's memory in bytes, 0 if unknown, as here.
func Installed() uint64 { return 0 }

// available returns 0: what is left is not known here.
func available() uint64 { return 0 }

func wishHugePages([]byte) {}

// addressSpace returns 0: a limit is not looked for here.
func addressSpace() uint64 { return 0 }
