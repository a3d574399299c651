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
	plain   bool // whether Markdown knows it, and plain texts alone would show it
}

var (
	//go:embed signs.txt
	signsText string
	signs     = readSigns()
)

// PlainSigns warns of signs in words that are no Markdown, which is no way out of them either.
func PlainSigns(words string) []Problem {
	p := problems{whole: words}
	p.signs(true)
	for i := range p.found {
		if hint := &p.found[i].Hint; strings.ContainsAny(*hint, "*[") {
			*hint = "This text is plain: write the words alone, or use a key or section that takes Markdown."
		}
	}
	return p.found
}

func readSigns() (all []sign) {
	for _, row := range Rows(signsText) {
		literal := strings.Replace(row[0], `\n`, "\n", 1)
		all = append(all, sign{literal, regexp.MustCompile(row[1]), row[2], len(row) > 3})
	}
	return all
}

// signs warns of the first of each sign in words that visitors would read.
func (p *problems) signs(plain bool) {
	for _, s := range signs {
		if s.plain && !plain || !strings.Contains(p.whole, s.literal) {
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
