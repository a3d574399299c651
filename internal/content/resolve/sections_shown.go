package resolve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

func (s *scope) fillTestimonials(body *site.Testimonials, at *outline.Place) {
	if len(body.Items) == 0 {
		body.Items = copies(testimonials.showAll(s, body.Refs, at))
	}
	if body.Layout == "" {
		body.Layout = "wall"
		if len(body.Items) == 1 {
			body.Layout = "single"
		}
	}
}

func (s *scope) fillTeam(body *site.Team, at *outline.Place) {
	if len(body.Items) == 0 {
		body.Items = copies(people.showAll(s, body.Refs, at))
	}
}

func copies[T any](entries []*T) []T {
	made := make([]T, len(entries))
	for i, entry := range entries {
		made[i] = *entry
	}
	return made
}

func (s *scope) fillLogos(body *site.Logos, at *outline.Place) {
	for i := range body.Items {
		logo := &body.Items[i]
		if logo.To != "" {
			logo.Link = &site.Link{Label: logo.Name, To: logo.To, Kind: site.LinkPlaceholder}
			s.addLink(logo.Link, s.file, at.Child("items").Item(i).Child("to"), -1)
		}
	}
}

func (s *scope) fillFAQ(body *site.FAQ, _ *outline.Place) {
	for i := range body.Items {
		if question := &body.Items[i]; question.ID == "" {
			question.ID = s.page.Anchors.Unique(string(question.Question), s.owner.Language, s.window)
		}
	}
}

func questionAnchors(faq *site.FAQ, at *outline.Place, yield func(id string, at *outline.Place)) {
	for i, question := range faq.Items {
		if question.ID != "" {
			yield(question.ID, at.Child("items").Item(i).Child("id"))
		}
	}
}

func (s *scope) checkSplit(body *site.Split, at *outline.Place) {
	if !s.file.Broken && body.Title == "" && body.Text == "" && len(body.Markdown.Nodes) == 0 && len(body.Points) == 0 {
		s.at(at, "no-words", "Add a title, text, markdown or points.",
			"This split has a picture and no words to stand beside it.")
	}
}

// checkComparison checks that each row has a value for each column, and writes signs in one way.
func (s *scope) checkComparison(body *site.Comparison, at *outline.Place) {
	if s.file.Broken {
		return
	}
	columns := make([]string, len(body.Columns))
	for i, column := range body.Columns {
		columns[i] = string(column)
	}
	if body.Highlight != "" && !slices.Contains(columns, string(body.Highlight)) {
		s.at(at.Child("highlight"), "unknown-column",
			text.Meant(string(body.Highlight), columns),
			"There is no column %q to stand out.", body.Highlight)
	}
	for i := range body.Rows {
		row := &body.Rows[i]
		row.Values = slices.Clone(row.Values)
		for j, value := range row.Values {
			if sign := strings.ToLower(string(value)); sign == "true" || sign == "false" { // YAML takes True, too
				row.Values[j] = site.Text(sign)
			}
		}
		if len(row.Values) != len(columns) {
			s.at(at.Child("rows").Item(i).Child("values"), "wrong-count",
				fmt.Sprintf("Give it one value for each of %s, in this order; \"\" leaves a cell empty.", text.Listed(columns)),
				"The row %q has %s, but the table has %s.",
				row.Label, text.Counted(len(row.Values), "value"), text.Counted(len(columns), "column"))
		}
	}
}
