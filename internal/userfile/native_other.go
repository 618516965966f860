//go:build !windows

package userfile

// native returns a name as Go's functions take it: names are bytes, whatever they mean.
func native(name string) string { return name }
