//go:build unix && !linux

package main

import "golang.org/x/sys/unix"

// lowerPriority lets the process give way to others.
func lowerPriority(nice int) error {
	if nice == 0 {
		return nil
	}
	return unix.Setpriority(unix.PRIO_PROCESS, 0, nice)
}
