package layers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// TestSystems asserts that the types of all packages hold on every system and kind of
// processor that has code of its own, with 32 bits and 64. It takes a tenth of the time that
// compiling for them would, and misses functions without a body and what only a linker sees.
func TestSystems(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all packages and the library of Go for each system")
	}
	for _, target := range []string{"windows/amd64", "darwin/arm64", "freebsd/386", "js/wasm"} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			system, processor, _ := strings.Cut(target, "/")
			found, err := packages.Load(&packages.Config{
				Mode: packages.LoadAllSyntax,
				Dir:  filepath.Join("..", ".."),
				Env:  append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor),
			}, "./...")
			require.NoError(t, err)
			assert.Greater(t, len(found), 50)
			packages.Visit(found, nil, func(p *packages.Package) {
				for _, fault := range p.Errors {
					assert.Fail(t, fault.Error())
				}
			})
		})
	}
}
