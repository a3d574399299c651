package content

import (
	"fmt"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// there is the time in which the link itself can be followed.
func (j linkValidator) there() window {
	from := j.shown.window
	if j.page != nil {
		from = j.page.window
	}
	return from.intersect(j.window)
}

// visible tells whether the target can be seen now, and reports a link that
// visitors could follow while its target is not there. What it reports as an
// error cannot come about by the passing of time alone, or a good tree would
// turn bad overnight: a target that ends is a warning, and its link becomes a
// placeholder.
func (j linkValidator) visible(target *pageState) bool {
	r := j.resolver
	if r.options.Drafts || target == j.page {
		return true
	}
	from, shows := j.there(), target.shows(r)
	if j.quiet || from.over(r.now) {
		if !shows {
			j.set(site.LinkPlaceholder, "")
		}
		return shows
	}
	switch w := target.window; {
	case w.never:
		hint := "Remove the line draft: true there, or remove the link."
		if target.rawLegal != nil {
			hint = "It is published with the first page of its site."
		}
		j.report("hidden-page", fmt.Sprintf("The page %s is a draft, so a link to it would lead nowhere.", target.path), hint)
		return false
	case j.begin(from).Before(w.from):
		j.report("hidden-page", fmt.Sprintf("The page %s is not published before %s, so a link to it would lead nowhere until then.", target.path, j.moment(w.from)),
			"Publish both at the same time, or remove the link for now.")
		return false
	case outlasts(from, w):
		message := fmt.Sprintf("The page %s ends on %s; from then on this link has no target.", target.path, j.moment(w.until))
		if w.over(r.now) {
			message = fmt.Sprintf("The page %s ended on %s, so this link has no target.", target.path, j.moment(w.until))
		}
		j.warn("ending-page", message, "Remove the link by then.")
	}
	if !shows {
		j.set(site.LinkPlaceholder, "")
	}
	return shows
}

// reaches is visible for an anchor of a section that is there for a time only. It is
// not right where that is reported as an error.
func (j linkValidator) reaches(target *pageState, name string) (shows, right bool) {
	times := target.anchors.times[name]
	if times == nil || j.resolver.options.Drafts {
		return true, true
	}
	w := times[0]
	for _, other := range times {
		w, shows = w.union(other), shows || other.contains(j.resolver.now)
	}
	if from := j.there(); !j.quiet && !from.over(j.resolver.now) {
		switch {
		case w.never:
		case j.begin(from).Before(w.from):
			j.report("hidden-section", fmt.Sprintf("The section %q is not there before %s, so a link to it would lead nowhere until then.", "#"+name, j.moment(w.from)),
				"Give the section of the link the same publishAt, or remove the link for now.")
			return false, false
		case outlasts(from, w):
			j.warn("ending-section", fmt.Sprintf("The section %q ends on %s; from then on this link does not lead to it.", "#"+name, j.moment(w.until)), "Remove the link by then.")
		}
	}
	return shows, true
}

// begin returns when visitors can follow the link first.
func (j linkValidator) begin(from window) time.Time {
	if from.from.Before(j.resolver.now) {
		return j.resolver.now
	}
	return from.from
}

// outlasts tells whether a link is there when its target is not any more.
func outlasts(link, target window) bool {
	return !target.until.IsZero() && (link.until.IsZero() || link.until.After(target.until))
}

func (j linkValidator) warn(code, message, hint string) {
	j.deps.add(j.file.doc.Warn(j.at.String(), code, message, hint))
}

func (j linkValidator) moment(at time.Time) string { return j.resolver.said(at, j.shown) }
