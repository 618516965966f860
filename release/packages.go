package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk"
	_ "github.com/goreleaser/nfpm/v2/arch"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// format is a kind of package.
type format struct {
	packager string // in the words of nfpm
	suffix   string // of the file
	zsh      string // the folder of completions for zsh
	release  string // number of the packaging, "" where the version has none
	systemd  bool
	arches   []string
}

var formats = []format{
	{"deb", ".deb", "/usr/share/zsh/vendor-completions/", "", true, linux},
	{"rpm", ".rpm", "/usr/share/zsh/site-functions/", "1", true, linux},
	{"apk", ".apk", "/usr/share/zsh/site-functions/", "0", false, linux},
	{"archlinux", ".pkg.tar.zst", "/usr/share/zsh/site-functions/", "1", true, []string{"amd64", "arm64"}},
}

// neutral is how an archive lays out its files, which is no distribution's own.
var neutral = format{zsh: "/usr/share/zsh/site-functions/", systemd: true}

// pack returns a package for Linux.
func (r *release) pack(f format, arch string) ([]byte, error) {
	binary, err := r.build(target{"linux", arch})
	if err != nil {
		return nil, err
	}
	tree, err := r.tree(f)
	if err != nil {
		return nil, err
	}
	tree = append(tree, entry{"/usr/bin/chuhe", 0o755, binary})
	dir := filepath.Join(r.work, f.packager+"-"+arch)
	contents := files.Contents{}
	for _, e := range sorted(tree) {
		name := filepath.Join(dir, filepath.FromSlash(e.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(name, e.data, 0o644); err != nil {
			return nil, err
		}
		contents = append(contents, &files.Content{
			Source: name, Destination: e.name,
			FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: e.mode, MTime: r.date},
		})
	}
	compression := "xz" // which every dpkg reads
	if r.quick {
		compression = "gzip" // in a fifth of the time
	}
	version, schema := f.version(r.version)
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: "chuhe", Arch: arch, Platform: "linux", Version: version, VersionSchema: schema, Release: f.release, Section: "misc", Priority: "optional",
		Maintainer: maintainer, Homepage: r.homepage, License: "MIT", MTime: r.date, DisableGlobbing: true,
		Description: strings.TrimSpace(description),
		Overridables: nfpm.Overridables{
			Contents: contents, Recommends: []string{"xdg-utils"}, Umask: 0o22,
			RPM: nfpm.RPM{
				BuildHost: "chuhe", Compression: "zstd", Packager: maintainer,
				Summary: firstLine(description),
			},
			Deb:       nfpm.Deb{Compression: compression},
			ArchLinux: nfpm.ArchLinux{Packager: maintainer},
		},
	})
	if f.packager == "apk" || f.packager == "archlinux" {
		info.Description = firstLine(description)
		info.Recommends = nil // they have none
	}
	if f.systemd {
		for name, script := range map[string]*string{"preremove.sh": &info.Scripts.PreRemove, "postremove.sh": &info.Scripts.PostRemove} {
			content, err := texts.ReadFile("files/" + name)
			if err != nil {
				return nil, err
			}
			*script = filepath.Join(dir, name)
			if err := os.WriteFile(*script, content, 0o755); err != nil {
				return nil, err
			}
		}
	}
	packager, err := nfpm.Get(f.packager)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := packager.Package(info, &out); err != nil {
		return nil, fmt.Errorf("package %s for %s: %w", f.packager, arch, err)
	}
	return out.Bytes(), nil
}

// version returns a version as the packager writes it, so that a candidate sorts before
// its release, and how nfpm is to read it.
func (f format) version(v string) (version, schema string) {
	base, candidate, ok := strings.Cut(v, "-")
	switch {
	case ok && f.packager == "archlinux":
		return base + candidate, "none"
	case ok && f.packager == "apk":
		return base + "_" + strings.ReplaceAll(candidate, ".", ""), "none"
	}
	return v, "semver"
}

// description is the long text in package managers.
const description = `Xiangqi (Chinese chess) engine with a board in the browser
Play Xiangqi against the engine at many levels or against another person,
analyse games, look for better moves and solve puzzles, on a board in the
browser that works offline. In graphical programs the engine speaks UCCI and
UCI. It judges repetitions by the rule book you choose.
`

// firstLine returns the text up to the end of its first line.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// tree returns what a package has beside the program, with whole paths.
func (r *release) tree(f format) ([]entry, error) {
	all := []entry{{"/usr/share/icons/hicolor/scalable/apps/" + appID + ".svg", 0o644, r.drawing}}
	filled := map[string]string{
		"/usr/share/applications/" + appID + ".desktop":  "files/chuhe.desktop",
		"/usr/share/metainfo/" + appID + ".metainfo.xml": "files/metainfo.xml",
	}
	if f.systemd {
		filled["/usr/lib/systemd/system/chuhe-board.service"] = "files/chuhe-board.service"
	}
	if f.packager == "deb" {
		filled["/usr/share/lintian/overrides/chuhe"] = "files/lintian"
	}
	for name, file := range filled {
		data, err := r.fill(file, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, entry{name, 0o644, data})
	}
	for name, from := range map[string][]string{
		"/usr/share/bash-completion/completions/chuhe":    {"completion", "bash"},
		"/usr/share/fish/vendor_completions.d/chuhe.fish": {"completion", "fish"},
		f.zsh + "_chuhe":                 {"completion", "zsh"},
		"/usr/share/man/man1/chuhe.1.gz": {"manual"},
	} {
		data, err := r.printed(from...)
		if err == nil && strings.HasSuffix(name, ".gz") {
			data, err = gzipped(data)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, entry{name, 0o644, data})
	}
	if f.packager != "deb" {
		return append(all, entry{"/usr/share/licenses/chuhe/LICENCES.txt", 0o644, r.licences}), nil
	}
	changes, err := gzipped(fmt.Appendf(nil, "chuhe (%s) unstable; urgency=medium\n\n  * CHANGELOG.md of the project says what is new.\n\n -- %s  %s\n",
		strings.Replace(r.version, "-", "~", 1), maintainer, r.date.Format(time.RFC1123Z)))
	return append(all, entry{"/usr/share/doc/chuhe/copyright", 0o644, r.licences}, entry{"/usr/share/doc/chuhe/changelog.gz", 0o644, changes}), err
}
