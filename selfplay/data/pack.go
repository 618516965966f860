package data

import (
	"flag"
	"fmt"
	"os"

	"chuhe/internal/command"
	"chuhe/selfplay/record"
)

const packHelp = `usage: chuhe data pack -out FILE [flags] FILE

Writes the games of a file to a packed one, about a third as large, to keep or to
publish. All commands and the trainer read packed files too, but slower. Only legal
moves can be packed.

`

const unpackHelp = `usage: chuhe data unpack -out FILE [flags] FILE

Writes the games of a packed file to one that is not. Files of datagen, merge and
shuffle come back byte for byte.

`

// pack is the command that packs a file.
func pack() *command.Command {
	return repack("pack", "make a file small, to keep or to publish it", packHelp, true)
}

// unpack is the command that unpacks a file.
func unpack() *command.Command {
	return repack("unpack", "make a packed file what it was", unpackHelp, false)
}

// repack returns a command that writes a file in another format. The header keeps its
// text: the games are those that it describes.
func repack(name, summary, help string, packed bool) *command.Command {
	var out string
	var force bool
	return &command.Command{
		Name: name, Summary: summary,
		Help: help, Operands: true,
		Flags: func(flags *flag.FlagSet) {
			flags.StringVar(&out, "out", "", "`file` to write")
			flags.BoolVar(&force, "force", false, "overwrite an existing file")
		},
		Run: onFiles(func(t *tool, files []string) error {
			if len(files) > 1 {
				return command.Usagef("%d files, want one", len(files))
			}
			return t.repack(files, out, packed, force)
		}),
	}
}

// repack writes the games of a file, the only one of files, to another.
func (t *tool) repack(files []string, name string, packed, force bool) error {
	in, err := t.open(files[0])
	if err != nil {
		return err
	}
	text := in.Text()
	in.close()
	out, err := create(name, text, packed, force)
	if err != nil {
		return err
	}
	defer out.discard()
	positions := 0
	if err := t.copy(files, func(g *record.Game) error {
		positions += len(g.Plies)
		if err := out.add(g); err != nil {
			return fmt.Errorf("game %d: %w", out.count+1, err)
		}
		return nil
	}); err != nil {
		return err
	}
	if err := out.commit(); err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(t.Out, "%s: %s, %s, %d bytes, %.3f a position\n", name, command.Plural(out.count, "game"),
		command.Plural(positions, "position"), info.Size(), float64(info.Size())/float64(max(positions, 1)))
	return err
}
