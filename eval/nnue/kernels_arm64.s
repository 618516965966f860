#include "textflag.h"

// Instructions that the assembler has no mnemonics for, the registers in its
// order: the last is the result. Lanes are 16 bits, doubled where products are
// added up.
#define SMAX(m, n, d)   WORD $(0x4E606400 | (m)<<16 | (n)<<5 | (d)) // d = max(n, m)
#define SMIN(m, n, d)   WORD $(0x4E606C00 | (m)<<16 | (n)<<5 | (d)) // d = min(n, m)
#define MUL(m, n, d)    WORD $(0x4E609C00 | (m)<<16 | (n)<<5 | (d)) // d = n * m
#define SMLAL(m, n, d)  WORD $(0x0E608000 | (m)<<16 | (n)<<5 | (d)) // d += n * m, the low four
#define SMLAL2(m, n, d) WORD $(0x4E608000 | (m)<<16 | (n)<<5 | (d)) // d += n * m, the high four
#define SADDLP(n, d)    WORD $(0x4EA02800 | (n)<<5 | (d)) // d = pairs of n, lanes of 32 to 64 bits

// PASSES is how many times 64 columns an accumulator has.
#define PASSES 8

// func addSub(dst, src, add, sub *accumulator)
TEXT ·addSub(SB), NOSPLIT, $0-32
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD add+16(FP), R2
	MOVD sub+24(FP), R3
	MOVD $(2*PASSES), R4

loop:
	VLD1.P 64(R1), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 64(R2), [V4.H8, V5.H8, V6.H8, V7.H8]
	VLD1.P 64(R3), [V16.H8, V17.H8, V18.H8, V19.H8]
	VADD   V4.H8, V0.H8, V0.H8
	VADD   V5.H8, V1.H8, V1.H8
	VADD   V6.H8, V2.H8, V2.H8
	VADD   V7.H8, V3.H8, V3.H8
	VSUB   V16.H8, V0.H8, V0.H8
	VSUB   V17.H8, V1.H8, V1.H8
	VSUB   V18.H8, V2.H8, V2.H8
	VSUB   V19.H8, V3.H8, V3.H8
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0)
	SUBS   $1, R4
	BNE    loop
	RET

// func addSubSub(dst, src, add, sub1, sub2 *accumulator)
TEXT ·addSubSub(SB), NOSPLIT, $0-40
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD add+16(FP), R2
	MOVD sub1+24(FP), R3
	MOVD sub2+32(FP), R5
	MOVD $(2*PASSES), R4

loop:
	VLD1.P 64(R1), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 64(R2), [V4.H8, V5.H8, V6.H8, V7.H8]
	VLD1.P 64(R3), [V16.H8, V17.H8, V18.H8, V19.H8]
	VLD1.P 64(R5), [V20.H8, V21.H8, V22.H8, V23.H8]
	VADD   V4.H8, V0.H8, V0.H8
	VADD   V5.H8, V1.H8, V1.H8
	VADD   V6.H8, V2.H8, V2.H8
	VADD   V7.H8, V3.H8, V3.H8
	VSUB   V16.H8, V0.H8, V0.H8
	VSUB   V17.H8, V1.H8, V1.H8
	VSUB   V18.H8, V2.H8, V2.H8
	VSUB   V19.H8, V3.H8, V3.H8
	VSUB   V20.H8, V0.H8, V0.H8
	VSUB   V21.H8, V1.H8, V1.H8
	VSUB   V22.H8, V2.H8, V2.H8
	VSUB   V23.H8, V3.H8, V3.H8
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
	VLD1.P  64(R5), [V16.H8, V17.H8, V18.H8, V19.H8]
	VLD1    (R5), [V20.H8, V21.H8, V22.H8, V23.H8]
	VADD    V16.H8, V0.H8, V0.H8
	VADD    V17.H8, V1.H8, V1.H8
	VADD    V18.H8, V2.H8, V2.H8
	VADD    V19.H8, V3.H8, V3.H8
	VADD    V20.H8, V4.H8, V4.H8
	VADD    V21.H8, V5.H8, V5.H8
	VADD    V22.H8, V6.H8, V6.H8
	VADD    V23.H8, V7.H8, V7.H8
	SUBS    $1, R3
	BNE     adding

subtract:
	MOVD subs+32(FP), R2
	MOVD subCount+40(FP), R3
	CBZ  R3, done

subtracting:
	MOVHU.P 2(R2), R5
	ADD     R5<<10, R1, R5
	VLD1.P  64(R5), [V16.H8, V17.H8, V18.H8, V19.H8]
	VLD1    (R5), [V20.H8, V21.H8, V22.H8, V23.H8]
	VSUB    V16.H8, V0.H8, V0.H8
	VSUB    V17.H8, V1.H8, V1.H8
	VSUB    V18.H8, V2.H8, V2.H8
	VSUB    V19.H8, V3.H8, V3.H8
	VSUB    V20.H8, V4.H8, V4.H8
	VSUB    V21.H8, V5.H8, V5.H8
	VSUB    V22.H8, V6.H8, V6.H8
	VSUB    V23.H8, V7.H8, V7.H8
	SUBS    $1, R3
	BNE     subtracting

done:
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0)
	VST1.P [V4.H8, V5.H8, V6.H8, V7.H8], 64(R0)
	ADD    $128, R1
	SUBS   $1, R4
	BNE    pass
	RET

// func dot(own, theirs *accumulator, weights *[2 * Width]int16) int64
//
// The sums are V24-V31, four lanes each, into each of which go 32 clipped numbers
// squared and weighted: 32 bits are enough for a lane but not for all of them.
TEXT ·dot(SB), NOSPLIT, $0-32
	MOVD own+0(FP), R0
	MOVD theirs+8(FP), R1
	MOVD weights+16(FP), R2
	MOVD $255, R3
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

	// Four times as many still fit a lane.
	VADD V25.S4, V24.S4, V24.S4
	VADD V27.S4, V26.S4, V26.S4
	VADD V29.S4, V28.S4, V28.S4
	VADD V31.S4, V30.S4, V30.S4
	VADD V26.S4, V24.S4, V24.S4
	VADD V30.S4, V28.S4, V28.S4
	SADDLP(24, 24)
	SADDLP(28, 28)
	VADD V28.D2, V24.D2, V24.D2
	VMOV V24.D[0], R6
	VMOV V24.D[1], R7
	ADD  R6, R7, R6
	MOVD R6, ret+24(FP)
	RET
