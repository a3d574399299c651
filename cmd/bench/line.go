package main

// line is one line of the table.
type line struct {
	Group string `json:"group"`
	What  string `json:"what"`
	Unit  unit   `json:"unit"`
	Value sample `json:"value"`
	// What it is compared with; nil where there is nothing.
	Yardstick *yardstick `json:"yardstick,omitempty"`
	// How many times better than the yardstick.
	Ratio *sample `json:"ratio,omitempty"`
	// What is to be reached; nil for figures that only inform.
	Target *target `json:"target,omitempty"`
	// Whether it is; by the median.
	OK   *bool  `json:"ok,omitempty"`
	Note string `json:"note,omitempty"`
}

// yardstick is another program that does the same work.
type yardstick struct {
	Name  string `json:"name"`
	Value sample `json:"value"`
	// It was not measured in this run, but once, on another machine.
	Elsewhere bool `json:"elsewhere,omitempty"`
}

// target is a bound for the value, or for the ratio.
type target struct {
	OfRatio bool    `json:"ofRatio,omitempty"`
	AtLeast float64 `json:"atLeast,omitempty"`
	AtMost  float64 `json:"atMost,omitempty"`
	// Nothing at all is wanted: AtMost 0 cannot be told from none.
	None bool `json:"none,omitempty"`
}

func atLeast(limit float64) *target      { return &target{AtLeast: limit} }
func atMost(limit float64) *target       { return &target{AtMost: limit} }
func ratioAtLeast(limit float64) *target { return &target{AtLeast: limit, OfRatio: true} }
func none() *target                      { return &target{None: true} }

// judged returns the line with its verdict.
func (l line) judged() line {
	if l.Target == nil {
		return l
	}
	got := l.Value.Median
	if l.Target.OfRatio {
		if l.Ratio == nil {
			return l
		}
		got = l.Ratio.Median
	}
	var ok bool
	switch {
	case l.Target.None:
		ok = got == 0
	case l.Target.AtLeast > 0:
		ok = got >= l.Target.AtLeast
	default:
		ok = got <= l.Target.AtMost
	}
	l.OK = &ok
	return l
}

// unit is what a value counts.
type unit string

const (
	perSecond      unit = "req/s"
	pagesPerSecond unit = "pages/s"
	milliseconds   unit = "ms"
	microseconds   unit = "µs"
	bytesHeld      unit = "bytes"
	allocations    unit = "allocs"
	times          unit = "times"
	points         unit = "points"
	shift          unit = "shift"
)
