package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"

	"github.com/blacktop/go-macho/pkg/codesign"
	"github.com/blacktop/go-macho/pkg/codesign/types"
)

// Of the format Mach-O: commands, and places in its header and in a command.
const (
	loadSegment      = 0x19
	loadSignature    = 0x1d
	headerSize       = 32
	commandsCount    = 16
	commandsSize     = 20
	segmentMemory    = 32
	segmentOffset    = 40
	segmentSize      = 48
	signatureCommand = 16 // bytes
	pageSize         = 1 << 14
)

// signed returns a program of macOS with a signature that names no developer ("ad hoc").
// It covers the program, the Info.plist and the seal of the bundle. It replaces the one
// that Go writes for arm64, which knows of no bundle.
//
// The library makes the signature but not the file: it expects segments without gaps
// between them, and Go leaves some.
func signed(program, info, seal []byte) ([]byte, error) {
	program = bytes.Clone(program)
	order := binary.LittleEndian
	if len(program) < headerSize || order.Uint32(program) != 0xfeedfacf {
		return nil, errors.New("not a program of macOS for 64 bits")
	}
	config := &codesign.Config{ID: appID, Flags: types.ADHOC, IsMain: true, InfoPlist: info}
	config.InitSlotHashes()
	sum := sha256.Sum256(seal)
	config.SlotHashes.ResourceDir = sum[:]

	signature, links := 0, 0 // where their commands are
	first := len(program)    // before which the commands end
	at := headerSize
	for range order.Uint32(program[commandsCount:]) {
		command := program[at:]
		switch order.Uint32(command) {
		case loadSignature:
			signature = at
		case loadSegment:
			switch name := string(bytes.TrimRight(command[8:24], "\x00")); name {
			case "__LINKEDIT":
				links = at
			case "__TEXT":
				config.TextOffset, config.TextSize = order.Uint64(command[segmentOffset:]), order.Uint64(command[segmentSize:])
				first = int(order.Uint32(command[72+48:])) // the first section
			}
		}
		at += int(order.Uint32(command[4:]))
	}
	if links == 0 {
		return nil, errors.New("no segment __LINKEDIT")
	}
	if signature == 0 {
		if at+signatureCommand > first {
			return nil, errors.New("no room for the command of a signature")
		}
		program = append(program, make([]byte, -len(program)&15)...)
		signature = at
		order.PutUint32(program[signature:], loadSignature)
		order.PutUint32(program[signature+4:], signatureCommand)
		order.PutUint32(program[signature+8:], uint32(len(program)))
		order.PutUint32(program[commandsCount:], order.Uint32(program[commandsCount:])+1)
		order.PutUint32(program[commandsSize:], order.Uint32(program[commandsSize:])+signatureCommand)
	}
	end := order.Uint32(program[signature+8:])
	program = program[:end]
	config.CodeSize = uint64(end)
	// The first signature tells the size, which is part of what the second one covers.
	made, err := codesign.Sign(bytes.NewReader(program), config)
	if err != nil {
		return nil, err
	}
	size := uint64(end) + uint64(len(made)) - order.Uint64(program[links+segmentOffset:])
	order.PutUint32(program[signature+12:], uint32(len(made)))
	order.PutUint64(program[links+segmentSize:], size)
	order.PutUint64(program[links+segmentMemory:], (size+pageSize-1)/pageSize*pageSize)
	if made, err = codesign.Sign(bytes.NewReader(program), config); err != nil {
		return nil, err
	}
	return append(program, made...), nil
}
