package check

import (
	"fmt"
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
// visitors could follow while its target is not there. What it reports as an
// error cannot come about by the passing of time alone, or a good tree would
// turn bad overnight: a target that ends is a warning, and its link becomes a
// placeholder.
func (j linkValidator) visible(target *outline.Page) bool {
	r := j.resolver
	if r.Options.Drafts || target == j.Page {
		return true
	}
	from, shows := j.there(), target.Shows(r.Website)
	if j.Quiet || from.Over(r.Now) {
		if !shows {
			j.set(site.LinkPlaceholder, "")
		}
		return shows
	}
	switch w := target.Window; {
	case w.Never:
		hint := "Remove the line draft: true there, or remove the link."
		if target.RawLegal != nil {
			hint = "It is published with the first page of its site."
		}
		j.report("hidden-page", hint, "The page %s is a draft, so a link to it would lead nowhere.", target.Path)
		return false
	case j.begin(from).Before(w.From):
		j.report("hidden-page", "Publish both at the same time, or remove the link for now.",
			"The page %s is not published before %s, so a link to it would lead nowhere until then.",
			target.Path, j.moment(w.From))
		return false
	case outlasts(from, w):
		message := fmt.Sprintf("The page %s ends on %s; from then on this link has no target.", target.Path, j.moment(w.Until))
		if w.Over(r.Now) {
			message = fmt.Sprintf("The page %s ended on %s, so this link has no target.", target.Path, j.moment(w.Until))
		}
		j.warn("ending-page", "Remove the link by then.", "%s", message)
	}
	if !shows {
		j.set(site.LinkPlaceholder, "")
	}
	return shows
}

// reaches is visible for an anchor of a section that is there for a time only. It is
// not right where that is reported as an error.
func (j linkValidator) reaches(target *outline.Page, name string) (shows, right bool) {
	times := target.Anchors.Times[name]
	if times == nil || j.resolver.Options.Drafts {
		return true, true
	}
	w := times[0]
	for _, other := range times {
		w, shows = w.Union(other), shows || other.Contains(j.resolver.Now)
	}
	if from := j.there(); !j.Quiet && !from.Over(j.resolver.Now) {
		switch {
		case w.Never:
		case j.begin(from).Before(w.From):
			j.report("hidden-section", "Give the section of the link the same publishAt, or remove the link for now.",
				"The section %q is not there before %s, so a link to it would lead nowhere until then.",
				"#"+name, j.moment(w.From))
			return false, false
		case outlasts(from, w):
			j.warn("ending-section", "Remove the link by then.",
				"The section %q ends on %s; from then on this link does not lead to it.", "#"+name, j.moment(w.Until))
		}
	}
	return shows, true
}

// begin returns when visitors can follow the link first.
func (j linkValidator) begin(from outline.Window) time.Time {
	if from.From.Before(j.resolver.Now) {
		return j.resolver.Now
	}
	return from.From
}

// outlasts tells whether a link is there when its target is not any more.
func outlasts(link, target outline.Window) bool {
	return !target.Until.IsZero() && (link.Until.IsZero() || link.Until.After(target.Until))
}

func (j linkValidator) warn(code, hint, format string, args ...any) {
	j.deps.Add(j.File.Doc.Warn(j.At.String(), code, fmt.Sprintf(format, args...), hint))
}

func (j linkValidator) moment(at time.Time) string { return j.resolver.said(at, j.Shown) }
