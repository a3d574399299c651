package outline

import "time"

// Window is the time in which a page exists: from its beginning, before its
// end. A zero end is none. A page that never exists (a draft) has never set.
type Window struct {
	From, Until time.Time
	Never       bool
}

// Always is the window of what was never hidden.
var Always = Window{}

// Ends tells whether the window ends before it begins.
func (w Window) Ends() bool { return !w.From.IsZero() && !w.Until.IsZero() && !w.Until.After(w.From) }

// Intersect is the time in which both exist. What never begins before it ends has no time.
func (w Window) Intersect(other Window) Window {
	if other.From.After(w.From) {
		w.From = other.From
	}
	w.Until = Earliest(w.Until, other.Until)
	w.Never = w.Never || other.Never || !w.Until.IsZero() && !w.From.Before(w.Until)
	return w
}

// Meets tells whether there is a moment in which both exist.
func (w Window) Meets(other Window) bool { return !w.Intersect(other).Never }

// Union is the time in which one of both exists, without the gap between them.
func (w Window) Union(other Window) Window {
	if w.Never {
		return other
	}
	if other.Never {
		return w
	}
	if other.From.Before(w.From) {
		w.From = other.From
	}
	if other.Until.IsZero() || (!w.Until.IsZero() && other.Until.After(w.Until)) {
		w.Until = other.Until
	}
	return w
}

// Earliest returns the earlier of two moments, where zero is none.
func Earliest(a, b time.Time) time.Time {
	if a.IsZero() || (!b.IsZero() && b.Before(a)) {
		return b
	}
	return a
}
