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

// Texts of index.html. The list of languages takes the place of the first; the second is
// followed by what those read whose browser runs no scripts.
const (
	languageList = `[["en", "English"]]`
	noScript     = "<noscript>"
)

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
	var languages [][2]string
	scriptless := noScript
	for _, l := range lang.All() {
		languages = append(languages, [2]string{string(l), l.Name()})
		scriptless += "<p>" + html.EscapeString(l.Say("board.noScript")) + "</p>"
		add("lang/"+string(l)+".json", l.Page())
	}
	list, _ := json.Marshal(languages)
	index := bytes.Replace(files["index.html"].content, []byte(languageList), list, 1)
	add("index.html", bytes.Replace(index, []byte(noScript), []byte(scriptless), 1))
	return files
})

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
