package main

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/blacktop/go-macho"
	"github.com/jackmordaunt/icns/v3"
)

// bundle returns the files of Chuhe.app: a program for both kinds of processor, the icon,
// and a signature over all of it that names no developer.
func (r *release) bundle() ([]entry, error) {
	var icon bytes.Buffer
	if err := icns.Encode(&icon, r.icon); err != nil {
		return nil, err
	}
	resources := []entry{
		{"Resources/LICENCES.txt", 0o644, r.licences},
		{"Resources/chuhe.icns", 0o644, icon.Bytes()},
	}
	info, err := r.fill("files/Info.plist", nil)
	if err != nil {
		return nil, err
	}
	seal, err := r.fill("files/CodeResources", sealed(resources))
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, arch := range []string{"amd64", "arm64"} {
		binary, err := r.build(target{"darwin", arch})
		if err != nil {
			return nil, err
		}
		binary, err = signed(binary, info, seal)
		if err != nil {
			return nil, fmt.Errorf("signature for %s: %w", arch, err)
		}
		name := filepath.Join(r.work, "signed-"+arch)
		if err := os.WriteFile(name, binary, 0o755); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	fat := filepath.Join(r.work, "universal")
	universal, err := macho.CreateFat(fat, names...)
	if err != nil {
		return nil, err
	}
	if err := universal.Close(); err != nil {
		return nil, err
	}
	binary, err := os.ReadFile(fat)
	if err != nil {
		return nil, err
	}
	return within("Chuhe.app/Contents", append(resources,
		entry{"Info.plist", 0o644, info},
		entry{"PkgInfo", 0o644, []byte("APPL????")},
		entry{"MacOS/chuhe", 0o755, binary},
		entry{"_CodeSignature/CodeResources", 0o644, seal},
	)), nil
}

// seal is the entry of a file in the signature of a bundle.
type seal struct{ Name, SHA1, SHA256 string }

// sealed returns the seals of files.
func sealed(files []entry) (all []seal) {
	for _, f := range sorted(files) {
		one, two := sha1.Sum(f.data), sha256.Sum256(f.data)
		all = append(all, seal{f.name, base64.StdEncoding.EncodeToString(one[:]), base64.StdEncoding.EncodeToString(two[:])})
	}
	return all
}

// short returns the version without what follows a hyphen, as macOS and Windows want it.
func (s *source) short() string {
	short, _, _ := strings.Cut(s.version, "-")
	return short
}
