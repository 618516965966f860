package data

import "flag"

// target is where merge and shuffle write to, and on what terms.
type target struct {
	name       string
	force      bool // write over a file that is there
	duplicates bool // parts with the same settings and seed are welcome
}

func (o *target) flags(flags *flag.FlagSet) {
	flags.StringVar(&o.name, "out", "", "`file` to write")
	flags.BoolVar(&o.force, "force", false, "write over a file that is there")
	flags.BoolVar(&o.duplicates, "duplicates", false, "take parts with the same settings and seed too")
}
