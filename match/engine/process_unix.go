//go:build unix && !linux

package engine

import (
	"errors"
	"os/exec"
	"syscall"
)

// isolate puts the child into a process group of its own, which Ctrl-C at the
// terminal does not reach.
func isolate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

func startOn(cmd *exec.Cmd, cpus []int) error {
	if len(cpus) > 0 {
		return errors.New("CPU binding works on Linux only")
	}
	return cmd.Start()
}
