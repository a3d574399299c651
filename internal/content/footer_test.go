//go:build !race

package content

import (
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// footerTree is the hosted tree with a footer that lists all of its sites.
func footerTree(t testing.TB) folder {
	files := hostedTree(t)
	files["business/site.yaml"] += "tagline: Work for {{site.name}}\n"
	files.replace(t, "business/site.yaml", "footer: {", "footer: {sites: [main, business, cafe], ")
	files["business/images/mark.svg"] = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>`
	return files
}

func TestAFooterShowsTheSitesOfTheCompany(t *testing.T) {
	loader, files := NewLoader(sampleOptions()), footerTree(t)
	files.replace(t, "business/site.yaml", "path:", "mark: {src: images/mark.svg, alt: \"\"}\npath:")
	revision, problems := load(t, loader, files.fs(), testNow)
	if revision == nil {
		t.Fatal(told(problems))
	}
	business := revision.ByID("business").Site
	var got []string
	for _, shown := range business.Footer.Sites {
		line := string(shown.Link.Kind) + " " + shown.Link.Href + " " + string(shown.Link.Label)
		if shown.Current {
			line += " (" + string(shown.Tagline) + ", " + shown.Mark.URL + ")"
		}
		got = append(got, line)
	}
	name, mark := string(business.Name), business.Mark.URL
	want := []string{
		"site / " + string(revision.Main().Site.Name),
		"page /websites/business " + name + " (Work for " + name + ", " + revision.ByID("business").Files[mark].Inlined(mark) + ")",
		"site https://xn--caf-dma.example/ Café",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the footer shows\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	// Another picture under the same name reaches the footers that show it.
	files["business/images/mark.svg"] = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`
	again, problems := load(t, loader, files.fs(), testNow.Add(time.Minute))
	if again == nil {
		t.Fatal(told(problems))
	}
	if shown := again.ByID("business").Site.Footer.Sites[1]; shown.Mark.URL == business.Footer.Sites[1].Mark.URL || shown.Link.Kind != site.LinkPage {
		t.Errorf("after another save the footer shows %s, %s", shown.Mark.URL, shown.Link.Kind)
	}
}

func TestAFooterNamesSitesThatAreThere(t *testing.T) {
	for list, want := range map[string]string{
		"[main, busines]": `There is no site "busines": the footer leaves it out. Did you mean "business"?`,
		"[main, main]":    "The footer lists the site main twice. Remove this one.",
		`[""]`:            "is empty",
		"[.., /]":         `There is no site "..": the footer leaves it out. Write the name of its folder.`,
		"[~]":             "has no value",
	} {
		files := footerTree(t)
		files.replace(t, "business/site.yaml", "[main, business, cafe]", list)
		revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if got := told(problems); (revision != nil) != strings.Contains(got, "leaves it out") || len(problems) > 2 || !strings.Contains(got, want) || !strings.Contains(got, "business/site.yaml:") {
			t.Errorf("%s: told %q, want %q", list, got, want)
		}
	}
}
