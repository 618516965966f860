package main

import (
	"fmt"
	"path"
	"regexp"
	"slices"
)

// documentNames are the files of documents, apart from the licences.
var documentNames = []string{"CHANGELOG.md", "README.md", "README.zh-CN.md"}

// documents are the texts in each archive.
func (r *release) documents() ([]entry, error) {
	all := []entry{{"LICENCES.txt", 0o644, r.licences}}
	for _, name := range documentNames {
		text, err := r.read(name)
		if err != nil {
			return nil, err
		}
		all = append(all, entry{name, 0o644, r.linked(text)})
	}
	return all, nil
}

// link matches the address of a link to a file in Markdown.
var link = regexp.MustCompile(`\]\(([^):#]+)(#[^)]*)?\)`)

// linked returns a text with links to the repository in place of those to files that are
// not beside it.
func (r *release) linked(text []byte) []byte {
	return link.ReplaceAllFunc(text, func(found []byte) []byte {
		parts := link.FindSubmatch(found)
		file, place := string(parts[1]), string(parts[2])
		switch {
		case slices.Contains(documentNames, file):
			return found
		case slices.Contains([]string{"../../issues", "../../releases"}, file):
			file = path.Base(file)
		case path.Ext(file) == ".png":
			file = "raw/" + r.commit + "/" + file
		default:
			file = "blob/" + r.commit + "/" + file
		}
		return fmt.Appendf(nil, "](%s/%s%s)", r.homepage, file, place)
	})
}
