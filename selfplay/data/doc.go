// Package data looks into files of games that package record has written, and
// makes new ones of them: the command "chuhe data".
package data
