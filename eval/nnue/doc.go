// Package nnue evaluates positions with an efficiently updatable neural network
// (NNUE, Yu Nasu 2018).
//
// # What the network sees
//
// Each side has its perspective: the board with its own side at the bottom,
// mirrored left to right if its own king then stands on the f file. The inputs
// of a perspective are piece-squares: one for each kind of piece, own or
// theirs, on each square that it can legally stand on. That makes 689: the own
// king 6 (mirrored to the d and e files), theirs 9, and for either side advisors
// 5, elephants 7, pawns 55, and knights, cannons and rooks 90 each.
//
// Every piece-square has its own weights for each square of the own king, the
// king bucket. There are six buckets because a palace mirrored has six squares:
// all can be told apart, and none need be shared. A king rarely leaves its
// palace's first two ranks and moves seldom at all, so most of the data falls
// into few buckets, and weights that start as a common share learn the others
// well enough; but whether the king still stands at home behind its guards, or
// has been driven to an open file or upwards, is what changes the worth of
// cannons, knights and pawns most. Mirroring halves what has to be learnt: the
// game is the same left and right. A king on the e file is not mirrored, since
// nothing tells which way.
//
// # What it computes
//
// A perspective's accumulator is a bias plus the weights of its active inputs,
// [Width] numbers. Both accumulators, that of the side to move first, pass
// through a squared clipped ReLU and are multiplied with one of [OutputBuckets]
// rows of output weights, chosen by the number of pieces. All of it is integer
// arithmetic: accumulators in units of 1/QA, output weights in units of 1/QB,
// and the result is
//
//	(sum(clamp(x, 0, QA)^2 * weight) / QA + bias) * scale / (QA * QB)
//
// with divisions that round towards zero, in every build on every machine.
package nnue
