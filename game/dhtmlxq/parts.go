package dhtmlxq

import (
	"bytes"
	"errors"
	"iter"
	"slices"

	"golang.org/x/text/encoding"

	"chuhe/game"
	"chuhe/game/pgn"
	encodings "chuhe/game/text"
	"chuhe/internal/lazy"
)

const (
	mark   = "[DhtmlXQ"
	ending = "[/DhtmlXQ]"
)

// opening matches the mark with which a game begins.
var opening = lazy.Pattern(`\[DhtmlXQ(HTML|iFrame)?\]`)

// Recognise reports whether a file that begins like this contains a game, also behind games of PGN, unless it is
// PGN that quotes one in a tag or a comment.
func Recognise(head []byte) bool {
	head = encodings.Narrow(head)
	var comment comments
	tagged := false // whether a tag of PGN stands in front; looked for until there is one, since a file may have very many marks
	for at := 0; ; {
		i := bytes.Index(head[at:], []byte(mark))
		if i < 0 {
			return false
		}
		at += i
		tagged = tagged || pgn.Recognise(head[:at])
		if beginsAt(head, at, comment.openAt(head, at), tagged) {
			return true
		}
		at += len(mark)
	}
}

// comments finds whether a comment of PGN is open at places of a file, each behind the one before.
type comments struct {
	open bool
	seen int // how far it has looked
}

// openAt reports whether a comment is open at a place.
func (c *comments) openAt(data []byte, at int) bool {
	if last := bytes.LastIndexAny(data[c.seen:at], "{}"); last >= 0 {
		c.open = data[c.seen+last] == '{'
	}
	c.seen = at
	return c.open
}

// part is a part of a file: a game, or games of PGN.
type part struct {
	begin, end int
	pgn        bool
}

// parts returns the parts of a file that have games.
func parts(data []byte) (all []part) {
	var begins []int
	tagged := pgn.Recognise(data[:min(len(data), game.HeadSize)])
	var comment comments
	for _, at := range opening().FindAllIndex(data, -1) {
		if beginsAt(data, at[0], comment.openAt(data, at[0]), tagged) {
			begins = append(begins, at[0])
		}
	}
	if begins == nil && bytes.Contains(data, []byte(mark)) {
		return []part{{end: len(data)}}
	}
	if len(begins) > 0 && pgn.Recognise(data[:begins[0]]) {
		all = append(all, part{end: begins[0], pgn: true})
	}
	for i, begin := range begins {
		end := len(data)
		if i+1 < len(begins) {
			end = begins[i+1]
		}
		size := bytes.Index(data[begin:end], []byte(ending))
		if behind := begin + size + len(ending); size >= 0 && pgn.Recognise(data[behind:end]) {
			all = append(all, part{begin: begin, end: behind}, part{behind, end, true})
			continue
		}
		all = append(all, part{begin: begin, end: end})
	}
	return all
}

// beginsAt reports whether a game begins at a mark: not in a tag of PGN and, among games of PGN, which tagged says that
// it is, on a line of its own and not in a comment.
func beginsAt(data []byte, at int, comment, tagged bool) bool {
	return (!tagged || !comment && opens(data, at)) && !inTag(data, at)
}

// maxTag is how long a tag may be on both sides of a place in it, in bytes.
const maxTag = 1 << 10

// inTag reports whether a place of a file is in a tag of PGN.
func inTag(data []byte, at int) bool {
	before, behind := data[max(0, at-maxTag):at], data[at:min(len(data), at+maxTag)]
	before = before[1+bytes.LastIndexByte(before, '\n'):]
	if i := bytes.IndexByte(behind, '\n'); i >= 0 {
		behind = behind[:i]
	}
	if bytes.IndexByte(before, '"') < 0 || bytes.IndexByte(behind, '"') < 0 {
		return false
	}
	return pgn.Recognise(slices.Concat(before, behind))
}

// opens reports whether a game begins at a place on a line of its own, as one must behind games of PGN.
func opens(data []byte, at int) bool {
	before := bytes.TrimRight(data[max(0, at-maxTag):at], " \t")
	return (len(before) == 0 || bytes.HasSuffix(before, []byte("\n"))) && opening().Match(data[at:min(len(data), at+maxMark)])
}

// maxMark is the length of the longest mark of an opening.
const maxMark = len("[DhtmlXQiFrame]")

// games reads the games of a part, with offsets in the file.
func (p part) games(data []byte, legacy encoding.Encoding, page bool) iter.Seq2[*game.Game, error] {
	return func(yield func(*game.Game, error) bool) {
		if !p.pgn {
			b := reader{data: data[p.begin:p.end], base: p.begin, legacy: legacy, page: page}
			g, err := b.read()
			if g != nil {
				g.Offset = int64(p.begin)
			}
			yield(g, err)
			return
		}
		for g, err := range pgn.Games(bytes.NewReader(data[p.begin:p.end])) {
			if where, ok := errors.AsType[*game.Error](err); ok {
				where.Offset += int64(p.begin)
			}
			if g != nil {
				g.Offset += int64(p.begin)
				for _, w := range g.Warnings {
					w.Offset += int64(p.begin)
				}
			}
			if !yield(g, err) {
				return
			}
		}
	}
}
