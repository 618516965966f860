//go:build unix

package launch

import (
	"os/exec"
	"syscall"
)

// detach lets a process live on when this one ends.
func detach(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
