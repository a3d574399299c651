package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/pictures"
)

// wall finds the pictures of a revision by their addresses. It holds the
// revision alone, and of the one before what differs: there is nothing to make
// for each page when one of ten thousand changes. It is never changed.
type wall struct {
	studio  *pictures.Studio
	sites   map[string]*hungSite // by id
	earlier map[string]pictures.Plan
}

// hungSite is a site with its pictures.
type hungSite struct {
	bundle *site.Bundle
	icons  map[string]pictures.Plan
}

// next returns the wall of the revision after.
func (w wall) next(studio *pictures.Studio, rev *site.Revision) wall {
	made := wall{studio: studio, sites: make(map[string]*hungSite, len(rev.Sites)), earlier: map[string]pictures.Plan{}}
	for _, bundle := range rev.Sites {
		before := w.sites[bundle.Site.ID]
		switch {
		case before == nil:
			made.sites[bundle.Site.ID] = hangSite(studio, bundle)
		case before.bundle == bundle:
			made.sites[bundle.Site.ID] = before
		default:
			made.sites[bundle.Site.ID] = hangSite(studio, bundle)
			before.leave(studio, bundle, made.earlier)
		}
	}
	for id, before := range w.sites {
		if made.sites[id] == nil {
			before.leave(studio, &site.Bundle{}, made.earlier)
		}
	}
	return made
}

func hangSite(studio *pictures.Studio, bundle *site.Bundle) *hungSite {
	owner, icon, at := bundle.Site, iconOf(bundle), iconsAt(bundle)
	made := &hungSite{bundle: bundle, icons: make(map[string]pictures.Plan, len(icons)+2)}
	manifest := []pictures.ManifestIcon{}
	for _, i := range icons {
		made.icons[at+i.end] = pictures.Plan{ContentType: "image/png", Draw: func() ([]byte, error) { return studio.Icon(owner, icon, i.size, i.purpose) }}
		manifest = append(manifest, pictures.ManifestIcon{URL: at + i.end, Size: i.size, Type: "image/png", Purpose: i.purpose})
	}
	made.icons[at+".ico"] = pictures.Plan{ContentType: "image/x-icon", Draw: func() ([]byte, error) { return studio.Favicon(owner, icon) }}
	made.icons[at+".webmanifest"] = pictures.Plan{ContentType: "application/manifest+json", Draw: func() ([]byte, error) { return pictures.Manifest(owner, manifest[1:]) }}
	return made
}

// leave keeps what the site has and the same site of the next revision has not.
func (h *hungSite) leave(studio *pictures.Studio, next *site.Bundle, earlier map[string]pictures.Plan) {
	others := next.Pages
	for _, page := range h.bundle.Pages {
		for len(others) > 0 && others[0] != page && others[0].Path < page.Path {
			others = others[1:]
		}
		if len(others) > 0 && (others[0] == page || others[0].Path == page.Path && others[0].Head.Image == page.Head.Image) {
			continue
		}
		address := strings.TrimPrefix(page.Head.Image, strings.TrimSuffix(page.Head.Canonical, page.Path))
		if strings.HasPrefix(address, pictures.Prefix) {
			// The words that are drawn, without all the rest of the page.
			slim := site.Page{Title: page.Title, Description: page.Description, Path: page.Path, Head: site.Head{Canonical: page.Head.Canonical}}
			earlier[address] = preview(studio, h.bundle.Site, markOf(h.bundle), &slim)
		}
	}
	for address, plan := range h.icons {
		earlier[address] = plan
	}
}

func preview(studio *pictures.Studio, owner *site.Site, mark []byte, page *site.Page) pictures.Plan {
	return pictures.Plan{ContentType: "image/png", Draw: func() ([]byte, error) { return studio.Preview(owner, mark, page) }}
}

// find returns how to make the picture at an address.
func (w wall) find(address string) (pictures.Plan, bool) {
	id, below, _ := strings.Cut(strings.TrimPrefix(address, pictures.Prefix), "/")
	if hung := w.sites[id]; hung != nil {
		if plan, found := hung.icons[address]; found {
			return plan, true
		}
		if page := hung.page(address, below); page != nil {
			return preview(w.studio, hung.bundle.Site, markOf(hung.bundle), page), true
		}
	}
	plan, found := w.earlier[address]
	return plan, found
}

// page returns the page whose picture lives at an address, whose part below the
// site is the page's path and a hash.
func (h *hungSite) page(address, below string) *site.Page {
	end := strings.LastIndexByte(below, '-')
	if end < 0 {
		return nil
	}
	home := strings.TrimSuffix(h.bundle.Site.Path, "/")
	paths := []string{home + "/" + below[:end]}
	if below[:end] == "index" {
		paths = append(paths, h.bundle.Site.Path)
	}
	for _, path := range paths {
		at, found := slices.BinarySearchFunc(h.bundle.Pages, path, func(page *site.Page, path string) int { return cmp.Compare(page.Path, path) })
		if found && strings.HasSuffix(h.bundle.Pages[at].Head.Image, address) {
			return h.bundle.Pages[at]
		}
	}
	return nil
}
