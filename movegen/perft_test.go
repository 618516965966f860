package movegen

import (
	"chuhe/board"
	"testing"
	"time"
)

func TestPerftStart(t *testing.T) {
	p := board.Start()
	for d, want := range []uint64{1, 44, 1920, 79666, 3290240, 133312995} {
		t0 := time.Now()
		got := Perft(&p, d)
		if got != want {
			t.Fatal(d, got, want)
		}
		t.Log(d, got, float64(got)/time.Since(t0).Seconds()/1e6)
	}
}
