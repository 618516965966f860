// Package openings reads the positions from which the games of a match start, and
// has a built-in set.
package openings

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/pgn"
	"chuhe/game/text"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/rules/words"
	"chuhe/tools/match/tournament"
)

//go:generate go run ../../../lab/openings -out openings.epd

// builtIn is made by lab/openings.
//
//go:embed openings.epd
var builtIn []byte

// BuiltIn returns the built-in set of near-equal positions after 4 to 8 plies.
func BuiltIn() []tournament.Opening {
	list, bad := ReadEPD(builtIn, rules.Options{})
	if len(bad) > 0 {
		panic(bad[0]) // the embedded file is tested
	}
	return list
}

// ReadEPD reads a position from each line: a FEN of one to six fields, and the moves
// from it if the word "moves" comes next, as in the protocols of engines. EPD
// opcodes after the FEN are ignored, what stands behind a semicolon too, and so are empty
// lines and those that start with # or ;. A position in which play has ended by the
// rules is bad, and so is an illegal move. The bad lines are returned as errors of type
// *game.Error; a line that is too long ends the list with an error that wraps [text.ErrLine].
func ReadEPD(file []byte, by rules.Options) (good []tournament.Opening, bad []error) {
	lines := text.NewLines(bytes.NewReader(file))
	for {
		line, err := lines.Next()
		if err == io.EOF {
			return good, bad
		}
		if err != nil {
			return good, append(bad, err)
		}
		stripped := strings.TrimSpace(line.Text)
		if stripped == "" || stripped[0] == '#' || stripped[0] == ';' {
			continue
		}
		fen, moves := split(stripped)
		var o tournament.Opening
		played, err := rules.ReplayText(fen, moves)
		if err == nil {
			o = tournament.Opening{Start: *played.At(0), Moves: played.Moves()}
			err = playable(&o, by)
		}
		if err != nil {
			bad = append(bad, &game.Error{Line: line.Number, Offset: line.Offset, Err: err})
			continue
		}
		good = append(good, o)
	}
}

// split returns the FEN of a line and the moves behind it. Opcodes, which begin after the four
// fields of an EPD and, unlike counters, with a letter, are in neither, nor is a title such as
// "; 1. a mate".
func split(line string) (fen, moves string) {
	line, _, _ = strings.Cut(line, ";")
	fields := strings.Fields(line)
	for i, f := range fields {
		if i >= 2 && (f[0] >= 'a' && f[0] <= 'z' || f[0] >= 'A' && f[0] <= 'Z') {
			if f == "moves" {
				moves = strings.Join(fields[i+1:], " ")
			}
			return strings.Join(fields[:i], " "), moves
		}
	}
	return line, ""
}

// playable returns an error if play has ended in an opening.
func playable(o *tournament.Opening, by rules.Options) error {
	g := board.NewLine(o.Start)
	for _, m := range o.Moves {
		g.Play(m)
	}
	if v := rules.Judge(g, by); v.Result.Finished() {
		return fmt.Errorf("play has ended in %s: %s", g.Position().FEN(), words.Verdict(lang.English, &v))
	}
	return nil
}

// ReadPGN reads the first plies of the main line of each game, or all of them if
// plies is 0. A game in which play has ended by then is bad. The bad games are returned
// as errors of type *game.Error.
func ReadPGN(file []byte, plies int, by rules.Options) (good []tournament.Opening, bad []error) {
	for g, err := range pgn.Games(bytes.NewReader(file)) {
		if err != nil {
			bad = append(bad, err)
			continue
		}
		o := tournament.Opening{Start: g.Start}
		for v := range g.Main() {
			if v.Ply > 0 {
				o.Moves = append(o.Moves, v.Move)
			}
			if plies > 0 && v.Ply == plies {
				break
			}
		}
		if err := playable(&o, by); err != nil {
			bad = append(bad, &game.Error{Line: g.Line, Offset: g.Offset, Err: err})
			continue
		}
		good = append(good, o)
	}
	return
}

// Shuffle puts openings into an order that depends on the seed alone.
func Shuffle(list []tournament.Opening, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 0x6f70656e696e6773))
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}
