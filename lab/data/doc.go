// Package data is the command "chuhe data": it inspects, repairs and packs the
// files of games that package record writes.
package data
