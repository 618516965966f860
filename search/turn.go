//go:build !js

package search

// turns does nothing: other goroutines have their turn without being given it.
type turns struct{}

func (*turns) give() {}
func (*turns) end()  {}
