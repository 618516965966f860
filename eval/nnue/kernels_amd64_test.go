package nnue

func machineKernels() (sets []kernelSet) {
	if hasAVX2 {
		sets = append(sets, kernelSet{
			"avx2",
			func(dst, src *accumulator, add, sub *row) { addSubAVX2(&dst[0], &src[0], &add[0], &sub[0]) },
			func(dst, src *accumulator, add, sub1, sub2 *row) {
				addSubSubAVX2(&dst[0], &src[0], &add[0], &sub1[0], &sub2[0])
			},
			func(acc *accumulator, table *table, adds, subs *inputs) {
				applyAVX2(&acc[0], &table[0][0], &adds.list[0], adds.n, &subs.list[0], subs.n)
			},
			func(own, theirs *accumulator, weights *[2 * Width]int16) int64 {
				return dotAVX2(&own[0], &theirs[0], &weights[0])
			},
		})
	}
	if hasAVX512 {
		sets = append(sets, kernelSet{
			"avx512",
			func(dst, src *accumulator, add, sub *row) { addSubAVX512(&dst[0], &src[0], &add[0], &sub[0]) },
			func(dst, src *accumulator, add, sub1, sub2 *row) {
				addSubSubAVX512(&dst[0], &src[0], &add[0], &sub1[0], &sub2[0])
			},
			func(acc *accumulator, table *table, adds, subs *inputs) {
				applyAVX512(&acc[0], &table[0][0], &adds.list[0], adds.n, &subs.list[0], subs.n)
			},
			func(own, theirs *accumulator, weights *[2 * Width]int16) int64 {
				return dotAVX512(&own[0], &theirs[0], &weights[0])
			},
		})
	}
	return sets
}
