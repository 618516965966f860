package version

import (
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
		"Chuhe 0.1.0-dev\ncommit   unknown\ndate     unknown\n": {Main: debug.Module{Version: "(devel)"}},
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
