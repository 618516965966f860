package data

import "flag"

// target is where a command writes to.
type target struct {
	name       string
	force      bool
	duplicates bool
}

func (o *target) flags(flags *flag.FlagSet) {
	flags.StringVar(&o.name, "out", "", "`file` to write")
	flags.BoolVar(&o.force, "force", false, "write over a file that is there")
	flags.BoolVar(&o.duplicates, "duplicates", false, "take parts with the same settings and seed too")
}
