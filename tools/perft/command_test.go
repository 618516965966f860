package perft

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/command"
	"chuhe/internal/command/commandtest"
)

// run runs the command and returns its output, times replaced.
func run(t *testing.T, in string, args ...string) (string, error) {
	t.Helper()
	out, errs, err := commandtest.Run(t.Context(), Command(), in, args...)
	assert.Empty(t, errs, "there is no terminal")
	text := regexp.MustCompile(`time \d+ nps \d+`).ReplaceAllString(out, "time T nps R")
	text = regexp.MustCompile(`"time_ms":[^,]+,"nps":\d+`).ReplaceAllString(text, `"time_ms":T,"nps":R`)
	return text, err
}

func TestCommand(t *testing.T) {
	const kings = "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"start position", []string{"-depth", "3"}, "nodes 79666 time T nps R\n"},
		{"depth by default", []string{"-fen", "4k4/9/4P4/9/9/9/9/9/9/4K4 b"}, "nodes 96 time T nps R\n"},
		{"cache", []string{"-depth", "4", "-hash", "2", "-threads", "1"}, "nodes 3290240 time T nps R\n"},
		{"depth 0", []string{"-depth", "0", "-divide"}, "nodes 1 time T nps R\n"},
		{"mated", []string{"-depth", "2", "-divide", "-fen", mated}, "nodes 0 time T nps R\n"},
		{"divide", []string{"-depth", "2", "-divide", "-fen", kings}, "e0f0: 2\ne0e1: 1\nnodes 3 time T nps R\n"},
		{"JSON", []string{"-depth", "2", "-json", "-threads", "3", "-hash", "1", "-fen", kings},
			`{"position":"` + kings + `","depth":2,"nodes":3,"time_ms":T,"nps":R,"threads":3,"hash":1}` + "\n"},
		{"JSON with divide", []string{"-depth", "2", "-json", "-divide", "-threads", "1", "-fen", kings},
			`{"position":"` + kings + `","depth":2,"nodes":3,"time_ms":T,"nps":R,"threads":1,"hash":0,` +
				`"divide":[{"move":"e0f0","nodes":2},{"move":"e0e1","nodes":1}]}` + "\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := run(t, "", c.args...)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestCommandFile(t *testing.T) {
	const kings = "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"
	suite := "# known\n" + board.StartFEN + " ;D1 44 ;D2 1920 ;D3 79666\n\n" + kings + " ;D1 2 ;D2 3\n"
	name := filepath.Join(t.TempDir(), "suite.epd")
	require.NoError(t, os.WriteFile(name, []byte(suite), 0o666))

	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"all", nil, "counts 5 wrong 0\nnodes 81635 time T nps R\n"},
		{"to a depth", []string{"-depth", "2"}, "counts 4 wrong 0\nnodes 1969 time T nps R\n"},
		{"to a number", []string{"-maxnodes", "44"}, "counts 3 wrong 0\nnodes 49 time T nps R\n"},
		{"with a cache", []string{"-hash", "1"}, "counts 5 wrong 0\nnodes 81635 time T nps R\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := run(t, "", append(c.args, "-file", name)...)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
			got, err = run(t, suite, append(c.args, "-file", "-")...)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}

	t.Run("divide", func(t *testing.T) {
		got, err := run(t, kings+" ;D1 2 ;D2 3", "-file", "-", "-divide", "-depth", "1")
		require.NoError(t, err)
		assert.Equal(t, "line 1: "+kings+": depth 1\ne0f0: 1\ne0e1: 1\ncounts 1 wrong 0\nnodes 2 time T nps R\n", got)
		got, err = run(t, kings+" ;D1 2", "-file", "-", "-divide", "-lang", "zh")
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(got, "第1行："+kings+"：深度 1\ne0f0: 1\n"), got)
	})
	t.Run("mismatch", func(t *testing.T) {
		got, err := run(t, kings+" ;D1 3 ;D2 3 e0f0:1 e0e1:1 ;D3 6", "-file", "-")
		assert.ErrorIs(t, err, ErrMismatch)
		assert.EqualError(t, err, "perft: counts differ: 2 of 3")
		assert.Equal(t, "line 1: "+kings+": depth 1: expected 3, got 2: "+Agreed.Error()+"\n"+
			"line 1: "+kings+": depth 2: expected 3, got 3: first at e0f0: the file has 1, got 2\n"+
			"counts 3 wrong 2\nnodes 11 time T nps R\n", got)
	})
	t.Run("mismatch in Chinese", func(t *testing.T) {
		got, err := run(t, kings+" ;D1 3 ;D2 3", "-file", "-", "-lang", "zh")
		assert.ErrorIs(t, err, ErrMismatch)
		assert.Equal(t, "第1行："+kings+"：深度 1：应为 3，实得 2：两种计数方法结果相同；所给的数目有误，或出自别的规则\n"+
			"counts 2 wrong 1\nnodes 5 time T nps R\n", got)
		assert.EqualError(t, err, "perft: 数目不符：2 个中有 1 个")
		for counts, want := range map[string]string{
			"":                    "FEN 之后没有数目，应有 ;D1 44 之类",
			";D1 2 ;D1 2":         "深度 1 给了两次",
			";D1 2 e0f0:1 e0f0:2": "深度 1：e0f0 给了两次",
			";D1 2 e0f0:x":        `深度 1：e0f0 的数目 "x" 有误，应为着法和数，如 h2e2:44`,
		} {
			_, err := run(t, kings+" "+counts, "-file", "-", "-lang", "zh")
			assert.EqualError(t, err, "perft: 标准输入：第1行："+want)
		}
		_, err = run(t, "3k5/9/9/9/9/9/9/9/9/3K5 w ;D1 2", "-file", "-", "-lang", "zh")
		assert.ErrorIs(t, err, board.ErrFacing)
		assert.EqualError(t, err, `perft: 标准输入：第1行：FEN 有误：将帅照面（第22个字符，"K"，d0）`)
		_, err = run(t, "3k5/9/9/9/9/9/9/9/8P/4K4 w ;D1 2", "-file", "-", "-lang", "zh")
		assert.EqualError(t, err, `perft: 标准输入：第1行：FEN 有误：兵（卒）到不了这一点：过河之前只能在原位或前进一步，每路至多一个（第20个字符，"P"，i1）`)
	})
	t.Run("JSON", func(t *testing.T) {
		got, err := run(t, "\n"+kings+" ;D1 3 ;D2 3", "-file", "-", "-json", "-threads", "1")
		assert.ErrorIs(t, err, ErrMismatch)
		lines := strings.SplitAfter(got, "\n")
		require.Len(t, lines, 3)
		assert.Equal(t, `{"position":"`+kings+`","line":2,"depth":1,"nodes":2,"expected":3,"difference":"`+Agreed.Error()+
			`","time_ms":T,"nps":R,"threads":1,"hash":0}`+"\n", lines[0])
		assert.Equal(t, `{"position":"`+kings+`","line":2,"depth":2,"nodes":3,"expected":3,"time_ms":T,"nps":R,"threads":1,"hash":0}`+"\n", lines[1])
		assert.Empty(t, lines[2])
	})
}

func TestCommandBadInput(t *testing.T) {
	for _, c := range []struct {
		in   string
		args []string
		want string
	}{
		{"", []string{"-depth", "-1"}, `invalid value "-1" for flag -depth: want a whole number from 0 to 100`},
		{"", []string{"-depth", "x"}, `invalid value "x" for flag -depth: want a whole number from 0 to 100`},
		{"", []string{"-threads", "all"}, `invalid value "all" for flag -threads: want a whole number from 1 to 1024`},
		{"", []string{"-hash", "1.5"}, `invalid value "1.5" for flag -hash: want a whole number from 0 to 16777216`},
		{"", []string{"-maxnodes", "-1"}, `invalid value "-1" for flag -maxnodes: want a whole number from 0 to 18446744073709551615`},
		{"", []string{"-threads", "0"}, `invalid value "0" for flag -threads: want a whole number from 1 to 1024`},
		{"", []string{"-threads", "5000"}, `invalid value "5000" for flag -threads: want a whole number from 1 to 1024`},
		{"", []string{"-hash", "-1"}, `invalid value "-1" for flag -hash: want a whole number from 0 to 16777216`},
		{"", []string{"-hash", "99999999999"}, `invalid value "99999999999" for flag -hash: want a whole number from 0 to 16777216`},
		{"", []string{"-maxnodes", "5"}, "-maxnodes without -file, want both"},
		{"", []string{"-fen", "nonsense"}, "bad FEN"},
		{"", []string{"-fen", ""}, "bad FEN"},
		{"", []string{"-fen", board.StartFEN, "-file", "-"}, "-file and -fen, want one of them"},
		{"", []string{"-file", ""}, "-file is empty, want a name"},
		{"", []string{"-file", "/no/such/file"}, "/no/such/file"},
		{"", []string{"-file", "-"}, "standard input: no positions, want some"},
		{"# nothing\n", []string{"-file", "-"}, "standard input: no positions, want some"},
		{board.StartFEN + " ;D1 44\nrubbish ;D1 1\n", []string{"-file", "-"}, "standard input: line 2: bad FEN"},
		{"", []string{"5"}, `argument "5", want only flags`},
		{"", []string{"-nonsense"}, "flag provided but not defined: -nonsense"},
	} {
		got, err := run(t, c.in, c.args...)
		assert.ErrorIs(t, err, command.ErrInput, c.args)
		assert.ErrorContains(t, err, c.want)
		assert.Empty(t, got, "nothing is counted: %v", c.args)
	}
	_, err := run(t, "", "-file", ".")
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "perft: .: ")
	assert.NotContains(t, err.Error(), "line", "a folder has no lines")
}

func TestCommandEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	var out bytes.Buffer
	err := Command().Execute(ctx, []string{"-depth", "12"}, command.Streams{Out: &out, Err: &out})
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Empty(t, out.String())
}

// full is a writer that takes nothing.
type full struct{}

var errFull = errors.New("disk full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestCommandTellsOfLostOutput(t *testing.T) {
	for _, args := range [][]string{{"-depth", "1"}, {"-depth", "1", "-divide"}, {"-depth", "1", "-json"}} {
		assert.ErrorIs(t, Command().Execute(t.Context(), args, command.Streams{Out: full{}, Err: full{}}), errFull, args)
	}
}

func TestJSONCanBeRead(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, Command().Execute(t.Context(), []string{"-json", "-depth", "4", "-divide"}, command.Streams{Out: &out, Err: &out}))
	var r record
	require.NoError(t, json.Unmarshal(out.Bytes(), &r))
	assert.Positive(t, r.TimeMS)
	assert.InEpsilon(t, float64(r.Nodes)/r.TimeMS*1000, float64(r.NPS), 0.01)
	sum := uint64(0)
	for _, b := range r.Divide {
		sum += b.Nodes
	}
	assert.Equal(t, r.Nodes, sum)
}

// gone is a writer whose reader has gone.
type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, syscall.EPIPE }

// TestMismatchOutlivesTheReader asserts that a wrong count shows in the exit status
// even if the report has no reader.
func TestMismatchOutlivesTheReader(t *testing.T) {
	for text, want := range map[string]int{"3k5/9/9/9/9/9/9/9/9/4K4 w ;D1 3": 1, "3k5/9/9/9/9/9/9/9/9/4K4 w ;D1 2": 0} {
		err := Command().Execute(t.Context(), []string{"-file", "-"}, command.Streams{In: strings.NewReader(text), Out: gone{}, Err: gone{}})
		assert.Error(t, err)
		assert.Equal(t, want, command.Status(err), "%v", err)
	}
}
