package engine

import (
	"os/exec"
	"syscall"
)

// isolate keeps Ctrl-C at the console from the child.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// killGroup kills the child alone: what it started lives on.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
