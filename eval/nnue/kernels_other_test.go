//go:build !amd64

package nnue

// machineKernels returns nothing where the dispatched kernels are the only ones
// besides the twins.
func machineKernels() []kernelSet { return nil }
