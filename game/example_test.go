package game_test

import (
	"fmt"
	"strings"

	"chuhe/game/formats"
)

// Read a file of any format: package formats finds which it is.
func Example() {
	format, games, err := formats.Read(strings.NewReader(`[Red "Hu Ronghua"]
[Black "Yang Guanlin"]

1. C2=5 h8+7 2. H2+3 *`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for g, err := range games {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(format.Name, g.Tag("Red"), g.Moves())
	}
	// Output: pgn Hu Ronghua [h2e2 h9g7 h0g2]
}
