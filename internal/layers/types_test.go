package layers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
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
	s := sources{token.NewFileSet(), map[string]*ast.File{}}
	for _, target := range []string{"windows/amd64", "darwin/arm64", "freebsd/386", "js/wasm"} {
		t.Run(target, func(t *testing.T) {
			system, processor, _ := strings.Cut(target, "/")
			found, err := packages.Load(&packages.Config{
				Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule,
				Dir:  filepath.Join("..", ".."),
				Env:  append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor),
			}, "./...")
			require.NoError(t, err)
			assert.Greater(t, len(found), 50)
			checked := map[*packages.Package]*types.Package{}
			packages.Visit(found, nil, func(p *packages.Package) { // after what it imports
				for _, fault := range p.Errors {
					assert.Fail(t, fault.Error())
				}
				if p.PkgPath == "unsafe" {
					checked[p] = types.Unsafe
					return
				}
				config := types.Config{
					Importer: importer(func(path string) (*types.Package, error) { return checked[p.Imports[path]], nil }),
					Sizes:    types.SizesFor("gc", processor),
					Error:    func(err error) { assert.Fail(t, err.Error()) },
				}
				if p.Module == nil { // of Go, which is known to hold
					config.IgnoreFuncBodies = true
				} else {
					config.GoVersion = "go" + p.Module.GoVersion
				}
				var files []*ast.File
				for _, name := range p.GoFiles {
					file, err := s.file(name)
					require.NoError(t, err)
					files = append(files, file)
				}
				checked[p], _ = config.Check(p.PkgPath, s.fset, files, nil)
			})
		})
	}
}

// importer returns the package behind a path.
type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }

// sources are files, parsed once for all systems.
type sources struct {
	fset   *token.FileSet
	parsed map[string]*ast.File
}

func (s *sources) file(name string) (*ast.File, error) {
	if file := s.parsed[name]; file != nil {
		return file, nil
	}
	file, err := parser.ParseFile(s.fset, name, nil, parser.AllErrors|parser.SkipObjectResolution)
	if err == nil {
		s.parsed[name] = file
	}
	return file, err
}
