//go:build !unix

package main

// lowerPriority does nothing here.
func lowerPriority(int) error { return nil }
