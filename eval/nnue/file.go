package nnue

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"

	"chuhe/internal/keyed"
)

// A network file is, in little-endian order:
//
//	8 bytes  magic
//	4        version of the format
//	4        hash of the architecture
//	4        scale
//	4        length of the description
//	         description, UTF-8
//	         feature weights (8 bits each), feature biases (16 bits each)
//	         output weights (16 bits each), output biases (32 bits each)
//	4        CRC-32C of all before
const (
	magic       = "ChuheNet"
	fileVersion = 1
	headerBytes = len(magic) + 4*4
	footerBytes = 4
)

// weightBytes is the size of the weights in a file.
const weightBytes = Inputs*Width + 2*Width + 2*OutputBuckets*2*Width + 4*OutputBuckets

// architecture is a hash, FNV-1a, of what the numbers of a file mean. A network that is
// computed in another way needs another text: files with a different hash are refused.
var architecture = func() uint32 {
	h := fnv.New32a()
	fmt.Fprintf(h, "%d king buckets d0 d1 d2 e0 e1 e2, f mirrored, e by tilt %d %d %d x %d piece-squares K A B P N C R, own and theirs in 8 bits -> %d x 2 squared clipped ReLU -> %d by pieces * %d / 31 x %d own rooks x %d of theirs; QA %d QB %d",
		Buckets, ownPawn, theirPawn, randomBits, PieceSquares, Width, Bands, Bands, rookCounts, rookCounts, QA, QB)
	return h.Sum32()
}()

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Write writes the network to a file that Read reads. The error comes from w.
func (n *Net) Write(w io.Writer) error {
	b := n.weights.bytes(n.weights.Description)
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
	if _, err := w.Write(b); err != nil {
		return fmt.Errorf("nnue: write network: %w", err)
	}
	return nil
}

// bytes returns the file of a network without its checksum, with room for it.
func (w *Weights) bytes(description string) []byte {
	b := make([]byte, 0, headerBytes+len(description)+weightBytes+footerBytes)
	b = append(b, magic...)
	for _, v := range []uint32{fileVersion, architecture, uint32(w.Scale), uint32(len(description))} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	b = append(b, description...)
	for i := range w.FeatureWeights {
		for _, v := range &w.FeatureWeights[i] {
			b = append(b, byte(v))
		}
	}
	for _, part := range w.words() {
		for _, v := range part {
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		}
	}
	for _, v := range w.OutputBias {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	return b
}

// Name implements [eval.Evaluation]: a name such as "net-0123abcd" made from
// everything in the network but its description.
func (n *Net) Name() string {
	return fmt.Sprintf("net-%08x", crc32.Checksum(n.weights.bytes(""), castagnoli))
}

// words returns the 16-bit parts in the order of the file.
func (w *Weights) words() [2][]int16 { return [2][]int16{w.FeatureBias, w.OutputWeights} }

// Read reads a network to the end of r. An error that wraps ErrNet says why the
// file cannot be used: it is of another kind, version or architecture, too short,
// too long, damaged, or has weights that Validate refuses. Other errors are those
// of r.
func Read(r io.Reader) (*Net, error) {
	const tooLong = int64(headerBytes + MaxDescription + weightBytes + footerBytes + 1)
	b, err := io.ReadAll(io.LimitReader(r, tooLong))
	if err != nil {
		return nil, fmt.Errorf("nnue: read network: %w", err)
	}
	w, err := parse(b)
	if err == nil {
		err = w.Validate()
	}
	if err != nil {
		return nil, err
	}
	return &Net{*w}, nil
}

// parse reads weights from the bytes of their file. They are not validated.
func parse(b []byte) (*Weights, error) {
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return nil, keyed.Errorf("error.noNetwork", "%w: the file begins with %q, want %q: it is no network of this engine",
			ErrNet, b[:min(len(b), len(magic))], magic)
	}
	if len(b) < headerBytes {
		return nil, fmt.Errorf("%w: the file ends after %d bytes, within its header of %d", ErrNet, len(b), headerBytes)
	}
	field := func(i int) uint32 { return binary.LittleEndian.Uint32(b[len(magic)+4*i:]) }
	if v := field(0); v != fileVersion {
		return nil, fmt.Errorf("%w: format version %d, want %d", ErrNet, v, fileVersion)
	}
	if a := field(1); a != architecture {
		return nil, fmt.Errorf("%w: architecture %08x, want %08x", ErrNet, a, architecture)
	}
	scale, description := field(2), field(3)
	if description > MaxDescription {
		return nil, fmt.Errorf("%w: description of %d bytes, want at most %d", ErrNet, description, MaxDescription)
	}
	if want := headerBytes + int(description) + weightBytes + footerBytes; len(b) < want {
		return nil, fmt.Errorf("%w: the file ends after %d bytes, want %d", ErrNet, len(b), want)
	} else if len(b) > want {
		return nil, fmt.Errorf("%w: the file goes on after the %d bytes of its network", ErrNet, want)
	}
	body, footer := b[:len(b)-footerBytes], b[len(b)-footerBytes:]
	if got, want := crc32.Checksum(body, castagnoli), binary.LittleEndian.Uint32(footer); got != want {
		return nil, fmt.Errorf("%w: checksum computed %08x, want stored %08x: the file is damaged", ErrNet, got, want)
	}

	body = body[headerBytes:]
	w := NewWeights(int32(scale), string(body[:description]))
	body = body[description:]
	for i := range w.FeatureWeights {
		row := &w.FeatureWeights[i]
		for column := range row {
			row[column] = int8(body[column])
		}
		body = body[Width:]
	}
	for _, part := range w.words() {
		for i := range part {
			part[i] = int16(binary.LittleEndian.Uint16(body[2*i:]))
		}
		body = body[2*len(part):]
	}
	for i := range w.OutputBias {
		w.OutputBias[i] = int32(binary.LittleEndian.Uint32(body[4*i:]))
	}
	return w, nil
}
