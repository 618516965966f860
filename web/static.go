package web

import (
	"net"
	"net/http"

	"chuhe/eval"
)

// pageHash is the size in MiB of the table of a search inside the page. Memory that a page
// has taken is never given back.
const pageHash = 32

// Within returns the server for a page that has it in its own browser: it has one
// processor and a small table. Requests have to be for the host localhost.
func Within(evaluation eval.Evaluation) http.Handler {
	c := config{processors: 1, hash: pageHash, evaluation: evaluation}
	return newServer(c, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80}).handler()
}

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

// Policy returns the content security policy of the page. Scripts, besides the page's own,
// is what else may run, such as 'wasm-unsafe-eval'; more are further directives.
func Policy(scripts, more string) string {
	return "default-src 'none'; script-src 'self'" + scripts + "; style-src 'self'; connect-src 'self'; " +
		"img-src 'self' blob: data:; base-uri 'none'; form-action 'none'" + more
}
