package record

import (
	"errors"
	"fmt"
	"hash/crc32"
)

// MaxBlock bounds the bytes of a block's games.
const MaxBlock = 1 << 22

// MaxText bounds the bytes of the text of a header.
const MaxText = 1 << 20

// MadeBy begins the text of a file that was made of others: of one that games
// cannot be added to, since they would not follow from its settings and seed.
const MadeBy = "made by "

const (
	fileMagic     = "CHUHEGM\n"
	blockMagic    = "BLK1"
	version       = 1
	prefixSize    = len(fileMagic) + 8 // of the header before its text
	blockHeadSize = 16
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ErrFormat is wrapped by the errors about a file that is none of ours.
var ErrFormat = errors.New("not a file of recorded games")

// ErrHeader is wrapped by the errors about a file that begins as ours do but has
// not the rest of their header.
var ErrHeader = errors.New("damaged header")

// errBlock is wrapped by errors about the bytes of a block around its games.
var errBlock = errors.New("bad block")

// BlockError tells what is wrong with a block of a file.
type BlockError struct {
	Block  int   // 1 for the first; damaged ones that cannot be told apart count as one
	Offset int64 // of its first byte in the file
	Cut    bool  // no whole block follows: what a kill or a power failure leaves at the end
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
