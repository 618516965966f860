//go:build !amd64

package nnue

// machineKernels returns nothing more where the chosen kernels are the only
// ones besides the twins.
func machineKernels() []kernelSet { return nil }
