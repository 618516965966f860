package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
	"github.com/google/uuid"
)

// part is something in the program that is not the project's own.
type part struct {
	name, version string
	purl          string // how package managers call it, "" for nothing
	licence       string // its name in the list of SPDX
	text          string // of the licence, with the copyright
}

// title returns the name with the version.
func (p part) title() string { return strings.TrimSpace(p.name + " " + p.version) }

//go:embed files/noto.txt
var noto string

// parts returns what the programs for all targets contain, by name: Go, its modules, and
// what the page brings along. A module without a licence is an error.
func (s *source) parts(targets []target) ([]part, error) {
	modules := map[string][3]string{}
	for _, t := range targets {
		env, err := t.environment()
		if err != nil {
			return nil, err
		}
		list, err := run(s.dir, env, "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}|{{.Version}}|{{.Dir}}{{end}}{{end}}", ".")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(list)) {
			if f := strings.SplitN(strings.TrimSpace(line), "|", 3); len(f) == 3 {
				modules[f[0]] = [3]string(f)
			}
		}
	}
	version, err := toolchain()
	if err != nil {
		return nil, err
	}
	root, err := run(s.dir, []string{"GOTOOLCHAIN=" + version}, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	modules["std"] = [3]string{"std", version, strings.TrimSpace(string(root))}

	all := []part{{name: "Noto Serif CJK", licence: "OFL-1.1", text: noto}}
	for _, m := range modules {
		p, err := modulePart(m[0], m[1], m[2])
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	text, err := s.read("web/page/vendor/snabbdom.LICENSE")
	if err != nil {
		return nil, err
	}
	code, err := s.read("web/page/vendor/snabbdom.js")
	if err != nil {
		return nil, err
	}
	found := snabbdom.FindSubmatch(code)
	if found == nil {
		return nil, errors.New("web/page/vendor/snabbdom.js does not begin with its version")
	}
	npm := string(found[1])
	all = append(all, part{name: "snabbdom", version: npm, purl: "pkg:npm/snabbdom@" + npm, licence: "MIT", text: string(text)})
	slices.SortFunc(all, func(a, b part) int { return cmp.Compare(a.name, b.name) })
	return all, nil
}

// snabbdom finds the version in the first line of the library of the page.
var snabbdom = regexp.MustCompile(`^// snabbdom ([0-9.]+),`)

// modulePart returns the part that is a module in a folder.
func modulePart(path, version, dir string) (part, error) {
	p := part{name: path, version: version, purl: "pkg:golang/" + path + "@" + version}
	files, err := os.ReadDir(dir)
	if err != nil {
		return p, err
	}
	for _, file := range files {
		upper := strings.ToUpper(file.Name())
		if file.IsDir() || !slices.ContainsFunc(licenceFiles, func(name string) bool { return strings.HasPrefix(upper, name) }) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			return p, err
		}
		p.licence = cmp.Or(p.licence, identify(string(text)))
		p.text += strings.TrimSpace(string(text)) + "\n\n"
	}
	if p.licence == "" {
		return p, fmt.Errorf("module %s: no licence that is known", path)
	}
	return p, nil
}

// identify returns the name of a licence, "" for one that is not known.
func identify(text string) string {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	for _, known := range [][2]string{
		{"MIT", "permission is hereby granted, free of charge, to any person obtaining a copy of this software"},
		{"Apache-2.0", "apache license version 2.0"},
		{"MPL-2.0", "mozilla public license version 2.0"},
		{"BSD-3-Clause", "neither the name of"},
		{"BSD-3-Clause", "may not be used to endorse or promote products derived from this software"},
		{"BSD-2-Clause", "redistribution and use in source and binary forms"},
		{"Unlicense", "this is free and unencumbered software released into the public domain"},
	} {
		if strings.Contains(text, known[1]) {
			return known[0]
		}
	}
	return ""
}

// licences returns the file with all licences.
func (s *source) licences(parts []part) ([]byte, error) {
	own, err := s.read("LICENSE")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "Chuhe and the data in it (network, opening book, puzzles, names of openings) come\nunder this licence:\n\n%s\n", own)
	fmt.Fprintf(&b, "The program contains parts of others:\n\n")
	for _, p := range parts {
		fmt.Fprintf(&b, "  %s, %s\n", p.title(), p.licence)
	}
	for _, p := range parts {
		fmt.Fprintf(&b, "\n%s\n%s\n%s\n\n%s\n", strings.Repeat("=", 78), p.title(), strings.Repeat("=", 78), strings.TrimSpace(p.text))
	}
	return bytes.ReplaceAll(b.Bytes(), []byte("\r"), nil), nil
}

// bill returns the bill of materials in the form of CycloneDX.
func (s *source) bill(parts []part) ([]byte, error) {
	bom := cyclonedx.NewBOM()
	// A number of its own that a second build repeats.
	bom.SerialNumber = uuid.NewSHA1(uuid.NameSpaceOID, []byte("chuhe "+s.commit)).URN()
	root := cyclonedx.Component{
		BOMRef: "chuhe", Type: cyclonedx.ComponentTypeApplication, Name: "chuhe", Version: s.version,
		Licenses: &cyclonedx.Licenses{{License: &cyclonedx.License{ID: "MIT"}}},
	}
	bom.Metadata = &cyclonedx.Metadata{Timestamp: s.date.Format("2006-01-02T15:04:05Z"), Component: &root}
	components, below := []cyclonedx.Component{}, []string{}
	for _, p := range parts {
		ref := cmp.Or(p.purl, p.name)
		below = append(below, ref)
		components = append(components, cyclonedx.Component{
			BOMRef: ref, Type: cyclonedx.ComponentTypeLibrary, Name: p.name, Version: p.version, PackageURL: p.purl,
			Licenses: &cyclonedx.Licenses{{License: &cyclonedx.License{ID: p.licence}}},
		})
	}
	bom.Components = &components
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: root.BOMRef, Dependencies: &below}}
	var out bytes.Buffer
	encoder := cyclonedx.NewBOMEncoder(&out, cyclonedx.BOMFileFormatJSON)
	if err := encoder.SetPretty(true).EncodeVersion(bom, cyclonedx.SpecVersion1_6); err != nil {
		return nil, err
	}
	if len(components) == 0 {
		return nil, errors.New("the bill of materials is empty")
	}
	return out.Bytes(), nil
}

// licenceFiles are what the names of files with licences begin with.
var licenceFiles = []string{"LICEN", "UNLICEN", "COPYING", "NOTICE"}
