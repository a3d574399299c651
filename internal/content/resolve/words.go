package resolve

import (
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
}

func (r *resolver) inheritWords(s *outline.Site) {
	if r.Main == nil || s == r.Main || r.Main.Out == nil {
		return
	}
	for _, w := range outline.Words {
		if own := w.Of(s.Out); *own == "" {
			*own = *w.Of(r.Main.Out)
		}
	}
	if len(s.Out.Mail.Recipients) == 0 {
		s.Out.Mail.Recipients = r.Main.Out.Mail.Recipients
	}
	if s.Out.Mail.From == "" {
		s.Out.Mail.From = r.Main.Out.Mail.From
	}
}

func (s *scope) checkWords() {
	for _, w := range outline.Words {
		if w.Group == "checks" || w.Group == "mailWords" {
			s.report(text.Blanks(string(*w.Of(s.owner.Raw)), blanksOf[w.Path]), outline.At(w.Group).Child(w.Key))
		}
	}
}

// needWords notes those of the optional words that neither the site nor the main site
// says. The path is of what needs them, in the file of the scope.
func (s *scope) needWords(of *outline.Site, path string, needed ...string) {
	main := s.resolver.Main
	if main == nil || main.File.Broken || of.File.Broken {
		return
	}
	for _, w := range outline.Words {
		if slices.Contains(needed, w.Path) && *w.Of(of.Raw) == "" && *w.Of(main.Raw) == "" {
			s.deps.Words = append(s.deps.Words, outline.NeededWord{
				Path: w.Path, Of: of, At: s.file.Doc.At(path, "missing-label", "", ""),
			})
		}
	}
}
