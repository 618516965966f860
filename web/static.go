//go:build !page

package web

// Policy returns the content security policy of the page. scripts lists what may run besides
// the page's own scripts, such as 'wasm-unsafe-eval'; more holds further directives.
func Policy(scripts, more string) string {
	return "default-src 'none'; script-src 'self'" + scripts + "; style-src 'self'; connect-src 'self'; " +
		"img-src 'self' blob: data:; base-uri 'none'; form-action 'none'" + more
}
