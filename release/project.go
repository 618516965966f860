package main

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Placeholders, at a domain reserved for examples (RFC 2606), until the project has an
// address. Whoever publishes it first fills them in, here alone: packages, applications
// and manifests take them from here, and -publish refuses placeholders.
const (
	appID      = "org.example.Chuhe" // reverse domain: a name that no other application has, and that never changes again
	maintainer = "The Chuhe authors <chuhe@example.org>"
	homepage   = "https://github.com/example/chuhe" // the repository, below which links and downloads lie; -homepage overrides it
	wingetID   = "Example.Chuhe"                    // publisher and program in the repository of winget
)

// publishable reports why the files must not be published: a name is a placeholder, the
// commit has no tag, or the release is not whole.
func (r *release) publishable(only []string) error {
	if err := filledIn("appID", appID, "maintainer", maintainer, "wingetID", wingetID); err != nil {
		return err
	}
	return r.complete(only)
}

// complete is publishable without the constants.
func (r *release) complete(only []string) error {
	switch {
	case !r.tagged:
		return fmt.Errorf("commit %s has no tag such as v0.1.0", r.commit)
	case r.quick:
		return errors.New("-quick leaves out the profile")
	case len(only) != 1 || only[0] != "*":
		return errors.New("-only leaves out files")
	}
	if err := filledIn("homepage", r.homepage, "downloads", r.downloads); err != nil {
		return err
	}
	changes, err := r.read("CHANGELOG.md")
	if err != nil {
		return err
	}
	return named(changes, r.version)
}

// heading matches the first heading of the changes, with the version or what stands for it.
var heading = regexp.MustCompile(`(?m)^## ([^\s,]+).*$`)

// named reports changes that do not begin with a version. A candidate may have the heading
// of its release, or one that names no version yet.
func named(changes []byte, version string) error {
	first := heading.FindSubmatch(changes)
	if first == nil {
		return errors.New("CHANGELOG.md has no heading with a version")
	}
	release, _, candidate := strings.Cut(version, "-")
	if found := string(first[1]); found != release && found != version && !(candidate && !tag.MatchString("v"+found)) {
		return fmt.Errorf("CHANGELOG.md begins with %q, want \"## %s\"", first[0], release)
	}
	if !candidate && bytes.Contains(changes, []byte("\n## Not released yet")) {
		return errors.New(`CHANGELOG.md still has the heading "## Not released yet", which the version should replace`)
	}
	return nil
}

// filledIn reports the first placeholder of pairs of a name and its value.
func filledIn(pairs ...string) error {
	for pair := range slices.Chunk(pairs, 2) {
		if placeholder(pair[1]) {
			return fmt.Errorf("%s is the placeholder %q, see release/project.go", pair[0], pair[1])
		}
	}
	return nil
}

// placeholder reports whether a name lies at the domain of examples.
func placeholder(name string) bool { return strings.Contains(strings.ToLower(name), "example") }
