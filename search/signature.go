package search

import (
	"context"
	"fmt"
	"hash/fnv"
)

// What Signature searches: part of its meaning, as are Bench's positions.
const (
	signatureEvery = 8 // one position in so many
	signatureNodes = 2000
	signatureHash  = 1 // MiB
)

// Signature names the search of this program by what it does: eight hexadecimal
// digits, a hash of the moves, scores and nodes that some of Bench's positions
// come to in 20,000 nodes in all, some 20 ms, with the default parameters and the
// hand-written evaluation. It is the same in every run on every machine. Another
// signature is another search, or another hand-written evaluation. The same one is
// no proof of the same: a change that shows in none of these searches, as some
// that need great depth, is not seen. The error is that of the memory for a
// table, or of the positions.
func Signature() (string, error) { return signature(DefaultParams()) }

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
		// Neither the time nor a caller who is interrupted may end these.
		r := engine.Search(context.Background(), games[i], Limits{SoftNodes: signatureNodes, Nodes: 5 * signatureNodes}, nil)
		fmt.Fprintln(sum, r.Best, r.Score, r.Depth, r.Nodes)
	}
	return fmt.Sprintf("%08x", sum.Sum32()), nil
}
