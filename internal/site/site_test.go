package site_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestAmountsAreDigits(t *testing.T) {
	for amount, want := range map[string]bool{
		"0": true, "2499": true, "49.99": true, "1.20": true,
		"": false, "49.9": false, "49,99": false, "$49": false, "012": false, "-1": false, "1e3": false, "2,499": false, "9999999999": false,
	} {
		if got := site.AmountPattern.MatchString(amount); got != want {
			t.Errorf("%q: %v, want %v", amount, got, want)
		}
	}
}

func TestCollectionsKeepTheOrderOfTheirFile(t *testing.T) {
	var plans site.Collection[site.Fact]
	if data, err := json.Marshal(plans); err != nil || string(data) != "{}" {
		t.Errorf("empty: %s, %v", data, err)
	}
	for _, id := range []string{"zebra", "apple", `quo"te`} {
		entry, ok := plans.NewEntry().(*site.Fact)
		if !ok {
			t.Fatalf("NewEntry returned %T", plans.NewEntry())
		}
		*entry = site.Fact("the " + id)
		plans.PutEntry(id, entry)
	}
	replaced := site.Fact("the second zebra")
	plans.Put("zebra", &replaced)
	if want := []string{"zebra", "apple", `quo"te`}; !slices.Equal(plans.IDs(), want) || plans.Len() != 3 {
		t.Errorf("ids = %v", plans.IDs())
	}
	data, err := json.Marshal(plans)
	if want := `{"zebra":"the second zebra","apple":"the apple","quo\"te":"the quo\"te"}`; err != nil || string(data) != want {
		t.Errorf("JSON = %s, %v", data, err)
	}
	for id := range plans.All() {
		if id != "zebra" {
			t.Errorf("All begins with %s", id)
		}
		break
	}
	if plans.Get("nowhere") != nil {
		t.Error("an unknown id has an entry")
	}
}

func TestSectionsNameTheirTypeBesideTheirFields(t *testing.T) {
	data, err := json.Marshal(site.Section{Type: "quote", Body: &site.Quote{Text: "<b>"}})
	if want := `{"type":"quote","text":"\u003cb\u003e"}`; err != nil || string(data) != want {
		t.Errorf("JSON = %s, %v", data, err)
	}
	data, err = json.Marshal(site.Section{Type: "empty", Body: &struct{}{}})
	if err != nil || string(data) != `{"type":"empty"}` {
		t.Errorf("JSON = %s, %v", data, err)
	}
	if _, err := json.Marshal(site.Section{Type: "broken"}); err == nil {
		t.Error("a section without a body has JSON")
	}
}

func TestEverySectionTypeCanBeMade(t *testing.T) {
	types := site.SectionTypes()
	if len(types) < 20 || !slices.IsSorted(types) {
		t.Errorf("types = %v", types)
	}
	for _, name := range types {
		body := site.NewSectionBody(name)
		data, err := json.Marshal(site.Section{Type: name, Body: body})
		if err != nil || !strings.HasPrefix(string(data), `{"type":"`+name+`"`) {
			t.Errorf("%s: %s, %v", name, data, err)
		}
	}
	if site.NewSectionBody("heroo") != nil {
		t.Error("an unknown type can be made")
	}
}

func TestPrivateSettingsHaveNoJSON(t *testing.T) {
	data, err := json.Marshal(site.Site{Mail: site.Mail{Recipients: []string{"private@example.com"}, From: "private@example.com"}, SEO: site.SEO{Description: "private"}})
	if err != nil || strings.Contains(string(data), "private") {
		t.Errorf("JSON = %s, %v", data, err)
	}
}

func TestMarkdownIsAListOfNodes(t *testing.T) {
	for want, markdown := range map[string]site.Markdown{
		`[]`: {Source: "never shown"},
		`[{"kind":"text","text":"Hi"}]`: {
			Source: "Hi", Nodes: []site.Node{{Kind: "text", Text: "Hi"}},
		},
	} {
		if data, err := json.Marshal(markdown); err != nil || string(data) != want {
			t.Errorf("JSON = %s, %v, want %s", data, err, want)
		}
	}
}

func TestRevisionsFindTheirSites(t *testing.T) {
	rev := &site.Revision{Sites: []*site.Bundle{{Site: &site.Site{ID: "home", Path: "/"}}, {Site: &site.Site{ID: "shop", Path: "/shop"}}}}
	if rev.Main() != rev.Sites[0] || rev.ByID("shop") != rev.Sites[1] || rev.ByID("x") != nil || (&site.Revision{}).Main() != nil {
		t.Error("sites are not found")
	}
}

func TestAPathLiesInTheInnermostSite(t *testing.T) {
	main, shop, blog := &site.Bundle{Site: &site.Site{ID: "main", Path: "/"}}, &site.Bundle{Site: &site.Site{ID: "shop", Path: "/shop"}}, &site.Bundle{Site: &site.Site{ID: "blog", Path: "/shop/blog"}}
	all := &site.Revision{Sites: []*site.Bundle{main, shop, blog}}
	for path, want := range map[string]*site.Bundle{
		"/": main, "/shopping": main, "/shop": shop, "/shop/a": shop, "/shop/blog": blog, "/shop/blog/a": blog, "": main,
	} {
		if got := all.At(path); got != want {
			t.Errorf("%q lies in %s, want %s", path, got.Site.ID, want.Site.ID)
		}
	}
	if got := (&site.Revision{Sites: []*site.Bundle{shop}}).At("/about"); got != nil {
		t.Errorf("/about lies in %s", got.Site.ID)
	}
}
