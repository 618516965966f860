// Package sheet writes games as Chinese score sheets, for people: the players and
// the result, then the moves in Chinese, a pair to a line.
package sheet

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/game/pgn"
)

// Format is the Chinese score sheet. What it writes is read as a list of moves, so it
// recognises no file itself.
var Format = &game.Format{
	Name:       "sheet",
	Extensions: []string{"txt"},
	Recognise:  func([]byte) bool { return false },
	Read:       pgn.Games,
	Write:      write,
	Several:    true,
}

// heads are the lines before the moves, by tag.
var heads = []struct{ tag, name string }{
	{game.TagTitle, "标题"}, {game.TagEvent, "赛事"}, {game.TagSite, "地点"}, {game.TagDate, "日期"}, {game.TagRound, "轮次"},
	{game.TagRed, "红方"}, {game.TagRedTeam, "红方单位"}, {game.TagBlack, "黑方"}, {game.TagBlackTeam, "黑方单位"},
	{game.TagOpening, "开局"},
}

var results = [...]string{board.RedWins: "红胜", board.BlackWins: "黑胜", board.Draw: "和棋"}

func write(w io.Writer, g *game.Game, o game.WriteOptions) ([]game.Loss, error) {
	style, err := o.Notation.Or(notation.Chinese)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	var kept []string
	changed := 0 // characters
	for _, h := range heads {
		value, names := pgn.SheetValue(game.CleanLine(g.Tag(h.tag)))
		if changed += names; value != "" {
			fmt.Fprintf(&out, "%s：%s\n", h.name, value)
		}
		kept = append(kept, h.tag)
	}
	if g.Start != board.Start() {
		fmt.Fprintf(&out, "局面：%s\n", g.Start.FEN())
	}
	if pgn.NeedsFormat(g, style) {
		fmt.Fprintf(&out, "%s：%s\n", pgn.FormatHead, style)
	}
	if g.Result.Finished() {
		fmt.Fprintf(&out, "结果：%s\n", results[g.Result])
	}
	out.WriteByte('\n')
	number := 0
	for v := range g.Main() {
		switch {
		case v.Ply == 0:
			continue
		case v.Position.Side() == board.Red || v.Ply == 1:
			number++
			if v.Ply > 1 {
				out.WriteByte('\n')
			}
			fmt.Fprintf(&out, "%3d. ", number)
			if v.Position.Side() == board.Black {
				out.WriteString("………… ")
			}
		default:
			out.WriteByte(' ')
		}
		out.WriteString(style.Format(v.Position, v.Move))
	}
	if number == 0 && out.Len() > 1 { // so that the head of the next game is not taken for more of this one
		out.WriteString("  1.")
	}
	out.WriteString("\n\n")
	_, err = w.Write([]byte(strings.TrimLeft(out.String(), "\n")))
	lost := append(g.Count().Losses(), g.LostTagsBut(kept...)...)
	if changed > 0 {
		lost = append(lost, game.Loss{What: game.LostCharacters, Count: changed})
	}
	return lost, err
}
