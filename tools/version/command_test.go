package version

import (
	"archive/tar"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command/commandtest"
)

func TestCommand(t *testing.T) {
	out, _, err := commandtest.Run(t.Context(), Command(), "")
	require.NoError(t, err)
	assert.Regexp(t, `^Chuhe \S+\ncommit +\S.*\ndate +\S+\ngo +go1\S* \w+/\w+\nnetwork +(net-[0-9a-f]{8}|classical)\n$`, out)
	assert.Contains(t, out, runtime.Version()+" "+runtime.GOOS+"/"+runtime.GOARCH)
}

func TestWrite(t *testing.T) {
	for want, build := range map[string]*debug.BuildInfo{
		"Chuhe v0.0.0-unknown\ncommit   unknown\ndate     unknown\n": {Main: debug.Module{Version: "(devel)"}},
		"Chuhe v0.2.0\ncommit   0123abcd, and changes\ndate     2026-11-25T09:26:39Z\n": {
			Main: debug.Module{Version: "v0.2.0"},
			Settings: []debug.BuildSetting{
				{Key: "vcs.revision", Value: "0123abcd"}, {Key: "vcs.time", Value: "2026-11-25T09:26:39Z"}, {Key: "vcs.modified", Value: "true"},
			},
		},
	} {
		var out strings.Builder
		require.NoError(t, write(&out, build, "net-01234567"))
		assert.Equal(t, want, out.String()[:strings.Index(out.String(), "go ")])
	}
}

// TestArchive asserts that the archive of a commit knows its version, and that the files of a
// clone say nothing.
func TestArchive(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git on this machine")
	}
	clone := &debug.BuildInfo{}
	complete(clone, archived)
	assert.Empty(t, clone.Settings)

	folder := t.TempDir()
	run := func(args ...string) string {
		c := exec.Command(git, append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, args...)...)
		c.Dir = folder
		out, err := c.Output()
		require.NoError(t, err, "git %v", args)
		return strings.TrimSpace(string(out))
	}
	attributes, err := os.ReadFile(filepath.FromSlash("../../.gitattributes"))
	require.NoError(t, err)
	for name, content := range map[string]string{"tools/version/archive.txt": archived, ".gitattributes": string(attributes)} {
		at := filepath.Join(folder, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o777))
		require.NoError(t, os.WriteFile(at, []byte(content), 0o666))
	}
	run("init", "-q")
	run("add", ".")
	run("commit", "-q", "-m", "one")
	said := func() string {
		build := &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}
		run("archive", "-o", "archive.tar", "HEAD", "tools/version/archive.txt")
		file, err := os.Open(filepath.Join(folder, "archive.tar"))
		require.NoError(t, err)
		defer file.Close()
		r := tar.NewReader(file)
		for name := ""; name != "tools/version/archive.txt"; {
			header, err := r.Next()
			require.NoError(t, err)
			name = header.Name
		}
		content, err := io.ReadAll(r)
		require.NoError(t, err)
		complete(build, string(content))
		var out strings.Builder
		require.NoError(t, write(&out, build, "net"))
		return out.String()
	}
	assert.Contains(t, said(), "Chuhe v0.0.0-unknown\ncommit   "+run("rev-parse", "HEAD")+"\ndate     "+run("log", "-1", "--format=%cI")+"\n")
	run("tag", "v0.2.0")
	assert.Contains(t, said(), "Chuhe v0.2.0\n")
}
