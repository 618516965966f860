#include "textflag.h"

DATA places<>+0(SB)/8, $0
DATA places<>+8(SB)/8, $1
DATA places<>+16(SB)/8, $2
DATA places<>+24(SB)/8, $3
DATA places<>+32(SB)/8, $4
DATA places<>+40(SB)/8, $5
DATA places<>+48(SB)/8, $6
DATA places<>+56(SB)/8, $7
GLOBL places<>(SB), RODATA|NOPTR, $64

// func highestAVX2(moves *scoredMove, n int) int
//
// AVX2 has no maximum of 64-bit integers, but that of floating-point numbers, which are in the
// order of their bits if they are positive. So 2^62 is taken from each place: what the place is
// taken from gains it, and has the bits of a positive number, as scores are smaller than 2^45.
TEXT ·highestAVX2(SB), NOSPLIT, $0-24
	MOVQ moves+0(FP), SI
	MOVQ n+8(FP), CX
	VPCMPEQD Y0, Y0, Y0
	VPSRLQ $48, Y0, Y1           // the bits of the move
	VPSLLQ $62, Y0, Y0           // -2^62
	VPADDQ places<>(SB), Y0, Y2  // the places of the next four moves
	VPADDQ places<>+32(SB), Y0, Y3 // of the four after them
	MOVL $8, AX
	VMOVQ AX, X6
	VPBROADCASTQ X6, Y6
	VPXOR X0, X0, X0             // the highest of each lane: none so far
	VPXOR X7, X7, X7
	SUBQ $8, CX
	JEQ last

eight:
	VPOR (SI), Y1, Y4
	VPSUBQ Y2, Y4, Y4
	VMAXPD Y4, Y0, Y0
	VPADDQ Y6, Y2, Y2
	VPOR 32(SI), Y1, Y5
	VPSUBQ Y3, Y5, Y5
	VMAXPD Y5, Y7, Y7
	VPADDQ Y6, Y3, Y3
	ADDQ $64, SI
	SUBQ $8, CX
	JGT eight

last: // the last eight, of which some may have had their turn
	LEAQ (SI)(CX*8), SI
	VMOVQ CX, X6
	VPBROADCASTQ X6, Y6
	VPADDQ Y6, Y2, Y2
	VPOR (SI), Y1, Y4
	VPSUBQ Y2, Y4, Y4
	VMAXPD Y4, Y0, Y0
	VPADDQ Y6, Y3, Y3
	VPOR 32(SI), Y1, Y5
	VPSUBQ Y3, Y5, Y5
	VMAXPD Y5, Y7, Y7

	// The highest lane.
	VMAXPD Y7, Y0, Y0
	VEXTRACTF128 $1, Y0, X4
	VMAXPD X4, X0, X0
	VPERMILPD $1, X0, X4
	VMAXPD X4, X0, X0
	VMOVQ X0, AX
	NOTL AX
	MOVWLZX AX, AX
	MOVQ AX, ret+16(FP)
	VZEROUPPER
	RET
