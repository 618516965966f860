//go:build unix && !linux

package engine

import (
	"os/exec"
	"syscall"
)

// isolate puts the child into a process group of its own, which Ctrl-C at the
// terminal does not reach.
func isolate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
