//go:build unix && !linux && !darwin && !freebsd

package memory

func installed() uint64 { return 0 }

func wishHugePages([]byte) {}

// addressSpace returns 0: a limit is not looked for here.
func addressSpace() uint64 { return 0 }
