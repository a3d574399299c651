package content

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

// FuzzLinksOfMarkdown resolves and checks texts on a page of the base tree.
func FuzzLinksOfMarkdown(f *testing.F) {
	for _, seed := range []string{"", "**{{site.name}}** [x](/about) <b>", "[a][b]\n\n[b]: {{site.path}}", "![x](y) ~~z~~ <!-- -->", "<x@y.z> <https://a>", "https://a.b/{{year}} www.c.d x@y.z", "![](images/a.png \"{{x}}\")\n\n| ![a](b) |\n|:-:|\n|"} {
		f.Add(seed)
	}
	l := NewLoader(sampleOptions())
	files := baseTree(f)
	f.Fuzz(func(t *testing.T, source string) {
		if !utf8.ValidString(source) {
			return
		}
		quoted, err := json.Marshal(source)
		if err != nil {
			t.Fatal(err)
		}
		files["main/pages/fuzz.yaml"] = "title: Fuzz\nsections: [{prose: {markdown: " + string(quoted) + "}}]\n"
		if revision, problems := load(t, l, files.fs(), testNow); revision == nil && len(problems) == 0 {
			t.Fatalf("%q makes no page, without a word", source)
		}
	})
}
