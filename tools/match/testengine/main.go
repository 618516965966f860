// Testengine is an engine that makes mistakes, to see how a match handles them:
//
//	go build -o testengine ./tools/match/testengine
//	chuhe match -recover -engine cmd=./testengine args=hang name=hang ...
//
// The first argument names the mistake; package faulty lists them.
package main

import (
	"os"

	"chuhe/tools/match/internal/faulty"
)

func main() { faulty.Main(os.Args[1:]) }
