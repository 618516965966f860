//go:build race

package testpos

const race = true
