package pictures

import (
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// words is what a picture says.
type words struct{ title, lead, name, tagline, address string }

func wordsOf(owner *site.Site, page *site.Page) words {
	address := page.Head.Canonical
	if address == "" && owner.BaseURL != "" {
		address = strings.TrimSuffix(owner.BaseURL, "/") + page.Path
	}
	if _, after, found := strings.Cut(address, "://"); found {
		address = after
	}
	return words{
		title: string(page.Title), lead: sentence(string(page.Description)), name: string(owner.Name),
		tagline: string(owner.Tagline), address: strings.TrimSuffix(address, "/"),
	}
}

// sentence is the first sentence of a text.
func sentence(text string) string {
	for i := range text {
		if rest := text[i:]; len(rest) > 1 && strings.ContainsRune(".!?", rune(rest[0])) && rest[1] == ' ' && i > 12 {
			return text[:i+1]
		}
	}
	return text
}
