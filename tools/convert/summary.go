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
	"chuhe/lang"
)

// summary counts what was read, by format, and what went wrong, by fault.
type summary struct {
	games   int
	chosen  int      // that were written
	skipped []string // files of a folder that are empty or of no known format
	formats map[string]*counts
	faults  []fault
	lost    map[part]*loss
	tags    []string // the lost ones, each once
}

// namedFiles is up to how many skipped files are named.
const namedFiles = 5

type counts struct{ files, games, faults int }

type fault struct{ format, kind string }

// part is a kind of what games have, by the fields of [game.Loss].
type part struct{ what, detail string }

// loss is how much of it a format could not hold.
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
		s.lost = map[part]*loss{}
	}
	for _, l := range lost {
		if l.What != game.LostTags {
			s.count(part{l.What, l.Detail}, l.Count)
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
		s.count(part{what: game.LostTags}, n)
	}
}

// count counts what a game lost.
func (s *summary) count(what part, n int) {
	if n == 0 {
		return
	}
	if s.lost[what] == nil {
		s.lost[what] = &loss{}
	}
	s.lost[what].count += n
	s.lost[what].games++
}

// kind returns the key of the kind of a fault.
func kind(err error) string {
	var fen *board.FENError
	var setup *board.SetupError
	switch {
	case errors.Is(err, notation.ErrMove), errors.As(err, new(*game.MoveError)):
		return "convert.badMove"
	case errors.As(err, &fen), errors.As(err, &setup):
		return "convert.badPosition"
	case errors.Is(err, formats.ErrUnknown):
		return "convert.unknownFormat"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "convert.cutOff"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, context.Canceled):
		return "convert.unreadable"
	}
	return "convert.damaged"
}

// print writes the summary in a language.
func (s *summary) print(w io.Writer, l lang.Lang) {
	var lines []string
	say := func(key string, values ...any) { lines = append(lines, l.Say(key, values...)) }
	for _, name := range slices.Sorted(maps.Keys(s.formats)) {
		c := s.formats[name]
		key := "convert.read"
		if c.faults > 0 {
			key = "convert.readFaults"
		}
		say(key, "format", name, "files", l.Count("files", c.files), "games", l.Count("games", c.games), "faults", l.Count("faults", c.faults))
	}
	switch n := len(s.skipped); {
	case n > namedFiles:
		say("convert.skipped", "files", l.Count("files", n))
	case n > 0:
		say("convert.skippedNamed", "files", l.Count("files", n), "names", lang.List(s.skipped))
	}
	kinds := map[fault]int{}
	for _, f := range s.faults {
		kinds[f]++
	}
	for _, f := range slices.SortedFunc(maps.Keys(kinds), func(a, b fault) int {
		return cmp.Or(cmp.Compare(kinds[b], kinds[a]), strings.Compare(a.format+a.kind, b.format+b.kind))
	}) {
		key := "convert.fault"
		if f.format != "" {
			key = "convert.faultIn"
		}
		say(key, "kind", l.Say(f.kind), "format", f.format, "n", kinds[f])
	}
	for _, what := range slices.SortedFunc(maps.Keys(s.lost), func(a, b part) int {
		return cmp.Or(strings.Compare(a.what, b.what), strings.Compare(a.detail, b.detail))
	}) {
		lost, text := s.lost[what], l.Say("page.lost-"+what.what)
		if what.what == game.LostTags {
			what.detail = l.Join(slices.Sorted(slices.Values(s.tags)))
		}
		if what.detail != "" {
			text += l.Say("join.brackets", "text", what.detail)
		}
		say("convert.lost", "what", text, "n", lost.count, "games", l.Count("games", lost.games))
	}
	for _, line := range lines {
		fmt.Fprintln(w, command.Printable(line))
	}
}
