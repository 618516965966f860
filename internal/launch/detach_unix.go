//go:build unix

package launch

import (
	"os/exec"
	"syscall"
)

// Detach lets a process live on when this one ends, or is ended from its terminal.
func Detach(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
