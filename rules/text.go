package rules

import (
	"errors"
	"fmt"
	"strings"

	"chuhe/board"
)

// Lang is a language of verdicts. The zero value is English.
type Lang uint8

// The languages.
const (
	EN Lang = iota // English
	ZH             // Chinese, simplified
	langs
)

// ErrLang is wrapped by the error about the name of a language.
var ErrLang = errors.New("unknown language")

// ParseLang returns the language of a code, in either case: en or zh.
func ParseLang(code string) (Lang, error) {
	switch strings.ToLower(code) {
	case "en":
		return EN, nil
	case "zh":
		return ZH, nil
	}
	return EN, fmt.Errorf("%w %q: want en or zh", ErrLang, code)
}

// Title returns the name of a set for people.
func (s Set) Title(lang Lang) string { return s.law().title[lang%langs] }

// String returns the verdict in English.
func (v Verdict) String() string { return v.Text(EN) }

// Text returns the verdict and its reason in words. In English it begins with
// "red loses: ", "black loses: ", "draw: " or is "continue", and the kind ends
// at a semicolon.
func (v *Verdict) Text(lang Lang) string {
	if !v.Result.Finished() {
		return [langs]string{"continue", "对局继续"}[lang%langs]
	}
	var b strings.Builder
	w := words{v, lang % langs}
	b.WriteString(w.head())
	if why := w.why(); why != "" {
		b.WriteString(w.pick("; ", "；"))
		b.WriteString(why)
	}
	if v.Later > 0 {
		b.WriteString(w.pick(
			fmt.Sprintf("; play ended after ply %d, %s not counted", v.Ply, plural(v.Later, "later ply", "later plies")),
			fmt.Sprintf("；对局至第%d着已告结束，其后%d着不计", v.Ply, v.Later)))
	}
	for _, n := range v.Notes {
		b.WriteString(w.pick("; note: ", "；注："))
		b.WriteString(n[w.lang])
	}
	return b.String()
}

// Headline returns the result and the kind in English, the part of the text
// before the reason: "red loses: perpetual check", "draw: repetition" or
// "continue".
func (v *Verdict) Headline() string {
	if !v.Result.Finished() {
		return "continue"
	}
	return words{v, EN}.head()
}

// IsHeadline reports whether a text is the headline of some verdict.
func IsHeadline(text string) bool {
	if text == "continue" {
		return true
	}
	result, kind, _ := strings.Cut(text, ": ")
	from, to := Checkmate, PerpetualThreat
	switch result {
	case "red loses", "black loses":
		for _, m := range [...]Mixture{{true, true, false}, {true, false, true}, {false, true, true}, {true, true, true}} {
			if kind == m.text(EN) {
				return true
			}
		}
	case "draw":
		from, to = Repetition, Material
	default:
		return false
	}
	for k := from; k <= to; k++ {
		if kind == kindNames[k][EN] {
			return true
		}
	}
	return false
}

// words puts a verdict into a language.
type words struct {
	*Verdict
	lang Lang
}

func (w words) pick(en, zh string) string { return [langs]string{en, zh}[w.lang] }

// head returns the result and the kind of the verdict.
func (w words) head() string {
	kind := kindNames[w.Kind][w.lang]
	if w.Kind == PerpetualMixed {
		kind = w.Mixture.text(w.lang)
	}
	if loser, ok := w.Result.Loser(); ok {
		return w.pick(loser.String()+" loses: ", sideNames[loser]+"负：") + kind
	}
	return w.pick("draw: ", "和棋：") + kind
}

var kindNames = [...][langs]string{
	Unfinished:      {"continue", "对局继续"},
	Checkmate:       {"checkmate", "被将死"},
	Stalemate:       {"stalemate", "被困毙"},
	PerpetualCheck:  {"perpetual check", "长将"},
	PerpetualChase:  {"perpetual chase", "长捉"},
	PerpetualThreat: {"perpetual mate threat", "长杀"},
	Repetition:      {"repetition", "循环不变"},
	MutualCheck:     {"mutual perpetual check", "双方长将"},
	MutualChase:     {"mutual perpetual chase", "双方长捉"},
	MutualAttack:    {"mutual perpetual attack", "双方长打"},
	MoveLimit:       {"natural move limit", "自然限着"},
	Material:        {"no attacking material", "双方均无进攻子力"},
}

var sideNames = [2]string{"红方", "黑方"}

// why returns the reason in words.
func (w words) why() string {
	loser, _ := w.Result.Loser()
	span := w.pick(fmt.Sprintf("from move %d to %d", w.FromMove, w.ToMove),
		fmt.Sprintf("第%d至%d回合", w.FromMove, w.ToMove))
	if w.FromMove == w.ToMove {
		span = w.pick(fmt.Sprintf("in move %d", w.FromMove), fmt.Sprintf("第%d回合", w.FromMove))
	}
	every := w.pick(fmt.Sprintf("%s every %v move ", span, loser), span+sideNames[loser]+"着着")
	times := w.Rules.Occurrences()
	switch w.Kind {
	case Stalemate:
		return w.pick(fmt.Sprintf("%v has no legal move", loser), sideNames[loser]+"无子可动")
	case PerpetualCheck:
		text := every + w.pick("gives check", "将军")
		if w.Span.Levels[loser.Other()] != Idle {
			text += w.pick(fmt.Sprintf(", which is worse than %v's perpetual attack", loser.Other()),
				"，重于"+sideNames[loser.Other()]+"的长打")
		}
		return text
	case PerpetualChase:
		return every + w.chase(loser)
	case PerpetualThreat:
		return every + w.pick("threatens mate", "叫杀")
	case PerpetualMixed:
		return every + w.Mixture.deeds(w.lang)
	case Repetition:
		return w.pick(
			fmt.Sprintf("%s the position occurs %d times and neither side's moves are forbidden", span, times),
			fmt.Sprintf("%s同一局面出现%d次，双方均为允许着法", span, times))
	case MutualCheck:
		return w.pick(span+" both sides give check with every move", span+"双方着着将军")
	case MutualChase:
		return w.pick(span+" both sides chase a piece with every move", span+"双方着着捉子")
	case MutualAttack:
		return w.pick(span+" both sides check, chase or threaten mate with every move", span+"双方着着将军、捉子或叫杀")
	case MoveLimit:
		return w.pick(fmt.Sprintf("%d plies without a capture", w.MoveLimit), fmt.Sprintf("双方连续%d着未吃子", w.MoveLimit))
	case Material:
		return w.pick("no rook, knight, cannon or pawn is left", "双方车、马、炮、兵（卒）均已不存")
	}
	return ""
}

// chase describes a perpetual chase.
func (w words) chase(loser board.Side) string {
	c := &w.Chase
	if c.Prey == board.NoPiece {
		return w.pick("chases some piece", "捉对方棋子")
	}
	prey := w.pick(fmt.Sprintf("the %v %v %v", c.Prey.Side(), c.Prey.Type(), c.PreySquare),
		pieceName(c.Prey)+"（在"+c.PreySquare.String()+"）")
	by := ""
	if c.Chaser != board.NoPiece {
		by = w.pick(fmt.Sprintf(" with a %v", c.Chaser.Type()), "用"+pieceName(c.Chaser))
	}
	cause := [...][langs]string{
		NoCause:      {"", ""},
		Unprotected:  {", which nothing protects", "，该子无根"},
		FalseRoot:    {", whose protectors cannot legally retake", "，该子只有假根"},
		StrongerPrey: {", which is worth more than its attacker, protected or not", "，捉子者价值低于被捉之子，有根亦算捉"},
	}[c.Cause][w.lang]
	var text string
	switch {
	case !c.Uncovers:
		text = w.pick("newly attacks "+prey+by+cause, by+"捉"+prey+cause)
	case !c.Attacks:
		text = w.pick("newly threatens to win "+prey+by+" by cutting off its protectors", by+"断"+prey+"之根而捉之")
	default:
		text = w.pick("newly threatens to win "+prey+by+", by an attack or by cutting off its protectors",
			by+"捉"+prey+"，或断其根")
	}
	if w.Span.Levels[loser.Other()] == Uncovers {
		text += w.pick(fmt.Sprintf("; that %v chases too, only by cutting off protectors, does not excuse it", loser.Other()),
			"；"+sideNames[loser.Other()]+"仅以断根形成捉子，不足以抵消")
	}
	return text
}

// pieceName returns a piece's name in Chinese, with its side.
func pieceName(p board.Piece) string {
	names := [2][board.PieceTypes]string{
		{"", "红兵", "红仕", "红相", "红马", "红炮", "红车", "红帅"},
		{"", "黑卒", "黑士", "黑象", "黑马", "黑炮", "黑车", "黑将"},
	}
	return names[p.Side()][p.Type()]
}

// text names the parts of a mixture.
func (m Mixture) text(lang Lang) string {
	parts := m.parts([3][langs]string{{"check", "将"}, {"chase", "捉"}, {"mate threat", "杀"}}, lang)
	if lang == ZH {
		return strings.Join(parts, "、") + "交替"
	}
	return enumerate(parts, "and") + " alternately"
}

// deeds says what the moves of a mixture do, as what follows "every move".
func (m Mixture) deeds(lang Lang) string {
	parts := m.parts([3][langs]string{{"gives check", "将军"}, {"chases a piece", "捉子"}, {"threatens mate", "叫杀"}}, lang)
	if lang == ZH {
		return strings.Join(parts, "或")
	}
	return enumerate(parts, "or")
}

// parts returns those of the words for check, chase and threat that are in the
// mixture.
func (m Mixture) parts(names [3][langs]string, lang Lang) (parts []string) {
	for i, in := range [...]bool{m.Check, m.Chase, m.Threat} {
		if in {
			parts = append(parts, names[i][lang])
		}
	}
	return
}

// enumerate joins two or more words: "a, b and c".
func enumerate(words []string, last string) string {
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
