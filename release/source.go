package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// source is a clone of a commit, and what its history says of it.
type source struct {
	dir     string
	commit  string
	version string // without v; semantic
	date    time.Time
	tagged  bool
}

// tag is the form of the tags of releases.
var tag = regexp.MustCompile(`^v(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-(alpha|beta|rc)\.[0-9]+)?$`)

// clone puts a commit of a repository into an empty folder. What is not committed stays
// behind, so that it cannot get into a release.
func clone(repository, revision, dir string) (*source, error) {
	s := &source{dir: dir}
	var err error
	if s.commit, err = output(repository, "git", "rev-parse", "--verify", "--end-of-options", revision+"^{commit}"); err != nil {
		return nil, err
	}
	for _, command := range [][]string{
		{"git", "clone", "--quiet", "--shared", "--no-checkout", repository, dir},
		{"git", "-C", dir, "checkout", "--quiet", "--detach", s.commit},
	} {
		if _, err := output(".", command...); err != nil {
			return nil, err
		}
	}
	seconds, err := output(dir, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return nil, err
	}
	var unix int64
	if _, err := fmt.Sscan(seconds, &unix); err != nil {
		return nil, fmt.Errorf("date of commit %s: %q is not in seconds", s.commit, seconds)
	}
	s.date = time.Unix(unix, 0).UTC()
	// Without the suffix git sorts v0.1.0-rc.1 above v0.1.0.
	tags, err := output(dir, "git", "-c", "versionsort.suffix=-", "tag", "--points-at", "HEAD", "--sort=-version:refname")
	if err != nil {
		return nil, err
	}
	s.version, s.tagged = versionOf(strings.Fields(tags), s.date)
	return s, nil
}

// versionOf returns the version of a commit with some tags: the first one that has the
// form of a release, otherwise one before all releases that grows with the date.
func versionOf(tags []string, date time.Time) (version string, tagged bool) {
	for _, name := range tags {
		if tag.MatchString(name) {
			return name[1:], true
		}
	}
	return "0.0.0-git" + date.Format("20060102150405"), false
}

// output runs a command in a folder and returns what it prints, without the end of the
// last line. The error has what it says.
func output(dir string, command ...string) (string, error) {
	out, err := run(dir, nil, command...)
	return strings.TrimSuffix(string(out), "\n"), err
}

// run runs a command in a folder with more variables in the environment.
func run(dir string, env []string, command ...string) ([]byte, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, errs.Bytes())
	}
	return out, nil
}

// read returns a file of the source.
func (s *source) read(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(name)))
}
