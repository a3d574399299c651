package content

import (
	"fmt"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

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
	from := j.shown.window
	if j.page != nil {
		from = j.page.window
	}
	shows := target.shows(r)
	if j.quiet || from.over(r.now) {
		if !shows {
			j.set(site.LinkPlaceholder, "")
		}
		return shows
	}
	begin := from.from
	if begin.Before(r.now) {
		begin = r.now
	}
	switch w := target.window; {
	case w.never:
		hint := "Remove the line draft: true there, or remove the link."
		if target.rawLegal != nil {
			hint = "It is published with the first page of its site."
		}
		j.report("hidden-page", fmt.Sprintf("The page %s is a draft, so a link to it would lead nowhere.", target.path), hint)
		return false
	case begin.Before(w.from):
		j.report("hidden-page", fmt.Sprintf("The page %s is not published before %s, so a link to it would lead nowhere until then.", target.path, j.moment(w.from)),
			"Publish both at the same time, or remove the link for now.")
		return false
	case !w.until.IsZero() && (from.until.IsZero() || from.until.After(w.until)):
		message := fmt.Sprintf("The page %s ends on %s; from then on this link has no target.", target.path, j.moment(w.until))
		if w.over(r.now) {
			message = fmt.Sprintf("The page %s ended on %s, so this link has no target.", target.path, j.moment(w.until))
		}
		j.deps.add(j.file.doc.Warn(j.at.String(), "ending-page", message, "Remove the link by then."))
	}
	if !shows {
		j.set(site.LinkPlaceholder, "")
	}
	return shows
}

func (j linkValidator) moment(at time.Time) string {
	return at.In(j.shown.zone).Format("January 2, 2006 at 15:04")
}
