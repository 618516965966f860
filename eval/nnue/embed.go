package nnue

import (
	"fmt"
	"sync"
)

var parseEmbedded = sync.OnceValues(func() (*Net, error) {
	if len(embedded) == 0 {
		return nil, nil
	}
	// A test validates it, so that the engine need not at every start.
	w, err := parse(embedded)
	if err != nil {
		return nil, err
	}
	return &Net{*w}, nil
})

// Embedded returns the network that comes with the engine, the same one at every
// call, or nil if this build has none. An error wraps ErrNet.
func Embedded() (*Net, error) {
	n, err := parseEmbedded()
	if err != nil {
		return nil, fmt.Errorf("the embedded network: %w", err)
	}
	return n, nil
}
