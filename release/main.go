// Release builds everything that a release consists of from a commit; README.md beside it
// says what that is.
//
//	make release
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"errors"
	"flag"
	"fmt"
	"image"
	"io/fs"
	"log"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"time"
)

//go:embed files all:templates
var texts embed.FS

// release is a release in the making.
type release struct {
	*source
	work      string // a folder for what is needed on the way
	homepage  string
	downloads string      // the address below which the files will be
	drawing   []byte      // the icon
	icon      *image.RGBA // the same, large
	licences  []byte
	parts     []part
	built     map[target][]byte
	sums      map[string]string // SHA-256 of the files made, by name
	start     time.Time
	quick     bool // without the profile, and packed less well
	publish   bool // the files are to be published
}

// artefact is a file of a release.
type artefact struct {
	name string
	make func() ([]byte, error)
}

func main() {
	log.SetFlags(0)
	repository := flag.String("source", "..", "`folder` in the repository")
	revision := flag.String("commit", "HEAD", "`commit` to build, in any form that git understands")
	out := flag.String("out", filepath.Join("..", "dist"), "`folder` to write, new or empty")
	only := flag.String("only", "*", "patterns of the `endings` of files to make, such as linux-amd64.tar.gz,*.deb")
	home := flag.String("homepage", homepage, "`address` of the project")
	downloads := flag.String("downloads", "", "`address` below which the files will be; by default the releases of the homepage on GitHub")
	quick := flag.Bool("quick", false, "build without the profile and compress packages for Debian less, to try the packaging in less time; not for a release")
	publish := flag.Bool("publish", false, "refuse to make what must not be published, see README.md")
	flag.Parse()
	r := &release{homepage: *home, downloads: *downloads, quick: *quick, publish: *publish}
	if err := r.run(*repository, *revision, *out, strings.Split(*only, ",")); err != nil {
		log.Fatal("release: ", err)
	}
}

// run makes the files of a release that the patterns name.
func (r *release) run(repository, revision, out string, only []string) error {
	if files, err := os.ReadDir(out); err == nil && len(files) > 0 {
		return fmt.Errorf("folder %s is not empty: remove it, or name another one with -out", out)
	}
	work, err := os.MkdirTemp("", "chuhe-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if repository, err = filepath.Abs(repository); err != nil {
		return err
	}
	s, err := clone(repository, revision, filepath.Join(work, "source"))
	if err != nil {
		return err
	}
	r.downloads = cmp.Or(r.downloads, r.homepage+"/releases/download/v"+s.version)
	r.source, r.work, r.start = s, work, time.Now()
	r.built, r.sums = map[target][]byte{}, map[string]string{}
	if r.publish {
		if err := r.publishable(only); err != nil {
			return fmt.Errorf("-publish: %w", err)
		}
	}
	changed, err := output(repository, "git", "status", "--porcelain")
	if err != nil {
		return err
	}
	if changed != "" {
		r.say("changes that are not committed are left out:\n%s", changed)
	}
	r.say("Chuhe %s, commit %s of %s", r.version, r.commit, r.date.Format(time.RFC3339))
	if err := r.prepare(); err != nil {
		return err
	}
	return r.write(out, only)
}

// say reports progress.
func (r *release) say(format string, values ...any) {
	log.Printf("%4.0f s  %s", time.Since(r.start).Seconds(), fmt.Sprintf(format, values...))
}

// prepare reads what several files need.
func (r *release) prepare() (err error) {
	if r.drawing, err = r.read(iconFile); err != nil {
		return err
	}
	if r.icon, err = drawn(r.drawing, 1024); err != nil {
		return fmt.Errorf("%s: %w", iconFile, err)
	}
	if r.parts, err = r.source.parts(targets()); err != nil {
		return err
	}
	r.licences, err = r.source.licences(r.parts)
	return err
}

// targets are all systems.
func targets() (all []target) {
	for _, arch := range linux {
		all = append(all, target{"linux", arch})
	}
	return append(all, target{"windows", "amd64"}, target{"windows", "arm64"}, target{"windows", "386"},
		target{"darwin", "amd64"}, target{"darwin", "arm64"}, target{"freebsd", "amd64"}, target{"android", "arm64"})
}

// artefacts are all files of the release.
func (r *release) artefacts() (all []artefact) {
	add := func(name string, make func() ([]byte, error)) {
		all = append(all, artefact{"chuhe-" + r.version + "-" + name, make})
	}
	for _, t := range targets() {
		switch t.os {
		case "windows":
			add(t.String()+".zip", func() ([]byte, error) { return r.archive(t, zipped) })
		case "linux", "freebsd", "android":
			add(t.String()+".tar.gz", func() ([]byte, error) {
				return r.archive(t, func(entries []entry, date time.Time) ([]byte, error) {
					files, err := tarred(entries, date)
					if err != nil {
						return nil, err
					}
					return gzipped(files)
				})
			})
		}
	}
	add("macos-universal.zip", func() ([]byte, error) {
		files, err := r.bundle()
		if err != nil {
			return nil, err
		}
		texts, err := r.documents()
		if err != nil {
			return nil, err
		}
		return zipped(append(files, texts...), r.date)
	})
	for _, f := range formats {
		for _, arch := range f.arches {
			add("linux-"+arch+f.suffix, func() ([]byte, error) { return r.pack(f, arch) })
		}
	}
	add("image.tar", r.image)
	add("sbom.cdx.json", func() ([]byte, error) { return r.bill(r.parts) })
	return all
}

// archive returns the program for a target with its documents.
func (r *release) archive(t target, compress func([]entry, time.Time) ([]byte, error)) ([]byte, error) {
	binary, err := r.build(t)
	if err != nil {
		return nil, err
	}
	files, err := r.documents()
	if err != nil {
		return nil, err
	}
	files = append(files, entry{t.binary(), 0o755, binary})
	if t.os == "linux" {
		tree, err := r.tree(neutral)
		if err != nil {
			return nil, err
		}
		for _, e := range tree {
			if !strings.HasPrefix(e.name, "/usr/share/licenses/") { // the documents have them
				e.name = strings.TrimPrefix(e.name, "/usr/")
				files = append(files, e)
			}
		}
	}
	return compress(within("chuhe-"+r.version, files), r.date)
}

// printed returns what the program prints, which is the same on every system.
func (r *release) printed(args ...string) ([]byte, error) {
	if _, err := r.build(host()); err != nil {
		return nil, err
	}
	return run(r.work, nil, append([]string{filepath.Join(r.work, host().String(), host().binary())}, args...)...)
}

// fill fills in a text of this program.
func (r *release) fill(name string, data any) ([]byte, error) {
	t, err := template.New(path.Base(name)).Option("missingkey=error").Funcs(template.FuncMap{"sum": r.sum, "next": r.next}).ParseFS(texts, name)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, map[string]any{
		"AppID": appID, "WingetID": wingetID, "Maintainer": maintainer, "Homepage": r.homepage, "Downloads": r.downloads,
		"Version": r.version, "Short": r.short(), "Arch": strings.Replace(r.version, "-", "", 1), "Commit": r.commit,
		"Day": r.date.Format(time.DateOnly), "Data": data,
	})
	return out.Bytes(), err
}

// errNotMade says that a file was not asked for.
var errNotMade = errors.New("not among the files to make")

// sum returns the checksum of a file of the release by the end of its name.
func (r *release) sum(ending string) (string, error) {
	sum, ok := r.sums["chuhe-"+r.version+"-"+ending]
	if !ok {
		return "", fmt.Errorf("%s: %w", ending, errNotMade)
	}
	return sum, nil
}

// next returns an address of this version with a variable of a manifest in its place, which
// stands for any later one.
func (r *release) next(variable, address string) string {
	return strings.ReplaceAll(address, r.version, variable)
}

// write makes the files whose names end as one of the patterns says.
func (r *release) write(out string, only []string) error {
	var sums bytes.Buffer
	put := func(name string, data []byte) error {
		name = filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		return os.WriteFile(name, data, 0o644)
	}
	all := r.artefacts()
	named := func(a artefact, pattern string) bool {
		ok, _ := path.Match(pattern, strings.TrimPrefix(a.name, "chuhe-"+r.version+"-"))
		return ok
	}
	for _, pattern := range only {
		if !slices.ContainsFunc(all, func(a artefact) bool { return named(a, pattern) }) {
			return fmt.Errorf("-only %s: no file has such a name, want the end of one such as linux-amd64.tar.gz or *.deb", pattern)
		}
	}
	for _, a := range all {
		if !slices.ContainsFunc(only, func(pattern string) bool { return named(a, pattern) }) {
			continue
		}
		data, err := a.make()
		if err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		r.sums[a.name] = fmt.Sprintf("%x", sha256.Sum256(data))
		fmt.Fprintf(&sums, "%s  %s\n", r.sums[a.name], a.name)
		r.say("%s, %.1f MB", a.name, float64(len(data))/1e6)
		if err := put(a.name, data); err != nil {
			return err
		}
	}
	if err := put("SHA256SUMS", sums.Bytes()); err != nil {
		return err
	}
	return fs.WalkDir(texts, "templates", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := r.fill(name, nil)
		if errors.Is(err, errNotMade) {
			r.say("%s is left out: it has checksums of files that were not asked for", strings.TrimPrefix(name, "templates/"))
			return nil
		}
		if err != nil {
			return err
		}
		return put("packaging/"+strings.NewReplacer("APPID", appID, "WINGETID", wingetID).Replace(strings.TrimPrefix(name, "templates/")), data)
	})
}
