package web

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
)

// TestStaticFolder serves a folder with the page without a server, and nothing beside it.
func TestStaticFolder(t *testing.T) {
	above := t.TempDir()
	folder := filepath.Join(above, "page")
	require.NoError(t, os.Mkdir(folder, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(above, "secret"), []byte("x"), 0o666))
	_, err := openStatic(folder)
	require.ErrorContains(t, err, "make page has made: index.html: ") // and no call of the system
	_, err = openStatic(filepath.Join(above, "missing"))
	require.ErrorContains(t, err, "make page has made: ")
	require.NotContains(t, err.Error(), "open ")
	for name, text := range map[string]string{"index.html": "<p>page", "sw.js": "1", "engine.bin": "]", "manifest.webmanifest": "{}"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	root, err := openStatic(folder)
	require.NoError(t, err)
	defer root.Close()
	server := httptest.NewServer(staticHandler(root.FS()))
	defer server.Close()
	for name, kind := range map[string]string{
		"":                     "text/html; charset=utf-8",
		"sw.js":                "text/javascript; charset=utf-8",
		"engine.bin":           "application/octet-stream",
		"manifest.webmanifest": "application/manifest+json",
	} {
		response, err := http.Get(server.URL + "/" + name)
		require.NoError(t, err)
		_, err = io.Copy(io.Discard, response.Body)
		require.NoError(t, err)
		response.Body.Close()
		assert.Equal(t, http.StatusOK, response.StatusCode, name)
		assert.Equal(t, kind, response.Header.Get("Content-Type"), name)
		assert.Equal(t, "no-cache", response.Header.Get("Cache-Control"), "%s: a new version would be missed", name)
	}
	if os.Symlink(filepath.Join(above, "secret"), filepath.Join(folder, "link")) != nil {
		t.Log("no symbolic links here")
	}
	for _, name := range []string{"../secret", "%2e%2e/secret", "link"} {
		response, err := http.Get(server.URL + "/" + name)
		require.NoError(t, err)
		response.Body.Close()
		assert.NotEqual(t, http.StatusOK, response.StatusCode, name)
	}
}

// TestStaticShown asserts that the page of a folder is served while the command that opens a browser
// runs, which may take as long as the browser does, and that its failure is reported.
func TestStaticShown(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"index.html", "sw.js", "manifest.webmanifest"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(name), 0o666))
	}
	m := machine{browse: func(url string) bool {
		client := http.Client{Timeout: 5 * time.Second}
		response, err := client.Get(url)
		if assert.NoError(t, err) {
			response.Body.Close()
			assert.Equal(t, http.StatusOK, response.StatusCode)
		}
		return false
	}}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	var said strings.Builder
	errs := writer(func(text []byte) (int, error) {
		defer cancel()
		return said.Write(text)
	})
	err := m.command().Execute(ctx, []string{"-static", folder, "-addr", "127.0.0.1:0"}, command.Streams{Out: io.Discard, Err: errs})
	assert.NoError(t, err)
	assert.Contains(t, said.String(), "No browser could be opened. Type this address into one on this machine: http://127.0.0.1:")
}

// TestStaticAlone asserts that flags about what the page of a folder lacks are refused, not ignored.
func TestStaticAlone(t *testing.T) {
	for _, args := range [][]string{{"a.pgn"}, {"-desktop"}, {"-games", "."}, {"-engine", "cmd=x"}, {"-threads", "1"}, {"-hash", "64"}, {"-evalfile", "embedded"}} {
		err := Command().Execute(t.Context(), append([]string{"-static", "missing"}, args...), command.Streams{Out: io.Discard, Err: io.Discard})
		assert.ErrorIs(t, err, command.ErrInput, args)
		assert.ErrorContains(t, err, "-static: want no file and no flags but -addr, -no-open and -lang beside it", args)
	}
}

// writer is an [io.Writer].
type writer func(text []byte) (int, error)

func (w writer) Write(text []byte) (int, error) { return w(text) }
