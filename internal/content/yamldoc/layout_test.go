package yamldoc

import (
	"strings"
	"sync"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// TestDecodeTakesEveryLayout writes the same page in the ways that people write YAML.
func TestDecodeTakesEveryLayout(t *testing.T) {
	const rest = "aliases: [/a, /b]\nback: {label: Back, to: /}\nsections: [{hero: {title: Hi}}, {quote: {text: Yes}}]\n"
	layouts := []string{
		"title: Home\n" + rest,
		"title : Home\n" + rest,
		"\"title\": Home\n" + rest,
		"'title':   'Home'\n" + rest,
		"title: Home\t\n" + rest,
		"title: Home # a\tcomment\n  # and one more\n" + rest,
		"title:\n  Home\n" + rest,
		"title: # what it is\n  \"Home\"\n" + rest,
		"title: >-\n  Home\n# a comment\n" + rest,
		"# a comment\n\n---\n# another\ntitle: Home\n" + rest + "...\n# the end\n",
		"{title: Home, aliases: [/a, /b], back: {label: Back, to: /}, sections: [hero: {title: Hi}, quote: {text: Yes}]}",
		`{"title":"Home","aliases":["/a","/b"],"back":{"label":"Back","to":"/"},"sections":[{"hero":{"title":"Hi"}},{"quote":{"text":"Yes"}}]}`,
		"{\n  title: Home,\n  aliases: [\n    /a, # first\n    /b,\n  ],\n  # comment\n  back: {\n    label: Back,\n    to: /\n  },\n  sections: [{hero: {title: Hi}},\n    {quote:\n      {text: Yes}}]\n}\n",
		`title: Home
aliases:
- /a
# between
- /b
back:
    label: Back
    to: /
sections:
- hero:
    title: Hi
- quote: {text: Yes}`,
		`title: Home
aliases: # below

  - "/a"

  -   /b
sections:
  -
    hero:
      title: Hi
  - # comment
    quote:
      text: |-
        Yes

back: {label: Back,
  to: /}
`,
		`sections:
  -   hero:
          title:
            Hi
  -   quote:
        text: 'Yes'
back: {label: Back, to: /}
aliases: [
  /a, /b
]
title: Home
`,
	}
	for _, source := range layouts {
		page, _, problems := decodePage(t, source)
		if len(problems) > 0 {
			t.Errorf("%s\n%v", source, problems)
			continue
		}
		if page.Title != "Home" || strings.Join(page.Aliases, " ") != "/a /b" || page.Back.Label != "Back" || page.Back.To != "/" ||
			page.Sections[0].Body.(*site.Hero).Title != "Hi" || page.Sections[1].Body.(*site.Quote).Text != "Yes" {
			t.Errorf("%s\ngives %+v", source, page)
		}
	}
}

// TestDecodeIsSafeForConcurrentUse has something to say under the race detector only.
func TestDecodeIsSafeForConcurrentUse(t *testing.T) {
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for name, tt := range hostile() {
				if len(tt.source) > 1<<10 {
					continue
				}
				for _, file := range []string{"index.yaml", "site.yaml", "terms.yaml"} {
					if _, problems := Decode(file, nil, []byte(tt.source), target(file)); len(problems) == 0 {
						t.Errorf("%s: %s is accepted", name, file)
					}
				}
			}
		})
	}
	group.Wait()
}
