//go:build !race

// Every page is read here, in which the race detector finds nothing: make test runs this file without it.

package main

import (
	"encoding/json"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/web"
)

// TestAStylesheetHasTheRulesOfAllClassesOfItsPages looks for each class of each page among the rules that Tailwind made,
// of which a site gets those of the parts that it shows.
func TestAStylesheetHasTheRulesOfAllClassesOfItsPages(t *testing.T) {
	t.Parallel()
	data, err := fs.ReadFile(web.Dist(), "client/.vite/utilities.json")
	if err != nil {
		t.Fatal(err)
	}
	var utilities struct {
		Rules []struct {
			CSS string
			For []string
		}
	}
	if err := json.Unmarshal(data, &utilities); err != nil {
		t.Fatal(err)
	}
	knownParts := append(site.SectionTypes(),
		site.StylePoster, site.StyleChat, site.StyleExample, site.StyleAnnouncement, site.StyleSubmenu, site.StyleSwitch,
		site.StyleAsk, site.StylePeriods, site.StyleRightToLeft, site.StyleWriting,
		site.SceneJournal, site.SceneLegend, site.ScenePrompt, site.SceneRepair, site.SceneWindows)
	rulesOf := map[string][]string{}
	for _, rule := range utilities.Rules {
		for _, part := range rule.For {
			ofKind := strings.HasPrefix(part, site.StyleField) || strings.HasPrefix(part, site.StyleCards)
			if !ofKind && !slices.Contains(knownParts, part) {
				t.Errorf("the build has utilities of %s, which no page asks for", part)
			}
		}
		for _, class := range firstClasses.FindAllStringSubmatch(rule.CSS, -1) {
			rulesOf[class[1]] = append(rulesOf[class[1]], rule.CSS)
		}
	}
	for _, content := range []string{shipped, fixture, "../../examples"} {
		w := boot(t, content)
		checked := map[string]bool{}
		for _, path := range append(sitemapPaths(w), "/nowhere") {
			page := w.get(path).body
			sheet := stylesheetOfPage.FindString(page)
			css := w.get(sheet).body
			for class := range classesOf(t, page) {
				checked[class] = true
				if strings.Contains(class, "rtl:") && !strings.Contains(page, ` dir="rtl"`) {
					continue
				}
				for _, rule := range rulesOf["."+escapedInCSS.ReplaceAllString(class, `\$0`)] {
					if !strings.Contains(css, rule) {
						t.Errorf("%s%s: the stylesheet lacks %s", content, path, rule)
					}
				}
			}
		}
		if len(checked) < 200 {
			t.Errorf("%s: the pages have %d classes", content, len(checked))
		}
	}
}

// TestPagesWithoutTemplatesAreStyled looks for a rule for each class of a page that Go writes.
func TestPagesWithoutTemplatesAreStyled(t *testing.T) {
	t.Parallel()
	w := boot(t, fixture)
	page := w.get("/api/confirm?site=main&form=contact&token=unknown").body
	css := w.get(stylesheetOfPage.FindString(page)).body
	classes := classesOf(t, page)
	for class := range classes {
		if !strings.Contains(css, "."+escapedInCSS.ReplaceAllString(class, `\$0`)) {
			t.Errorf("there is no rule for the class %s of\n%s", class, page)
		}
	}
	if len(classes) < 10 {
		t.Errorf("the page has %d classes:\n%s", len(classes), page)
	}
}

var (
	stylesheetOfPage = regexp.MustCompile(`/assets/theme-\w+\.css`)
	firstClasses     = regexp.MustCompile(`(?:^|,|^:is\()(\.(?:\\.|[\w-])+)`) // of each selector
	escapedInCSS     = regexp.MustCompile(`[^\w-]`)
)

func classesOf(t *testing.T, document string) map[string]bool {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	classes := map[string]bool{}
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			if a.Key == "class" {
				for class := range strings.FieldsSeq(a.Val) {
					classes[class] = true
				}
			}
		}
	}
	return classes
}
