package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

//go:embed page
var page embed.FS

// types are the media types by extension: those of the system may be wrong.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
}

// pageFile is a file of the page.
type pageFile struct {
	content   []byte
	tag, kind string
}

// pageFiles are the files by their path below the root.
var pageFiles = readPage()

func readPage() map[string]pageFile {
	files := make(map[string]pageFile)
	err := fs.WalkDir(page, "page", func(name string, e fs.DirEntry, err error) error {
		kind, ok := types[path.Ext(name)]
		if err != nil || e.IsDir() || !ok {
			return err
		}
		content, err := page.ReadFile(name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(content)
		files[strings.TrimPrefix(name, "page/")] = pageFile{content, `"` + hex.EncodeToString(sum[:12]) + `"`, kind}
		return nil
	})
	if err != nil {
		panic(err) // the build embeds the folder
	}
	return files
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
	file, ok := pageFiles[name]
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
