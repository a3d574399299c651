package studio

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/site"
)

// figures say how many inquiries there were, and within how long they were answered.
type figures struct {
	Site  string `json:"site,omitempty"`
	Name  string `json:"name"`
	Count int    `json:"count"`
	// Answered within a day, within three, later, and not yet.
	Day   int `json:"day"`
	Three int `json:"three"`
	Later int `json:"later"`
	Open  int `json:"open"`
	// Of those that were answered, in minutes.
	Median float64 `json:"median"`

	waits []time.Duration // of these, in order
}

func (f *figures) add(record *outbox.Record) {
	f.Count++
	answered := answeredAt(record.Handling)
	if answered.IsZero() {
		f.Open++
		return
	}
	wait := max(0, answered.Sub(record.ReceivedAt))
	place, _ := slices.BinarySearch(f.waits, wait)
	f.waits = slices.Insert(f.waits, place, wait)
	n := len(f.waits)
	f.Median = (f.waits[(n-1)/2] + f.waits[n/2]).Minutes() / 2
	switch {
	case wait <= 24*time.Hour:
		f.Day++
	case wait <= 72*time.Hour:
		f.Three++
	default:
		f.Later++
	}
}

// answeredAt returns when an inquiry was answered first: by mail, by a time for its booking, or otherwise, so that it
// was done.
func answeredAt(h outbox.Handling) (first time.Time) {
	for _, at := range []time.Time{h.AnsweredAt, h.ConfirmedAt, h.DoneAt} {
		if !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}

// ranked is a list of figures by name, the largest first.
type ranked map[[2]string]*figures

func (all ranked) add(siteName, name string, record *outbox.Record) {
	key := [2]string{siteName, name}
	if all[key] == nil {
		all[key] = &figures{Site: siteName, Name: name}
	}
	all[key].add(record)
}

func (all ranked) list() []*figures {
	listed := slices.AppendSeq([]*figures{}, maps.Values(all))
	slices.SortFunc(listed, func(a, b *figures) int {
		return cmp.Or(b.Count-a.Count, strings.Compare(a.Site, b.Site), strings.Compare(a.Name, b.Name))
	})
	return listed
}

// inquiryReport tells of the inquiries of a month: each by the clock of its site.
func (r *request) inquiryReport() (any, error) {
	month, err := time.Parse("2006-01", r.URL.Query().Get("month"))
	if err != nil {
		return nil, failure{http.StatusBadRequest, site.CodeBadRequest, "Name a month, such as 2026-11.", nil}
	}
	const reach = 26 * time.Hour // no zone is further from UTC
	records, err := r.chosen(outbox.Filter{Since: month.Add(-reach), Until: month.AddDate(0, 1, 0).Add(reach)})
	if err != nil {
		return nil, err
	}
	total, suspects, forms, campaigns := figures{}, 0, ranked{}, ranked{}
	for i := range records {
		record := &records[i]
		name, title, zone := r.names(record)
		if record.IsUnconfirmed() || record.ReceivedAt.In(zone).Format("2006-01") != month.Format("2006-01") {
			continue
		}
		if record.Suspect != "" {
			suspects++
			continue
		}
		total.add(record)
		forms.add(name, title, record)
		campaigns.add("", campaignOf(record), record)
	}
	return object{
		"month": month.Format("2006-01"), "total": total, "suspects": suspects,
		"forms": forms.list(), "campaigns": campaigns.list(),
	}, nil
}

// campaignOf names the campaign that led to an inquiry; empty for none.
func campaignOf(record *outbox.Record) string {
	parts := []string{}
	for _, mark := range record.Campaign {
		parts = append(parts, string(shortened(mark.Value)))
	}
	return strings.Join(parts, " · ")
}
