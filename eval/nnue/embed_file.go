//go:build !page

package nnue

import _ "embed" // for the network

// embedded is the file of the network that comes with the engine. An empty file
// builds an engine without one.
//
//go:embed default.nnue
var embedded []byte
