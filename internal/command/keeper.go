package command

import (
	"io"
	"sync"
)

// keeper is an output that keeps the first error of a write.
type keeper struct {
	to io.Writer

	mu    sync.Mutex
	first error
}

func (k *keeper) Write(p []byte) (int, error) {
	n, err := k.to.Write(p)
	if err != nil {
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.first == nil {
			k.first = err
		}
	}
	return n, err
}

// fault returns the first error of a write.
func (k *keeper) fault() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.first
}
