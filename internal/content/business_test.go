//go:build !race

package content

import (
	"fmt"
	"testing"

	"github.com/evenlight/marquee/internal/content/resolve"
	"github.com/evenlight/marquee/internal/site"
)

func TestPagesKnowThoseAboveThem(t *testing.T) {
	files := baseTree(t)
	files["main/pages/services/index.yaml"] = "title: Services\nsections:\n  - hero: {title: Services}\n"
	files["main/pages/services/web/design.yaml"] = "title: Design\nsections:\n  - hero: {title: Design}\n"
	l := NewLoader(sampleOptions())
	trail := func() string {
		t.Helper()
		revision, problems := load(t, l, files.fs(), testNow)
		if revision == nil {
			t.Fatal(told(problems))
		}
		return fmt.Sprint(page(t, revision, "/services/web/design").Trail)
	}
	home := page(t, good(t, baseTree(t), sampleOptions(), testNow), "/").Title
	if got, want := trail(), fmt.Sprint([]site.Ancestor{{Title: home, Path: "/"}, {Title: "Services", Path: "/services"}}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	// The title of another page is in it, though nothing of the page itself changed.
	files.replace(t, "main/pages/services/index.yaml", "title: Services", "title: What We Do")
	if got, want := trail(), fmt.Sprint([]site.Ancestor{{Title: home, Path: "/"}, {Title: "What We Do", Path: "/services"}}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	delete(files, "main/pages/services/index.yaml")
	if got, want := trail(), fmt.Sprint([]site.Ancestor{{Title: home, Path: "/"}}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestPagesStayWhileNothingAboveThemChanges(t *testing.T) {
	files := baseTree(t)
	l := NewLoader(sampleOptions())
	before, _ := load(t, l, files.fs(), testNow)
	files["main/pages/new.yaml"] = "title: New\nsections:\n  - hero: {title: New}\n"
	after, _ := load(t, l, files.fs(), testNow)
	resolve.Reuse(before, after)
	if page(t, before, "/about") != page(t, after, "/about") {
		t.Error("a page was made anew, because another one came")
	}
}

func TestARevisionKnowsWhatItsPagesShow(t *testing.T) {
	files := baseTree(t)
	files["main/plans.yaml"] += "secret:\n  name: Secret\n  price: {amount: '1', currency: USD}\nmentioned:\n  name: Mentioned\n  price: {amount: '2', currency: USD}\nlater:\n  name: Later\n  price: {amount: '3', currency: USD}\n"
	files["main/pages/prices.yaml"] = "title: Prices\nsections:\n  - hero: {title: 'From {{plans.mentioned.price}}'}\n"
	files["main/pages/soon.yaml"] = "title: Soon\ndraft: true\nsections:\n  - hero: {title: Soon}\n  - plan: {ref: later}\n"
	files.replace(t, "main/pages/index.yaml", "  - plans: {}\n", "  - plans: {refs: [pro]}\n")
	l := NewLoader(sampleOptions())
	shows := func(id string) bool {
		t.Helper()
		revision, problems := load(t, l, files.fs(), testNow)
		if revision == nil {
			t.Fatal(told(problems))
		}
		return revision.Shown["main/plans/"+id]
	}
	if shows("secret") || !shows("mentioned") || shows("later") {
		t.Errorf("secret %t, mentioned %t, later %t", shows("secret"), shows("mentioned"), shows("later"))
	}
	files.replace(t, "main/pages/index.yaml", "  - plans: {refs: [pro]}\n", "  - plans: {refs: [pro]}\n  - plan: {ref: secret, publishAt: 2027-01-01 09:00}\n")
	if shows("secret") {
		t.Error("a plan is public before the section that shows it")
	}
	files.replace(t, "main/pages/soon.yaml", "draft: true\n", "")
	files.replace(t, "main/pages/prices.yaml", "From {{plans.mentioned.price}}", "Prices")
	if !shows("later") || shows("mentioned") {
		t.Errorf("after the changes: later %t, mentioned %t", shows("later"), shows("mentioned"))
	}
}
