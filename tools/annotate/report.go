package annotate

import (
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/ecco"
	"chuhe/game/notation"
	"chuhe/lang"
	"chuhe/rules/words"
)

// report is a reviewed game as pages and summaries show it.
type report struct {
	*Review
	game  *game.Game
	lang  lang.Lang
	style notation.Style
	fault string // why the record goes no further, "" if it does not
}

// title names the players, or the game if they are not known.
func (r *report) title() string {
	red, black := r.game.Tag(game.TagRed), r.game.Tag(game.TagBlack)
	switch {
	case game.Known(red) && game.Known(black):
		return red + " – " + black
	case game.Known(r.game.Tag(game.TagTitle)):
		return r.game.Tag(game.TagTitle)
	case game.Known(r.game.Tag(game.TagEvent)):
		return r.game.Tag(game.TagEvent)
	}
	return r.lang.Say("review.game")
}

// about has event, date, result and length.
func (r *report) about() string {
	var parts []string
	for _, name := range []string{game.TagEvent, game.TagSite, game.TagDate} {
		if tag := r.game.Tag(name); game.Known(tag) && tag != r.title() && !slices.Contains(parts, tag) {
			parts = append(parts, tag)
		}
	}
	if r.game.Result.Finished() {
		parts = append(parts, r.game.Result.String())
	}
	parts = append(parts, r.lang.Say("review.moves", "n", (len(r.Moves)+1)/2))
	return strings.Join(parts, r.lang.Say("join.clause"))
}

// opening returns the name of the opening, as the record has it or as its moves show
// it; "" if it is not known.
func (r *report) opening() string {
	if game.Known(r.game.Tag(game.TagOpening)) {
		return strings.TrimSpace(r.game.Tag(game.TagECCO) + " " + r.game.Tag(game.TagOpening))
	}
	o, _ := ecco.Of(r.game)
	return o.Name(r.lang)
}

// number returns the number of a move as a score sheet has it: "12." or "12...".
func (r *report) number(ply int) string { return notation.Number(r.Game.At(ply)) }

// text writes a move of the game.
func (r *report) text(ply int) string { return r.style.Format(r.Game.At(ply), r.Game.Move(ply)) }

// line writes a line from a position, cut after most moves.
func (r *report) line(ply int, moves []board.Move, most int) string {
	p := *r.Game.At(ply)
	var texts []string
	for _, m := range moves[:min(len(moves), most)] {
		texts = append(texts, r.style.Format(&p, m))
		p.Play(m)
	}
	return strings.Join(texts, " ")
}

// key returns the plies of at most `most` moves with signs, the largest losses and
// the turning point, in the order of the game, and how many others there are.
func (r *report) key(most int) (plies []int, more int) {
	for i := range r.Moves {
		if m := &r.Moves[i]; m.Sign != 0 && m.Sign != game.GoodMove {
			plies = append(plies, i)
		}
	}
	slices.SortStableFunc(plies, func(a, b int) int { return r.weight(b) - r.weight(a) })
	more = max(len(plies)-most, 0)
	plies = plies[:len(plies)-more]
	slices.Sort(plies)
	return plies, more
}

// weight orders moves by what they lost.
func (r *report) weight(ply int) int {
	if ply == r.Turn {
		return 1 << 20
	}
	return int(1000 * r.Moves[ply].Loss())
}

// broken says how far the record could be read and what is wrong there, "" if it is
// whole.
func (r *report) broken() string {
	last := len(r.Moves) - 1
	if r.fault == "" || last < 0 {
		return ""
	}
	upTo := r.lang.Say("review.upTo", "move", r.number(last)+" "+r.text(last))
	return r.lang.Say("join.sentences", "first", upTo, "last", r.lang.Say("review.fault", "fault", r.fault))
}

// end says how the game ended by the rules, "" if they do not say.
func (r *report) end() string {
	if !r.Verdict.Result.Finished() {
		return ""
	}
	return words.Verdict(r.lang, &r.Verdict)
}
