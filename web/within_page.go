//go:build page

package web

import "chuhe/web/http"

// addPage adds nothing: a browser has the files from elsewhere.
func addPage(*http.ServeMux) {}
