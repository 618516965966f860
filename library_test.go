package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLibrary builds and runs the program of docs/library.md in a module of its own, which
// imports this one as the document says. The examples of the packages compile there as well.
func TestLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	block := regexp.MustCompile("(?s)```go\n(.*?)```")
	var program string
	for _, name := range []string{"docs/library.md", "docs/library.zh-CN.md"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		found := block.FindAllStringSubmatch(string(text), -1)
		require.Len(t, found, 1, name)
		if program != "" {
			assert.Equal(t, program, found[0][1], "the program in the two languages")
		}
		program = found[0][1]
	}
	here, err := os.Getwd()
	require.NoError(t, err)
	dir := t.TempDir()
	sums, err := os.ReadFile("go.sum")
	require.NoError(t, err)
	mod, err := os.ReadFile("go.mod")
	require.NoError(t, err)
	// As "go get" would, it names all that this module requires. Otherwise Go asks for what these
	// require in turn, which a machine that has only built this module does not have.
	required := bytes.Join(regexp.MustCompile(`(?ms)^require \(.*?^\)\n`).FindAll(mod, -1), []byte("\n"))
	require.NotEmpty(t, required)
	for name, text := range map[string]string{
		"main.go": program,
		"go.sum":  string(sums),
		"go.mod":  fmt.Sprintf("module example\n\ngo 1.26.0\n\nrequire chuhe v0.0.0\n\n%s\nreplace chuhe => %q\n", required, here),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	binary := filepath.Join(dir, "example.exe")
	build := exec.Command("go", "build", "-pgo=off", "-o", binary, ".")
	build.Dir = dir
	// Nothing is downloaded, and with the flags of the other builds Go's library is not compiled again.
	build.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOPROXY=off", "GOWORK=off")
	said, err := build.CombinedOutput()
	require.NoError(t, err, "%s", said)
	out, err := exec.Command(binary).Output()
	require.NoError(t, err)
	assert.Regexp(t, `(?s)^\[Game .*\n\[Red "Chuhe"\]\n.*\n1\. .*[ \n](1-0|0-1|1/2-1/2)\n`, string(out))

	// The examples of the packages too are for programs outside this module.
	examples := 0
	for _, folder := range []string{"*", "*/*", "*/*/*"} {
		names, err := filepath.Glob(folder + "/example_test.go")
		require.NoError(t, err)
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777))
			// Under this name it is compiled without go vet, which would look at Go's library again.
			require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.Dir(name), "example.go"), text, 0o666))
			examples++
		}
	}
	assert.GreaterOrEqual(t, examples, 8)
	compile := exec.Command("go", "build", "-pgo=off", "./...")
	compile.Dir, compile.Env = dir, build.Env
	said, err = compile.CombinedOutput()
	assert.NoError(t, err, "%s", said)
}
