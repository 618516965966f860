//go:build unix

package command

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMain turns the test binary into a program if the environment asks for it: one
// that waits for signals until its input ends, or the tests of the package.
func TestMain(m *testing.M) {
	switch os.Getenv("CHUHE_COMMAND_TEST") {
	case "":
		os.Exit(m.Run())
	case "program":
		Main(program())
	}
	ctx, stop := interruptible(context.Background())
	defer stop()
	end := make(chan struct{})
	go func() {
		io.Copy(io.Discard, os.Stdin)
		close(end)
	}()
	fmt.Println("ready")
	select {
	case <-ctx.Done():
		fmt.Println("asked")
		<-end
	case <-end:
	}
	fmt.Println("kept")
}

// TestMainProgram runs a program as a process: help and output on one stream, errors
// on the other, each once.
func TestMainProgram(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		shell, out, errs string
		status           int
	}{
		{`"$0" plain -n 7`, "plain [] 7\n", "", 0},
		{`"$0" help raw`, "usage: prog raw\n", "", 0},
		{`"$0" raw --help`, "usage: prog raw\n", "", 0},
		{`"$0" fly`, "", "prog: unknown command \"fly\", want plain, files, raw, group, version or help; see prog -help\n", 2},
		{`"$0" files fail`, "", "prog files: broken\n", 1},
		{`"$0" files stop`, "", "", 130},
		{`("$0" files loud; echo $? >&2) | true`, "", "0\n", 0},
	} {
		cmd := exec.CommandContext(t.Context(), "sh", "-c", c.shell, os.Args[0])
		cmd.Env = append(os.Environ(), "CHUHE_COMMAND_TEST=program")
		var out, errs strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &errs
		_ = cmd.Run()
		assert.Equal(t, c.out, out.String(), c.shell)
		assert.Equal(t, c.errs, errs.String(), c.shell)
		assert.Equal(t, c.status, cmd.ProcessState.ExitCode(), c.shell)
	}
}

func TestInterrupt(t *testing.T) {
	const asked, killed, nothing = "ready\nasked\nkept\n", "ready\nasked\n", "ready\nkept\n"
	for _, c := range []struct {
		name  string
		shell string           // what runs the program
		send  []syscall.Signal // one after each line
		want  string
	}{
		{"interrupt", `exec "$0"`, []syscall.Signal{syscall.SIGINT}, asked},
		{"end", `exec "$0"`, []syscall.Signal{syscall.SIGTERM}, asked},
		{"terminal gone", `exec "$0"`, []syscall.Signal{syscall.SIGHUP}, asked},
		{"terminal gone, twice", `exec "$0"`, []syscall.Signal{syscall.SIGHUP, syscall.SIGHUP}, asked},
		{"interrupt, impatient", `exec "$0"`, []syscall.Signal{syscall.SIGINT, syscall.SIGINT}, killed},
		{"terminal gone, impatient", `exec "$0"`, []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM}, killed},
		{"terminal gone under nohup", `trap "" HUP; exec "$0"`, []syscall.Signal{syscall.SIGHUP}, nothing},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, s := range c.send {
				if signal.Ignored(s) && c.want != nothing {
					t.Skip("ignored already, as under nohup or in the background of a shell: ", s)
				}
			}
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, "sh", "-c", c.shell, os.Args[0])
			cmd.Env = append(os.Environ(), "CHUHE_COMMAND_TEST=signals")
			in, err := cmd.StdinPipe()
			require.NoError(t, err)
			out, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			got := ""
			for lines, send := bufio.NewScanner(out), c.send; lines.Scan(); {
				got += lines.Text() + "\n"
				if len(send) > 0 {
					assert.NoError(t, cmd.Process.Signal(send[0]))
					send = send[1:]
				}
				if len(send) == 0 && c.want != killed && (got == killed || c.want == nothing) {
					time.Sleep(100 * time.Millisecond) // for the signal
					in.Close()
				}
			}
			err = cmd.Wait()
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.want == killed, err != nil, "%v", err)
			assert.NoError(t, ctx.Err())
		})
	}
}
