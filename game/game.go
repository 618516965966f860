package game

import (
	"strconv"
	"strings"
	"time"

	"chuhe/board"
	"chuhe/rules"
)

// Names of tags that several formats know. A game may have any others.
const (
	TagTitle       = "Title"
	TagEvent       = "Event"
	TagSite        = "Site"
	TagDate        = "Date" // yyyy.mm.dd, with ? for what is not known
	TagRound       = "Round"
	TagGroup       = "Group"
	TagTable       = "Table"
	TagRed         = "Red"
	TagRedTeam     = "RedTeam"
	TagRedElo      = "RedElo"
	TagRedTime     = "RedTime" // used in all
	TagBlack       = "Black"
	TagBlackTeam   = "BlackTeam"
	TagBlackElo    = "BlackElo"
	TagBlackTime   = "BlackTime"
	TagTimeControl = "TimeControl"
	TagOpening     = "Opening"
	TagVariation   = "Variation"
	TagECCO        = "ECCO" // code of the opening in the Chinese encyclopaedia: A00 to E99
	TagAnnotator   = "Annotator"
	TagAuthor      = "Author" // who made the file
	TagSource      = "Source"
	TagReferee     = "Referee"
	TagRecorder    = "Recorder"
	TagRemark      = "Remark" // about the game as a whole
	TagTermination = "Termination"
	TagPlyCount    = "PlyCount"
	TagVariant     = "Variant"
	TagRules       = "Rules"     // name of a rule set
	TagMoveLimit   = "MoveLimit" // natural move limit in plies, 0 for no limit; without the tag, the limit of the rule set
)

// Tags whose content is in other fields of a Game, so that they are not among its
// Tags.
const (
	TagGame   = "Game" // "Chinese Chess"
	TagResult = "Result"
	TagFEN    = "FEN"
	TagFormat = "Format"
)

// Tag is an entry of a game's head.
type Tag struct{ Name, Value string }

// Known reports whether the value of a tag says something: "", "?", "-" and "????.??.??"
// do not.
func Known(value string) bool { return strings.Trim(value, "? .-*") != "" }

// Game is a game with its variations. The zero value holds no position; use
// [New].
type Game struct {
	// Tags are in the order of the file. [TagResult], [TagFEN] and the like are not
	// among them: the fields below say the same.
	Tags []Tag
	// Start is the position before the first move.
	Start board.Position
	// Root is the start of the tree. Its Move is [board.NoMove]; its Comment is about
	// the game as a whole, before the first move, and its Next are the first moves.
	Root Node
	// Result is the one recorded, whether or not the moves lead to it.
	Result board.Result
	// Line and Offset are where the game begins in the file that it was read from: a
	// line from 1, 0 where there are no lines, and bytes from 0.
	Line   int
	Offset int64
	// Warnings say what the reader doubts about the game, or left out; usually nil.
	// Two of a kind wrap the same error, such as [ErrCut].
	Warnings []*Error
}

// Node is a move in the tree of a game with what is noted about it.
type Node struct {
	// Move is legal in the position of the node before it.
	Move board.Move
	// Before and Comment are the comments in front of the move, at the start of a
	// variation as a rule, and after it; "" for none. Lines end with \n.
	Before, Comment string
	// NAGs are the glyphs, in the order of the file.
	NAGs []NAG
	// Marks are the circles and arrows drawn on the position after the move.
	Marks []Mark
	// Eval is an engine's opinion of the move, nil if unknown.
	Eval *Eval
	// Clock is the time the mover has left after the move, Elapsed what the move took;
	// nil if it is not known.
	Clock, Elapsed *time.Duration
	// Next are the moves that follow. The first is the main line and the others are
	// variations.
	Next []*Node
}

// New returns a game with the given main line, whose moves must be legal.
func New(start board.Position, moves ...board.Move) *Game {
	g := &Game{Start: start}
	n := &g.Root
	for _, m := range moves {
		n = n.Append(m)
	}
	return g
}

// Tag returns the value of a tag, "" if it is missing. The case of its name is
// ignored.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if strings.EqualFold(t.Name, name) {
			return t.Value
		}
	}
	return ""
}

// MoveLimit returns the natural move limit that the tags name, in plies; [rules.OwnLimit] if they
// name none.
func (g *Game) MoveLimit() int {
	n, err := strconv.Atoi(g.Tag(TagMoveLimit))
	if err != nil || n < 0 || n > rules.MaxLimit {
		return rules.OwnLimit
	}
	return n
}

// MaxTags is how many tags SetTag lets a game have.
const MaxTags = 256

// SetTag gives a tag a value, at the place where it stands or at the end. With ""
// the tag is removed. A new one after [MaxTags] others is left out.
func (g *Game) SetTag(name, value string) {
	kept := g.Tags[:0]
	for _, t := range g.Tags {
		if strings.EqualFold(t.Name, name) {
			if value == "" {
				continue
			}
			t.Value, value = value, ""
		}
		kept = append(kept, t)
	}
	if value != "" && len(kept) < MaxTags {
		kept = append(kept, Tag{name, value})
	}
	g.Tags = kept
}

// AddTag gives the game a tag that stands at an offset of its file. Of several values for a name
// the first that says something holds, and there is a warning about another one.
func (g *Game) AddTag(name, value string, offset int64) {
	switch old := g.Tag(name); {
	case old == "", !Known(old) && Known(value):
		g.SetTag(name, value)
	case Known(value) && value != old:
		g.WarnTwice(name, value, offset)
	}
}

// Moves returns the moves of the main line.
func (g *Game) Moves() (moves []board.Move) {
	for n := g.Root.Main(); n != nil; n = n.Main() {
		moves = append(moves, n.Move)
	}
	return
}

// Last returns the last node of the main line: the root if there are no moves.
func (g *Game) Last() *Node {
	n := &g.Root
	for len(n.Next) > 0 {
		n = n.Next[0]
	}
	return n
}

// Replay plays the main line. An illegal move gives a *[rules.MoveError] together
// with the game before it.
func (g *Game) Replay() (*board.Line, error) { return rules.Replay(g.Start, g.Moves()) }

// Main returns the first move that follows, nil at the end of the line.
func (n *Node) Main() *Node {
	if len(n.Next) == 0 {
		return nil
	}
	return n.Next[0]
}

// Remarks returns the comments in front of the move and after it as one text, for
// formats that have one comment to a move.
func (n *Node) Remarks() string {
	if n.Before == "" || n.Comment == "" {
		return n.Before + n.Comment
	}
	return n.Before + "\n" + n.Comment
}

// Find returns the node of a move that follows, or nil.
func (n *Node) Find(m board.Move) *Node {
	for _, next := range n.Next {
		if next.Move == m {
			return next
		}
	}
	return nil
}

// Append adds a move that follows, after those that already do, and returns its
// node. The move must be legal.
func (n *Node) Append(m board.Move) *Node {
	next := &Node{Move: m}
	n.Next = append(n.Next, next)
	return next
}

// Line adds the moves of a variation, as far as they do not follow already, and
// returns the node of the last one.
func (n *Node) Line(moves ...board.Move) *Node {
	for _, m := range moves {
		next := n.Find(m)
		if next == nil {
			next = n.Append(m)
		}
		n = next
	}
	return n
}
