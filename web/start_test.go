package web

import (
	"bufio"
	"context"
	"flag"
	"os/exec"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var program = flag.String("program", "", "the `file` chuhe whose start is measured; go test ./web -run Paint -v -args -program \"$PWD/chuhe\"")

// TestPaint measures how long it takes from the start of the program to the first paint of
// a page with the board, in a browser that runs already and has not seen the page. The
// limit is half a second for the median, on a machine that does nothing else.
func TestPaint(t *testing.T) {
	if *program == "" {
		t.Skip("measures time: run with -args -program FILE on an idle machine")
	}
	newTab(t, "about:blank", 1200, 900) // starts the browser
	// Within the second frame after the pieces were there, the first one has been painted.
	// The clock of the page begins when the browser begins to ask for it.
	const seen = `painted = new Promise((done) => {
		const look = () => document.querySelectorAll('#board svg g').length < 32 ? requestAnimationFrame(look)
			: requestAnimationFrame(() => done(performance.now()));
		look();
	})`
	var all []time.Duration
	for range 9 {
		begin := time.Now()
		c := exec.Command(*program, "board", "-no-open", "-addr", "127.0.0.1:0", "-lang", "en")
		out, err := c.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, c.Start())
		line, err := bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err)
		url := regexp.MustCompile(`http://[^ ]+`).FindString(line)
		require.NotEmpty(t, url, line)
		served := time.Since(begin)
		p := newTab(t, "about:blank", 1200, 900)
		p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, cdpage.AddScriptToEvaluateOnNewDocument, cdpage.AddScriptToEvaluateOnNewDocumentParams{Source: seen})
			return err
		}), chromedp.Navigate(url))
		painted := time.Duration(js[float64](p, "painted") * float64(time.Millisecond))
		all = append(all, served+painted)
		t.Logf("serves after %d ms, paints the board %d ms later", served.Milliseconds(), painted.Milliseconds())
		require.NoError(t, c.Process.Kill())
		_ = c.Wait()
	}
	slices.Sort(all)
	assert.Less(t, all[len(all)/2], 500*time.Millisecond, "median of %v", all)
}
