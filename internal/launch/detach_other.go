//go:build !unix

package launch

import "os/exec"

// Detach is for Unix: on Windows the processes that this one starts live on.
func Detach(*exec.Cmd) {}
