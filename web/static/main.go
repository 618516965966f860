// Command static writes the board as a folder of files that any file server serves, from
// any address, and that works offline once it has been opened: the page of chuhe/web, and
// its server compiled for the browser (chuhe/web/worker).
//
//	go run ./web/static -o FOLDER
//
// It needs the Go toolchain and this module. See docs/page.md.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kjk/lzma"

	"chuhe/eval/evals"
	"chuhe/eval/nnue/wasm"
	"chuhe/internal/command"
	"chuhe/web"
)

// own are the files that only a page without a server has, and the module that it has in
// place of another.
//
//go:embed files
var own embed.FS

// The server, compiled for the browser, and its network, which changes less often. Both are
// packed: not every server compresses what it sends, and none so well.
const (
	engine  = "engine.bin"
	network = "network.bin"
)

// worker is the service worker, which knows all other files.
const worker = "sw.js"

// pictures are the pictures of the documents that a browser shows before it installs the page.
var pictures = []string{"board.png", "board-phone.png"}

// way is the module that is the way to the server.
const way = "server.js"

// head follows the start of the head of index.html. The policy stands there because not
// every file server can send it.
var head = `<meta http-equiv="Content-Security-Policy" content="` +
	web.Policy(" 'wasm-unsafe-eval'", "; worker-src 'self'; manifest-src 'self'") + `">
<meta name="referrer" content="no-referrer">
<link rel="manifest" href="manifest.webmanifest">
<link rel="apple-touch-icon" href="icon-192.png">
`

func main() {
	var folder string
	var quick bool
	command.Main(&command.Command{
		Name:    "static",
		Summary: "write the board as a folder for any file server",
		Help:    "usage: go run ./web/static -o FOLDER\n\nWrites the board with its engine as files that any file server serves.\n\n",
		Flags: func(f *flag.FlagSet) {
			f.StringVar(&folder, "o", "", "`folder` to write, which must not hold anything else")
			f.BoolVar(&quick, "quick", false, "write it sooner, for tests: without the compiler's profile and packed less well")
		},
		Run: func(ctx context.Context, _ []string, s command.Streams) error {
			if folder == "" {
				return command.Usagef("no folder: want -o FOLDER")
			}
			compiled, err := compile(ctx, quick)
			if err != nil {
				return err
			}
			files, err := site(compiled)
			if err != nil {
				return err
			}
			if err := write(folder, files); err != nil {
				return err
			}
			size := 0
			for _, f := range files {
				size += len(f.Content)
			}
			fmt.Fprintf(s.Out, "%s: %d files, %d bytes\n", folder, len(files), size)
			return nil
		},
	})
}

// compile returns the server for the browser, the script by which it starts, and the pictures.
func compile(ctx context.Context, quick bool) (map[string][]byte, error) {
	gomod, err := output(ctx, "env", "GOMOD")
	if err != nil {
		return nil, err
	}
	root, err := output(ctx, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	build, err := os.MkdirTemp("", "chuhe-static")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(build)
	binary, module := filepath.Join(build, "chuhe.wasm"), filepath.Dir(gomod)
	profile, level := filepath.Join(module, "default.pgo"), packLevel
	if quick {
		profile, level = "off", 1
	}
	c := exec.CommandContext(ctx, "go", "build", "-trimpath", "-tags", "kernels,page", "-ldflags", "-s -w",
		"-pgo", profile, "-o", binary, "./web/worker")
	c.Dir, c.Stderr = module, os.Stderr
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("go build for the browser: %w", err)
	}
	files := make(map[string][]byte)
	for name, at := range map[string]string{
		engine:         binary,
		"wasm_exec.js": filepath.Join(root, "lib", "wasm", "wasm_exec.js"),
	} {
		if files[name], err = os.ReadFile(at); err != nil {
			return nil, err
		}
	}
	merged, err := mergeSegments(files[engine])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", binary, err)
	}
	if files[engine], err = pack(merged, level); err != nil {
		return nil, err
	}
	for _, name := range pictures {
		if files[name], err = os.ReadFile(filepath.Join(module, "docs", name)); err != nil {
			return nil, err
		}
	}
	plain, err := os.ReadFile(filepath.Join(module, "eval", "nnue", "default.nnue"))
	if err != nil {
		return nil, err
	}
	files[network], err = evals.Pack(plain)
	return files, err
}

// packLevel is the first level of lzma whose dictionary, of 16 MiB, holds all of the engine.
const packLevel = 6

// pack returns a file that lzma.js unpacks. A higher level takes longer and makes it smaller.
func pack(content []byte, level int) ([]byte, error) {
	var packed bytes.Buffer
	w := lzma.NewWriterSizeLevel(&packed, int64(len(content)), level)
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	err := w.Close()
	return packed.Bytes(), err
}

// output returns what the go command prints.
func output(ctx context.Context, args ...string) (string, error) {
	c := exec.CommandContext(ctx, "go", args...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// site returns all files of the page by name.
func site(compiled map[string][]byte) (map[string]web.File, error) {
	entries, err := own.ReadDir("files")
	if err != nil {
		return nil, err
	}
	modules := make(map[string][]byte)
	for _, e := range entries {
		content, err := own.ReadFile(path.Join("files", e.Name()))
		if err != nil {
			return nil, err
		}
		if e.Name() == way {
			modules[way] = content
		} else {
			compiled[e.Name()] = content
		}
	}
	files, err := web.Files(modules)
	if err != nil {
		return nil, err
	}
	for name, content := range compiled {
		files[name] = web.File{Content: content, Type: web.TypeOf(name)}
	}
	if err := replace(files, "index.html", "<head>\n", "<head>\n"+head); err != nil {
		return nil, err
	}
	if err := replace(files, "worker.js", "const size = 0;", fmt.Sprintf("const size = %d;", len(files[engine].Content)+len(files[network].Content))); err != nil {
		return nil, err
	}
	answers, err := firstAnswers()
	if err != nil {
		return nil, err
	}
	if err := replace(files, "app.js", "const first = {};", "const first = "+answers+";"); err != nil {
		return nil, err
	}
	for name, module := range map[string][]byte{"switchModule": wasm.Switch(), "kernelModule": wasm.Kernels()} {
		text := base64.StdEncoding.EncodeToString(module)
		if err := replace(files, "kernels.js", "const "+name+" = '';", "const "+name+" = '"+text+"';"); err != nil {
			return nil, err
		}
	}
	return files, list(files)
}

// list writes into the service worker which files it keeps, all but the pictures, and their
// version.
func list(files map[string]web.File) error {
	type entry struct {
		Type string `json:"type"`
		Sum  string `json:"sum"`
	}
	entries, all := make(map[string]entry), sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if name == worker || slices.Contains(pictures, name) {
			continue
		}
		sum := sha256.Sum256(files[name].Content)
		entries[name] = entry{files[name].Type, hex.EncodeToString(sum[:])}
		fmt.Fprintf(all, "%s %x\n", name, sum)
	}
	text, err := json.Marshal(entries)
	if err != nil {
		return err
	}
	if err := replace(files, worker, "const files = {};", "const files = "+string(text)+";"); err != nil {
		return err
	}
	return replace(files, worker, "const version = '';", fmt.Sprintf("const version = '%x';", all.Sum(nil)[:8]))
}

// replace replaces a text that stands once in a file.
func replace(files map[string]web.File, name, old, now string) error {
	f := files[name]
	if n := bytes.Count(f.Content, []byte(old)); n != 1 {
		return fmt.Errorf("%s has %q %d times, want once", name, old, n)
	}
	f.Content = bytes.Replace(f.Content, []byte(old), []byte(now), 1)
	files[name] = f
	return nil
}

// write writes the files into a folder that is empty or has an older page.
func write(folder string, files map[string]web.File) error {
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	if _, err := os.Stat(filepath.Join(folder, worker)); len(entries) > 0 && err != nil {
		return command.Inputf("folder %s has other files: want a new or empty one, or an older page", folder)
	}
	for name, f := range files {
		at := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(at, f.Content, 0o666); err != nil {
			return err
		}
	}
	return nil
}
