package record

import (
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"chuhe/internal/keyed"
)

// MaxBlock is the largest size of the games of a block in bytes.
const MaxBlock = 1 << 22

// BlockGames is the number of games in a block of the plain files of datagen and data;
// the last block may have fewer. It is small so that damage, or a kill while games are
// played, costs little. Files are the same byte for byte only with the same number.
const BlockGames = 64

// MaxText is the largest size of the text of a header in bytes.
const MaxText = 1 << 20

// MadeBy starts the text of a file that was made from other files. No games can be
// added to it, because they would not follow from its settings and seed.
const MadeBy = "made by "

// LabelledBy starts the text of a file of labelled positions. Each is a game of one ply,
// the best move with its score; the result of the game has no meaning.
const LabelledBy = MadeBy + "train label"

// IsLabelled reports whether a file with that text has labelled positions.
func IsLabelled(text string) bool { return strings.HasPrefix(text, LabelledBy) }

const (
	magicSize     = 8 // of a file
	version       = 1
	prefixSize    = magicSize + 8 // of the part of a header before its text
	blockHeadSize = 16
)

// format holds the differences between the two formats.
type format struct {
	file, block string // magics
	maxBlock    int    // bytes of games in a block
	games       int    // size of the games of a block, unless there is only one, as Game.Size counts it
}

var (
	plain  = format{"CHUHEGM\n", "BLK1", MaxBlock, MaxBlock}
	packed = format{"CHUHEPK\n", "PBK1", maxPacked, packedGames}
)

// formatOf returns the format of a file that begins with these bytes, nil if it is
// neither. Fewer bytes than a magic may still begin the plain format.
func formatOf(head []byte) *format {
	for _, f := range []*format{&plain, &packed} {
		if n := min(len(head), magicSize); n > 0 && string(head[:n]) == f.file[:n] {
			return f
		}
	}
	return nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// HeadSize is the number of bytes at the beginning of a file by which Recognise knows it.
const HeadSize = magicSize

// Recognise reports whether a file that begins with these bytes is one of recorded
// games, packed or not, whatever its version.
func Recognise(head []byte) bool { return len(head) >= HeadSize && formatOf(head) != nil }

// ErrFormat is wrapped by errors about a file in another format.
var ErrFormat error = keyed.New("error.records", "not a file of recorded games")

// ErrHeader is wrapped by errors about a file that starts with the magic but has a
// damaged header.
var ErrHeader error = keyed.New("error.header", "damaged header")

// errBlock is wrapped by errors about a block, as opposed to the games in it.
var errBlock = errors.New("bad block")

// ErrTruncated is wrapped by errors about a block that the file ends within.
var ErrTruncated = fmt.Errorf("%w: the file ends within it", errBlock)

// BlockError describes a damaged block of a file.
type BlockError struct {
	Block  int   // 1 for the first; adjacent damaged blocks may count as one
	Offset int64 // of its first byte in the file
	Cut    bool  // no complete block follows, as after a kill or a power failure
	Reason error
}

func (e *BlockError) Error() string {
	return fmt.Sprintf("block %d at byte %d: %v", e.Block, e.Offset, e.Reason)
}

// Unwrap returns the reason.
func (e *BlockError) Unwrap() error { return e.Reason }

// blockSum returns the checksum of a block.
func blockSum(head, games []byte) uint32 {
	return crc32.Update(crc32.Checksum(head[:blockHeadSize-4], castagnoli), castagnoli, games)
}
