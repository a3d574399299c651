package content

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// maxReasons is how many reasons are told for one change that waits.
const maxReasons = 20

// blame finds those of the sites whose changes break what stays as it is, and what each
// of them breaks. Where that is not known, all of them are blamed.
func (w *settler) blame(ids []string, broken []yamldoc.Problem) map[string][]yamldoc.Problem {
	blamed := map[string][]yamldoc.Problem{}
	for _, problem := range broken {
		id := ""
		switch {
		case problem.Code == "no-main-site" || problem.Code == "no-site":
			for other, s := range w.live {
				if s.home() == "/" && s.space() == "" {
					id = other
				}
			}
		case problem.Refers != "":
			id = w.owner(problem.Refers, folderOf(problem.File))
		}
		if slices.Contains(ids, id) {
			blamed[id] = append(blamed[id], problem)
		}
	}
	if len(blamed) == 0 && len(ids) == 1 {
		blamed[ids[0]] = broken
	}
	if len(blamed) == 0 {
		for _, id := range ids {
			w.held[id].problems = w.waits(id, broken)
		}
	}
	return blamed
}

// waits tells the author of a change what it would break elsewhere.
func (w *settler) waits(id string, broken []yamldoc.Problem) []yamldoc.Problem {
	type reason struct{ code, refers, message string }
	first, count := map[reason]yamldoc.Problem{}, map[reason]int{}
	var order []reason
	for _, problem := range broken {
		r := reason{problem.Code, problem.Refers, problem.Message}
		if count[r]++; count[r] == 1 {
			first[r] = problem
			order = append(order, r)
		}
	}
	var told []yamldoc.Problem
	for _, r := range order[:min(len(order), maxReasons)] {
		problem := first[r]
		place := problem.File
		if problem.Line > 0 {
			place = fmt.Sprintf("%s:%d", place, problem.Line)
		}
		if count[r] > 1 {
			place = fmt.Sprintf("%s (and %d more)", place, count[r]-1)
		}
		message := fmt.Sprintf("This change waits: with it, there would be an error in %s. %s", place, problem.Message)
		hint := "Change both, or keep what is used there."
		switch {
		case problem.Code == "unknown-page" && problem.Refers != "":
			message = fmt.Sprintf("This change waits: %s links to %s, which %s no longer has.", place, problem.Refers, id)
			hint = "Change that link too, or keep the page."
		case problem.Code == "unknown-anchor" && problem.Refers != "":
			message = fmt.Sprintf("This change waits: %s links to %s. %s", place, problem.Refers, problem.Message)
			hint = "Change that link too, or keep the anchor."
		case problem.Code == "no-main-site" || problem.Code == "no-site":
			message, hint = "This change waits: without this site no site would live at /.", problem.Hint
			if w.live[id] == nil {
				message, hint = "This site waits: no main site can be served yet.", "Mend the errors of the main site, or write path: / in its site.yaml."
			}
		}
		told = append(told, yamldoc.Problem{
			Severity: yamldoc.Error, File: w.cause(id, problem.Refers), Code: "change-waits", Message: message, Hint: hint,
		})
	}
	return told
}

// cause returns the file whose change broke what refers to it, as well as it is known.
func (w *settler) cause(id, refers string) string {
	before, now := w.live[id], w.sites[id]
	changed := before.changes(now)
	if page := before.pageAt(refers); slices.Contains(changed, page) && now != nil {
		return page
	}
	if len(changed) == 1 && now != nil {
		return changed[0]
	}
	return id
}

// explained says of those errors of a site that another site would mend were it not held back.
func (w *settler) explained(id string, problems []yamldoc.Problem) []yamldoc.Problem {
	told := slices.Clone(problems)
	for i, problem := range told {
		owner := w.owner(problem.Refers, id)
		if owner == id || w.held[owner] == nil || w.sites[owner] == nil {
			continue
		}
		isLink := strings.HasPrefix(problem.Refers, "/") || strings.Contains(problem.Refers, ":/")
		if isLink && !slices.Contains(w.live[owner].changes(w.sites[owner]), w.sites[owner].pageAt(problem.Refers)) {
			continue // the page is there, and lacks what is asked of it; or it is nowhere
		}
		told[i].Message = fmt.Sprintf("This change waits for %s, which is held back. %s", owner, problem.Message)
	}
	return told
}

// place returns where a site is held back, in one line.
func (h *heldSite) place(id string) string {
	for _, problem := range h.problems {
		if problem.Line > 0 {
			return fmt.Sprintf("%s:%d", problem.File, problem.Line)
		}
	}
	if len(h.problems) > 0 {
		return cmp.Or(h.problems[0].File, id)
	}
	return id
}
