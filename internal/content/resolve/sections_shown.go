package resolve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
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
		s.at(at.Child("highlight"), "unknown-column", text.Meant(string(body.Highlight), columns),
			"There is no column %q to stand out.", body.Highlight)
	}
	body.Rows = slices.Clone(body.Rows)
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

func (s *scope) fillGallery(body *site.Gallery, at *outline.Place) {
	for i := range body.Items {
		item := &body.Items[i]
		if item.URL == "" { // then its problem is reported
			continue
		}
		large := site.Image{Src: item.Src, Alt: item.Alt, Phone: item.Phone}
		s.imageAgain(&large, at.Child("items").Item(i), site.SlotWide)
		item.Large = &large
	}
}

// imageAgain resolves a picture for one more slot. What is wrong with it is reported already.
func (s *scope) imageAgain(made *site.Image, at *outline.Place, slot site.Slot) {
	deps := *s.deps
	quiet := *s
	quiet.deps = &deps
	quiet.image(made, at.In(slot))
	deps.Findings = s.deps.Findings
	*s.deps = deps
}

func (s *scope) fillPlace(body *site.Place, at *outline.Place) {
	if body.To != "" {
		body.Link = &site.Link{Label: body.Address, To: body.To, Kind: site.LinkPlaceholder}
		s.addLink(body.Link, s.file, at.Child("to"), -1)
	}
	body.Contacts = s.contacts(body.Phone, body.Email, s.file, at)
	for i := range body.Hours {
		line := &body.Hours[i]
		if days, time, split := strings.Cut(string(line.Days), ": "); split && line.Time == "" {
			line.Days, line.Time = site.Text(strings.TrimSpace(days)), site.Text(strings.TrimSpace(time))
		}
	}
}

// contacts makes links of a phone number and a mail address that are written at a place of a file.
func (s *scope) contacts(phone, email site.Text, file *tree.File, at *outline.Place) []site.Link {
	// Links are validated later, where they stand: the list must not move any more.
	contacts := make([]site.Link, 0, 2)
	for _, contact := range []struct {
		words       site.Text
		scheme, key string
	}{{phone, "tel:", "phone"}, {email, "mailto:", "email"}} {
		if contact.words == "" {
			continue
		}
		contacts = append(contacts,
			site.Link{Label: contact.words, To: site.Text(contact.scheme + string(contact.words)), Kind: site.LinkPlaceholder})
		s.addLink(&contacts[len(contacts)-1], file, at.Child(contact.key), -1)
	}
	return contacts
}
