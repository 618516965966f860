package convert

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/formats"
	"chuhe/game/notation"
	"chuhe/internal/command"
)

// summary counts what was read, by format, and what went wrong, by fault.
type summary struct {
	games   int
	skipped []string // files of a folder that are empty or of no known format
	formats map[string]*counts
	faults  []fault
	lost    map[string]*loss
	tags    []string // the lost ones, each once
}

// namedFiles is up to how many skipped files are named.
const namedFiles = 5

type counts struct{ files, games, faults int }

type fault struct{ format, kind string }

// loss is what a format could not hold.
type loss struct{ count, games int }

// format returns the counts of a format.
func (s *summary) format(name string) *counts {
	if s.formats == nil {
		s.formats = map[string]*counts{}
	}
	if s.formats[name] == nil {
		s.formats[name] = &counts{}
	}
	return s.formats[name]
}

func (s *summary) fault(format, kind string) { s.faults = append(s.faults, fault{format, kind}) }

// lose counts the parts of a game that the format dropped, except an opening name that
// convert itself added.
func (s *summary) lose(lost []game.Loss, named bool) {
	if s.lost == nil {
		s.lost = map[string]*loss{}
	}
	for _, l := range lost {
		if l.What != game.LostTags {
			what := l.What
			if l.Detail != "" {
				what += " (" + l.Detail + ")"
			}
			s.count(what, l.Count)
			continue
		}
		n := 0
		for name := range strings.SplitSeq(l.Detail, ", ") {
			if !named || name != game.TagOpening {
				if n++; !slices.Contains(s.tags, name) {
					s.tags = append(s.tags, name)
				}
			}
		}
		s.count(game.LostTags, n)
	}
}

// count counts what a game lost.
func (s *summary) count(what string, n int) {
	if n == 0 {
		return
	}
	if s.lost[what] == nil {
		s.lost[what] = &loss{}
	}
	s.lost[what].count += n
	s.lost[what].games++
}

// doubts are the warnings about the games of a file, by kind.
type doubts struct{ kinds []*doubt }

// doubt is a kind of warning.
type doubt struct {
	kind  error // that the warnings wrap
	first error
	games int // that have it
}

// add adds the warnings about a game.
func (d *doubts) add(g *game.Game) {
	seen := map[error]bool{}
	for _, w := range g.Warnings {
		kind := w.Kind()
		i := slices.IndexFunc(d.kinds, func(other *doubt) bool { return other.kind == kind })
		if i < 0 {
			i = len(d.kinds)
			d.kinds = append(d.kinds, &doubt{kind: kind, first: w})
		}
		if !seen[kind] {
			d.kinds[i].games++
			seen[kind] = true
		}
	}
}

// badMove is the kind of fault after which -keep has something to keep.
const badMove = "bad move"

// kind names the kind of a fault.
func kind(err error) string {
	var fen *board.FENError
	var setup *board.SetupError
	switch {
	case errors.Is(err, notation.ErrMove), errors.As(err, new(*game.MoveError)):
		return badMove
	case errors.As(err, &fen), errors.As(err, &setup):
		return "bad position"
	case errors.Is(err, board.ErrResult):
		return "bad result"
	case errors.Is(err, formats.ErrUnknown):
		return "unknown format"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "file cut off"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, context.Canceled):
		return "not readable"
	}
	return "damaged"
}

// print writes the summary.
func (s *summary) print(w io.Writer) {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s.formats)) {
		c := s.formats[name]
		fmt.Fprintf(&b, "%s: %s, %s", name, command.Plural(c.files, "file"), command.Plural(c.games, "game"))
		if c.faults > 0 {
			fmt.Fprintf(&b, ", %s", command.Plural(c.faults, "fault"))
		}
		b.WriteString("\n")
	}
	if len(s.skipped) > 0 {
		fmt.Fprintf(&b, "not games: %s", command.Plural(len(s.skipped), "file"))
		if len(s.skipped) <= namedFiles {
			fmt.Fprintf(&b, ": %s", strings.Join(s.skipped, ", "))
		}
		b.WriteString("\n")
	}
	kinds := map[fault]int{}
	for _, f := range s.faults {
		kinds[f]++
	}
	for _, f := range slices.SortedFunc(maps.Keys(kinds), func(a, b fault) int {
		return cmp.Or(cmp.Compare(kinds[b], kinds[a]), strings.Compare(a.format+a.kind, b.format+b.kind))
	}) {
		fmt.Fprintf(&b, "fault: %s", f.kind)
		if f.format != "" {
			fmt.Fprintf(&b, " in %s", f.format)
		}
		fmt.Fprintf(&b, ": %d\n", kinds[f])
	}
	for _, what := range slices.Sorted(maps.Keys(s.lost)) {
		l := s.lost[what]
		if what == game.LostTags {
			what += " (" + strings.Join(slices.Sorted(slices.Values(s.tags)), ", ") + ")"
		}
		fmt.Fprintf(&b, "warning: the format cannot hold %s: %d in %s\n", what, l.count, command.Plural(l.games, "game"))
	}
	fmt.Fprint(w, command.Printable(b.String()))
}
