// Package data is the command "chuhe data": it inspects, repairs, merges and
// shuffles the files of games that package record writes.
package data
