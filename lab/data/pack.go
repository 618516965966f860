package data

import (
	"context"
	"fmt"
	"os"

	"chuhe/internal/command"
	"chuhe/lab/record"
	"chuhe/lang"
)

// repack returns the command that packs a file, or unpacks it. The header keeps its
// text: the games are those that it describes.
func repack(name string, packed bool) *command.Command {
	to := destination{packed: packed}
	return &command.Command{
		Name: name, Operands: true, Flags: to.flags,
		Run: func(ctx context.Context, files []string, s command.Streams) error {
			if len(files) != 1 {
				return command.Usage(lang.Errorf("data.oneFile", "files", len(files)))
			}
			return onFiles(func(t *tool, files []string) error { return t.repack(files[0], to) })(ctx, files, s)
		},
	}
}

// repack writes the games of a file to another.
func (t *tool) repack(name string, to destination) error {
	in, err := t.open(name)
	if err != nil {
		return err
	}
	defer in.close()
	out, err := create(to, in.Text())
	if err != nil {
		return err
	}
	defer out.discard()
	positions := 0
	if err := in.copy(func(g *record.Game) error {
		positions += len(g.Plies)
		return out.add(g)
	}); err != nil {
		return err
	}
	if err := out.commit(); err != nil {
		return err
	}
	info, err := os.Stat(out.name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(t.Out, t.Lang.Say("data.written", "file", out.name, "games", t.Lang.Count("games", out.count),
		"positions", t.Lang.Count("positions", positions), "bytes", t.Lang.Count("bytes", info.Size()),
		"each", fmt.Sprintf("%.3f", float64(info.Size())/float64(max(positions, 1)))))
	return err
}
