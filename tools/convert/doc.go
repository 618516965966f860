// Package convert is the command "chuhe convert". It turns games from any format
// into any other, file by file, through pipes, or by whole folders.
package convert
