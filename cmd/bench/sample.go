package main

import (
	"errors"
	"slices"
)

// sample is what several measurements of one thing came to. It keeps the
// extremes and no deviation: with five to twenty measurements on a machine
// that does other things too, the extremes are what can be said honestly.
type sample struct {
	Median float64 `json:"median"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
	Count  int     `json:"count"`
}

// summarise returns the sample of the values, which must not be empty.
func summarise(values ...float64) sample {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return sample{Median: (sorted[(n-1)/2] + sorted[n/2]) / 2, Min: sorted[0], Max: sorted[n-1], Count: n}
}

// ratios divides the values of one thing by those of another that were
// measured in the same rounds.
func ratios(of, by []float64) (sample, error) {
	if len(of) != len(by) || len(of) == 0 {
		return sample{}, errors.New("compare rounds: there are not as many of both")
	}
	var each []float64
	for i := range of {
		if by[i] == 0 {
			return sample{}, errors.New("compare rounds: a yardstick did nothing in one")
		}
		each = append(each, of[i]/by[i])
	}
	return summarise(each...), nil
}

// turned returns the sample of one over each value times the factor: how often a
// time or a memory fits into the fixed figure of a yardstick.
func (s sample) turned(factor float64) sample {
	return sample{Median: factor / s.Median, Min: factor / s.Max, Max: factor / s.Min, Count: s.Count}
}
