package scaffold

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// ofSamples are the codes of warnings about what only an author can write.
var ofSamples = []string{"placeholder", "example-recipient", "untranslated", "no-switcher", "foreign-not-found"}

var fonts = []string{"Fraunces", "Instrument Sans", "Inter", "Newsreader"}

// load returns the revision of a content folder that must have no problem at
// all, not even a warning but those that say what is a sample, whose address is
// missing, and what is not translated yet.
func load(t *testing.T, root string, drafts bool) *site.Revision {
	t.Helper()
	loader := content.NewLoader(outline.Options{Fonts: fonts, Icons: icons{}, Drafts: drafts})
	revision, problems, err := loader.Load(context.Background(), os.DirFS(root), time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range problems {
		if problem.Severity == yamldoc.Warning && slices.Contains(ofSamples, problem.Code) {
			continue
		}
		t.Errorf("%s:%d:%d: %s %s", problem.File, problem.Line, problem.Column, problem.Message, problem.Hint)
	}
	if revision == nil {
		t.Fatal("there is no revision")
	}
	return revision
}

// icons knows the names that the starter uses; each is one of Lucide.
type icons struct{}

var starterIcons = []string{
	"calendar-check", "clock", "compass", "hammer", "mail", "message-circle", "receipt-text", "shield-check", "sprout", "user-round",
}

func (icons) Symbol(name site.Icon) (string, bool) {
	return "", slices.Contains(starterIcons, string(name))
}
func (icons) Names() []string                 { return starterIcons }
func (icons) Former(site.Icon) (string, bool) { return "", false }

func TestNewSiteLoadsWithoutAWarning(t *testing.T) {
	root := mainSite(t)
	files, err := NewSite(root, "fine-cakes", Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"fine-cakes/forms.yaml", "fine-cakes/images/hero.svg", "fine-cakes/images/mark.svg", "fine-cakes/images/work.svg",
		"fine-cakes/locations.yaml", "fine-cakes/pages/404.yaml", "fine-cakes/pages/about.yaml", "fine-cakes/pages/contact.yaml",
		"fine-cakes/pages/index.yaml", "fine-cakes/plans.yaml", "fine-cakes/privacy.yaml", "fine-cakes/site.yaml",
	}
	if !slices.Equal(files, want) {
		t.Errorf("wrote %v, want %v", files, want)
	}
	revision := load(t, root, false)
	bundle := revision.ByID("fine-cakes")
	if bundle == nil {
		t.Fatal("the revision does not have the site")
	}
	if bundle.Site.Name != "Fine Cakes" || bundle.Site.Path != "/websites/fine-cakes" || bundle.Site.BaseURL != "https://www.example.com" {
		t.Errorf("site: %q at %q of %q", bundle.Site.Name, bundle.Site.Path, bundle.Site.BaseURL)
	}
	var paths []string
	for _, page := range bundle.Pages {
		paths = append(paths, strings.TrimPrefix(page.Path, "/websites/fine-cakes"))
	}
	if want := []string{"", "/about", "/contact", "/privacy"}; !slices.Equal(paths, want) {
		t.Errorf("pages %v, want %v", paths, want)
	}
}

func TestNewSiteTakesNameAndPath(t *testing.T) {
	root := mainSite(t)
	name := `Ann's "Cakes": 100 % <good> & #1 \o/ 🍰`
	if _, err := NewSite(root, "cakes", Options{Path: "/cakes", Name: name}); err != nil {
		t.Fatal(err)
	}
	bundle := load(t, root, false).ByID("cakes")
	if bundle.Site.Path != "/cakes" || string(bundle.Site.Name) != `Ann’s “Cakes”: 100 % <good> & #1 \o/ 🍰` {
		t.Errorf("site: %q at %q", bundle.Site.Name, bundle.Site.Path)
	}
}

func TestNewSiteTakesAHost(t *testing.T) {
	root := mainSite(t)
	for _, id := range []string{"cakes", "bread"} {
		if _, err := NewSite(root, id, Options{Host: id + ".example.com"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := NewPage(root, "cakes", "/catering"); err != nil {
		t.Fatal(err)
	}
	bundle := load(t, root, false).ByID("cakes")
	if bundle.Site.Path != "/" || bundle.Site.BaseURL != "https://cakes.example.com" || bundle.Pages[2].Path != "/contact" {
		t.Errorf("it lives at %q of %q", bundle.Site.Path, bundle.Site.BaseURL)
	}
	for _, host := range []string{"https://a.example", "a.example:80", "A.example", "a..b", "*.a", "a b", "a]\nmail: x", strings.Repeat("a.", 130) + "a"} {
		if _, err := NewSite(root, "other", Options{Host: host}); err == nil {
			t.Errorf("%q is taken", host)
		}
	}
}

func TestNewPageIsADraft(t *testing.T) {
	root := mainSite(t)
	if _, err := NewSite(root, "cakes", Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := NewPage(root, "cakes", "services/catering"); err != nil {
		t.Fatal(err)
	}
	has := func(revision *site.Revision) bool {
		return slices.ContainsFunc(revision.ByID("cakes").Pages, func(p *site.Page) bool {
			return p.Path == "/websites/cakes/services/catering"
		})
	}
	if has(load(t, root, false)) {
		t.Error("the page is live before somebody wrote its words")
	}
	if !has(load(t, root, true)) {
		t.Error("there is no draft of the page")
	}
}
