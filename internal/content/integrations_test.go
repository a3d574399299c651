//go:build !race

package content

import (
	"strings"
	"testing"
)

func TestTheHostOfAnIntegrationIsAnAddressAndNothingElse(t *testing.T) {
	for host, want := range map[string]string{
		"https://stats.example.com":               "",
		"https://Stats.Example.com:8443/":         "",
		"http://127.0.0.1:8000":                   "",
		"https://stats.example.com/a":             "Write it such as https://stats.example.com.",
		"https://*":                               "Write it such as https://stats.example.com.",
		"https://*.com":                           "Write it such as https://stats.example.com.",
		"https://a.example;script-src":            "Write it such as https://stats.example.com.",
		"https://a.example,b.example":             "Write it such as https://stats.example.com.",
		"https://a.example'":                      "Write it such as https://stats.example.com.",
		"https://<a.example>":                     "Write it such as https://stats.example.com.",
		"https://bücher.example":                  "Write it such as https://stats.example.com.",
		"https://a.example https://b.example":     "is not",
		"javascript:alert(1)":                     "is not",
		"data://a.example":                        "is not",
		"https://a.example\\nb.example":           "",
		"https://a.example?x='unsafe-inline'":     "Write it such as https://stats.example.com.",
		"https://user@a.example":                  "Write it such as https://stats.example.com.",
		"https://a.example%3Bscript-src%20*":      "is not",
		"https://%E2%80%AEa.example":              "Write it such as https://stats.example.com.",
		"https://a.example:99999999999 'self'; *": "is not",
	} {
		files := baseTree(t)
		files["main/site.yaml"] += "integrations: {plausible: {domain: a.example, host: '" + strings.ReplaceAll(host, "'", "''") + "'}}\n"
		revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		told := told(problems)
		switch {
		case want != "" && (revision != nil || !strings.Contains(told, want)):
			t.Errorf("%s: got %s, want %s", host, told, want)
		case revision != nil:
			for _, entry := range revision.Sites[0].Site.Policy {
				if words := strings.Fields(entry); len(words) != 2 || strings.ContainsAny(entry, ";,\"\\") {
					t.Errorf("%s: pages may %q", host, entry)
				}
			}
		}
		if want == "" && revision == nil && !strings.Contains(host, `\`) {
			t.Errorf("%s: %s", host, told)
		}
	}
}
