package engine

import (
	"errors"
	"os/exec"
	"syscall"
)

// isolate keeps Ctrl-C at the console from the child.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// killGroup kills the child alone: what it started lives on.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func startOn(cmd *exec.Cmd, cpus []int) error {
	if len(cpus) > 0 {
		return errors.New("CPU binding works on Linux only")
	}
	return cmd.Start()
}
