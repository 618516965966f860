package search

import ("testing";"context";"chuhe/board";"fmt")

func TestSmoke(t *testing.T) {
	e, err := New(DefaultOptions())
	if err != nil { t.Fatal(err) }
	for _, fen := range []string{board.StartFEN} {
	p, _ := board.ParseFEN(fen)
	g := board.NewGame(p)
	r := e.Search(context.Background(), g, Limits{Depth: 16}, func(i Info) { fmt.Println(i.Depth, i.SelDepth, i.Score, i.Nodes, i.Time, i.NPS(), i.HashFull, i.PV) })
	fmt.Println(r)
	}
}
