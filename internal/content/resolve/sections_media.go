package resolve

import (
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

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
	link := func(label site.Text, to, key string) *site.Link {
		made := &site.Link{Label: label, To: site.Text(to), Kind: site.LinkPlaceholder}
		s.addLink(made, s.file, at.Child(key), -1)
		return made
	}
	if body.To != "" {
		body.Link = link(body.Address, string(body.To), "to")
	}
	// Links are validated later, where they stand: the list must not move any more.
	contacts := make([]site.Link, 0, 2)
	for _, contact := range []struct {
		words       site.Text
		scheme, key string
	}{{body.Phone, "tel:", "phone"}, {body.Email, "mailto:", "email"}} {
		if contact.words == "" {
			continue
		}
		contacts = append(contacts,
			site.Link{Label: contact.words, To: site.Text(contact.scheme + string(contact.words)), Kind: site.LinkPlaceholder})
		s.addLink(&contacts[len(contacts)-1], s.file, at.Child(contact.key), -1)
	}
	body.Contacts = contacts
	for i := range body.Hours {
		line := &body.Hours[i]
		if days, time, split := strings.Cut(string(line.Days), ": "); split && line.Time == "" {
			line.Days, line.Time = site.Text(strings.TrimSpace(days)), site.Text(strings.TrimSpace(time))
		}
	}
}
