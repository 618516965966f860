package web

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
	files, err := openStatic(folder)
	require.NoError(t, err)
	server := httptest.NewServer(staticHandler(files))
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
