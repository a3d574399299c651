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

var (
	//go:embed signs.txt
	signsText string
	//go:embed signs-plain.txt
	plainSignsText string

	signsInMarkdown = readSigns(signsText)
	signsInPlain    = readSigns(signsText + plainSignsText)
)

// PlainSigns warns of signs in words that are no Markdown, which is no way out of them either.
func PlainSigns(words string) []Problem {
	p := problems{whole: words}
	p.signs(signsInPlain)
	for i := range p.found {
		if hint := &p.found[i].Hint; strings.ContainsAny(*hint, "*[") {
			*hint = "This text is plain: write the words alone, or use a key or section that takes Markdown."
		}
	}
	return p.found
}

func readSigns(table string) (all []sign) {
	for _, row := range Rows(table) {
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
