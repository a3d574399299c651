package resolve

import (
	"time"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

// there is the time in which the link itself can be followed.
func (j linkValidator) there() outline.Window {
	from := j.Shown.Window
	if j.Page != nil {
		from = j.Page.Window
	}
	return from.Intersect(j.Window)
}

// visible tells whether the target can be seen now, and reports a link that
// visitors could follow while its target is not there.
func (j linkValidator) visible(target *outline.Page) bool {
	if target == j.Page {
		return true
	}
	if !j.Options.Drafts && !j.lasts(target.Window, "page", target.Path) {
		return false
	}
	shows := target.Shows()
	if !shows {
		j.set(site.LinkPlaceholder, "")
	}
	return shows
}

// reaches is visible for an anchor of a section that is there for a time only. It is
// not right where that is reported as an error.
func (j linkValidator) reaches(target *outline.Page, name string) (shows, right bool) {
	times := target.Anchors.Times[name]
	if times == nil || j.Options.Drafts {
		return true, true
	}
	w, clock := times[0], j.Clock(target.Site, j.deps)
	for _, other := range times {
		w, shows = w.Union(other), clock.In(other) || shows
	}
	return shows, j.lasts(w, "section", "#"+name)
}

// lasts reports where a link is there longer than its target, a page or a section. A target that ends is a warning:
// the passing of time alone must not turn a good tree bad.
func (j linkValidator) lasts(w outline.Window, what, name string) bool {
	from, clock := j.there(), j.Clock(j.Shown, j.deps)
	if j.Quiet || clock.Over(from) {
		return true
	}
	switch {
	case w.Never && what == "page":
		j.report("hidden-page", "Remove the line draft: true there, or remove the link.",
			"The page %s is a draft, so a link to it would lead nowhere.", name)
		return false
	case w.Never:
	case clock.Before(w.From) && from.From.Before(w.From):
		j.report("hidden-"+what, "Publish both at the same time, or remove the link for now.",
			"The %s %s is not there before %s, so a link to it would lead nowhere until then.", what, name, j.moment(w.From))
		return false
	case !w.Until.IsZero() && (from.Until.IsZero() || from.Until.After(w.Until)):
		ends := "ends"
		if clock.Over(w) {
			ends = "ended"
		}
		j.deps.Warn(j.File, j.At.String(), "ending-"+what, "Remove the link by then.",
			"The %s %s %s on %s; from then on this link has no target.", what, name, ends, j.moment(w.Until))
	}
	return true
}

func (j linkValidator) moment(at time.Time) string {
	return at.In(j.Shown.Zone).Format("January 2, 2006 at 15:04")
}
