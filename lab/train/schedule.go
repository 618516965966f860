package main

import "math"

// schedules have functions from the part of a training run that is done to the
// learning rate, where 0 stands for the lowest rate and 1 for the highest.
var schedules = map[string]func(part float64) float64{
	"cosine":   func(part float64) float64 { return (1 + math.Cos(math.Pi*part)) / 2 },
	"linear":   func(part float64) float64 { return 1 - part },
	"constant": func(float64) float64 { return 1 },
	"step": func(part float64) float64 {
		height := 1.0
		for _, at := range []float64{0.4, 0.6, 0.75, 0.9} {
			if part >= at {
				height *= 0.3
			}
		}
		return height
	},
}

// rate returns the learning rate of a step, 0 <= step < steps.
func (s *settings) rate(step, steps int) float64 {
	above := schedules[s.Schedule](float64(step) / float64(steps))
	rate := s.EndRate + float64((s.Rate-s.EndRate)*above) // never fused
	if step < s.Warmup {
		rate *= float64(step+1) / float64(s.Warmup+1)
	}
	return rate
}

// lambda returns the share of the score in the target of a step.
func (s *settings) lambda(step, steps int) float64 {
	return s.Lambda + (s.EndLambda-s.Lambda)*float64(step)/float64(max(1, steps-1))
}
