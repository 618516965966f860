//go:build !page

package web

import (
	"context"
	"fmt"
	"path/filepath"

	"chuhe/game/collection"
	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/lang"
)

// Bounds of the games of the user.
const (
	mostOwn   = 1 << 30 // bytes of their index
	mostTold  = 20      // faults that are said one by one
	bytesInMB = 1_000_000
)

// openOwnGames opens a folder, or a file, of games.
func openOwnGames(name string) (*ownGames, error) {
	folder, err := collection.OpenFolder(name)
	if err != nil {
		return nil, err
	}
	return &ownGames{folder: folder, edition: secret()[:16]}, nil
}

// read reads the games, while the board can be used already, and says what is wrong with them.
func (o *ownGames) read(ctx context.Context, name string, s command.Streams) {
	index, sum, err := o.folder.Read(ctx, mostOwn, collection.Progress{
		Game: func(games int) { o.games.Store(int64(games)) },
		Fault: func(file string, err error) {
			if n := o.faults.Add(1); n <= mostTold {
				file = filepath.Join(name, filepath.FromSlash(file))
				s.Remark("chuhe board", formats.About(s.Lang, file, command.WithoutPath(err)))
			}
		},
	})
	if err != nil {
		return // the board has ended
	}
	o.index.Store(index)
	key := "board.games"
	if sum.Faults > 0 {
		key = "board.gamesFaults"
	}
	fmt.Fprintln(s.Err, command.Printable(s.Lang.Say(key, "folder", name,
		"games", lang.Number{Noun: "games", N: index.Len()}, "faults", lang.Number{Noun: "faults", N: sum.Faults})))
	if sum.Full {
		fmt.Fprintln(s.Err, command.Printable(s.Lang.Say("board.gamesFull", "folder", name, "n", mostOwn/bytesInMB)))
	}
}
