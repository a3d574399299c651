package content

import (
	"fmt"
	"path"
	"slices"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// showSites puts into the footer of a site what it shows of the sites that it names. One
// that is not there is a warning: a site that is held back holds back no other.
func (s *scope) showSites() {
	footer, at := &s.owner.out.Footer, (&place{key: "footer"}).child("sites")
	footer.Sites = nil
	for i, id := range footer.SiteIDs {
		of := s.resolver.byID[id]
		switch {
		case id == "": // which is reported already
		case of == nil:
			s.warn(at.item(i), "unknown-site", fmt.Sprintf("There is no site %q: the footer leaves it out.", id),
				text.DidYouMean(id, s.resolver.siteIDs, "Write the name of its folder."))
		case slices.Contains(footer.SiteIDs[:i], id):
			s.at(at.item(i), "listed-twice", fmt.Sprintf("The footer lists the site %s twice.", id), "Remove this one.")
		case of.file != nil && !of.file.broken:
			footer.Sites = append(footer.Sites, s.footerSite(of))
		}
	}
	for i := range footer.Sites {
		s.addLink(&footer.Sites[i].Link, s.file, at, -1)
		// A site without a first page says so itself.
		s.deps.links[len(s.deps.links)-1].quiet = true
	}
}

func (s *scope) footerSite(of *siteState) site.FooterSite {
	shown := site.FooterSite{
		Link:    site.Link{Label: s.quoted(of.values["site.name"].text), To: site.Text(of.id + ":/"), Kind: site.LinkPlaceholder},
		Tagline: s.quoted(of.values["site.tagline"].text),
		Current: of == s.owner,
	}
	if of.raw.Mark == nil {
		return shown
	}
	// What is wrong with the mark is reported where it is written.
	if found := s.resolver.tree.mediaFile(path.Join(of.id, of.raw.Mark.Src)); found.Code == "" {
		shown.Mark = &site.Image{Src: of.raw.Mark.Src}
		s.show(found, shown.Mark)
	}
	return shown
}
