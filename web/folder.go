//go:build !page

package web

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strconv"

	"chuhe/internal/command"
	"chuhe/lang"
)

// openStatic opens a folder that has the page without a server.
func openStatic(folder string) (*os.Root, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, lang.Errorf("board.noStatic", "folder", strconv.Quote(folder), "error", command.WithoutPath(err))
	}
	for _, name := range []string{"index.html", "sw.js", "manifest.webmanifest"} {
		if _, err := root.Stat(name); err != nil {
			_ = root.Close()
			return nil, lang.Errorf("board.noStatic", "folder", strconv.Quote(folder), "error", fmt.Errorf("%s: %w", name, command.WithoutPath(err)))
		}
	}
	return root, nil
}

// staticHandler serves such files.
func staticHandler(files fs.FS) http.Handler {
	server := http.FileServerFS(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		if kind := TypeOf(r.URL.Path); kind != "" {
			h.Set("Content-Type", kind) // the system's may be wrong
		}
		h.Set("Cache-Control", "no-cache") // that is, ask whether it has changed
		h.Set("Content-Security-Policy", "frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		server.ServeHTTP(w, r)
	})
}

// runStatic serves a folder with the page without a server until ctx is done.
func (m machine) runStatic(ctx context.Context, b start, s command.Streams) error {
	folder, err := openStatic(b.static)
	if err != nil {
		return command.Input(err)
	}
	defer folder.Close()
	if _, err := hostOf(b.addr); err != nil {
		return err
	}
	listener, err := listen(ctx, b, s)
	if err != nil {
		return command.Input(lang.Errorf("board.address", "error", err))
	}
	url := urlOf(listener.Addr())
	fmt.Fprintln(s.Out, s.Lang.Say("board.serving", "address", url))
	go m.show(b, s, url)
	hs := &http.Server{Handler: staticHandler(folder.FS()), ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader}
	defer context.AfterFunc(ctx, func() { _ = hs.Close() })()
	if err := hs.Serve(listener); ctx.Err() == nil {
		return err
	}
	return nil
}
