package search

import (
	"context"
	"fmt"
	"hash/fnv"
	"sync"
)

// What Signature searches. A change gives all programs another signature.
const (
	signatureEvery = 8 // every eighth position of Bench
	signatureNodes = 2000
	signatureHash  = 1 // MiB
)

// Signature identifies the search of this program: eight hexadecimal digits, a hash
// of the moves, scores and nodes of searches of some of Bench's positions, some 27,000
// nodes together, with the default parameters and the hand-written evaluation. It
// takes about 20 ms and is the same in every run on every machine. Different
// signatures mean different searches or hand-written evaluations. Equal ones do not
// prove the opposite: a change that needs great depth to show goes unnoticed. It
// fails if the memory for a table cannot be had. One call searches, and all later ones
// return what it found.
func Signature() (string, error) {
	return ownSignature.get(func() (string, error) { return signature(DefaultParams()) })
}

var ownSignature success

// success keeps the first value that is found. It is safe for concurrent use.
type success struct {
	mutex sync.Mutex
	value string // empty before
}

// get returns the value, which find finds unless an earlier call did.
func (s *success) get(find func() (string, error)) (string, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.value != "" {
		return s.value, nil
	}
	value, err := find()
	if err == nil {
		s.value = value
	}
	return value, err
}

func signature(p Params) (string, error) {
	options := DefaultOptions()
	options.Hash = signatureHash
	engine, err := New(options)
	if err != nil {
		return "", err
	}
	defer engine.Close()
	if err := engine.SetParams(p); err != nil {
		return "", err
	}
	games, err := benchGames()
	if err != nil {
		return "", err
	}
	sum := fnv.New32a()
	for i := 0; i < len(games); i += signatureEvery {
		// Neither time nor an interrupt may end these searches.
		r := engine.Search(context.Background(), games[i], Limits{SoftNodes: signatureNodes, Nodes: 5 * signatureNodes}, nil)
		fmt.Fprintln(sum, r.Best, r.Score, r.Depth, r.Nodes)
	}
	return fmt.Sprintf("%08x", sum.Sum32()), nil
}
