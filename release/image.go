package main

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// image returns a tar file with a container image in the layout of the OCI, for two kinds
// of processor. It has the program, its licences and no system, and serves the board as a
// user without rights.
func (r *release) image() ([]byte, error) {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, arch := range []string{"amd64", "arm64"} {
		image, err := r.imageFor(arch)
		if err != nil {
			return nil, err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add:        image,
			Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: "linux", Architecture: arch}},
		})
	}
	// The layout names one image, which is the index of both.
	named := mutate.AppendManifests(mutate.IndexMediaType(empty.Index, types.OCIImageIndex), mutate.IndexAddendum{
		Add:        index,
		Descriptor: v1.Descriptor{Annotations: map[string]string{"org.opencontainers.image.ref.name": r.version}},
	})
	dir := filepath.Join(r.work, "image")
	if _, err := layout.Write(dir, named); err != nil {
		return nil, err
	}
	entries := []entry{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		entries = append(entries, entry{filepath.ToSlash(rel), 0o644, data})
		return err
	})
	if err != nil {
		return nil, err
	}
	return tarred(entries, r.date)
}

// imageFor returns the image for a kind of processor.
func (r *release) imageFor(arch string) (v1.Image, error) {
	binary, err := r.build(target{"linux", arch})
	if err != nil {
		return nil, err
	}
	files, err := tarred([]entry{{"usr/bin/chuhe", 0o755, binary}, {"usr/share/licenses/chuhe/LICENCES.txt", 0o644, r.licences}}, r.date)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(files)), nil },
		tarball.WithMediaType(types.OCILayer), tarball.WithCompressionLevel(9))
	if err != nil {
		return nil, err
	}
	base := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err := mutate.Append(base, mutate.Addendum{Layer: layer, History: v1.History{Created: v1.Time{Time: r.date}, CreatedBy: "chuhe/release"}})
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = "linux", arch, v1.Time{Time: r.date}
	config.Config = v1.Config{
		User: "65532:65532", Entrypoint: []string{"/usr/bin/chuhe"}, Cmd: []string{"board", "-no-open", "-addr", "0.0.0.0:20910"},
		ExposedPorts: map[string]struct{}{"20910/tcp": {}}, WorkingDir: "/",
		Labels: map[string]string{
			"org.opencontainers.image.title": "Chuhe", "org.opencontainers.image.version": r.version,
			"org.opencontainers.image.revision": r.commit, "org.opencontainers.image.licenses": "MIT",
		},
	}
	return mutate.ConfigFile(image, config)
}
