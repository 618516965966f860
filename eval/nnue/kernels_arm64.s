#include "textflag.h"

// Instructions that the assembler has no mnemonics for, the registers in its
// order: the last is the result. Lanes are 16 bits, doubled where products are
// added up; where the name ends in W or W2, those of m are 8 bits.
#define SMAX(m, n, d)   WORD $(0x4E606400 | (m)<<16 | (n)<<5 | (d)) // d = max(n, m)
#define SMIN(m, n, d)   WORD $(0x4E606C00 | (m)<<16 | (n)<<5 | (d)) // d = min(n, m)
#define MUL(m, n, d)    WORD $(0x4E609C00 | (m)<<16 | (n)<<5 | (d)) // d = n * m
#define SMLAL(m, n, d)  WORD $(0x0E608000 | (m)<<16 | (n)<<5 | (d)) // d += n * m, the low four
#define SMLAL2(m, n, d) WORD $(0x4E608000 | (m)<<16 | (n)<<5 | (d)) // d += n * m, the high four
#define SADDW(m, n, d)  WORD $(0x0E201000 | (m)<<16 | (n)<<5 | (d)) // d = n + m, the low eight
#define SADDW2(m, n, d) WORD $(0x4E201000 | (m)<<16 | (n)<<5 | (d)) // d = n + m, the high eight
#define SSUBW(m, n, d)  WORD $(0x0E203000 | (m)<<16 | (n)<<5 | (d)) // d = n - m, the low eight
#define SSUBW2(m, n, d) WORD $(0x4E203000 | (m)<<16 | (n)<<5 | (d)) // d = n - m, the high eight
#define SADDLP(n, d)    WORD $(0x4EA02800 | (n)<<5 | (d)) // d = pairs of n, lanes of 32 to 64 bits

// ADD16 adds the 16 weights of m to the sums in low and high. SUB16 subtracts them.
#define ADD16(m, low, high) SADDW(m, low, low); SADDW2(m, high, high)
#define SUB16(m, low, high) SSUBW(m, low, low); SSUBW2(m, high, high)

// PASSES is how many times 64 columns an accumulator has.
#define PASSES 16

// func addSub(dst, src *accumulator, add, sub *row)
TEXT ·addSub(SB), NOSPLIT, $0-32
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD add+16(FP), R2
	MOVD sub+24(FP), R3
	MOVD $(2*PASSES), R4

loop:
	VLD1.P 64(R1), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 32(R2), [V4.B16, V5.B16]
	VLD1.P 32(R3), [V16.B16, V17.B16]
	ADD16(4, 0, 1)
	ADD16(5, 2, 3)
	SUB16(16, 0, 1)
	SUB16(17, 2, 3)
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0)
	SUBS   $1, R4
	BNE    loop
	RET

// func addSubSub(dst, src *accumulator, add, sub1, sub2 *row)
TEXT ·addSubSub(SB), NOSPLIT, $0-40
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD add+16(FP), R2
	MOVD sub1+24(FP), R3
	MOVD sub2+32(FP), R5
	MOVD $(2*PASSES), R4

loop:
	VLD1.P 64(R1), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 32(R2), [V4.B16, V5.B16]
	VLD1.P 32(R3), [V16.B16, V17.B16]
	VLD1.P 32(R5), [V20.B16, V21.B16]
	ADD16(4, 0, 1)
	ADD16(5, 2, 3)
	SUB16(16, 0, 1)
	SUB16(17, 2, 3)
	SUB16(20, 0, 1)
	SUB16(21, 2, 3)
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0)
	SUBS   $1, R4
	BNE    loop
	RET

// func applyNEON(acc *accumulator, table *table, adds *uint16, addCount int, subs *uint16, subCount int)
TEXT ·applyNEON(SB), NOSPLIT, $0-48
	MOVD acc+0(FP), R0
	MOVD table+8(FP), R1
	MOVD $PASSES, R4

pass:
	// 64 columns stay in V0-V7 while the rows go by.
	MOVD   R0, R7
	VLD1.P 64(R7), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1   (R7), [V4.H8, V5.H8, V6.H8, V7.H8]
	MOVD   adds+16(FP), R2
	MOVD   addCount+24(FP), R3
	CBZ    R3, subtract

adding:
	MOVHU.P 2(R2), R5
	ADD     R5<<10, R1, R5
	VLD1    (R5), [V16.B16, V17.B16, V18.B16, V19.B16]
	ADD16(16, 0, 1)
	ADD16(17, 2, 3)
	ADD16(18, 4, 5)
	ADD16(19, 6, 7)
	SUBS    $1, R3
	BNE     adding

subtract:
	MOVD subs+32(FP), R2
	MOVD subCount+40(FP), R3
	CBZ  R3, done

subtracting:
	MOVHU.P 2(R2), R5
	ADD     R5<<10, R1, R5
	VLD1    (R5), [V16.B16, V17.B16, V18.B16, V19.B16]
	SUB16(16, 0, 1)
	SUB16(17, 2, 3)
	SUB16(18, 4, 5)
	SUB16(19, 6, 7)
	SUBS    $1, R3
	BNE     subtracting

done:
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0)
	VST1.P [V4.H8, V5.H8, V6.H8, V7.H8], 64(R0)
	ADD    $64, R1
	SUBS   $1, R4
	BNE    pass
	RET

// func dot(own, theirs *accumulator, weights *[2 * Width]int16) int64
//
// The sums are V24-V31, four lanes each, into each of which go 64 clipped numbers
// squared and weighted: 32 bits are enough for a lane but not for all of them.
TEXT ·dot(SB), NOSPLIT, $0-32
	MOVD own+0(FP), R0
	MOVD theirs+8(FP), R1
	MOVD weights+16(FP), R2
	MOVD $127, R3
	VDUP R3, V21.H8
	VEOR V20.B16, V20.B16, V20.B16
	VEOR V24.B16, V24.B16, V24.B16
	VEOR V25.B16, V25.B16, V25.B16
	VEOR V26.B16, V26.B16, V26.B16
	VEOR V27.B16, V27.B16, V27.B16
	VEOR V28.B16, V28.B16, V28.B16
	VEOR V29.B16, V29.B16, V29.B16
	VEOR V30.B16, V30.B16, V30.B16
	VEOR V31.B16, V31.B16, V31.B16
	MOVD $2, R5

half:
	MOVD $(2*PASSES), R4

loop:
	VLD1.P 64(R0), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 64(R2), [V4.H8, V5.H8, V6.H8, V7.H8]
	SMAX(20, 0, 0)
	SMAX(20, 1, 1)
	SMAX(20, 2, 2)
	SMAX(20, 3, 3)
	SMIN(21, 0, 0)
	SMIN(21, 1, 1)
	SMIN(21, 2, 2)
	SMIN(21, 3, 3)
	MUL(0, 4, 4)
	MUL(1, 5, 5)
	MUL(2, 6, 6)
	MUL(3, 7, 7)
	SMLAL(0, 4, 24)
	SMLAL2(0, 4, 25)
	SMLAL(1, 5, 26)
	SMLAL2(1, 5, 27)
	SMLAL(2, 6, 28)
	SMLAL2(2, 6, 29)
	SMLAL(3, 7, 30)
	SMLAL2(3, 7, 31)
	SUBS   $1, R4
	BNE    loop
	MOVD   R1, R0
	SUBS   $1, R5
	BNE    half

	// Eight times as many still fit a lane.
	VADD V25.S4, V24.S4, V24.S4
	VADD V27.S4, V26.S4, V26.S4
	VADD V29.S4, V28.S4, V28.S4
	VADD V31.S4, V30.S4, V30.S4
	VADD V26.S4, V24.S4, V24.S4
	VADD V30.S4, V28.S4, V28.S4
	VADD V28.S4, V24.S4, V24.S4
	SADDLP(24, 24)
	VMOV V24.D[0], R6
	VMOV V24.D[1], R7
	ADD  R6, R7, R6
	MOVD R6, ret+24(FP)
	RET
