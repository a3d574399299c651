package studio

import (
	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/studio/people"
)

// Condition is how the website is, and the machine that it is on, in JSON.
type Condition struct {
	Content content.Status
	Machine any
}

// maxListed is how many problems of a site, or of all, the status lists.
const maxListed = 50

// status tells how the sites of a request are, and the machine. Who sees no content is told of the machine alone.
func (r *request) status() (any, error) {
	if err := r.load(); err != nil {
		return nil, err
	}
	mayCount := r.session.Person.May(people.Inbox, "") // which is of all sites
	now := r.Condition(r.Context(), mayCount)
	r.drafted = nil // the places of problems are those on disk
	sites := []object{}
	for _, one := range now.Content.Sites {
		if !r.mayFile(people.View, one.ID+"/site.yaml") {
			continue
		}
		problems := []problem{}
		if one.State == content.Held {
			problems, _ = r.first(yamldoc.Error, one.Problems, maxListed)
		}
		sites = append(sites, object{
			"id": one.ID, "state": one.State, "since": one.Since, "problems": problems,
			"live":    one.Revision != "", // whether visitors see any of it
			"waiting": append([]string{}, one.Waiting...),
		})
	}
	warnings, count := r.first(yamldoc.Warning, now.Content.Problems, maxListed)
	return object{
		"sites": sites, "error": now.Content.Error, "warnings": warnings, "warningCount": count, "machine": now.Machine,
	}, nil
}
