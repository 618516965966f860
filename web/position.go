package web

import (
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/game/ecco"
	"chuhe/game/notation"
	"chuhe/lang"
	"chuhe/movegen"
	"chuhe/rules"
	"chuhe/rules/words"
	"chuhe/web/http"
)

// positionRequest asks for what there is to know of a position.
type positionRequest struct {
	gameRequest
	// Name is a move whose notation the answer shall contain, "" for no move.
	Name string `json:"name"`
	// Typed is a move as a person writes it in any notation, "" for none.
	Typed string `json:"typed"`
	// From is how many moves of the game the page can name already.
	From int `json:"from"`
}

// positionReply says what the page needs to know of the last position of a game.
type positionReply struct {
	FEN  string `json:"fen"`
	Side string `json:"side"` // red or black, to move
	// Check is the square of the king in check, "" for none.
	Check string   `json:"check"`
	Legal []string `json:"legal"`
	// Texts are the notations of the moves in Marks and of the one requested.
	Texts map[string]moveText `json:"texts"`
	// Marks are the legal moves with which play would end by the rules of
	// repetition, or after which the opponent could end it so, and not lose by that.
	Marks map[string]ending `json:"marks"`
	// End says how play has ended, null while it goes on.
	End *ending `json:"end"`
	// Repeat says what would come of repeating the last moves, null where nothing
	// has been repeated.
	Repeat *repeat `json:"repeat"`
	// Quiet and Limit are the plies without a capture as the rules count them, and
	// the number that makes a draw, 0 for none.
	Quiet int `json:"quiet"`
	Limit int `json:"limit"`
	// Line are the moves of the game that the page cannot name yet.
	Line []moveText `json:"line"`
	// Opening is the name of the opening that was played, "" where it has none.
	Opening string `json:"opening,omitempty"`
	ECCO    string `json:"ecco,omitempty"` // its class or group in the ECCO, "" where it is not certain
	// Typed is the move that was typed.
	Typed string `json:"typed,omitempty"`
}

// ending says how play ends.
type ending struct {
	Winner string `json:"winner"` // red, black or draw
	Kind   string `json:"kind"`
	Text   string `json:"text"`          // the verdict in a few words
	Why    string `json:"why,omitempty"` // what led to it, where the verdict does not say that
	Ply    int    `json:"ply"`           // after which it ends
	// Loop are the moves that are repeated, each once, where play ends by that.
	Loop []string `json:"loop,omitempty"`
}

// repeat is a verdict to come.
type repeat struct {
	Count  int    `json:"count"` // how often the position has occurred
	Needed int    `json:"needed"`
	End    ending `json:"end"`
}

// moveText is a move in the notations of the page.
type moveText struct {
	Move    string            `json:"move"`
	Names   map[string]string `json:"names"` // by notation, without ICCS, which the page writes itself
	Check   bool              `json:"check,omitempty"`
	Capture bool              `json:"capture,omitempty"`
}

// pageNotations are those that the page offers. Their names are in lower case there.
var pageNotations = []notation.Style{notation.Chinese, notation.Traditional, notation.Vietnamese, notation.WXF, notation.ICCS}

// textOf returns a legal move in the notations of the page.
func textOf(p *board.Position, m board.Move) moveText {
	child := p.Make(m)
	text := moveText{Move: m.String(), Names: make(map[string]string), Check: child.InCheck(), Capture: p.Captured(m) != board.NoPiece}
	for _, style := range pageNotations {
		if style != notation.ICCS {
			text.Names[strings.ToLower(string(style))] = style.Format(p, m)
		}
	}
	return text
}

// textsOf returns a line of legal moves in the notations of the page.
func textsOf(p *board.Position, line []board.Move) (texts []moveText) {
	at := *p
	for _, m := range line {
		texts = append(texts, textOf(&at, m))
		at = at.Make(m)
	}
	return texts
}

// ending returns a verdict for the page.
func (g *gameRequest) ending(game *board.Line, v rules.Verdict) ending {
	l := lang.Lang(g.Lang)
	if v.To > game.Len() {
		v.ToMove = 0 // foretold: its last moves have not been played
	}
	e := ending{Winner: "draw", Kind: v.Kind.String(), Text: words.Plain(l, &v), Why: words.Grounds(l, &v), Ply: v.Ply}
	if v.Kind.ByRepetition() {
		for n := v.From; n < min(v.To, game.Len()); n++ {
			if m := game.Move(n).String(); !slices.Contains(e.Loop, m) {
				e.Loop = append(e.Loop, m)
			}
		}
	}
	if loser, ok := v.Result.Loser(); ok {
		e.Winner = loser.Other().String()
	}
	return e
}

// position answers with what there is to know of a position.
func (s *server) position(w http.ResponseWriter, _ *http.Request, body []byte) error {
	var in positionRequest
	if err := decode(body, &in); err != nil {
		return err
	}
	game, options, err := in.game()
	if err != nil {
		return err
	}
	if err := checkFrom(in.From, game); err != nil {
		return err
	}
	out := in.describe(game, options, in.From)
	if slices.Contains(out.Legal, in.Name) {
		out.Texts[in.Name] = textOf(game.Position(), board.MustParseMove(in.Name))
	}
	if in.Typed != "" {
		m, err := notation.Parse(game.Position(), in.Typed)
		if err != nil {
			return bad("typed", "%s", in.Lang.explain(err))
		}
		out.Typed = m.String()
	}
	return reply(w, out)
}

// checkFrom returns an error if a game has fewer than from moves.
func checkFrom(from int, game *board.Line) error {
	if from < 0 || from > game.Len() {
		return bad("from", "%d moves known of %d", from, game.Len())
	}
	return nil
}

// describe returns what there is to know of a game's last position, with the names of
// the moves after the first from ones.
func (g *gameRequest) describe(game *board.Line, options rules.Options, from int) *positionReply {
	p := *game.Position()
	out := &positionReply{
		FEN: p.FEN(), Side: p.Side().String(), Legal: []string{}, Texts: map[string]moveText{}, Marks: map[string]ending{}, Line: []moveText{},
		Limit: options.EffectiveMoveLimit(),
	}
	if o, ok := ecco.Find(*game.At(0), game.Moves()); ok {
		out.Opening, out.ECCO = o.Name(lang.Lang(g.Lang)), o.Code
	}
	if p.InCheck() {
		out.Check = p.King(p.Side()).String()
	}
	legal := movegen.Legal(&p, nil)
	for _, m := range legal {
		out.Legal = append(out.Legal, m.String())
	}
	for i, m := range game.Moves()[from:] {
		out.Line = append(out.Line, textOf(game.At(from+i), m))
	}
	referee := rules.NewReferee(game.Clone(), options)
	out.Quiet = referee.Quiet()
	if v := referee.Verdict(); v.Result.Finished() {
		end := g.ending(game, v)
		out.End = &end
		return out
	}
	for _, outcome := range referee.Outcomes() {
		if m, v := outcome.Move, outcome.Verdict; v.Kind.ByRepetition() {
			out.Marks[m.String()], out.Texts[m.String()] = g.ending(game, v), textOf(&p, m)
		} else if v := referee.Answered(outcome); v.Kind.ByRepetition() {
			out.Marks[m.String()], out.Texts[m.String()] = g.ending(game, v), textOf(&p, m)
		}
	}
	if count, v := referee.Repeated(); v.Kind.ByRepetition() {
		out.Repeat = &repeat{Count: count, Needed: options.Set.Occurrences(), End: g.ending(game, v)}
	}
	return out
}
