//go:build !page

// Package http is the part of net/http that the handlers of the board use. The page, where
// they answer without a server, has an implementation of its own: net/http would be half of
// what a browser has to load.
package http

import "net/http"

// See net/http.
type (
	Request            = http.Request
	Header             = http.Header
	ResponseWriter     = http.ResponseWriter
	ResponseController = http.ResponseController
	Handler            = http.Handler
	HandlerFunc        = http.HandlerFunc
	ServeMux           = http.ServeMux
	MaxBytesError      = http.MaxBytesError
)

// See net/http.
var (
	NewServeMux           = http.NewServeMux
	NewResponseController = http.NewResponseController
	MaxBytesReader        = http.MaxBytesReader
)
