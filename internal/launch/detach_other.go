//go:build !unix

package launch

import "os/exec"

// detach is for macOS.
func detach(*exec.Cmd) {}
