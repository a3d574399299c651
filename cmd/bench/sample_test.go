package main

import "testing"

func TestMedianAndExtremes(t *testing.T) {
	for name, test := range map[string]struct {
		values []float64
		want   sample
	}{
		"one":  {[]float64{7}, sample{7, 7, 7, 1}},
		"odd":  {[]float64{9, 1, 4}, sample{4, 1, 9, 3}},
		"even": {[]float64{8, 2, 4, 6}, sample{5, 2, 8, 4}},
	} {
		t.Run(name, func(t *testing.T) {
			kept := append([]float64(nil), test.values...)
			if got := summarise(test.values...); got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
			for i := range kept {
				if kept[i] != test.values[i] {
					t.Fatal("the order of the rounds was changed")
				}
			}
		})
	}
}

func TestRatiosAreThoseOfTheSameRound(t *testing.T) {
	// The machine was twice as fast in the second round, for both.
	got, err := ratios([]float64{90, 180, 100}, []float64{100, 200, 100})
	if err != nil {
		t.Fatal(err)
	}
	if want := (sample{0.9, 0.9, 1, 3}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	for name, by := range map[string][]float64{"fewer rounds": {1, 2}, "a round without answers": {1, 0, 1}} {
		if _, err := ratios([]float64{1, 2, 3}, by); err == nil {
			t.Errorf("%s: there is a ratio", name)
		}
	}
}

func TestTurnedRatioIsBestWhereTheTimeIsShortest(t *testing.T) {
	got := sample{Median: 50, Min: 25, Max: 100, Count: 3}.turned(500)
	if want := (sample{10, 5, 20, 3}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
