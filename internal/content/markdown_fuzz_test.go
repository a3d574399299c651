package content

import (
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// FuzzLinksOfMarkdown resolves texts on a page of the base tree, up to the targets of their links.
func FuzzLinksOfMarkdown(f *testing.F) {
	for _, seed := range []string{"", "**{{site.name}}** [x](/about) <b>", "[a][b]\n\n[b]: {{site.path}}", "![x](y) ~~z~~ <!-- -->", "<x@y.z> <https://a>", "https://a.b/{{year}} www.c.d x@y.z", "![](images/a.png \"{{x}}\")\n\n| ![a](b) |\n|:-:|\n|"} {
		f.Add(seed)
	}
	l := NewLoader(sampleOptions())
	parsed, err := l.read(f.Context(), baseTree(f).fs(), nil, nil)
	if err != nil || len(parsed.problems) > 0 {
		f.Fatal(err, parsed)
	}
	r, err := resolve(f.Context(), l.options, parsed, testNow)
	if err != nil {
		f.Fatal(err)
	}
	about := r.routes["/about"]
	f.Fuzz(func(t *testing.T, source string) {
		about.anchors = anchors{}
		s := &scope{resolver: r, owner: about.site, shown: about.site, file: about.file, page: about, deps: &dependencies{}}
		markdown := site.Markdown{Source: site.Text(source)}
		s.markdown(&markdown, &place{key: "title"})
		r.validateLinks(s.deps)
	})
}
