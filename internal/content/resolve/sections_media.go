package resolve

import (
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/tree"
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
