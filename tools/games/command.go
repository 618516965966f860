package games

import (
	"context"
	"flag"
	"strconv"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/collection"
	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/lang"
	"chuhe/tools/convert"
)

// search holds the request that the flags make.
type search struct {
	collection.Filter
	since, until string // as they were given
	unique       bool
	order        order
	split        split
}

// Command is the command "chuhe games".
func Command() *command.Command {
	call := convert.Call{Name: "games"}
	var s search
	return &command.Command{
		Name: call.Name, Operands: true, More: convert.Listed,
		Flags: func(f *flag.FlagSet) {
			s = search{}
			call.Register(f)
			s.register(f)
		},
		Run: func(ctx context.Context, args []string, streams command.Streams) error {
			if s.until != "" && s.Since.After(s.Until) {
				return command.Usage(lang.Errorf("games.backwards", "since", s.since, "until", s.until))
			}
			call.Choice = s.choice()
			return call.Run(ctx, args, streams)
		},
	}
}

// register defines the flags.
func (s *search) register(f *flag.FlagSet) {
	f.StringVar(&s.Player, "player", "", "")
	f.StringVar(&s.Red, "red", "", "")
	f.StringVar(&s.Black, "black", "", "")
	f.StringVar(&s.Event, "event", "", "")
	f.StringVar(&s.Opening, "opening", "", "")
	f.Func("since", "", func(text string) (err error) {
		s.since = text
		s.Since, err = collection.ParseDate(text)
		return err
	})
	f.Func("until", "", func(text string) (err error) {
		s.until = text
		s.Until, err = collection.ParseDate(text)
		return err
	})
	f.Func("result", "", func(text string) error {
		s.Results = nil
		for word := range strings.SplitSeq(text, ",") {
			r, err := board.ParseResult(word)
			if err != nil {
				return lang.Errorf("games.wantResult", "text", strconv.Quote(word))
			}
			s.Results = append(s.Results, r)
		}
		return nil
	})
	f.Func("fen", "", func(text string) error {
		p, err := board.ParseFEN(text)
		if err != nil {
			return formats.Fault{Err: err}
		}
		s.Position = &p
		return nil
	})
	f.Func("material", "", func(text string) (err error) {
		s.Material, err = collection.ParseMaterial(text)
		s.HasMaterial = true
		return err
	})
	f.BoolVar(&s.unique, "unique", false, "")
	f.Func("sort", keyNames().In(lang.English), s.order.parse)
	f.Func("split", keyNames().In(lang.English), s.split.parse)
}

// choice returns what convert does with the games.
func (s *search) choice() convert.Choice {
	var doubles collection.Doubles
	left := 0
	c := convert.Choice{Size: s.split.size, Group: s.split.group()}
	if s.order != nil {
		c.Key, c.Compare = s.order.key, s.order.compare
	}
	c.Wanted = func(g *game.Game) bool {
		if !s.Wants(g) {
			return false
		}
		if s.unique && doubles.Seen(g) {
			left++
			return false
		}
		return true
	}
	c.Report = func(l lang.Lang, chosen, read int) string {
		text := l.Say("games.chosen", "chosen", chosen, "games", l.Count("games", read))
		if s.unique {
			text += l.Say("games.doubles", "n", left)
		}
		return text
	}
	return c
}
