package sample

const pageSize = 1 << 20

// Pool is a growing list of samples. It grows by pages, because copying many
// millions of samples would need twice their memory.
type Pool struct {
	pages [][]Sample
	n     int
}

// Len returns the number of samples.
func (p *Pool) Len() int { return p.n }

// At returns sample i.
func (p *Pool) At(i int) *Sample { return &p.pages[i/pageSize][i%pageSize] }

// Append adds samples at the end.
func (p *Pool) Append(samples []Sample) {
	for len(samples) > 0 {
		if p.n == len(p.pages)*pageSize {
			p.pages = append(p.pages, make([]Sample, pageSize))
		}
		n := copy(p.pages[p.n/pageSize][p.n%pageSize:], samples)
		p.n += n
		samples = samples[n:]
	}
}
