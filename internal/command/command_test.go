package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/lang"
)

// program returns a program with commands of every kind. Each prints its name, its
// operands and the flag -n.
func program() *Command {
	n := 0
	flags := func(f *flag.FlagSet) { Number(f, &n, "n", 1, "a `number`") }
	say := func(name string) func(context.Context, []string, Streams) error {
		return func(_ context.Context, args []string, s Streams) error {
			switch strings.Join(args, " ") {
			case "fail":
				return errors.New("broken")
			case "bad":
				return Inputf("file is bad")
			case "both":
				return fmt.Errorf("files: %w", Usagef("%s and %s", args[0], "more"))
			case "stop":
				return context.Canceled
			case "careless":
				fmt.Fprintln(s.Out, name)
				return nil
			case "loud": // until the reader has gone
				for {
					if _, err := fmt.Fprintln(s.Out, name); err != nil {
						return err
					}
				}
			}
			_, err := fmt.Fprintln(s.Out, name, args, n)
			return err
		}
	}
	return &Command{
		Name: "prog", Help: "usage: prog\n\n", Notes: "notes\n", Flags: flags, Run: say("prog"),
		Commands: []*Command{
			{Name: "plain", Summary: "takes flags", Help: "usage: prog plain\n", Flags: flags, Run: say("plain")},
			{Name: "files", Summary: "takes files", Help: "usage: prog files\n", Flags: flags, Operands: true, Run: say("files")},
			{Name: "raw", Summary: "reads words", Help: "usage: prog raw\n", Raw: true, Run: say("raw")},
			{Name: "group", Summary: "has commands", Help: "usage: prog group\n", Commands: []*Command{
				{Name: "one", Help: "usage: prog group one\n", Run: say("one")},
				{Name: "two", Run: say("two")},
			}},
			{Name: "version", Fixed: true, Summary: "say what it is", Run: say("version")},
		},
	}
}

func execute(line string) (string, error) {
	var out strings.Builder
	err := program().Execute(context.Background(), strings.Fields(line), Streams{Out: &out, Err: io.Discard})
	return out.String(), err
}

func TestExecute(t *testing.T) {
	for line, want := range map[string]string{
		"":                       "prog [] 1",
		"-n 2":                   "prog [] 2",
		"plain":                  "plain [] 1",
		"plain -n 2":             "plain [] 2",
		"files":                  "files [] 1",
		"files a -n 3 b":         "files [a b] 3",
		"files help":             "files [help] 1",
		"raw -x y -n":            "raw [-x y -n] 0",
		"files a -- -n b":        "files [a -n b] 1",
		"files -- a -- b":        "files [a -- b] 1",
		"group one":              "one [] 0",
		"group --version":        "version [] 0",
		"plain -version":         "version [] 0",
		"version":                "version [] 0",
		"-version":               "version [] 0",
		"--version":              "version [] 0",
		"raw -version -- -helps": "raw [-version -- -helps] 0",
	} {
		got, err := execute(line)
		require.NoError(t, err, line)
		assert.Equal(t, want+"\n", got, line)
	}
}

func TestHelp(t *testing.T) {
	const whole = `usage: prog

  plain    takes flags
  files    takes files
  raw      reads words
  group    has commands
  version  say what it is
  help     print this text; "prog help COMMAND" explains a command

  -n number
    	a number (default 1)
notes
`
	for line, want := range map[string]string{
		"help": whole, "help help": whole, "help -h": whole, "help -help": whole, "help --help": whole, "-h": whole, "-help": whole, "--help": whole, "-n 3 -help": whole,
		"help plain":      "usage: prog plain\n  -n number\n    \ta number (default 1)\n",
		"plain -h":        "usage: prog plain\n  -n number\n    \ta number (default 1)\n",
		"files a --help":  "usage: prog files\n  -n number\n    \ta number (default 1)\n",
		"help raw":        "usage: prog raw\n",
		"raw -x 1 --help": "usage: prog raw\n",
		"help group one":  "usage: prog group one\n",
		"group help one":  "usage: prog group one\n",
		"group one -help": "usage: prog group one\n",
	} {
		got, err := execute(line)
		assert.NoError(t, err, line)
		assert.Equal(t, want, got, line)
	}
}

// TestHelpLang asserts that help is in the language of -lang, wherever the flag stands.
func TestHelpLang(t *testing.T) {
	speaking := &Command{Name: "chuhe", Run: fail, Commands: []*Command{
		{Name: "judge", Run: fail},
		{Name: "book", Commands: []*Command{{Name: "make", Run: fail}}},
		{Name: "match", Raw: true, Run: fail},
	}}
	for line, want := range map[string]string{
		"help -lang vi": "cách dùng: chuhe [", "-help -lang vi": "cách dùng: chuhe [", "-lang=vi -h": "cách dùng: chuhe [",
		"help -lang vi judge": "cách dùng: chuhe judge", "help judge -lang zh": "用法：chuhe judge", "judge -help --lang=zh-TW": "用法：chuhe judge",
		"book -lang vi -help": "cách dùng: chuhe book", "book -help -lang vi": "cách dùng: chuhe book", "book help make -lang vi": "cách dùng: chuhe book make",
		"-lang vi help": "cách dùng: chuhe [", "-lang=zh help judge": "用法：chuhe judge", "-lang vi judge -help": "cách dùng: chuhe judge",
		"match -help -lang vi": "cách dùng: chuhe match",
	} {
		var out strings.Builder
		assert.NoError(t, speaking.Execute(t.Context(), strings.Fields(line), Streams{Out: &out}), line)
		assert.True(t, strings.HasPrefix(out.String(), want), "%s: %s", line, out.String())
	}
	for _, line := range []string{"help -lang xx", "-lang xx help", "book -help -lang xx", "judge -help -lang xx", "match -lang xx -help"} {
		err := speaking.Execute(t.Context(), strings.Fields(line), Streams{Out: io.Discard})
		assert.ErrorContains(t, err, `invalid value "xx" for flag -lang: unknown language`, line)
	}
	for _, line := range []string{"judge -lang xx", "help -lang xx"} {
		err := speaking.Execute(t.Context(), strings.Fields(line), Streams{Out: io.Discard, Lang: "zh-Hans"})
		assert.ErrorContains(t, err, `选项 -lang 的值 "xx" 有误：没有语言 "xx"，应为 `+strings.ReplaceAll(lang.Codes(), ", ", "、")+"；", line)
	}
	for _, line := range []string{"fly -lang zh", "judge -nothing 5 -lang zh", "judge nothing -lang zh", "judge -nothing=5 -lang zh"} {
		err := speaking.Execute(t.Context(), strings.Fields(line), Streams{Out: io.Discard})
		assert.ErrorContains(t, err, "；参见 chuhe", line)
	}
	err := speaking.Execute(t.Context(), []string{"fly"}, Streams{Out: io.Discard, Lang: "zh-Hans"})
	assert.ErrorContains(t, err, "应为 judge、book、match 或 help；")
}

func TestErrors(t *testing.T) {
	for line, want := range map[string]string{
		"fly":                 `prog: unknown command "fly", want plain, files, raw, group, version or help; see prog -help`,
		"help fly":            `prog: unknown command "fly", want plain, files, raw, group, version or help; see prog -help`,
		"help plain fly":      `prog plain: unknown command "fly": prog plain has no commands; see prog plain -help`,
		"-fly":                "prog: flag provided but not defined: -fly; see prog -help",
		"plain -fly":          "prog plain: flag provided but not defined: -fly; see prog plain -help",
		"plain x":             `prog plain: argument "x", want only flags; see prog plain -help`,
		"plain help":          `prog plain: argument "help", want only flags; see prog plain -help`,
		"files -n x":          `prog files: invalid value "x" for flag -n: want a whole number; see prog files -help`,
		"files both":          "prog files: files: both and more; see prog files -help",
		"group":               "prog group: no command, want one, two or help; see prog group -help",
		"plain -version -n 2": "prog plain: flag provided but not defined: -version; see prog plain -help",
		"group fly":           `prog group: unknown command "fly", want one, two or help; see prog group -help`,
	} {
		out, err := execute(line)
		assert.EqualError(t, err, want)
		assert.Equal(t, 2, Status(err), line)
		assert.Empty(t, out, line)
	}
	_, err := execute("files fail")
	assert.EqualError(t, err, "prog files: broken")
	assert.Equal(t, 1, Status(err))
	_, err = execute("files bad")
	assert.EqualError(t, err, "prog files: file is bad", "not about arguments")
	assert.Equal(t, 2, Status(err))
}

// TestProgramOfSource asserts that errors of a program that people start from its
// source name it in short, and its help as it is started.
func TestProgramOfSource(t *testing.T) {
	p := program()
	p.Name = "go run ./prog"
	err := p.Execute(t.Context(), []string{"plain", "x"}, Streams{Out: io.Discard})
	assert.EqualError(t, err, `prog plain: argument "x", want only flags; see go run ./prog plain -help`)
}

// TestUnwritten asserts that an error of writing names the command, be it of its help or one that
// the command ignores.
func TestUnwritten(t *testing.T) {
	in, out := io.Pipe()
	in.CloseWithError(io.ErrShortWrite)
	for line, want := range map[string]string{
		"help": "prog: short write", "plain -help": "prog plain: short write", "help plain": "prog plain: short write",
		"files careless": "prog files: short write",
	} {
		err := program().Execute(t.Context(), strings.Fields(line), Streams{Out: out})
		assert.EqualError(t, err, want, line)
		assert.Equal(t, 1, Status(err))
	}
}

func TestStatus(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{fmt.Errorf("stopped: %w", context.Canceled), 130},
		{Inputf("stopped: %w", context.Canceled), 130},
		{fmt.Errorf("write: %w", syscall.EPIPE), 0},
		{Inputf("bad"), 2},
		{Usagef("bad: %w", io.EOF), 2},
		{fmt.Errorf("file: %w", Inputf("bad")), 2},
		{Input(io.ErrUnexpectedEOF), 2},
		{io.ErrUnexpectedEOF, 1},
		{context.DeadlineExceeded, 1},
		{Input(&fs.PathError{Op: "open", Path: "m.jsonl", Err: fs.ErrPermission}), 2},
		{Input(&fs.PathError{Op: "open", Path: "m.jsonl", Err: shortages[0]}), 1},
		{Input(fmt.Errorf("-out: %w", Inputf("m.jsonl: %w", shortages[0]))), 1},
		{Usage(errors.Join(shortages[0], fs.ErrNotExist)), 1},
	} {
		assert.Equal(t, c.want, Status(c.err), "%v", c.err)
	}
	assert.NoError(t, Input(nil))
	assert.NoError(t, Usage(nil))
	err := Inputf("file %d: %w", 3, io.ErrUnexpectedEOF)
	assert.EqualError(t, err, "file 3: unexpected EOF")
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
	assert.ErrorIs(t, err, ErrInput)
}

// TestReaderGone writes to a pipe that nobody reads. Each system has errors of its own for that.
func TestReaderGone(t *testing.T) {
	in, out, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, in.Close())
	_, err = io.WriteString(out, "lost")
	require.Error(t, err)
	assert.True(t, ReaderGone(fmt.Errorf("write: %w", err)), "%#v", err)
	assert.Equal(t, 0, Status(err))
	require.NoError(t, out.Close())
	_, err = io.WriteString(out, "lost")
	assert.False(t, ReaderGone(err), "%v", err)
	assert.False(t, ReaderGone(nil))
}

// TestCalledAs looks at the name of a program of the laboratory that a user built, and at
// those that "go run" gives it: at first, and from the second time on.
func TestCalledAs(t *testing.T) {
	for called, want := range map[string]string{
		"./trainer":                                      "./trainer",
		"/opt/my tools/trainer":                          `"/opt/my tools/trainer"`,
		"/tmp/go-build9/b001/exe/train":                  "go run ./lab/train",
		`/home/a/exe/train`:                              "/home/a/exe/train",
		"/c/74/" + strings.Repeat("7b", 32) + "-d/train": "go run ./lab/train",
	} {
		assert.Equal(t, want, CalledAs(called, "go run ./lab/train"), called)
	}
}

func TestRename(t *testing.T) {
	const name, usage = "go run ./lab/train", "usage: go run ./lab/train"
	c := Command{Name: name, Help: usage + " -x\n       go run ./lab/train fit\n", Commands: []*Command{{
		Name: "fit", Help: usage + " fit [flags]\n", Notes: "go run ./lab/train -help\n", Flags: func(*flag.FlagSet) {}, Run: fail,
	}}}
	c.rename(name, "./trainer")
	for _, args := range [][]string{{"-help"}, {"fit", "-help"}} {
		var out strings.Builder
		require.NoError(t, c.Execute(t.Context(), args, Streams{Out: &out}))
		assert.Contains(t, out.String(), "usage: ./trainer ")
		assert.NotContains(t, out.String(), "go run")
	}
	assert.EqualError(t, c.Execute(t.Context(), []string{"fit"}, Streams{}), "trainer fit: no data; see ./trainer fit -help")
}

func fail(context.Context, []string, Streams) error { return Usagef("no data") }
