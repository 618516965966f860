package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// target is a system and a kind of processor, in the words of Go.
type target struct{ os, arch string }

func (t target) String() string { return t.os + "-" + t.arch }

// binary returns the name of the program there.
func (t target) binary() string {
	if t.os == "windows" {
		return "chuhe.exe"
	}
	return "chuhe"
}

// host is where this program runs.
func host() target { return target{runtime.GOOS, runtime.GOARCH} }

// linux are the kinds of processor for which there are packages.
var linux = []string{"amd64", "arm64", "riscv64", "loong64"}

//go:embed go.mod
var module []byte

// toolchain returns the version of Go that builds releases, which go.mod of this program
// pins.
func toolchain() (string, error) {
	found := regexp.MustCompile(`(?m)^toolchain (go\S+)$`).FindSubmatch(module)
	if found == nil {
		return "", errors.New("release/go.mod pins no toolchain")
	}
	return string(found[1]), nil
}

// build returns the program for a target, built once.
func (r *release) build(t target) ([]byte, error) {
	if r.built[t] != nil {
		return r.built[t], nil
	}
	r.say("building for %s", t)
	name := filepath.Join(r.work, t.String(), t.binary())
	env, err := t.environment()
	if err != nil {
		return nil, err
	}
	// Version, commit and date come from the clone. These are the flags of the Makefile, so
	// that go build in a clone of the tag makes the same file.
	profile := "auto"
	if r.quick {
		profile = "off"
	}
	if _, err := run(r.dir, env, "go", "build", "-trimpath", "-buildvcs=true", "-pgo="+profile, "-ldflags", "-s -w", "-o", name, "."); err != nil {
		return nil, err
	}
	binary, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if t.os == "windows" {
		if binary, err = r.withResources(binary); err != nil {
			return nil, fmt.Errorf("resources of %s: %w", t, err)
		}
	}
	r.built[t] = binary
	return binary, nil
}

// environment returns the variables that choose the target, and override
// variables of the user that would change the build. Where a variable is empty, Go takes what
// the user has set by "go env -w", so the file with these settings is not read. Those about
// the sources of modules and the folders of Go are passed on.
func (t target) environment() ([]string, error) {
	version, err := toolchain()
	if err != nil {
		return nil, err
	}
	values, err := run(".", nil, append([]string{"go", "env"}, places...)...)
	if err != nil {
		return nil, err
	}
	all := []string{
		"GOOS=" + t.os, "GOARCH=" + t.arch, "CGO_ENABLED=0", "GOTOOLCHAIN=" + version, "GOAMD64=v1", "GO386=sse2",
		"GOARM64=v8.0", "GORISCV64=rva20u64", "GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off", "GOFIPS140=off", "GOENV=off",
	}
	for i, value := range strings.Split(string(values), "\n")[:len(places)] {
		all = append(all, places[i]+"="+value)
	}
	return all, nil
}

// places are the variables of Go that say where modules come from and where it keeps things.
var places = []string{
	"GOPATH", "GOMODCACHE", "GOCACHE", "GOTMPDIR", "GOPROXY", "GONOPROXY", "GOSUMDB", "GONOSUMDB", "GOPRIVATE", "GOINSECURE", "GOVCS", "GOAUTH",
}
