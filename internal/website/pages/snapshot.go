package pages

import (
	"cmp"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
)

// snapshot is one revision as it is served. Nothing of it changes but that documents are made when they are asked for.
type snapshot struct {
	rev      *site.Revision
	ordered  []*page                                // the warm-up's order: sites, and pages by path
	pages    map[string]*page                       // by address
	notFound map[string]*page                       // by the address of the site's path
	files    map[string]func() *site.Representation // images by address
	feeds    map[string]*feedForm                   // by address, both forms of each
	forms    map[formName][]*formPlace              // in the order of sites and pages
	lasting  map[string]string                      // addresses of files now, by those that stay
	former   map[string]string                      // those that stay, by those now without their hash; "" for several

	documents sync.Map // functions that return what was made of all pages, by what it is
}

// newSnapshot makes the pages of a revision. What is the same value as before
// is taken over as it is, so that a publish costs little however many pages there are.
func newSnapshot(rev *site.Revision, before *snapshot) *snapshot {
	count := len(rev.Sites)
	for _, bundle := range rev.Sites {
		count += len(bundle.Pages)
	}
	next := &snapshot{
		rev:     rev,
		ordered: make([]*page, 0, count),

		pages:    make(map[string]*page, count),
		notFound: make(map[string]*page, len(rev.Sites)),
		files:    map[string]func() *site.Representation{},
		feeds:    map[string]*feedForm{},
		forms:    map[formName][]*formPlace{},
		lasting:  map[string]string{},
		former:   map[string]string{},
	}
	for _, bundle := range rev.Sites {
		for _, content := range bundle.Pages {
			next.pages[bundle.Site.Address(content.Path)] = next.add(before, bundle.Site, content)
			next.addFeed(bundle.Site, content)
		}
		if bundle.NotFound != nil {
			next.notFound[bundle.Site.Address(bundle.Site.Path)] = next.add(before, bundle.Site, bundle.NotFound)
		}
		for address, file := range bundle.Files {
			if file.Version != nil {
				continue // made by those who have it
			}
			if file.Lasting != "" {
				next.addLasting(address, file.Lasting)
			}
			if before != nil && before.files[address] != nil {
				next.files[address] = before.files[address] // the name holds the hash of the bytes
				continue
			}
			next.files[address] = fileAnswer(&file)
		}
	}
	return next
}

// addLasting notes the address of a file that stays, which all languages of a site share.
func (s *snapshot) addLasting(address, lasting string) {
	s.lasting[lasting] = max(s.lasting[lasting], address) // of two files of one name, always the same
	plain := site.WithoutHash(address)
	if other, known := s.former[plain]; known && other != lasting {
		lasting = "" // a wrong file would be worse than none
	}
	s.former[plain] = lasting
}

// lastingFile answers at addresses of files that stay, and leads former ones there.
func (s *snapshot) lastingFile(address string) *site.Representation {
	if now := s.files[s.lasting[address]]; now != nil {
		changing := *now()
		changing.CacheControl = site.Revalidated
		return &changing
	}
	if to := s.former[site.WithoutHash(address)]; to != "" {
		return &site.Representation{Status: http.StatusMovedPermanently, Location: to, CacheControl: "no-cache"}
	}
	return nil
}

func fileAnswer(file *site.File) func() *site.Representation {
	r := &site.Representation{
		Status: http.StatusOK, ContentType: file.ContentType, CacheControl: site.Immutable,
		Body: file.Data, Open: file.Open, Size: file.Size,
	}
	if strings.HasPrefix(r.ContentType, "video/") || strings.HasPrefix(r.ContentType, "audio/") {
		// A film that is opened by itself is a document of the browser's own, under the policy of its answer.
		playing := site.PermitFeature("", "fullscreen", "picture-in-picture")
		r.Policy = site.PermitSource("media-src", "'self'").With(playing).String()
	}
	if file.Download != "" {
		r.Disposition = mime.FormatMediaType("attachment", map[string]string{"filename": file.Download})
	}
	if file.Open != nil {
		encoding.TagBySum(r, file.Sum)
		return func() *site.Representation { return r }
	}
	// What nobody asks for costs nothing, and starting does not wait for it.
	return sync.OnceValue(func() *site.Representation {
		encoding.Prepare(r, encoding.Fast)
		return r
	})
}

// add adds a page to the snapshot: that of the snapshot before, where nothing
// about it has changed, or a new one that falls back on it.
func (s *snapshot) add(before *snapshot, owner *site.Site, content *site.Page) *page {
	p := before.find(owner, content)
	if p == nil || p.site != owner || p.content != content {
		made := newPage(owner, content)
		if p != nil {
			made.fallback = p.lastGood(before.rev.ID)
		}
		p = made
	}
	s.ordered = append(s.ordered, p)
	for _, place := range p.forms {
		name := formName{place.form.SiteID, place.form.ID}
		s.forms[name] = append(s.forms[name], place)
	}
	return p
}

func (s *snapshot) find(owner *site.Site, content *site.Page) *page {
	switch {
	case s == nil:
		return nil
	case content.Path != "":
		return s.pages[owner.Address(content.Path)]
	}
	return s.notFound[owner.Address(owner.Path)]
}

func (s *snapshot) siteOf(address string) *site.Site {
	if bundle := s.rev.Nearest(address); bundle != nil {
		return bundle.Site
	}
	return s.rev.Sites[0].Site
}

// notFoundAt returns the not-found page of the site that an address lies in, else
// that of the site at the root of its space, or nil.
func (s *snapshot) notFoundAt(address string) *page {
	space, _ := site.SplitAddress(address)
	for _, at := range []string{address, space + "/"} {
		if owner := s.siteOf(at); s.notFound[owner.Address(owner.Path)] != nil {
			return s.notFound[owner.Address(owner.Path)]
		}
	}
	return nil
}

type formName struct{ siteID, formID string }

type formPlace struct {
	page *page
	form *site.Form

	confirming sync.Mutex // held while its confirmation is rendered
	failures   backoff    // to do so
}

// place returns where in the space that it was sent from the form stands: on the page itself, else on the first page of
// its own site that has it, else on the first of any; nil where no page there shows it.
func (s *snapshot) place(referrer string, name formName) *formPlace {
	space, rest := site.SplitAddress(referrer)
	path := ""
	if from, err := url.Parse(rest); err == nil { // what cannot be parsed names no page
		path = from.Path
	}
	var first, own *formPlace
	for _, place := range s.forms[name] {
		switch {
		case place.page.site.Space != space:
		case path != "" && place.page.path == path:
			return place
		case own == nil && place.page.site.ID == name.siteID:
			own = place
		case first == nil:
			first = place
		}
	}
	return cmp.Or(own, first)
}

// form returns a form of the revision, and the site that it belongs to; nil where there is none.
func (s *snapshot) form(name formName) (*site.Site, *site.Form) {
	bundle := s.rev.ByID(name.siteID)
	if bundle == nil {
		return nil, nil
	}
	return bundle.Site, bundle.Forms.Get(name.formID)
}
