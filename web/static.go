//go:build !page

package web

// File is a file of the page.
type File struct {
	Content []byte
	Type    string // media type
}

// Files returns the files of the page by their path below its folder.
func Files() map[string]File {
	files := make(map[string]File)
	for name, f := range pageFiles() {
		files[name] = File{f.content, f.kind}
	}
	return files
}

// Policy returns the content security policy of the page. scripts lists what may run besides
// the page's own scripts, such as 'wasm-unsafe-eval'; more holds further directives.
func Policy(scripts, more string) string {
	return "default-src 'none'; script-src 'self'" + scripts + "; style-src 'self'; connect-src 'self'; " +
		"img-src 'self' blob: data:; base-uri 'none'; form-action 'none'" + more
}
