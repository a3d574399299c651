package content

import (
	"time"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// window is the time in which a page exists: from its beginning, before its
// end. A zero end is none. A page that never exists (a draft) has never set.
type window struct {
	from, until time.Time
	never       bool
}

// always is the window of what was never hidden.
var always = window{}

func windowOf(page *site.Page, zone *time.Location) window {
	return window{never: page.Draft, from: text.When(page.PublishAt, zone), until: text.When(page.ExpireAt, zone)}
}

// ends tells whether the window ends before it begins.
func (w window) ends() bool { return !w.from.IsZero() && !w.until.IsZero() && !w.until.After(w.from) }

func (w window) contains(now time.Time) bool {
	return !w.never && !now.Before(w.from) && (w.until.IsZero() || now.Before(w.until))
}

// over tells whether the window lies in the past: what is in it is never seen again.
func (w window) over(now time.Time) bool {
	return w.never || (!w.until.IsZero() && !now.Before(w.until))
}

// phase tells where a moment lies in a window.
type phase uint8

const (
	phaseBefore phase = iota
	phaseOpen
	phaseOver
	phaseNever
)

func (w window) phase(now time.Time) phase {
	switch {
	case w.never:
		return phaseNever
	case w.contains(now):
		return phaseOpen
	case w.over(now):
		return phaseOver
	}
	return phaseBefore
}

// flips returns the next moment after now at which the page appears or goes; zero for none.
func (w window) flips(now time.Time) time.Time {
	switch {
	case w.never:
		return time.Time{}
	case now.Before(w.from):
		return w.from
	case now.Before(w.until):
		return w.until
	}
	return time.Time{}
}

// intersect is the time in which both exist. What never begins before it ends has no time.
func (w window) intersect(other window) window {
	if other.from.After(w.from) {
		w.from = other.from
	}
	w.until = earliest(w.until, other.until)
	w.never = w.never || other.never || !w.until.IsZero() && !w.from.Before(w.until)
	return w
}

// meets tells whether there is a moment in which both exist.
func (w window) meets(other window) bool { return !w.intersect(other).never }

// union is the time in which one of both exists, without the gap between them.
func (w window) union(other window) window {
	if w.never {
		return other
	}
	if other.never {
		return w
	}
	if other.from.Before(w.from) {
		w.from = other.from
	}
	if other.until.IsZero() || (!w.until.IsZero() && other.until.After(w.until)) {
		w.until = other.until
	}
	return w
}

// earliest returns the earlier of two moments, where zero is none.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || (!b.IsZero() && b.Before(a)) {
		return b
	}
	return a
}

// moment gives a moment the zone of the site, and says where its clocks do not show it once.
func (s *scope) moment(written *time.Time, at *place) {
	moment, read := text.Moment(*written, s.owner.zone)
	if problem := text.MomentProblem(*written, moment, read, s.owner.raw.TimeZone); problem.Warning {
		s.warn(at, problem.Code, problem.Message, problem.Hint)
	} else if problem.Message != "" {
		s.at(at, problem.Code, problem.Message, problem.Hint)
	}
	*written = moment
}
