// Package testfile makes files without room, for tests of what programs do when a disk is full.
package testfile
