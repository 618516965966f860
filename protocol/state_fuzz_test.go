package protocol

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// act is a possible next step of a host in a dialog.
type act struct {
	uci, ucci string        // lines to send, "" for no line
	wait      time.Duration // how long the host then does nothing
}

// acts are the choices of a host of FuzzDialog.
var acts = []act{
	{uci: "isready", ucci: "isready"},
	{uci: "go depth 2", ucci: "go depth 2"},
	{uci: "go infinite", ucci: "go infinite"},
	{uci: "go ponder movetime 300", ucci: "go ponder time 3000 increment 0"},
	{uci: "go movetime 200", ucci: "go time 2000 increment 0"},
	{uci: "go wtime 1000 btime 1000", ucci: "go nodes 5000"},
	{uci: "stop", ucci: "stop"},
	{uci: "ponderhit", ucci: "ponderhit"},
	{uci: "ponderhit draw", ucci: "ponderhit draw"},
	{uci: "setoption name Hash value 2", ucci: "setoption hashsize 2"},
	{uci: "setoption name Hash value x", ucci: "setoption hashsize x"},
	{uci: "position startpos moves h2e2 h9g7", ucci: "position startpos moves h2e2 h9g7"},
	{uci: "position fen 9/9 w", ucci: "position fen 9/9 w"},
	{uci: "position startpos moves a0a9", ucci: "banmoves h2e2 b2e2"},
	{uci: "ucinewgame", ucci: "setoption newgame true"},
	{uci: "d", ucci: "probe startpos"},
	{uci: "go dpeth 3 movetime 100", ucci: "go dpeth 3 nodes 2000"},
	{uci: "uci", ucci: "ucci"},
	{uci: "nonsense", ucci: "nonsense"},
	{wait: 50 * time.Millisecond},
	{wait: 150 * time.Millisecond},
	{wait: 2 * time.Second},
}

// FuzzDialog lets a host do anything at any time and holds the engine to what each host
// counts on: an answer to every go and every isready, none besides, and an end at quit.
func FuzzDialog(f *testing.F) {
	for _, seed := range []string{
		"\x00\x01\x13\x04\x15", "\x01\x02\x13\x06\x02\x09\x06", "\x00\x03\x07\x14\x03\x06", "\x01\x03\x13\x08\x00\x02\x02\x00\x06",
		"\x00\x0c\x01\x0b\x01\x0d\x01\x0e\x10\x11\x12", "\x01\x0d\x01\x13\x0b\x0f\x10\x05\x15\x07\x06\x06\x01",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		if len(choices) == 0 || len(choices) > 200 {
			return
		}
		ucci := choices[0]&1 == 1
		synctest.Test(t, func(t *testing.T) {
			d := newDialog(t, newFakeEngine(0))
			var sent []string
			send := func(line string) {
				sent = append(sent, line)
				_, err := io.WriteString(d.in, line+"\n")
				require.NoError(t, err)
			}
			hello := "uci"
			if ucci {
				hello = "ucci"
			}
			send(hello)
			for _, choice := range choices[1:] {
				a := acts[int(choice)%len(acts)]
				line := a.uci
				if ucci {
					line = a.ucci
				}
				if line != "" {
					send(line)
				}
				if a.wait > 0 {
					time.Sleep(a.wait)
					synctest.Wait()
				}
			}
			send("stop")
			time.Sleep(time.Minute)
			synctest.Wait()
			dialog := strings.Join(sent, "; ")
			answers := d.out.heard()
			goes, most := len(only(sent, "^go ")), 0
			if ucci { // there a stop without a search is answered too
				most = len(only(sent, "^stop$"))
			}
			moves := only(answers, "^(bestmove |nobestmove)")
			assert.GreaterOrEqual(t, len(moves), goes, dialog)
			assert.LessOrEqual(t, len(moves), goes+most, dialog)
			assert.LessOrEqual(t, len(only(moves, "^bestmove ")), goes, dialog)
			assert.Len(t, only(answers, "^readyok$"), len(only(sent, "^isready$")), dialog)
			assert.Len(t, only(answers, "^ucc?iok$"), len(only(sent, "^ucc?i$")), dialog)
			send("quit")
			require.NoError(t, <-d.ended)
			require.Empty(t, only(d.out.heard(), "bestmove"), dialog)
		})
	})
}
