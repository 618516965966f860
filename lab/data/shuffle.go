package data

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"

	"chuhe/internal/command"
	"chuhe/lab/record"
)

const shuffleHelp = `usage: chuhe data shuffle -out FILE [flags] FILE...

Writes the games of the files to one in random order. The order depends on the seed
and the order of the files, not on -memory. Files larger than -memory are sorted with
temporary files beside the output, which need as much disk space again.

`

// maxBuckets is the largest number of temporary files.
const maxBuckets = 500

// shuffle is the command that shuffles games.
func shuffle() *command.Command {
	target := new(target)
	var seed uint64
	memory := 1024
	return &command.Command{
		Name: "shuffle", Summary: "join files and shuffle their games",
		Help: shuffleHelp, Operands: true,
		Flags: func(flags *flag.FlagSet) {
			target.flags(flags)
			command.Number(flags, &seed, "seed", 1, "`number` that decides the order")
			command.Range(flags, &memory, "memory", 1, 1<<20, "approximate memory for games in `MiB`")
		},
		Run: onFiles(func(t *tool, files []string) error { return t.shuffle(target, files, seed, memory) }),
	}
}

// shuffle gives each game a random key and sorts by it. Games go to buckets by
// the high bits of their keys, and each bucket is sorted in memory.
func (t *tool) shuffle(target *target, files []string, seed uint64, memory int) error {
	n, room, err := t.bucketsFor(files, int64(memory)<<20)
	if err != nil {
		return err
	}
	return t.rewrite(target, files, fmt.Sprintf("shuffle with seed %d", seed), func(out *output) error {
		buckets := make([]bucket, n)
		for i := range buckets {
			defer buckets[i].remove()
			if n == 1 {
				buckets[i].games = make([]byte, 0, room)
			} else if err := buckets[i].create(fmt.Sprintf("%s.%d.tmp", out.file.Name(), i)); err != nil {
				return err
			}
		}
		random := rand.New(rand.NewPCG(seed, 0))
		err := t.copy(files, func(g *record.Game) error {
			key := random.Uint64()
			i, _ := bits.Mul64(key, uint64(n))
			return buckets[i].add(key, g)
		})
		if err != nil {
			return err
		}
		for i := range buckets {
			if err := t.ctx.Err(); err != nil {
				return err
			}
			if err := buckets[i].empty(out); err != nil {
				return err
			}
		}
		return nil
	})
}

// unpackedSize is about how many times larger games are than packed ones.
const unpackedSize = 3

// bucketsFor returns how many buckets to use so that each fits into the memory, and
// the size of all buckets in bytes, 0 if unknown.
func (t *tool) bucketsFor(files []string, memory int64) (n int, room int64, err error) {
	total := int64(0)
	for _, name := range files {
		if name == "-" {
			return 64, 0, nil
		}
		info, err := command.Regular(name)
		if err != nil {
			return 0, 0, err
		}
		size := info.Size()
		in, err := t.open(name)
		if err != nil {
			return 0, 0, err
		}
		in.close()
		if in.Packed() {
			size *= unpackedSize
		}
		total += size
	}
	room = total * 5 / 4 // keys, and buckets of unequal size
	n = 1 + int(room/memory)
	if n > maxBuckets {
		return 0, 0, command.Usagef("-memory is %d MiB, want at least %d for files of %d MiB", memory>>20, room/maxBuckets>>20+1, total>>20)
	}
	return n, room, nil
}

// bucket holds games with their keys, in a file if it has one.
type bucket struct {
	file  *os.File
	to    *bufio.Writer
	games []byte // each after keyedHead bytes: its key and its length
}

const keyedHead = 12

func (b *bucket) create(name string) (err error) {
	if b.file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666); err == nil {
		b.to = bufio.NewWriterSize(b.file, 1<<16)
		os.Remove(name) // so that a kill leaves nothing; Windows keeps open files until remove
	}
	return err
}

func (b *bucket) remove() {
	if b.file != nil {
		b.file.Close()
		os.Remove(b.file.Name())
		b.file = nil
	}
	b.games = nil
}

// add adds a game.
func (b *bucket) add(key uint64, g *record.Game) error {
	var head [keyedHead]byte
	binary.LittleEndian.PutUint64(head[:], key)
	binary.LittleEndian.PutUint32(head[8:], uint32(g.Size()))
	if b.file == nil {
		b.games = g.AppendTo(append(b.games, head[:]...))
		return nil
	}
	b.games = g.AppendTo(append(b.games[:0], head[:]...))
	_, err := b.to.Write(b.games)
	return err
}

// empty writes the games in the order of their keys and clears the bucket.
func (b *bucket) empty(out *output) error {
	if b.file != nil {
		if err := b.to.Flush(); err != nil {
			return err
		}
		size, err := b.file.Seek(0, io.SeekEnd)
		if err != nil {
			return err
		}
		b.games = make([]byte, size)
		if _, err := b.file.ReadAt(b.games, 0); err != nil && err != io.EOF {
			return err
		}
	}
	type place struct {
		key uint64
		at  int
	}
	var order []place
	for at := 0; at < len(b.games); {
		order = append(order, place{binary.LittleEndian.Uint64(b.games[at:]), at + keyedHead})
		at += keyedHead + int(binary.LittleEndian.Uint32(b.games[at+8:]))
	}
	slices.SortStableFunc(order, func(x, y place) int { return cmp.Compare(x.key, y.key) })
	var g record.Game
	for _, p := range order {
		if _, err := g.Decode(b.games[p.at:]); err != nil {
			return err
		}
		if err := out.add(&g); err != nil {
			return err
		}
	}
	b.remove()
	return nil
}
