package data

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"math"
	"strings"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/lab/record"
	"chuhe/lang"
	"chuhe/rules/words"
)

// viewer prints games.
type viewer struct {
	w         *bufio.Writer
	lang      lang.Lang
	positions bool
	board     bool
	red       int // length of Red's move in the current line
}

// show is the command that prints games.
func show() *command.Command {
	var first, count int
	v := new(viewer)
	return &command.Command{
		Name: "show", Operands: true,
		Flags: func(flags *flag.FlagSet) {
			command.Range(flags, &first, "game", 0, math.MaxInt32, "")
			command.Range(flags, &count, "count", 0, math.MaxInt32, "")
			flags.BoolVar(&v.positions, "positions", false, "")
			flags.BoolVar(&v.board, "board", false, "")
		},
		Run: onFiles(func(t *tool, files []string) error {
			if first > 0 && count == 0 {
				count = 1
			}
			v.w, v.lang = bufio.NewWriter(t.Out), t.Lang
			return t.show(v, files, first, count)
		}),
	}
}

// show prints the chosen games of files.
func (t *tool) show(v *viewer, files []string, first, count int) error {
	faults := false
	for _, name := range files {
		bad, err := t.showFile(v, name, max(1, first), count)
		if e := v.w.Flush(); err == nil {
			err = e
		}
		if err != nil {
			return err
		}
		faults = faults || bad
	}
	if faults {
		return lang.Errorf("data.damaged", "faults", ErrFaults)
	}
	return nil
}

// showFile prints the chosen games of a file and reports whether blocks were damaged.
func (t *tool) showFile(v *viewer, name string, first, count int) (faults bool, err error) {
	in, err := t.open(name)
	if err != nil {
		return false, err
	}
	defer in.close()
	err = in.each(func(g *record.Game) error {
		if in.games < first {
			return nil
		}
		if err := v.game(in, g); err != nil {
			return err
		}
		if in.games == first+count-1 {
			return errEnough
		}
		return nil
	}, func(damage *record.BlockError) error {
		in.remark("chuhe data show", damage)
		faults = true
		return nil
	})
	switch {
	case err == errEnough:
		err = nil
	case err == nil && in.games < first:
		err = command.Input(lang.Errorf("data.show.fewer", "file", in.name, "games", lang.Number{Noun: "games", N: in.games}, "game", first))
	}
	return faults, err
}

// errEnough ends the reading of a file.
var errEnough = errors.New("enough")

// game prints a game.
func (v *viewer) game(in *input, g *record.Game) error {
	if err := g.Check(); err != nil {
		return in.badGame(err)
	}
	p := g.Start
	if !v.positions {
		fmt.Fprintln(v.w, v.lang.Say("data.show.game", "game", in.games, "file", in.name, "result", g.Result, "plies", len(g.Plies)))
		fmt.Fprintf(v.w, "fen %s\n", p.FEN())
		if v.board {
			v.draw(&p)
		}
	}
	for i, ply := range g.Plies {
		if v.positions {
			v.position(&p, ply.Score, g.Result)
		} else {
			v.move(i, p.Side(), ply)
		}
		p.Play(ply.Move)
	}
	if !v.positions {
		if len(g.Plies) > 0 && p.Side() == board.Black {
			fmt.Fprintln(v.w)
		}
		if v.board {
			v.draw(&p)
		}
		fmt.Fprintln(v.w)
	}
	_, err := v.w.Write(nil)
	return err
}

// position prints a line for a position.
func (v *viewer) position(p *board.Position, score int16, r board.Result) {
	text := ""
	if score != record.NoScore {
		text = fmt.Sprint(score)
	}
	fmt.Fprintf(v.w, "%s;%s;%g\n", p.FEN(), text, r.Points(p.Side()))
	if v.board {
		v.draw(p)
	}
}

// move prints a move, two in a line.
func (v *viewer) move(i int, side board.Side, ply record.Ply) {
	move := strings.TrimRight(fmt.Sprintf("%v %s", ply.Move, scoreText(ply.Score)), " ")
	switch {
	case side == board.Red:
		fmt.Fprintf(v.w, "%3d. %s", 1+(i+1)/2, move)
		v.red = len(move)
		return
	case i == 0:
		fmt.Fprintf(v.w, "%3d. ...", 1)
		v.red = len("...")
	}
	fmt.Fprintf(v.w, "%*s%s\n", max(1, 13-v.red), "", move)
}

// scoreText returns a score as people write it.
func scoreText(score int16) string {
	if score == record.NoScore {
		return ""
	}
	for _, d := range []struct {
		letter string
		of     func(eval.Score) (int, bool)
	}{{"M", eval.Score.MateDistance}, {"R", eval.Score.RuleDistance}} {
		if plies, ok := d.of(eval.Score(score)); ok {
			if score < 0 {
				return fmt.Sprintf("-%s%d", d.letter, -plies)
			}
			return fmt.Sprintf("%s%d", d.letter, plies)
		}
	}
	return fmt.Sprintf("%+d", score)
}

// draw draws a board, rank 9 on top.
func (v *viewer) draw(p *board.Position) {
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		fmt.Fprintf(v.w, "  %d ", rank)
		for file := range board.Files {
			fmt.Fprintf(v.w, " %c", p.At(board.SquareAt(file, rank)).Byte())
		}
		fmt.Fprintln(v.w)
	}
	fmt.Fprintln(v.w, "     a b c d e f g h i   "+v.lang.Say("data.show.toMove", "side", words.Side(v.lang, p.Side())))
}
