// Package nnue evaluates positions with an efficiently updatable neural network
// (NNUE, Yu Nasu 2018).
//
// # What the network sees
//
// Each side has its perspective: the board with its own side at the bottom, mirrored left
// to right if its king then stands on the f file. If the king stands on the e file, the
// board is mirrored if the right flank weighs more than the left one (see tilt.go). So a
// position and its mirror image have the same inputs, and the same score. The idea of a
// rule for the middle file is Pikafish's.
//
// The inputs of a perspective are piece-squares: one for each kind of piece, own or enemy,
// on each square that it can legally stand on. There are 689 of them: 6 for the own king
// (on the d and e files), 9 for the enemy king, and for each side 5 for advisors, 7 for
// bishops, 55 for pawns, and 90 each for knights, cannons and rooks.
//
// Every piece-square has its own weights for each square of the own king, the king bucket.
// A mirrored palace has six squares, so there are six buckets and no two squares need to
// share one. Kings move rarely and seldom leave the first two ranks, so most of the data
// falls into few buckets; the weights of the others start from a common share and learn
// well enough. What a cannon, knight or pawn is worth depends most on whether the king
// still stands at home behind its guards or has been driven to an open file or upwards.
//
// # What it computes
//
// The accumulator of a perspective is a bias plus the weights of the active
// inputs, [Width] numbers in units of 1/QA. A weight is within ±1 and takes 8 bits: a search
// reads the table of weights at random, and a smaller table stays closer to the processor.
//
// What follows is the head. It comes [OutputBuckets] times, and sees the side to move first.
// The output bucket says which one: it depends on the number of pieces, in 8 bands, and on how
// many rooks either side has.
// All arithmetic is on integers, with the same result in every build on every machine.
//
// The head multiplies the squares of both accumulators, clipped, with a row of output
// weights in units of 1/QB. The result is
//
//	(sum(clamp(x, 0, QA)^2 * weight) / QA + bias) * scale / (QA * QB)
//
// with divisions that round towards zero.
//
// # What changes together
//
// A new architecture touches this package and lab/train, nothing else:
//
//   - The feature set is features.go, with the rule for the middle file in tilt.go.
//     evaluator.go and refresh.go rely on two of its properties: a move that keeps the view
//     changes one input for each piece that it moves or captures, and positions of one view
//     differ in nothing else. In lab/train, sample/inputs.go tabulates it, sample/sample.go stores
//     the views, sample/batch.go sorts by king buckets, and model.Shape has its dimensions.
//   - The head is head.go: the output buckets, the units and the final score. It is also
//     in Net.forward, the plain twin, and in the kernels named dot. In lab/train,
//     sample/sample.go stores the output bucket, model/trainer.go computes the same in
//     floating point, model/export.go converts the weights both ways, and kernel has the
//     loops.
//   - [Width] and the units are also written down in asm/main.go ("go generate" makes
//     kernels_amd64.s from it), kernels_arm64.s (in shifts and PASSES) and wasm/kernels.go. The
//     width is a power of two; twice as much would overflow the sums of dotGo.
//   - A new part of the network is a field of [Weights] with a line in NewWeights,
//     Validate, clone and the reading and writing in file.go. Its number of bits also
//     appears in kernels.go, the kernels, and lab/train/model/export.go.
//   - In all cases the text of architecture in file.go changes, so that old files
//     are refused, and with it the numbers in golden_test.go and default.nnue,
//     which has to be trained again.
package nnue
