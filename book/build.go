package book

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/movegen"
)

// Builder collects the moves of a book, in memory: about a hundred bytes a position.
// The zero value is empty.
type Builder struct {
	positions map[uint64][]Move // by key; the moves are as they are stored
}

// add counts a move of the position with a key: its weight and its counts go on top of
// what the position has for it.
func (b *Builder) add(key uint64, m Move) {
	if b.positions == nil {
		b.positions = make(map[uint64][]Move)
	}
	moves := b.positions[key]
	i := slices.IndexFunc(moves, func(have Move) bool { return have.Move == m.Move })
	if i < 0 {
		b.positions[key] = append(moves, m)
		return
	}
	have := &moves[i]
	for _, n := range []struct{ to, from *uint32 }{
		{&have.Weight, &m.Weight}, {&have.Wins, &m.Wins}, {&have.Draws, &m.Draws}, {&have.Losses, &m.Losses}, {&have.Open, &m.Open},
	} {
		*n.to = uint32(min(uint64(*n.to)+uint64(*n.from), math.MaxUint32))
	}
}

// Add adds to the weight and the counts of a move in a position, which must be legal there.
func (b *Builder) Add(p *board.Position, m Move) {
	at := placeOf(p)
	m.Move = at.move(m.Move)
	b.add(at.key, m)
}

// Points that a game adds to the weight of a move, as in the books of PolyGlot.
const (
	winPoints  = 2
	drawPoints = 1 // also for a game without a result
)

// AddGame adds the first plies of a game. Up to an illegal move, about which is the
// error, they are added all the same.
func (b *Builder) AddGame(start board.Position, moves []board.Move, result board.Result, plies int) error {
	p := start
	for i, m := range moves[:min(plies, len(moves))] {
		if !movegen.IsLegal(&p, m) {
			return fmt.Errorf("ply %d: %v is illegal in %s", i+1, m, p.FEN())
		}
		add := Move{Move: m}
		switch result {
		case board.Unfinished:
			add.Open, add.Weight = 1, drawPoints
		case board.Draw:
			add.Draws, add.Weight = 1, drawPoints
		case board.Win(p.Side()):
			add.Wins, add.Weight = 1, winPoints
		default:
			add.Losses = 1
		}
		b.Add(&p, add)
		p = p.Make(m)
	}
	return nil
}

// AddFile adds the content of another book.
func (b *Builder) AddFile(f *File) error {
	for i := range f.positions {
		key, moves, err := f.position(i)
		if err != nil {
			return err
		}
		for _, m := range moves {
			b.add(key, m)
		}
	}
	return nil
}

// AddReachable adds what a book knows of the positions that a game from a given one can
// reach, as long as every other ply at least is a move of the book. This is how a book
// is read whose keys do not say which positions they stand for. It returns the number of
// moves that it has found. It stops when ctx is done, with the error of ctx.
func (b *Builder) AddReachable(ctx context.Context, source Book, start board.Position) (found int, err error) {
	seen := map[uint64]bool{}
	queue := []board.Position{start}
	for len(queue) > 0 {
		if err := ctx.Err(); err != nil {
			return found, err
		}
		p := queue[0]
		queue = queue[1:]
		at := placeOf(&p)
		if seen[at.key] {
			continue
		}
		seen[at.key] = true
		moves, err := source.Moves(&p)
		if err != nil {
			return found, err
		}
		for _, m := range moves {
			b.Add(&p, m)
		}
		found += len(moves)
		for _, m := range movegen.Legal(&p, nil) {
			child := p.Make(m)
			wanted := slices.ContainsFunc(moves, func(known Move) bool { return known.Move == m })
			if !wanted {
				answers, err := source.Moves(&child)
				if err != nil {
					return found, err
				}
				wanted = len(answers) > 0
			}
			if wanted {
				queue = append(queue, child)
			}
		}
	}
	return found, nil
}

// Prune removes moves that were played in fewer games than wanted, and positions
// without moves.
func (b *Builder) Prune(games uint64) {
	maps.DeleteFunc(b.positions, func(key uint64, moves []Move) bool {
		moves = slices.DeleteFunc(moves, func(m Move) bool { return m.Games() < games })
		b.positions[key] = moves
		return len(moves) == 0
	})
}

// Size returns the number of positions and the number of their moves.
func (b *Builder) Size() (positions, moves int) {
	for _, m := range b.positions {
		moves += len(m)
	}
	return len(b.positions), moves
}

// Write writes the book with a text of at most [MaxText] bytes. The same content gives
// the same bytes.
func (b *Builder) Write(w io.Writer, text string) error {
	if len(text) > MaxText {
		return fmt.Errorf("the text of the book has %d bytes, want at most %d", len(text), MaxText)
	}
	keys := slices.Sorted(maps.Keys(b.positions))
	var index, moves []byte
	for _, key := range keys {
		if uint64(len(moves)) > math.MaxUint32 {
			break
		}
		index = binary.LittleEndian.AppendUint64(index, key)
		index = binary.LittleEndian.AppendUint32(index, uint32(len(moves)))
		sorted := slices.Clone(b.positions[key])
		sortMoves(sorted)
		before := len(moves)
		moves = appendMoves(moves, sorted)
		if size := len(moves) - before; size > mostBytes {
			return fmt.Errorf("the %d moves of position %016x take %d bytes, want at most %d: no position has so many legal moves",
				len(sorted), key, size, mostBytes)
		}
	}
	if max(uint64(len(keys)), uint64(len(moves))) > math.MaxUint32 {
		return fmt.Errorf("%d positions with %d bytes of moves, want at most %d of each", len(keys), len(moves), uint32(math.MaxUint32))
	}
	head := []byte(fileMagic)
	for _, n := range []int{version, len(text), len(keys), len(moves)} {
		head = binary.LittleEndian.AppendUint32(head, uint32(n))
	}
	head = append(head, text...)
	head = binary.LittleEndian.AppendUint32(head, crc32.Checksum(head, castagnoli))
	sum := crc32.Update(crc32.Checksum(index, castagnoli), castagnoli, moves)

	out := bufio.NewWriter(w)
	for _, part := range [][]byte{head, index, moves, binary.LittleEndian.AppendUint32(nil, sum)} {
		out.Write(part) // Flush returns the error
	}
	return out.Flush()
}

// JoinTexts returns the text of a book that was made of others: the first lines say
// how, and the texts of the parts follow.
func JoinTexts(how string, parts []string) string {
	var b strings.Builder
	b.WriteString(how)
	for i, part := range parts {
		fmt.Fprintf(&b, "part %d\n%s", i+1, part)
	}
	if b.Len() > MaxText {
		return how
	}
	return b.String()
}
