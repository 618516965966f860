package data

import (
	"flag"

	"chuhe/internal/command"
)

// target is where merge and shuffle write to, and on what terms.
type target struct {
	name       string
	force      bool // write over a file that is there
	duplicates bool // parts with the same settings and seed are welcome
}

func (o *target) flags(flags *flag.FlagSet) {
	flags.StringVar(&o.name, "out", "", "`file` to write")
	flags.BoolVar(&o.force, "force", false, "overwrite an existing file")
	flags.BoolVar(&o.duplicates, "duplicates", false, "also take parts with the same settings and seed")
}

// noStream returns an error if the value of a flag for an output means the
// standard one.
func noStream(flag, name string) error {
	if name == "-" {
		return command.Inputf("-%s is -, want the name of a file: games cannot go to a stream", flag)
	}
	return nil
}
