package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/blacktop/go-macho"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tc-hib/winres"
)

var date = time.Date(2026, 11, 25, 9, 26, 39, 0, time.UTC)

// repository returns a new repository with a program of one line at a tag, and a file
// that is not committed.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module chuhe\n\ngo 1.26.0\n", "main.go": "package main\n\nfunc main() {}\n", "LICENSE": "MIT"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	for _, command := range []string{
		"git init -q", "git add .", "git -c user.name=a -c user.email=a@b commit -q -m one --date=2026-11-25T09:26:39Z",
		"git tag other", "git tag v0.2.0-rc.1",
	} {
		_, err := run(dir, []string{"GIT_COMMITTER_DATE=2026-11-25T09:26:39Z"}, strings.Fields(command)...)
		require.NoError(t, err)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "secret"), nil, 0o666))
	return dir
}

func TestClone(t *testing.T) {
	dir := repository(t)
	commit, err := output(dir, "git", "rev-parse", "HEAD")
	require.NoError(t, err)
	_, err = output(dir, "git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "two")
	require.NoError(t, err)
	s, err := clone(dir, commit, filepath.Join(t.TempDir(), "clone"))
	require.NoError(t, err)
	assert.Equal(t, "0.2.0-rc.1", s.version)
	assert.Equal(t, "0.2.0", s.short())
	assert.True(t, s.tagged)
	assert.Equal(t, date, s.date)
	assert.FileExists(t, filepath.Join(s.dir, "main.go"))
	assert.NoFileExists(t, filepath.Join(s.dir, "secret"), "only what is committed is built")

	_, err = output(dir, "git", "tag", "v0.2.0", commit)
	require.NoError(t, err)
	s, err = clone(dir, commit, filepath.Join(t.TempDir(), "final"))
	require.NoError(t, err)
	assert.Equal(t, "0.2.0", s.version, "a release on the commit of its candidate")

	s, err = clone(dir, "HEAD", filepath.Join(t.TempDir(), "clone"))
	require.NoError(t, err)
	assert.NotEqual(t, commit, s.commit)
	assert.False(t, s.tagged)

	_, err = clone(dir, "nothing", filepath.Join(t.TempDir(), "clone"))
	assert.ErrorContains(t, err, "nothing^{commit}")
	_, err = clone(t.TempDir(), "HEAD", filepath.Join(t.TempDir(), "clone"))
	assert.ErrorContains(t, err, "not a git repository")
}

func TestVersionOf(t *testing.T) {
	for _, c := range []struct {
		tags   []string
		want   string
		tagged bool
	}{
		{nil, "0.0.0-git20261125092639", false},
		{[]string{"latest", "v1", "1.2.3"}, "0.0.0-git20261125092639", false},
		{[]string{"latest", "v1.2.3"}, "1.2.3", true},
	} {
		version, tagged := versionOf(c.tags, date)
		assert.Equal(t, c.want, version)
		assert.Equal(t, c.tagged, tagged)
	}
}

// TestPackageVersions asserts that each packager sorts a candidate before its release.
func TestPackageVersions(t *testing.T) {
	for packager, want := range map[string]string{"deb": "0.2.0-rc.1", "rpm": "0.2.0-rc.1", "apk": "0.2.0_rc1", "archlinux": "0.2.0rc.1"} {
		version, schema := format{packager: packager}.version("0.2.0-rc.1")
		assert.Equal(t, want, version, packager)
		assert.Equal(t, strings.Contains(version, "-"), schema == "semver", packager)
		version, _ = format{packager: packager}.version("0.2.0")
		assert.Equal(t, "0.2.0", version, packager)
	}
}

// TestScripts runs the script of a package that goes as dpkg, rpm and pacman do.
func TestScripts(t *testing.T) {
	folder := t.TempDir()
	log := filepath.Join(folder, "log")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "systemctl"), []byte("#!/bin/sh\necho \"$@\" >"+log+"\nexit 1\n"), 0o755))
	for argument, goes := range map[string]bool{"remove": true, "0": true, "0.2.0-1": true, "upgrade": false, "1": false, "deconfigure": false} {
		_ = os.Remove(log)
		_, err := run(".", []string{"PATH=" + folder + ":" + os.Getenv("PATH")}, "sh", "-e", "files/preremove.sh", argument, "0.3.0")
		require.NoError(t, err, argument)
		said, _ := os.ReadFile(log)
		assert.Equal(t, goes, strings.Contains(string(said), "disable --now chuhe-board.service"), argument)
	}
}

// TestArchives shows that the order of the entries does not matter, and that times,
// owners and modes are as they should be.
func TestArchives(t *testing.T) {
	one := []entry{{"b", 0o755, []byte("program")}, {"a", 0o644, []byte("text")}}
	two := []entry{one[1], one[0]}
	first, err := tarred(one, date)
	require.NoError(t, err)
	second, err := tarred(two, date)
	require.NoError(t, err)
	assert.Equal(t, first, second)
	compressed, err := gzipped(first)
	require.NoError(t, err)
	plain, err := gzip.NewReader(bytes.NewReader(compressed))
	require.NoError(t, err)
	r := tar.NewReader(plain)
	header, err := r.Next()
	require.NoError(t, err)
	assert.Equal(t, "a", header.Name)
	header, err = r.Next()
	require.NoError(t, err)
	assert.Equal(t, "b", header.Name)
	assert.Equal(t, int64(0o755), header.Mode)
	assert.Zero(t, header.Uid+header.Gid)
	assert.True(t, header.ModTime.Equal(date))

	first, err = zipped(one, date)
	require.NoError(t, err)
	second, err = zipped(two, date)
	require.NoError(t, err)
	assert.Equal(t, first, second)
	z, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o755), z.File[1].Mode())
	file, err := z.File[1].Open()
	require.NoError(t, err)
	data, err := io.ReadAll(file)
	require.NoError(t, err)
	assert.Equal(t, "program", string(data))
}

func TestIdentify(t *testing.T) {
	for want, text := range map[string]string{
		"MIT":          "MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy\nof this software and ...",
		"BSD-3-Clause": "Redistribution and use in source and binary forms ... Neither the name of",
		"BSD-2-Clause": "Redistribution and use in source and binary\nforms ...",
		"":             "All rights reserved.",
	} {
		assert.Equal(t, want, identify(text))
	}
	_, err := modulePart("example.org/a", "v1.0.0", t.TempDir())
	assert.ErrorContains(t, err, "module example.org/a: no licence")
}

// TestParts asserts that a module is found in a folder with a blank in its name, such as the home of
// a user of Windows.
func TestParts(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module chuhe\n\ngo 1.26.0\n\nrequire a.org/b v0.0.0\n\nreplace a.org/b => \"./a b\"\n",
		"main.go":     "package main\n\nimport _ \"a.org/b\"\n\nfunc main() {}\n",
		"a b/go.mod":  "module a.org/b\n",
		"a b/b.go":    "package b\n",
		"a b/LICENSE": "Permission is hereby granted, free of charge, to any person obtaining a copy of this software",

		"web/page/vendor/snabbdom.js": "// snabbdom 3.6.2, a library\n", "web/page/vendor/snabbdom.LICENSE": "text",
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	parts, err := (&source{dir: dir}).parts([]target{host()})
	require.NoError(t, err)
	var all []string
	for _, p := range parts {
		all = append(all, p.name+" "+p.licence)
	}
	assert.Equal(t, []string{"Noto Serif CJK OFL-1.1", "a.org/b MIT", "snabbdom MIT", "std BSD-3-Clause"}, all)
}

// TestBill shows that two bills are equal, and what stands in one.
func TestBill(t *testing.T) {
	s := &source{version: "0.1.0", commit: "abc", date: date}
	parts := []part{{name: "std", version: "go1.26.8", purl: "pkg:golang/std@go1.26.8", licence: "BSD-3-Clause", text: "text"}}
	first, err := s.bill(parts)
	require.NoError(t, err)
	second, err := s.bill(parts)
	require.NoError(t, err)
	assert.Equal(t, first, second)
	var bill struct{ Components []struct{ Name, Purl string } }
	require.NoError(t, json.Unmarshal(first, &bill))
	require.Len(t, bill.Components, 1)
	assert.Equal(t, "std", bill.Components[0].Name)
	_, err = s.bill(nil)
	assert.Error(t, err)
}

// TestMacOS signs programs for both kinds of processor and checks the sums in the
// signature against the file.
func TestMacOS(t *testing.T) {
	s, err := clone(repository(t), "HEAD", filepath.Join(t.TempDir(), "clone"))
	require.NoError(t, err)
	for _, arch := range []string{"amd64", "arm64"} {
		r := &release{source: s, work: t.TempDir(), built: map[target][]byte{}, start: time.Now()}
		binary, err := r.build(target{"darwin", arch})
		require.NoError(t, err)
		info, seal := []byte("info"), []byte("seal")
		plain := bytes.Clone(binary)
		binary, err = signed(binary, info, seal)
		require.NoError(t, err)
		again, err := signed(plain, info, seal)
		require.NoError(t, err)
		assert.Equal(t, binary, again)
		file, err := macho.NewFile(bytes.NewReader(binary))
		require.NoError(t, err)
		require.NotNil(t, file.CodeSignature())
		require.NotEmpty(t, file.CodeSignature().CodeDirectories)
		directory := file.CodeSignature().CodeDirectories[0]
		assert.Equal(t, appID, directory.ID)
		page := 1 << directory.Header.PageSize
		end := int(directory.Header.CodeLimit)
		assert.Equal(t, (end+page-1)/page, len(directory.CodeSlots))
		for i, slot := range directory.CodeSlots {
			sum := sha256.Sum256(binary[i*page : min((i+1)*page, end)])
			assert.Equal(t, sum[:], slot.Hash, "page %d", i)
		}
		special := map[uint32][]byte{}
		for _, slot := range directory.SpecialSlots {
			special[slot.Index] = slot.Hash
		}
		for index, text := range map[uint32][]byte{1: info, 3: seal} {
			sum := sha256.Sum256(text)
			assert.Equal(t, sum[:], special[index], "slot %d", index)
		}
	}
}

func TestWindows(t *testing.T) {
	s, err := clone(repository(t), "HEAD", filepath.Join(t.TempDir(), "clone"))
	require.NoError(t, err)
	r := &release{source: s, work: t.TempDir(), built: map[target][]byte{}, start: time.Now()}
	r.drawing, err = os.ReadFile(filepath.Join("..", filepath.FromSlash(iconFile)))
	require.NoError(t, err)
	r.icon, err = drawn(r.drawing, 256)
	require.NoError(t, err)
	binary, err := r.build(target{"windows", "arm64"})
	require.NoError(t, err)
	r.work, r.built = t.TempDir(), map[target][]byte{}
	again, err := r.build(target{"windows", "arm64"})
	require.NoError(t, err)
	assert.True(t, bytes.Equal(binary, again), "in two folders the same file")
	set, err := winres.LoadFromEXE(bytes.NewReader(binary))
	require.NoError(t, err)
	_, err = set.GetIcon(winres.Name("APPICON"))
	assert.NoError(t, err)
	info := set.Get(winres.RT_VERSION, winres.ID(1), american)
	assert.Contains(t, strings.ReplaceAll(string(info), "\x00", ""), "0.2.0-rc.1")
}

// TestIcon shows that the icon is drawn: red at the rim, transparent in the corners.
func TestIcon(t *testing.T) {
	svg, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(iconFile)))
	require.NoError(t, err)
	picture, err := drawn(svg, 100)
	require.NoError(t, err)
	assert.Zero(t, picture.RGBAAt(1, 1).A)
	assert.Equal(t, [4]uint8{0xb3, 0x26, 0x1e, 0xff}, [4]uint8{picture.RGBAAt(5, 50).R, picture.RGBAAt(5, 50).G, picture.RGBAAt(5, 50).B, picture.RGBAAt(5, 50).A})
	_, err = drawn([]byte("<svg"), 100)
	assert.Error(t, err)
}

func TestWrite(t *testing.T) {
	r := &release{source: &source{version: "0.1.0", date: date}, sums: map[string]string{}, start: time.Now(), downloads: "https://a.org/v0.1.0"}
	assert.ErrorContains(t, r.write(t.TempDir(), []string{"nothing"}), "no file has such a name")
	assert.ErrorContains(t, r.write(t.TempDir(), []string{"*.json", "*.debb"}), "-only *.debb: no file has such a name")

	full := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(full, "a"), nil, 0o666))
	assert.ErrorContains(t, r.run("..", "HEAD", full, nil), "is not empty")

	_, err := r.fill("templates/scoop/chuhe.json", nil)
	assert.ErrorIs(t, err, errNotMade, "a manifest without its checksums is not written")
	for _, name := range []string{"windows-amd64.zip", "windows-386.zip", "windows-arm64.zip"} {
		r.sums["chuhe-0.1.0-"+name] = "aa"
	}
	text, err := r.fill("templates/scoop/chuhe.json", nil)
	require.NoError(t, err)
	assert.True(t, json.Valid(text))
	assert.Contains(t, string(text), "https://a.org/v0.1.0/chuhe-0.1.0-windows-amd64.zip")
	assert.Contains(t, string(text), "https://a.org/v$version/chuhe-$version-windows-amd64.zip", "Scoop finds later versions")
}

// TestArch does with the archive for Linux what the PKGBUILD says.
func TestArch(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	dir := t.TempDir()
	for _, name := range documentNames {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("text"), 0o666))
	}
	work := t.TempDir()
	printing := filepath.Join(work, host().String(), host().binary())
	require.NoError(t, os.MkdirAll(filepath.Dir(printing), 0o777))
	require.NoError(t, os.WriteFile(printing, []byte("#!/bin/sh\necho \"$@\"\n"), 0o755))
	there := target{"linux", "amd64"}
	r := &release{
		source: &source{dir: dir, version: "0.1.0", date: date}, work: work, sums: map[string]string{}, start: time.Now(),
		built: map[target][]byte{host(): []byte("program"), there: []byte("program")}, licences: []byte("text"),
	}
	packed, err := r.archive(there, tarred)
	require.NoError(t, err)
	for _, arch := range linux {
		r.sums["chuhe-0.1.0-linux-"+arch+".tar.gz"] = "aa"
	}
	recipe, err := r.fill("templates/aur/PKGBUILD", nil)
	require.NoError(t, err)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "a.tar"), packed, 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "PKGBUILD"), recipe, 0o666))
	_, err = run(folder, []string{"pkgdir=" + filepath.Join(folder, "pkg")}, "bash", "-ec", "tar xf a.tar; . ./PKGBUILD; package")
	require.NoError(t, err)
	for _, name := range []string{
		"bin/chuhe", "share/zsh/site-functions/_chuhe", "share/man/man1/chuhe.1.gz", "share/applications/" + appID + ".desktop",
		"lib/systemd/system/chuhe-board.service", "share/licenses/chuhe-bin/LICENCES.txt",
	} {
		assert.FileExists(t, filepath.Join(folder, "pkg", "usr", name))
	}
}

// TestPublishable shows what must not be published.
func TestPublishable(t *testing.T) {
	whole := []string{"*"}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "CHANGELOG.md"), []byte("## 0.2.0\n"), 0o666))
	r := &release{source: &source{dir: dir, commit: "abc", version: "0.2.0", tagged: true}, homepage: homepage, downloads: "https://a.org/files"}
	if err := r.publishable(whole); placeholder(appID + maintainer + wingetID) {
		assert.ErrorContains(t, err, "is the placeholder")
	} else {
		assert.NoError(t, err)
	}
	for name, want := range map[string]bool{
		"https://example.org/a": true, "Chuhe <a@Example.com>": true, "Example.Chuhe": true, "https://a.org": false, "": false,
	} {
		assert.Equal(t, want, placeholder(name), name)
	}
	for want, change := range map[string]func(*release) []string{
		"homepage is the placeholder":  func(r *release) []string { r.homepage = "https://example.org"; return whole },
		"downloads is the placeholder": func(r *release) []string { r.downloads = "https://example.org"; return whole },
		"commit abc has no tag":        func(r *release) []string { r.tagged = false; return whole },
		"-quick":                       func(r *release) []string { r.quick = true; return whole },
		"-only":                        func(*release) []string { return []string{"*.deb"} },
		`want "## 0.3.0"`:              func(r *release) []string { r.version = "0.3.0"; return whole },
	} {
		r := &release{source: &source{dir: dir, commit: "abc", version: "0.2.0", tagged: true}, homepage: "https://a.org", downloads: "https://a.org/files"}
		require.NoError(t, r.complete(whole))
		assert.ErrorContains(t, r.complete(change(r)), want)
	}
}

// TestNamed shows which heading the changes of a version must begin with.
func TestNamed(t *testing.T) {
	for _, c := range []struct {
		changes, version string
		right            bool
	}{
		{"# What is new\n\n## 0.2.0, May 1\n\n## 0.1.0\n", "0.2.0", true},
		{"## Not released yet\n", "0.2.0-rc.1", true},
		{"## 0.2.0\n", "0.2.0-rc.1", true},
		{"## Not released yet\n\n## 0.2.0\n", "0.2.0", false},
		{"## 0.1.0\n", "0.2.0-rc.1", false},
		{"## 0.1.0\n\n## 0.2.0\n", "0.2.0", false},
		{"# What is new\n", "0.2.0", false},
		{"## 0.2.0\n\n## Not released yet\n", "0.2.0", false},
	} {
		err := named([]byte(c.changes), c.version)
		assert.Equal(t, c.right, err == nil, "%s for %s: %v", c.changes, c.version, err)
	}
}

// TestLinked shows which links of a text in an archive lead to the repository.
func TestLinked(t *testing.T) {
	r := &release{source: &source{commit: "abc"}, homepage: "https://a.org"}
	for text, want := range map[string]string{
		"[a](docs/a.md)":          "[a](https://a.org/blob/abc/docs/a.md)",
		"[a](docs/a.md#b) (c)":    "[a](https://a.org/blob/abc/docs/a.md#b) (c)",
		"![a](docs/a.png)":        "![a](https://a.org/raw/abc/docs/a.png)",
		"[a](../../releases)":     "[a](https://a.org/releases)",
		"[a](../../issues)":       "[a](https://a.org/issues)",
		"[a](README.md#options)":  "[a](README.md#options)",
		"[a](#options)":           "[a](#options)",
		"[a](https://b.org/c.md)": "[a](https://b.org/c.md)",
	} {
		assert.Equal(t, want, string(r.linked([]byte(text))))
	}
}

// TestDownloads compares the tables of downloads with what is made.
func TestDownloads(t *testing.T) {
	made := map[string]bool{}
	for _, a := range (&release{source: &source{version: "1.0.0"}}).artefacts() {
		made[strings.TrimPrefix(a.name, "chuhe-1.0.0-")] = true
	}
	assert.Contains(t, made, "linux-loong64.deb")
	for _, name := range []string{"README.md", "README.zh-CN.md"} {
		text, err := os.ReadFile(filepath.Join("..", name))
		require.NoError(t, err)
		rows := regexp.MustCompile(`(?m)^## (Download|下载)\n\n.*\n\n((\|.*\n)+)`).FindSubmatch(text)
		require.NotNil(t, rows, name)
		endings := regexp.MustCompile("`([^`]+)`").FindAllSubmatch(rows[2], -1)
		assert.GreaterOrEqual(t, len(endings), 12, name)
		for _, ending := range endings {
			assert.Contains(t, made, string(ending[1]), name)
		}
	}
}

// TestEnvironment asserts that what a user has written by "go env -w" does not change the programs, and that Go finds
// modules where it says.
func TestEnvironment(t *testing.T) {
	file := filepath.Join(t.TempDir(), "env")
	require.NoError(t, os.WriteFile(file, []byte("GOFLAGS=-tags=own\nGOEXPERIMENT=nogreenteagc\nGOPROXY=https://proxy.example.org\n"), 0o666))
	for _, name := range []string{"GOFLAGS", "GOEXPERIMENT", "GOPROXY"} {
		t.Setenv(name, "")
	}
	t.Setenv("GOENV", file)
	env, err := target{"linux", "amd64"}.environment()
	require.NoError(t, err)
	values, err := run(".", env, "go", "env", "GOFLAGS", "GOEXPERIMENT", "GOPROXY")
	require.NoError(t, err)
	assert.Equal(t, "\n\nhttps://proxy.example.org\n", string(values))
}

// TestService asserts that the board of the service finds the addresses that it prints, the teacher's among them: it asks
// the system, once there is a net, and by a socket of its own kind.
func TestService(t *testing.T) {
	text, err := texts.ReadFile("files/chuhe-board.service")
	require.NoError(t, err)
	for _, key := range []string{"Wants", "After"} {
		assert.Regexp(t, "(?m)^"+key+"=network-online.target$", string(text))
	}
	assert.Regexp(t, `(?m)^RestrictAddressFamilies=.*\bAF_NETLINK\b`, string(text))
}

func TestToolchain(t *testing.T) {
	version, err := toolchain()
	require.NoError(t, err)
	assert.Regexp(t, `^go1\.\d+\.\d+$`, version)
}

// TestImage shows that the layout names one image, that it is for two kinds of processor,
// and who runs what in it.
func TestImage(t *testing.T) {
	r := &release{
		source: &source{version: "0.1.0", commit: "abc", date: date}, work: t.TempDir(),
		built: map[target][]byte{{"linux", "amd64"}: []byte("one"), {"linux", "arm64"}: []byte("two")},
	}
	data, err := r.image()
	require.NoError(t, err)
	r.work = t.TempDir()
	again, err := r.image()
	require.NoError(t, err)
	assert.Equal(t, data, again)
	files := map[string][]byte{}
	for reader := tar.NewReader(bytes.NewReader(data)); ; {
		header, err := reader.Next()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		files[header.Name], err = io.ReadAll(reader)
		require.NoError(t, err)
	}
	type manifests struct{ Manifests []struct{ Digest string } }
	read := func(digest string, into any) {
		require.NoError(t, json.Unmarshal(files["blobs/"+strings.Replace(digest, ":", "/", 1)], into))
	}
	var top, both manifests
	require.NoError(t, json.Unmarshal(files["index.json"], &top))
	require.Len(t, top.Manifests, 1)
	read(top.Manifests[0].Digest, &both)
	require.Len(t, both.Manifests, 2)
	var manifest struct{ Config struct{ Digest string } }
	read(both.Manifests[0].Digest, &manifest)
	var config struct {
		Architecture string
		Config       struct {
			User            string
			Entrypoint, Cmd []string
		}
	}
	read(manifest.Config.Digest, &config)
	assert.Equal(t, "amd64", config.Architecture)
	assert.Equal(t, "65532:65532", config.Config.User)
	assert.Equal(t, []string{"/usr/bin/chuhe"}, config.Config.Entrypoint)
	assert.Contains(t, config.Config.Cmd, "board")
}
