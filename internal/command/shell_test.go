package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shellProgram returns a program that can print its completions and its manual page.
func shellProgram() *Command {
	p := program()
	p.Commands = append(p.Commands, Completion(shellProgram), Manual(shellProgram))
	p.Commands[2].Help = "usage: prog raw\n\n-fast N\n    Play it's way.\n"
	p.Commands[2].Notes = "\nMore of it.\n"
	return p
}

func TestCompletion(t *testing.T) {
	for _, bad := range [][]string{{}, {"tcsh"}, {"bash", "zsh"}} {
		err := shellProgram().Execute(t.Context(), append([]string{"completion"}, bad...), Streams{Out: &strings.Builder{}})
		assert.ErrorContains(t, err, "want one shell: bash, fish, zsh")
	}
	lines := map[string]string{ // what is typed, and the words offered
		"prog ":           "completion files group help manual plain raw version",
		"prog g":          "group",
		"prog -":          "-help -n",
		"prog group ":     "help one two",
		"prog group o":    "one",
		"prog plain -n":   "-n",
		"prog raw -":      "-fast -help",
		"prog group one ": "",
		"prog files grou": "",
	}
	for shell, offers := range map[string]string{
		"bash": `source "$1"; read -ra COMP_WORDS <<<"$2"; [[ $2 == *' ' ]] && COMP_WORDS+=(''); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _prog; printf '%s\n' "${COMPREPLY[@]}"`,
		"fish": `source $argv[1]; cd $argv[3]; complete -C $argv[2] | string split -f 1 \t; true`,
	} {
		if _, err := exec.LookPath(shell); err != nil {
			t.Logf("%s is not installed: its completions were not tried", shell)
			continue
		}
		script := written(t, shell)
		for line, want := range lines {
			args := []string{"-c", offers}
			if shell == "bash" {
				args = append(args, shell)
			}
			out, err := exec.Command(shell, append(args, script, line, t.TempDir())...).CombinedOutput()
			require.NoError(t, err, "%s: %s", shell, out)
			got := map[string]bool{}
			for word := range strings.FieldsSeq(string(out)) {
				got[word] = true
			}
			for word := range strings.FieldsSeq(want) {
				if shell == "fish" && (word == "help" || word == "-help") {
					continue // fish knows neither, every command has them
				}
				assert.True(t, got[word], "%s %q: want %q in %q", shell, line, word, out)
				delete(got, word)
			}
			delete(got, "help")
			assert.Empty(t, got, "%s %q", shell, line)
		}
	}
	if _, err := exec.LookPath("zsh"); err == nil {
		out, err := exec.Command("zsh", "-n", written(t, "zsh")).CombinedOutput()
		assert.NoError(t, err, "%s", out)
	}
}

// written returns the name of a file with the script of a shell.
func written(t *testing.T, shell string) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, shellProgram().Execute(t.Context(), []string{"completion", shell}, Streams{Out: &out}))
	name := filepath.Join(t.TempDir(), "script")
	require.NoError(t, os.WriteFile(name, []byte(out.String()), 0o666))
	return name
}

func TestManual(t *testing.T) {
	var out strings.Builder
	require.NoError(t, shellProgram().Execute(t.Context(), []string{"manual"}, Streams{Out: &out}))
	for _, want := range []string{
		".TH PROG 1 \"\" \"version [] 1\"\n", ".SS prog group one\n", ".B \\-n \\fInumber\\fR\na number (default: 1)\n",
		"Play it\\(aqs way.", ".TP\n.B files\ntakes files\n",
	} {
		assert.Contains(t, out.String(), want)
	}
	assert.Contains(t, out.String(), ".PP\n.nf\nMore of it.\n.fi\n")
	assert.Equal(t, 1, strings.Count(out.String(), ".PP\n"), "other commands have no notes")
	if _, err := exec.LookPath("groff"); err == nil {
		page := exec.Command("groff", "-man", "-Tutf8", "-ww", "-z")
		page.Stdin = strings.NewReader(out.String())
		warnings, err := page.CombinedOutput()
		assert.NoError(t, err)
		assert.Empty(t, string(warnings))
	}
}

func TestRoff(t *testing.T) {
	for line, want := range map[string]string{
		".TH":      `\&.TH`,
		"'so":      `\(aqso`,
		`a\b -n ~`: `a\eb \-n \(ti`,
		"楚":        `\[u695A]`,
	} {
		assert.Equal(t, want, roff(line))
	}
}
