// Package endgame is the command "chuhe endgame", which solves endings.
package endgame

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"chuhe/board"
	"chuhe/game/formats"
	"chuhe/game/notation"
	"chuhe/internal/columns"
	"chuhe/internal/command"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/rules/endgame"
	"chuhe/rules/words"
)

// mostThreads is far above any useful number.
const mostThreads = 1 << 10

// request holds the values of the flags.
type request struct {
	command.Streams
	flags   *flag.FlagSet
	fen     string
	style   string
	threads int
}

// Command is the command "chuhe endgame".
func Command() *command.Command {
	r := &request{threads: min(runtime.GOMAXPROCS(0), mostThreads)}
	return &command.Command{
		Name: "endgame", Operands: true,
		Flags: func(flags *flag.FlagSet) {
			r.flags = flags
			flags.StringVar(&r.fen, "fen", "", "")
			flags.StringVar(&r.style, "notation", "", notation.Names())
			command.Range(flags, &r.threads, "threads", 1, mostThreads, "")
		},
		Run: r.run,
	}
}

// run solves what the flags or the operands name.
func (r *request) run(ctx context.Context, args []string, s command.Streams) error {
	given := command.Given(r.flags)
	if r.style == "" {
		r.style = s.Lang.Say("language.notation")
	}
	style, err := notation.ParseStyle(r.style)
	switch {
	case err != nil:
		return command.Usage(err)
	case given["fen"] == (len(args) > 0):
		return command.Usage(lang.Errorf("endgame.want"))
	case given["notation"] && !given["fen"]:
		return command.Usage(lang.Errorf("endgame.noMoves"))
	}
	r.Streams = s
	if given["fen"] {
		return r.position(ctx, style)
	}
	var endings []endgame.Material
	for _, text := range args {
		m, _, err := endgame.ParseMaterial(text)
		if err != nil {
			return command.Usage(lang.Errorf("endgame.material", "text", strconv.Quote(text), "reason", explained(err)))
		}
		endings = append(endings, m)
	}
	for _, m := range endings {
		if err := r.statistics(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// explained returns the reason why an ending cannot be solved, as the user's language has it.
func explained(err error) error {
	switch {
	case errors.Is(err, endgame.ErrLetters):
		return lang.Errorf("endgame.letters")
	case errors.Is(err, endgame.ErrMen):
		return lang.Errorf("endgame.men")
	case errors.Is(err, endgame.ErrAttackers):
		return lang.Errorf("endgame.attackers")
	}
	return err
}

// solve solves an ending and shows how far it is.
func (r *request) solve(ctx context.Context, m endgame.Material) (*endgame.Tables, error) {
	meter := command.NewMeter(r.Streams)
	defer meter.Close()
	return endgame.Solve(ctx, m, endgame.Options{Threads: r.threads, Progress: func(p endgame.Progress) {
		meter.Show(p.Part, fmt.Sprintf("%v  %d", p.Material, p.Moves))
	}})
}

// statistics prints how the positions of an ending come out.
func (r *request) statistics(ctx context.Context, m endgame.Material) error {
	tables, err := r.solve(ctx, m)
	if err != nil {
		return err
	}
	defer tables.Close()
	s := tables.Statistics()
	if _, err := fmt.Fprintln(r.Out, m); err != nil {
		return err
	}
	for _, side := range []struct {
		name  board.Side
		count *endgame.Count
	}{{board.Red, &s.Attacking}, {board.Black, &s.Defending}} {
		c := side.count
		values := []any{
			"side", words.Side(r.Lang, side.name), "positions", r.Lang.Count("positions", c.Positions),
			"percent", percent(c.Won, c.Positions),
		}
		key := "endgame.nothing"
		if c.Won > 0 {
			key = "endgame.count"
			values = append(values, "moves", r.Lang.Count("moves", c.Longest), "fen", c.Example.FEN())
		}
		if _, err := fmt.Fprintln(r.Out, "  "+r.Lang.Say(key, values...)); err != nil {
			return err
		}
	}
	return nil
}

// percent returns a part of a whole in percent. Only all of it is 100.00, only nothing 0.00.
func percent(part, whole int) string {
	share := 100 * float64(part) / float64(whole)
	if 0 < part && part < whole {
		share = min(max(share, 0.01), 99.99)
	}
	return fmt.Sprintf("%.2f", share)
}

// position prints the verdict on a position, on each of its moves, and the best line.
func (r *request) position(ctx context.Context, style notation.Style) error {
	p, err := board.ParseFEN(r.fen)
	if err != nil {
		return command.Usage(formats.Fault{Err: err})
	}
	m, attacker, err := endgame.MaterialOf(&p.Placement)
	if err != nil {
		return command.Input(lang.Errorf("endgame.position", "reason", explained(err)))
	}
	tables, err := r.solve(ctx, m)
	if err != nil {
		return err
	}
	defer tables.Close()

	v, _ := tables.Probe(&p.Placement)
	if _, err := fmt.Fprintln(r.Out, r.verdict(v, attacker)); err != nil {
		return err
	}
	table := columns.Left(r.Out)
	for _, c := range tables.Choices(&p) {
		fmt.Fprintf(table, "  %s\t%s\n", style.Format(&p, c.Move), r.verdict(c.Verdict, attacker))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	line := tables.Line(&p)
	if len(line) > 0 {
		var moves []string
		at := p
		for _, move := range line {
			moves = append(moves, style.Format(&at, move))
			at.Play(move)
		}
		if _, err := fmt.Fprintln(r.Out, r.Lang.Say("endgame.line", "moves", strings.Join(moves, " "))); err != nil {
			return err
		}
	}
	if limit := lateFor(&p, len(line)); limit > 0 {
		r.Remark("chuhe endgame", r.Lang.Say("endgame.limit", "plies", limit))
	}
	return nil
}

// lateFor returns the smallest natural move limit of those sets of rules by which a win in some
// plies may come too late, and 0 if it comes in time by all sets.
func lateFor(p *board.Position, plies int) (least int) {
	for _, set := range rules.Sets() {
		o := rules.Options{Set: set, MoveLimit: rules.OwnLimit}
		if limit := o.EffectiveMoveLimit(); o.WinTooLate(p.Halfmove(), plies) && (least == 0 || limit < least) {
			least = limit
		}
	}
	return least
}

// verdict says a verdict in words.
func (r *request) verdict(v endgame.Verdict, attacker board.Side) string {
	switch side := words.Side(r.Lang, attacker); {
	case !v.Won:
		return r.Lang.Say("endgame.draw")
	case v.Moves == 0:
		return r.Lang.Say("endgame.over", "side", side)
	default:
		return r.Lang.Say("endgame.wins", "side", side, "moves", r.Lang.Count("moves", v.Moves))
	}
}
