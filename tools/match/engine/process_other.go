//go:build !linux

package engine

import (
	"errors"
	"os/exec"
)

var errCPUs = errors.New("CPU binding works on Linux only")

// AllowedCPUs returns an error: CPUs can be chosen on Linux only.
func AllowedCPUs() ([]int, error) { return nil, errCPUs }

func startOn(cmd *exec.Cmd, cpus []int) error {
	if len(cpus) > 0 {
		return errCPUs
	}
	return cmd.Start()
}
