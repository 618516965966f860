//go:build page

package nnue

// The page fetches the network beside the engine, which need not come again with it.
var embedded []byte
