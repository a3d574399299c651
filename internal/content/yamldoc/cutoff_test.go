package yamldoc

import (
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestATextThatACommentCutsOffIsWarnedOf(t *testing.T) {
	for line, want := range map[string]string{
		"title: Call # 5":                       "main/pages/index.yaml:1:13: warning: `title` ends before the #, where a comment begins: visitors read only \"Call\". If the # belongs to the text, put all of it in quotes: \"Call # 5\".",
		"title: Follow us #bakery  ":            "main/pages/index.yaml:1:18: warning: `title` ends before the #, where a comment begins: visitors read only \"Follow us\". If the # belongs to the text, put all of it in quotes: \"Follow us #bakery\".",
		"title: Home # the first page":          "",
		"title: Home #":                         "",
		"title: Home ## --- words":              "",
		"title: C# and F#":                      "",
		`title: "Call # 5"`:                     "",
		"title: Home\ndraft: true #1":           "",
		"title: |\n  Call # 5":                  "",
		"title: Home\npublishAt: 2026-12-01 #1": "",
	} {
		_, problems := Decode("main/pages/index.yaml", nil, []byte(line+"\n"), new(site.Page))
		got := ""
		for _, p := range problems {
			p.Source = ""
			got += p.String()
		}
		if got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", line, got, want)
		}
	}
}
