package resolve

import (
	"cmp"
	"slices"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
)

// blanksOf are the names in braces that are filled in: the rules of a form in its checks, and
// what mails about forms of all kinds know.
var blanksOf = map[string][]string{
	"checks.tooShort": {"min", "max"}, "checks.tooLong": {"min", "max"},
	"checks.date": {"date", "zone"}, "checks.datePast": {"date", "zone"}, "checks.dateFar": {"date", "zone"},
	"checks.tooLow": {"min", "max"}, "checks.tooHigh": {"min", "max"}, "checks.step": {"step", "min"},
	"checks.fileType": {"types"}, "checks.fileSize": {"max"}, "checks.fileCount": {"max"},
	"mailWords.reply": {"reference"}, "mailWords.whyVisitor": {"reference"},
	"mailWords.digestSubject": {"count", "form"}, "mailWords.digestText": {"count", "form"},
	"mailWords.optInSubject": {"form"}, "mailWords.optInText": {"form"},
}

// completeWords gives a site the words that it leaves out, and warns where they are in another language. What is said
// in the language of the main site was told there.
func (r *resolver) completeWords(s *outline.Site) {
	var foreign, languages []string
	for _, w := range outline.Words {
		said := r.Say(s, w)
		if said.Owner == nil {
			*w.Of(s.Out) = said.Text
		} else {
			*w.Of(s.Out) = *w.Of(said.Owner.Out)
		}
		if said.Language != s.Language {
			foreign, languages = append(foreign, w.Path), append(languages, said.Language)
		}
	}
	told := r.Main != nil && s != r.Main && s.Language == r.Main.Language
	if len(foreign) == 0 || told || s.File.Broken {
		return
	}
	slices.Sort(languages)
	s.WarnLanguage("foreign-words",
		"Write them below labels, errors, checks and mailWords, in the language of the site.",
		"Visitors read %s of the interface in another language (%s), such as %s.", text.Counted(len(foreign), "word"),
		text.Listed(slices.Compact(languages)), text.Listed(foreign[:min(len(foreign), 2)]))
}

// inheritMail gives a site the recipients and the sender of the main site where it has none.
func (r *resolver) inheritMail(s *outline.Site) {
	if r.Main == nil {
		return
	}
	mail, common := &s.Out.Mail, r.Main.Out.Mail
	if len(mail.Recipients) == 0 {
		mail.Recipients = common.Recipients
	}
	mail.From = cmp.Or(mail.From, common.From)
}

func (s *scope) checkWords() {
	for _, w := range outline.Words {
		if w.Group == "checks" || w.Group == "mailWords" {
			s.report(text.Blanks(string(*w.Of(s.owner.Raw)), blanksOf[w.Path]), outline.At(w.Group).Child(w.Key))
		}
	}
}
