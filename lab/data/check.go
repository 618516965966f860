package data

import (
	"errors"
	"flag"
	"fmt"
	"strings"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/lab/record"
	"chuhe/lang"
	"chuhe/movegen"
	"chuhe/rules"
	"chuhe/rules/words"
)

// check is the command that verifies files.
func check() *command.Command {
	repair := destination{flag: "-repair"}
	return &command.Command{
		Name: "check", Operands: true,
		Flags: func(flags *flag.FlagSet) {
			flags.StringVar(&repair.name, "repair", "", "")
			flags.BoolVar(&repair.force, "force", false, "")
		},
		Run: onFiles(func(t *tool, files []string) error {
			if repair.name != "" && len(files) > 1 {
				return command.Usage(lang.Errorf("data.repairOne", "files", len(files)))
			}
			return t.check(files, repair)
		}),
	}
}

// check verifies files. It writes the valid games to the file repair unless that has no name.
func (t *tool) check(files []string, repair destination) error {
	faults, unusable := 0, 0
	for _, name := range files {
		n, err := t.checkFile(name, repair)
		faults += n
		if errors.Is(err, command.ErrInput) && len(files) > 1 && t.ctx.Err() == nil {
			unusable++
			_, err = fmt.Fprintln(t.Out, t.Lang.Explain(err))
		}
		if err != nil {
			return err
		}
	}
	if unusable > 0 {
		return command.Input(lang.Errorf("data.unusable", "files", unusable, "of", len(files)))
	}
	if faults > 0 {
		return lang.Errorf("data.check.faults", "faults", ErrFaults, "n", faults, "files", lang.Number{Noun: "files", N: len(files)})
	}
	return nil
}

// checkFile is check for one file. It returns the number of faults.
func (t *tool) checkFile(name string, repair destination) (faults int, err error) {
	in, err := t.openBy(record.Salvage, name)
	if err != nil {
		return 0, err
	}
	defer in.close()
	report := func(fault error) error {
		faults++
		_, err := fmt.Fprintln(t.Out, t.Lang.Say("error.of", "what", in.name, "reason", fault))
		return err
	}
	text := in.Text()
	if damage := in.Damage(); damage != nil {
		if err := report(damage); err != nil {
			return faults, err
		}
		if repair.name != "" && name == "-" {
			return faults, command.Input(lang.Errorf("data.check.readTwice", "file", in.name, "damage", damage))
		}
		if text, err = t.lost(damage, name); err != nil {
			return faults, err
		}
	}
	var out *output
	if repair.name != "" {
		repair.packed = in.Packed()
		if out, err = create(repair, repaired(text)); err != nil {
			return 0, err
		}
		defer out.discard()
	}
	judge := newReferee(text)
	positions := 0
	err = in.each(func(g *record.Game) error {
		positions += len(g.Plies)
		if fault := judge.fault(g); fault != nil {
			return report(in.inGame(fault))
		}
		if out != nil {
			return out.add(g)
		}
		return nil
	}, func(damage *record.BlockError) error {
		return report(inBlock(damage))
	})
	if err != nil {
		return faults, err
	}
	verdict := t.Lang.Say("data.check.well")
	if faults > 0 {
		verdict = t.Lang.Count("faults", faults)
	}
	if _, err := fmt.Fprintln(t.Out, t.Lang.Say("data.check.done", "file", in.name, "games", t.Lang.Count("games", in.games),
		"positions", t.Lang.Count("positions", positions), "blocks", t.Lang.Count("blocks", in.Blocks()), "verdict", verdict)); err != nil {
		return faults, err
	}
	if out != nil {
		err = out.commitTo(t.Out, t.Lang)
	}
	return faults, err
}

// repaired returns the header of what a repair saves of a file with some header. That of
// labelled positions still begins as such, or the trainer would take them for games.
func repaired(text string) string {
	if record.IsLabelled(text) {
		const line = "repaired\n"
		return strings.TrimSuffix(text, line) + line
	}
	history, parts := split(text)
	return join(append([]string{"repair"}, history...), parts)
}

// lost returns a header for a file whose own is damaged. A file whose games all have one
// ply has labelled positions, unless it is the standard input, which cannot be read twice.
func (t *tool) lost(damage error, name string) (string, error) {
	text := fmt.Sprintf("lost: %v\n", damage)
	if name == "-" {
		return text, nil
	}
	in, err := t.openBy(record.Salvage, name)
	if err != nil {
		return "", err
	}
	defer in.close()
	switch err := in.each(func(g *record.Game) error {
		if len(g.Plies) != 1 {
			return errEnough
		}
		return nil
	}, func(*record.BlockError) error { return nil }); {
	case err == errEnough:
		return text, nil
	case err != nil:
		return "", err
	}
	return record.LabelledBy + "\n" + text, nil
}

// referee verifies the games of a file.
type referee struct {
	labels   bool // whether the games are labelled positions, whose results mean nothing
	rules    rules.Options
	known    bool // whether the rules are known
	maxPlies int  // length at which a game is a draw whatever the board says, 0 if unknown
}

func newReferee(text string) *referee {
	r := &referee{labels: record.IsLabelled(text)}
	r.rules, r.maxPlies, r.known = lawOf(text)
	return r
}

// fault returns the first thing wrong with a game.
func (r *referee) fault(g *record.Game) error {
	if err := g.Check(); err != nil {
		return err
	}
	for i, ply := range g.Plies {
		if s := eval.Score(ply.Score); ply.Score != record.NoScore && (s > eval.Mate || s < -eval.Mate) {
			return lang.Errorf("data.check.score", "ply", i+1, "score", s, "least", -eval.Mate, "most", eval.Mate)
		}
	}
	return r.end(g)
}

// end returns an error if the result contradicts the rules. A game that is not over
// by the rules was adjudicated by its scores or its length.
func (r *referee) end(g *record.Game) error {
	if r.labels {
		return nil
	}
	game := replay(g)
	if g.Result == board.Draw && r.maxPlies > 0 && len(g.Plies) >= r.maxPlies {
		return nil
	}
	if !r.known {
		p := game.Position()
		if movegen.HasLegal(p) || g.Result.Points(p.Side()) == 0 {
			return nil
		}
		return lang.Errorf("data.check.noMove", "result", g.Result, "side", lang.Errorf("side."+p.Side().String()))
	}
	err := disagrees(g, rules.Judge(game, r.rules))
	if err != nil && r.rules.MoveLimit > 0 {
		// The record starts after the opening. Only the number of earlier plies is
		// known, not which of them count towards the move limit.
		o := r.rules
		o.MoveLimit += g.Start.Halfmove()
		err = disagrees(g, rules.Judge(game, o))
	}
	return err
}

// disagrees returns an error if a verdict contradicts a game.
func disagrees(g *record.Game, v rules.Verdict) error {
	switch {
	case !v.Result.Finished():
		return nil
	case v.Later > 0:
		return lang.Errorf("data.check.later", "verdict", ruling{&v})
	case v.Result != g.Result:
		return lang.Errorf("data.check.result", "result", g.Result, "verdict", ruling{&v})
	}
	return nil
}

// ruling is a verdict as a value of a text.
type ruling struct{ *rules.Verdict }

// In returns the verdict in a language.
func (r ruling) In(l lang.Lang) string { return words.Verdict(l, r.Verdict) }

// replay returns the game, whose moves must be legal.
func replay(g *record.Game) *board.Line {
	game := board.NewLine(g.Start)
	for _, ply := range g.Plies {
		game.Play(ply.Move)
	}
	return game
}
