package record

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
)

// MaxBlock is the largest size of the games of a block in bytes.
const MaxBlock = 1 << 22

// MaxText is the largest size of the text of a header in bytes.
const MaxText = 1 << 20

// MadeBy starts the text of a file that was made from other files. No games can be
// added to it, because they would not follow from its settings and seed.
const MadeBy = "made by "

const (
	fileMagic     = "CHUHEGM\n"
	blockMagic    = "BLK1"
	version       = 1
	prefixSize    = len(fileMagic) + 8 // of the part of a header before its text
	blockHeadSize = 16
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// HeadSize is the number of bytes at the beginning of a file by which Recognise knows it.
const HeadSize = len(fileMagic)

// Recognise reports whether a file that begins with these bytes is one of recorded
// games, whatever its version.
func Recognise(head []byte) bool { return bytes.HasPrefix(head, []byte(fileMagic)) }

// ErrFormat is wrapped by errors about a file in another format.
var ErrFormat = errors.New("not a file of recorded games")

// ErrHeader is wrapped by errors about a file that starts with the magic but has a
// damaged header.
var ErrHeader = errors.New("damaged header")

// errBlock is wrapped by errors about a block, as opposed to the games in it.
var errBlock = errors.New("bad block")

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
