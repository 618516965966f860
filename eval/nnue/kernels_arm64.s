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

// The same for the dense layers.
#define SQRDMULH(m, n, d) WORD $(0x6E60B400 | (m)<<16 | (n)<<5 | (d)) // d = rounded n * m >> 15, lanes of 16 bits
#define SQXTUN(n, d)      WORD $(0x2E212800 | (n)<<5 | (d)) // low half of d = n, lanes of 16 to 8 bits, clipped to 0..255
#define SQXTUN2(n, d)     WORD $(0x6E212800 | (n)<<5 | (d)) // the same, high half
#define SMULLB(m, n, d)   WORD $(0x0E20C000 | (m)<<16 | (n)<<5 | (d)) // d = n * m, the low eight lanes of 8 bits
#define SMLAL2B(m, n, d)  WORD $(0x4E208000 | (m)<<16 | (n)<<5 | (d)) // d += n * m, the high eight
#define SADALP(n, d)      WORD $(0x4E606800 | (n)<<5 | (d)) // d += pairs of n, lanes of 16 to 32 bits
#define SMAXS(m, n, d)    WORD $(0x4EA06400 | (m)<<16 | (n)<<5 | (d)) // d = max(n, m), lanes of 32 bits
#define SMINS(m, n, d)    WORD $(0x4EA06C00 | (m)<<16 | (n)<<5 | (d)) // d = min(n, m), lanes of 32 bits
#define XTN(n, d)         WORD $(0x0E612800 | (n)<<5 | (d)) // low half of d = n, lanes of 32 to 16 bits
#define XTN2(n, d)        WORD $(0x4E612800 | (n)<<5 | (d)) // the same, high half
#define SSHR1(n, d)       WORD $(0x4F3F0400 | (n)<<5 | (d)) // d = n >> 1, lanes of 32 bits
#define SSHR9(n, d)       WORD $(0x4F370400 | (n)<<5 | (d)) // d = n >> 9, lanes of 32 bits

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

// The fields of Layers, in bytes from one to the next.
#define FIRST      16384
#define FIRSTBIAS  64
#define SECOND     1024
#define SECONDBIAS 128

// PART multiplies V2, an output of the first layer 16 times, with half of the weights
// of a pair, in V4, V6, V8 and V10 or one higher.
#define PART(a, b, c, d) \
	SMLAL(2, a, 24)  \
	SMLAL2(2, a, 25) \
	SMLAL(2, b, 26)  \
	SMLAL2(2, b, 27) \
	SMLAL(2, c, 28)  \
	SMLAL2(2, c, 29) \
	SMLAL(2, d, 30)  \
	SMLAL2(2, d, 31)

// PAIR adds two outputs of the first layer to the sums of the second.
#define PAIR(v, even, odd) \
	VLD2.P 32(R2), [V4.H8, V5.H8]   \
	VLD2.P 32(R2), [V6.H8, V7.H8]   \
	VLD2.P 32(R2), [V8.H8, V9.H8]   \
	VLD2.P 32(R2), [V10.H8, V11.H8] \
	VDUP   v.H[even], V2.H8         \
	PART(4, 6, 8, 10)               \
	VDUP   v.H[odd], V2.H8          \
	PART(5, 7, 9, 11)

// CLIP clips the sums of eight neurons of the second layer and leaves their squares
// in the register d.
#define CLIP(low, high, d) \
	SSHR9(low, low)       \
	SSHR9(high, high)     \
	SMAXS(20, low, low)   \
	SMAXS(20, high, high) \
	SMINS(21, low, low)   \
	SMINS(21, high, high) \
	XTN(low, d)           \
	XTN2(high, d)         \
	SQRDMULH(d, d, d)

// func dense(own, theirs *accumulator, l *Layers, s *scratch) int32
TEXT ·dense(SB), NOSPLIT, $0-36
	MOVD own+0(FP), R0
	MOVD theirs+8(FP), R1
	MOVD l+16(FP), R2
	MOVD s+24(FP), R3
	MOVD $255, R4
	VDUP R4, V21.H8
	VEOR V20.B16, V20.B16, V20.B16
	MOVD $2, R5

	// The squares, 16 at a time.
half:
	MOVD $(4*PASSES), R4

squares:
	VLD1.P 32(R0), [V0.H8, V1.H8]
	SMAX(20, 0, 0)
	SMAX(20, 1, 1)
	SMIN(21, 0, 0)
	SMIN(21, 1, 1)
	VSHL   $6, V0.H8, V2.H8
	VSHL   $6, V1.H8, V3.H8
	SQRDMULH(2, 0, 0)
	SQRDMULH(3, 1, 1)
	SQXTUN(0, 4)
	SQXTUN2(1, 4)
	VST1.P [V4.B16], 16(R3)
	SUBS   $1, R4
	BNE    squares
	MOVD   R1, R0
	SUBS   $1, R5
	BNE    half

	// The first layer, four neurons at a time, whose clipped sums move into V16-V19.
	MOVD $16256, R4
	VDUP R4, V21.S4
	ADD  $FIRST, R2, R10
	MOVD $4, R5

neurons:
	MOVD s+24(FP), R3
	ADD  $1024, R2, R6
	ADD  $2048, R2, R7
	ADD  $3072, R2, R8
	VEOR V24.B16, V24.B16, V24.B16
	VEOR V25.B16, V25.B16, V25.B16
	VEOR V26.B16, V26.B16, V26.B16
	VEOR V27.B16, V27.B16, V27.B16
	MOVD $64, R4

first:
	VLD1.P 16(R3), [V0.B16]
	VLD1.P 16(R2), [V1.B16]
	VLD1.P 16(R6), [V2.B16]
	VLD1.P 16(R7), [V3.B16]
	VLD1.P 16(R8), [V4.B16]
	SMULLB(0, 1, 5)
	SMULLB(0, 2, 6)
	SMULLB(0, 3, 7)
	SMULLB(0, 4, 8)
	SMLAL2B(0, 1, 5)
	SMLAL2B(0, 2, 6)
	SMLAL2B(0, 3, 7)
	SMLAL2B(0, 4, 8)
	SADALP(5, 24)
	SADALP(6, 25)
	SADALP(7, 26)
	SADALP(8, 27)
	SUBS   $1, R4
	BNE    first
	VADDP  V25.S4, V24.S4, V24.S4
	VADDP  V27.S4, V26.S4, V26.S4
	VADDP  V26.S4, V24.S4, V24.S4
	VLD1.P 16(R10), [V0.S4]
	VADD   V0.S4, V24.S4, V24.S4
	SSHR1(24, 24)
	SMAXS(20, 24, 24)
	SMINS(21, 24, 24)
	VMOV   V17.B16, V16.B16
	VMOV   V18.B16, V17.B16
	VMOV   V19.B16, V18.B16
	VMOV   V24.B16, V19.B16
	MOVD   R8, R2
	SUBS   $1, R5
	BNE    neurons
	XTN(16, 0)
	XTN2(17, 0)
	XTN(18, 1)
	XTN2(19, 1)
	SQRDMULH(0, 0, 0)
	SQRDMULH(1, 1, 1)

	// The second layer.
	ADD    $FIRSTBIAS, R2
	ADD    $SECOND, R2, R6
	VLD1.P 64(R6), [V24.S4, V25.S4, V26.S4, V27.S4]
	VLD1.P 64(R6), [V28.S4, V29.S4, V30.S4, V31.S4]
	PAIR(V0, 0, 1)
	PAIR(V0, 2, 3)
	PAIR(V0, 4, 5)
	PAIR(V0, 6, 7)
	PAIR(V1, 0, 1)
	PAIR(V1, 2, 3)
	PAIR(V1, 4, 5)
	PAIR(V1, 6, 7)

	// The last layer.
	MOVD  $16128, R4
	VDUP  R4, V21.S4
	VLD1  (R6), [V4.H8, V5.H8, V6.H8, V7.H8]
	CLIP(24, 25, 0)
	CLIP(26, 27, 1)
	CLIP(28, 29, 2)
	CLIP(30, 31, 3)
	VEOR  V24.B16, V24.B16, V24.B16
	VEOR  V25.B16, V25.B16, V25.B16
	SMLAL(0, 4, 24)
	SMLAL2(0, 4, 25)
	SMLAL(1, 5, 24)
	SMLAL2(1, 5, 25)
	SMLAL(2, 6, 24)
	SMLAL2(2, 6, 25)
	SMLAL(3, 7, 24)
	SMLAL2(3, 7, 25)
	VADD  V25.S4, V24.S4, V24.S4
	VADDP V24.S4, V24.S4, V24.S4
	VADDP V24.S4, V24.S4, V24.S4
	VMOV  V24.S[0], R0
	MOVW  R0, ret+32(FP)
	RET
