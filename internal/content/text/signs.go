package text

import (
	_ "embed"
	"regexp"
	"strings"
)

// sign is what another program or format has in its texts.
type sign struct {
	literal string // a part that each one has, which is sooner looked for than the expression
	written *regexp.Regexp
	hint    string
}

//go:embed signs.txt
var signsText string

var signsInMarkdown = readSigns()

func readSigns() (all []sign) {
	for _, row := range Rows(signsText) {
		all = append(all, sign{strings.Replace(row[0], `\n`, "\n", 1), regexp.MustCompile(row[1]), row[2]})
	}
	return all
}

// signs warns of the first of each sign in words that visitors would read.
func (p *problems) signs(known []sign) {
	for _, s := range known {
		if !strings.Contains(p.whole, s.literal) {
			continue
		}
		if at := s.written.FindStringIndex(p.whole); at != nil {
			words := strings.TrimSpace(p.whole[at[0]:at[1]])
			found := Wrong("foreign-markup", s.hint, "Visitors would read %q as it is.", Shortened(words))
			found.Warning = true
			p.add(at[0], found)
		}
	}
}
