package studio

import (
	"time"

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
	now := r.Condition(r.Context())
	r.drafted = nil // the places of problems are those on disk
	type siteStatus struct {
		ID       string            `json:"id"`
		State    content.SiteState `json:"state"`
		Live     bool              `json:"live"` // whether visitors see any of it
		Since    time.Time         `json:"since"`
		Problems []problem         `json:"problems"`
		Waiting  []string          `json:"waiting"`
	}
	sites := []siteStatus{}
	for _, one := range now.Content.Sites {
		if !r.mayFile(people.View, one.ID+"/site.yaml") {
			continue
		}
		told := siteStatus{one.ID, one.State, one.Revision != "", one.Since, []problem{}, append([]string{}, one.Waiting...)}
		if one.State == content.Held {
			told.Problems, _ = r.first(yamldoc.Error, one.Problems, maxListed)
		}
		sites = append(sites, told)
	}
	warnings, count := r.first(yamldoc.Warning, now.Content.Problems, maxListed)
	return object{
		"sites": sites, "error": now.Content.Error, "warnings": warnings, "warningCount": count, "machine": now.Machine,
	}, nil
}
