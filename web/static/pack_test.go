package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
)

// unpackAll unpacks the files of a folder, each in pieces of a size that its name begins with,
// and prints the SHA-256 of the content or what is wrong.
const unpackAll = `
const { readFileSync, readdirSync } = require('fs');
const { runInThisContext } = require('vm');
const unlzma = runInThisContext(readFileSync('files/lzma.js', 'utf8') + ';unlzma');
(async () => {
  for (const name of readdirSync(process.argv[1])) {
    const packed = readFileSync(process.argv[1] + '/' + name);
    const size = parseInt(name);
    const pieces = new ReadableStream({
      start(out) {
        for (let at = 0; at < packed.length; at += size) out.enqueue(packed.subarray(at, at + size));
        out.close();
      },
    });
    const sum = require('crypto').createHash('sha256');
    try {
      for await (const piece of pieces.pipeThrough(unlzma())) sum.update(piece);
      console.log(name, sum.digest('hex'));
    } catch (e) {
      console.log(name, e.message);
    }
  }
})();`

// TestPack packs contents, and unpacks them with lzma.js in Node: whole, in small pieces, cut
// off and damaged.
func TestPack(t *testing.T) {
	testpos.SkipRace(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no Node on this machine: install node to run the page's code without a browser")
	}
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 100_000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	text, err := os.ReadFile("main.go")
	require.NoError(t, err)
	var mixed []byte // with matches of all lengths and distances
	for len(mixed) < 300_000 {
		from := random.IntN(1 + len(mixed))
		mixed = append(mixed, mixed[from:min(len(mixed), from+random.IntN(1<<random.IntN(10)))]...)
		mixed = append(mixed, noise[:random.IntN(9)]...)
		mixed = append(mixed, text[from%len(text):min(len(text), from%len(text)+random.IntN(30))]...)
	}
	folder, want := t.TempDir(), make(map[string]string)
	add := func(name string, packed []byte, result string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), packed, 0o666))
		want[name] = result
	}
	for name, content := range map[string][]byte{"short": []byte("xxy"), "text": text, "mixed": slices.Concat(noise, mixed)} {
		packed, err := pack(content, packLevel)
		require.NoError(t, err)
		for _, size := range []int{1 << 20, 777} {
			add(fmt.Sprintf("%d %s", size, name), packed, fmt.Sprintf("%x", sha256.Sum256(content)))
		}
		if name == "text" {
			add("5 cut", packed[:len(packed)/2], "the packed file ends too early")
			add("5 header", packed[:9], "the packed file ends too early")
			add("5 other", text, "not a packed file of a known size")
		}
	}
	packed, err := pack(slices.Concat(text, noise), packLevel)
	require.NoError(t, err)
	for i := range 20 {
		damaged := bytes.Clone(packed)
		damaged[20+random.IntN(len(text)/8)] ^= byte(1 + random.IntN(255))
		add(fmt.Sprintf("4096 damaged %d", i), damaged, "")
	}
	out, err := exec.Command(node, "-e", unpackAll, folder).CombinedOutput()
	require.NoError(t, err, "%s", out)
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	require.Len(t, lines, len(want), "%s", out)
	whole := fmt.Sprintf("%x", sha256.Sum256(slices.Concat(text, noise)))
	for _, line := range lines {
		for name, result := range want {
			found, ok := strings.CutPrefix(line, name+" ")
			switch {
			case !ok:
			case result == "":
				assert.NotEqual(t, whole, found, name)
			default:
				assert.Equal(t, result, found, name)
			}
		}
	}
}
