package content

import (
	"fmt"
	"testing"

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
	if page(t, before, "/about") != page(t, after, "/about") {
		t.Error("a page was made anew, because another one came")
	}
}
