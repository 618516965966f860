package perft

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"chuhe/board"
	"chuhe/game/formats"
	"chuhe/lang"
)

// Case is a position of a suite with its known counts.
type Case struct {
	Line     int // of the file, from 1
	Position board.Position
	Known    []Known // by rising depth, at least one
}

// Known is the number of leaves at a depth as a suite has it.
type Known struct {
	Depth int
	Nodes uint64
	// Branches are the leaves by move in order of their squares, nil if the suite
	// does not list them.
	Branches []Branch
}

// maxLine bounds a line of a suite, in bytes.
const maxLine = 1 << 20

// ReadSuite reads positions with their counts, one per line:
//
//	FEN ;D1 44 ;D2 1920 a0a1:44 b0a2:44 ... ;D3 79666
//
// The depths are 0 to 99, each at most once. A count may be followed by the
// counts of all moves. Empty lines and lines that begin with # are
// skipped. An error names the line.
func ReadSuite(r io.Reader) (cases []Case, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	number := 1
	for ; lines.Scan(); number++ {
		text := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff")) // some editors mark UTF-8 so
		if text == "" || text[0] == '#' {
			continue
		}
		c, err := parseCase(text)
		if err != nil {
			return nil, lang.AtLine(number, err)
		}
		c.Line = number
		cases = append(cases, c)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, lang.AtLine(number, lang.Errorf("perft.longLine", "most", maxLine))
	} else if err != nil {
		return nil, err
	}
	return cases, nil
}

func parseCase(text string) (c Case, err error) {
	fen, counts, _ := strings.Cut(text, ";")
	if c.Position, err = board.ParseFEN(strings.TrimSpace(fen)); err != nil {
		return c, formats.Fault{Err: err}
	}
	if counts == "" {
		return c, lang.Errorf("perft.noCounts")
	}
	for count := range strings.SplitSeq(counts, ";") {
		known, err := parseKnown(count)
		if err != nil {
			return c, err
		}
		if slices.ContainsFunc(c.Known, func(k Known) bool { return k.Depth == known.Depth }) {
			return c, lang.Errorf("perft.depthTwice", "depth", known.Depth)
		}
		c.Known = append(c.Known, known)
	}
	slices.SortFunc(c.Known, func(a, b Known) int { return a.Depth - b.Depth })
	return c, nil
}

// parseKnown reads "D1 44", with or without the counts of the moves.
func parseKnown(text string) (k Known, err error) {
	words := strings.Fields(text)
	if len(words) < 2 {
		return k, lang.Errorf("perft.wantCount", "text", strconv.Quote(strings.TrimSpace(text)))
	}
	digits, ok := strings.CutPrefix(words[0], "D")
	depth, err := strconv.ParseUint(digits, 10, 8)
	if !ok || err != nil || depth > 99 {
		return k, lang.Errorf("perft.wantDepth", "text", strconv.Quote(words[0]))
	}
	k.Depth = int(depth)
	if k.Nodes, err = strconv.ParseUint(words[1], 10, 64); err != nil {
		return k, lang.Errorf("perft.wantWhole", "text", strconv.Quote(words[1]), "depth", depth)
	}
	for _, word := range words[2:] {
		b, err := parseBranch(word)
		if err != nil {
			return k, lang.Errorf("perft.atDepth", "depth", depth, "reason", err)
		}
		k.Branches = append(k.Branches, b)
	}
	if k.Depth == 0 && len(k.Branches) > 0 {
		return k, lang.Errorf("perft.depthZero")
	}
	sortBranches(k.Branches)
	for i := 1; i < len(k.Branches); i++ {
		if m := k.Branches[i].Move; m == k.Branches[i-1].Move {
			return k, lang.Errorf("perft.atDepth", "depth", depth, "reason", lang.Errorf("perft.moveTwice", "move", m))
		}
	}
	return k, nil
}

// parseBranch reads "h2e2:44".
func parseBranch(text string) (b Branch, err error) {
	move, nodes, _ := strings.Cut(text, ":")
	if b.Move, err = board.ParseMove(move); err != nil {
		return b, err
	}
	if b.Nodes, err = strconv.ParseUint(nodes, 10, 64); err != nil {
		return b, lang.Errorf("perft.wantBranch", "text", strconv.Quote(nodes), "move", b.Move)
	}
	return b, nil
}
