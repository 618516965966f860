package main

import (
	"bytes"
	"context"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkHub measures how many units a second a hub moves whose workers do nothing, for results of a size. Hub,
// workers and the one who asks share the processors.
func BenchmarkHub(b *testing.B) {
	for name, size := range map[string]int{"100B": 100, "36kB": 36_000} {
		b.Run(name, func(b *testing.B) {
			folder, addr := newHub(b)
			w := worker(folder, addr, "idle")
			w.threads = 16
			result := bytes.Repeat([]byte{'x'}, size)
			w.kinds["squares"] = doing(func(context.Context, int) ([]byte, error) { return result, nil })
			employ(b, w)
			a := &asker{link: at(folder, addr, "owner"), log: io.Discard}
			began := time.Now()
			for _, err := range a.results(b.Context(), squareJob(b, "bench", b.N), 0) {
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.N)/time.Since(began).Seconds(), "units/s")
		})
	}
}
