//go:build !page

package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"strings"
	"sync"

	"chuhe/lang"
	"chuhe/puzzle"
)

//go:embed page
var page embed.FS

// types are the media types by extension: the system's may be wrong. The last three are of files
// that only a page without a server has.
var types = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".svg":         "image/svg+xml",
	".json":        "application/json",
	".txt":         "text/plain; charset=utf-8",
	".bin":         "application/octet-stream",
	".png":         "image/png",
	".webmanifest": "application/manifest+json",
}

// TypeOf returns the media type of a file of the page by its name, "" if it is not known.
func TypeOf(name string) string { return types[path.Ext(name)] }

// puzzleFile is the name of the file of puzzles, which the page loads when it needs it.
const puzzleFile = "puzzles.txt"

// Texts of index.html. The list of languages takes the place of the brackets in the first; the
// second is followed by what those read whose browser runs no scripts.
const (
	languageList = `id="languages">[]`
	noScript     = "<noscript>"
)

// pageLanguage is a language as the page lists it, with what its board looks like at first.
type pageLanguage struct {
	Code     string `json:"code"`
	Name     string `json:"name"`
	Pieces   string `json:"pieces"`
	Notation string `json:"notation"`
}

// File is a file of the page.
type File struct {
	Content []byte
	Type    string // media type
}

// Files returns the files of the page by their path below the root: the files of the folder,
// their modules as bundles, style sheets and JSON without what only people read, the catalogue
// of each language as lang/CODE.json, and the puzzles. Others take the place of modules by
// their names.
func Files(others map[string][]byte) (map[string]File, error) {
	files, err := pageParts(others)
	if err != nil {
		return nil, err
	}
	all := make(map[string]File)
	for name, content := range files {
		all[name] = File{content(), TypeOf(name)}
	}
	return all, nil
}

// pageParts returns the contents of the files of the page. A catalogue is made when it is
// asked for, since that takes a while.
func pageParts(others map[string][]byte) (map[string]func() []byte, error) {
	files, modules := make(map[string]func() []byte), make(map[string][]byte)
	add := func(name string, content []byte) { files[name] = func() []byte { return content } }
	err := fs.WalkDir(page, "page", func(at string, e fs.DirEntry, err error) error {
		if err != nil || TypeOf(at) == "" {
			return err
		}
		content, err := page.ReadFile(at)
		switch name := strings.TrimPrefix(at, "page/"); path.Ext(name) {
		case ".js":
			modules[name] = content
		case ".css":
			add(name, passedOver().ReplaceAllLiteral(content, nil))
		case ".json":
			var packed bytes.Buffer
			if err := json.Compact(&packed, content); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			add(name, packed.Bytes())
		default:
			add(name, content)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	maps.Copy(modules, others)
	bundles, err := bundle(modules, "first.js", "app.js")
	if err != nil {
		return nil, err
	}
	for name, content := range bundles {
		add(name, content)
	}
	files[puzzleFile] = puzzle.File
	var languages []pageLanguage
	scriptless := noScript
	for _, l := range lang.All() {
		p := l.Profile()
		languages = append(languages, pageLanguage{string(l), p.Name, p.Pieces, p.Notation})
		scriptless += "<p>" + html.EscapeString(p.NoScript) + "</p>"
		files["lang/"+string(l)+".json"] = l.Page
	}
	list, err := json.Marshal(languages)
	if err != nil {
		return nil, err
	}
	add("index.html", []byte(strings.NewReplacer(
		languageList, strings.Replace(languageList, "[]", string(list), 1),
		noScript, scriptless,
	).Replace(string(files["index.html"]()))))
	return files, nil
}

// pageFile is a file of the page with its tag.
type pageFile struct {
	File
	tag string
}

// pageFiles returns the files that the server has, each made when it is first asked for.
var pageFiles = sync.OnceValue(func() map[string]func() pageFile {
	files, err := pageParts(nil)
	if err != nil {
		panic(err) // the build embeds what goes wrong here
	}
	tagged := make(map[string]func() pageFile)
	for name, content := range files {
		tagged[name] = sync.OnceValue(func() pageFile {
			f := File{content(), TypeOf(name)}
			sum := sha256.Sum256(f.Content)
			return pageFile{f, `"` + hex.EncodeToString(sum[:12]) + `"`}
		})
	}
	return tagged
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
	made, ok := pageFiles()[name]
	if !ok {
		http.Error(w, "no such page", http.StatusNotFound)
		return
	}
	file := made()
	h := w.Header()
	h.Set("Content-Type", file.Type)
	h.Set("ETag", file.tag)
	h.Set("Cache-Control", "no-cache") // that is, ask whether it has changed
	if r.Header.Get("If-None-Match") == file.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if r.Method != http.MethodHead {
		_, _ = w.Write(file.Content)
	}
}
