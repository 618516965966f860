package pgn

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
)

// MoveList is a format of games as people paste them: "1. 炮二平五 马8进7 2. ...", in
// any notation, without tags. It writes a game to a line, with a FEN tag before it
// if the game does not begin at the start position.
var MoveList = &game.Format{
	Name:       "moves",
	Extensions: []string{"txt"},
	Recognise:  recogniseMoves,
	Read:       Games,
	Several:    true,
	Write:      writeMoves,
}

// writeMoves writes the main line of a game.
func writeMoves(w io.Writer, g *game.Game, o game.WriteOptions) ([]game.Loss, error) {
	style, err := o.Notation.Or(notation.UCCI)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if g.Start != board.Start() {
		out.WriteString("[FEN \"" + g.Start.FEN() + "\"]\n")
	}
	var words []string
	for v := range g.Main() {
		switch {
		case v.Ply == 0:
			continue
		case v.Position.Side() == board.Red, v.Ply == 1:
			words = append(words, notation.Number(v.Position))
		}
		words = append(words, style.Format(v.Position, v.Move))
	}
	if NeedsFormat(g, style) {
		fmt.Fprintf(&out, "[%s \"%s\"]\n", game.TagFormat, style)
	}
	words = append(words, g.Result.String())
	out.WriteString(strings.Join(words, " ") + "\n")
	_, err = w.Write(out.Bytes())
	return append(g.Count().Losses(), g.LostTagsBut()...), err
}

// NeedsFormat reports whether the moves of a game, as a style writes them, may be read as those of
// another one unless a tag Format says which they are.
func NeedsFormat(g *game.Game, style notation.Style) bool {
	switch style {
	case notation.UCI:
		return g.Start != board.Start() // from there its first move is illegal with ranks from 0
	case notation.Vietnamese:
		for v := range g.Main() {
			if v.Ply > 0 && notation.IsVietnamese(style.Format(v.Position, v.Move)) {
				return false
			}
		}
		return true
	}
	return false
}
