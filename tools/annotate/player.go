package annotate

import (
	"fmt"
	"html/template"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
)

// player is a board with a list of moves, on which one goes through a game and its
// variations. Every position is written here, so that the script knows no rules.
type player struct {
	Start template.HTML // the pieces of the first position
	Nodes []playerNode
	Items []playerItem
}

// playerNode is a position as the script of the page takes it.
type playerNode struct {
	Parent int    `json:"parent"` // the position before, -1 for none
	Next   int    `json:"next"`   // the one after the main move, -1 for none
	Board  string `json:"board"`  // the pieces as a FEN has them
	Move   string `json:"move"`   // the move to it, "" for the first position
}

// playerItem is a move in the list, or the begin or end of a variation.
type playerItem struct {
	Begin, End  bool
	Node        string // the name of its position in the page
	Main, Black bool
	Number      string
	Text        string
	Sign, Class string
	Points      string // that Red may expect, of the main line only
	Score       string // from Red's view, "" if it is not known
	Comments    []string
}

// nodeID names a position of a game in the page.
func nodeID(number, node int) string { return fmt.Sprintf("g%dn%d", number, node) }

// player returns the player of a game, with the review among its comments and variations.
func (r *report) player(number int) player {
	r.write(r.game, r.lang, r.fault)
	var p player
	index := map[*game.Node]int{}
	var items []playerItem
	for v := range r.game.Walk() {
		i := len(p.Nodes)
		index[v.Node] = i
		after := v.After()
		placement, _, _ := strings.Cut(after.FEN(), " ")
		node := playerNode{Parent: -1, Next: -1, Board: placement}
		item := playerItem{Node: nodeID(number, i), Comments: comments(v.Node.Comment)}
		if v.Ply > 0 {
			node.Parent, node.Move = index[v.Parent], v.Move.String()
			if !v.IsVariation() {
				p.Nodes[node.Parent].Next = i
			}
			item.Main, item.Black = v.Depth == 0, v.Position.Side() == board.Black
			item.Number, item.Text = notation.Number(v.Position), r.style.Format(v.Position, v.Move)
			item.Comments = comments(v.Remarks())
			for _, nag := range v.NAGs {
				item.Sign += nag.Sign()
				item.Class = signClasses[nag]
			}
			item.Score = scoreText(v.Eval)
		}
		if item.Main && v.Ply < len(r.Points) {
			item.Points, item.Score = points(r.Points[v.Ply]), r.score(v.Ply)
		}
		p.Nodes, items = append(p.Nodes, node), append(items, item)
	}
	p.Start = pieces(&r.game.Start)
	if len(items[0].Comments) > 0 {
		p.Items = append(p.Items, items[0])
	}
	p.list(&r.game.Root, items, index)
	return p
}

// list adds the moves after a node to the list, each followed by the variations beside it.
// Moves that are not in the index are left out.
func (p *player) list(n *game.Node, items []playerItem, index map[*game.Node]int) {
	for n.Main() != nil {
		for i, next := range n.Next {
			at, ok := index[next]
			switch {
			case !ok:
			case i == 0:
				p.Items = append(p.Items, items[at])
			default:
				p.Items = append(p.Items, playerItem{Begin: true}, items[at])
				p.list(next, items, index)
				p.Items = append(p.Items, playerItem{End: true})
			}
		}
		n = n.Main()
	}
}

// comments returns the paragraphs of a comment.
func comments(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
}
