package search

import ("testing";"context";"chuhe/board";"os";"bufio")

func BenchmarkNPS(b *testing.B) {
	e, _ := New(DefaultOptions())
	f,_:=os.Open("/work/peers/middlegames.txt")
	var fens []string
	sc:=bufio.NewScanner(f)
	for sc.Scan() { if len(sc.Text())>20 { fens=append(fens,sc.Text()) } }
	for b.Loop() {
	var n uint64; var s float64
	e.Clear()
	for _, fen := range append(fens, board.StartFEN) {
	p, err := board.ParseFEN(fen)
	if err!=nil { b.Fatal(err,fen)}
	g := board.NewGame(p)
	r := e.Search(context.Background(), g, Limits{Depth: 13}, nil)
	n+=r.Nodes; s+=r.Time.Seconds()
	}
	b.ReportMetric(float64(n)/s/1e3,"knps")
	b.ReportMetric(float64(n),"nodes")
	}
}
