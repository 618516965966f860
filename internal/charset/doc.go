// Package charset reads and writes text in the encodings of old files. Programs have the
// tables of golang.org/x/text. In a browser they would be a tenth of what it has to load, and
// it has tables of its own.
package charset
