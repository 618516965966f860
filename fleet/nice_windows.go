package main

import "golang.org/x/sys/windows"

// lowerPriority lets the process give way to others: from 10 on it only works when nothing else does.
func lowerPriority(nice int) error {
	class := uint32(windows.BELOW_NORMAL_PRIORITY_CLASS)
	switch {
	case nice == 0:
		return nil
	case nice >= 10:
		class = windows.IDLE_PRIORITY_CLASS
	}
	return windows.SetPriorityClass(windows.CurrentProcess(), class)
}
