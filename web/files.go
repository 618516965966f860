//go:build !page

package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"html"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"

	"chuhe/lang"
	"chuhe/puzzle"
)

//go:embed page
var page embed.FS

// types are the media types by extension: the system's may be wrong.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".json": "application/json",
	".txt":  "text/plain; charset=utf-8",
}

// pageFile is a file of the page.
type pageFile struct {
	content   []byte
	tag, kind string
}

// puzzleFile is the name of the file of puzzles, which the page loads when it needs it.
const puzzleFile = "puzzles.txt"

// Texts of index.html. The list of languages takes the place of the brackets in the first, and
// lines like the second for all modules that of the second; the third is followed by what those
// read whose browser runs no scripts.
const (
	languageList = `id="languages">[]`
	preload      = `<link rel="modulepreload" href="app.js">`
	noScript     = "<noscript>"
)

// pageLanguage is a language as the page lists it, with what its board looks like at first.
type pageLanguage struct {
	Code     string `json:"code"`
	Name     string `json:"name"`
	Pieces   string `json:"pieces"`
	Notation string `json:"notation"`
}

// pageFiles returns the files by their path below the root: the files of the folder, the
// catalogue of each language as lang/CODE.json, and the puzzles.
var pageFiles = sync.OnceValue(func() map[string]pageFile {
	files := make(map[string]pageFile)
	add := func(name string, content []byte) {
		sum := sha256.Sum256(content)
		files[name] = pageFile{content, `"` + hex.EncodeToString(sum[:12]) + `"`, types[path.Ext(name)]}
	}
	err := fs.WalkDir(page, "page", func(name string, e fs.DirEntry, err error) error {
		if err != nil || types[path.Ext(name)] == "" {
			return err
		}
		content, err := page.ReadFile(name)
		if err != nil {
			return err
		}
		add(strings.TrimPrefix(name, "page/"), content)
		return nil
	})
	if err != nil {
		panic(err) // the build embeds the folder
	}
	add(puzzleFile, puzzle.File())
	var languages []pageLanguage
	scriptless := noScript
	for _, l := range lang.All() {
		languages = append(languages, pageLanguage{string(l), l.Name(), l.Say("language.pieces"), l.Say("language.notation")})
		scriptless += "<p>" + html.EscapeString(l.Say("board.noScript")) + "</p>"
		add("lang/"+string(l)+".json", l.Page())
	}
	list, _ := json.Marshal(languages)
	var preloads []string
	for _, name := range modules(files, "first.js", "app.js") {
		preloads = append(preloads, strings.Replace(preload, "app.js", name, 1))
	}
	add("index.html", []byte(strings.NewReplacer(
		languageList, strings.Replace(languageList, "[]", string(list), 1),
		preload, strings.Join(preloads, "\n"),
		noScript, scriptless,
	).Replace(string(files["index.html"].content))))
	return files
})

// modules returns the names of modules and of all that they import, in the order in which they
// run. A browser that knows them from the start need not read one to ask for the next.
func modules(files map[string]pageFile, roots ...string) (order []string) {
	seen := make(map[string]bool)
	var visit func(name string)
	visit = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for line := range bytes.Lines(files[name].content) {
			// The last line of an import, as prettier writes it.
			_, from, found := bytes.Cut(line, []byte(" from './"))
			if found && (bytes.HasPrefix(line, []byte("import ")) || bytes.HasPrefix(line, []byte("} "))) {
				imported, _, _ := bytes.Cut(from, []byte("'"))
				visit(path.Join(path.Dir(name), string(imported)))
			}
		}
		order = append(order, name)
	}
	for _, name := range roots {
		visit(name)
	}
	return order
}

// servePage answers with a file of the page.
func servePage(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	switch name {
	case "":
		name = "index.html"
	case "favicon.ico": // some browsers ask for it whatever the page says
		name = "icon.svg"
	}
	file, ok := pageFiles()[name]
	if !ok {
		http.Error(w, "no such page", http.StatusNotFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", file.kind)
	h.Set("ETag", file.tag)
	h.Set("Cache-Control", "no-cache") // that is, ask whether it has changed
	if r.Header.Get("If-None-Match") == file.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if r.Method != http.MethodHead {
		_, _ = w.Write(file.content)
	}
}
