package resolve

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// scope is the place of a piece of content: it decides what its words mean and collects its problems.
type scope struct {
	resolver *resolver
	owner    *outline.Site // in whose folder it is written: its texts, references and pictures
	file     *tree.File
	shown    *outline.Site // on which site visitors see it: its links
	page     *outline.Page // on which page; nil for what belongs to none
	deps     *outline.Dependencies
	window   outline.Window // in which its section is there, where that is not as long as the page
	// Names that are filled in when a mail is written, so that one brace on each side is right.
	filled []string
	// Whether a reference had no value since this was last set to false.
	missing bool
}

func (s *scope) at(at *outline.Place, code, hint, format string, args ...any) {
	s.deps.Error(s.file, at.String(), code, hint, format, args...)
}

// clock returns the clock by which the piece of content is made.
func (s *scope) clock() outline.Clock { return s.resolver.Clock(cmp.Or(s.shown, s.owner), s.deps) }

// atKey is at for what is wrong with a key itself.
func (s *scope) atKey(path, code, hint, format string, args ...any) {
	s.deps.ErrorAtKey(s.file, path, code, hint, format, args...)
}

func (s *scope) warn(at *outline.Place, code, hint, format string, args ...any) {
	s.deps.Warn(s.file, at.String(), code, hint, format, args...)
}

// checkClock reports a time that the clocks of the site skip, such as 02:30 on the day on which they go forward.
func (s *scope) checkClock(written time.Time, at func() *outline.Place) {
	if next, shown := site.AtWallTime(written, s.owner.Zone); written.Location() == site.OnClock && !shown {
		s.at(at(), "no-such-moment", "Write "+next.Format("2006-01-02 15:04")+" or later.",
			"There is no %s: clocks in %s go forward.", written.Format("2006-01-02 15:04"), s.owner.Zone)
	}
}

// refers is at for what names something that may be found once other files are mended.
func (s *scope) refers(at *outline.Place, to, code, hint, format string, args ...any) {
	s.at(at, code, hint, format, args...)
	s.deps.Problems[len(s.deps.Problems)-1].Refers = to
}

func (s *scope) context() text.Context { return text.Context{Value: s.reference, Blanks: s.filled} }

// text puts the values of all references into a text.
func (s *scope) text(words site.Text, at *outline.Place) site.Text {
	if !text.MayRefer(string(words)) {
		return words
	}
	expanded, complete, wrong := s.context().Expand(string(words))
	s.report(wrong, at)
	s.missing = s.missing || !complete
	return site.Text(expanded)
}

// set is text for what visitors read.
func (s *scope) set(words site.Text, at *outline.Place) site.Text {
	return site.Text(s.owner.Typography.Set(string(s.text(words, at))))
}

// quoted sets words that are resolved already.
func (s *scope) quoted(words string) site.Text {
	return site.Text(s.owner.Typography.Set(words))
}

func (s *scope) report(wrong []text.Problem, at *outline.Place) {
	for _, problem := range wrong {
		if s.deps.Full() {
			return
		}
		placed := s.file.Doc.AtOffset(at.String(), problem.At, problem.Code, problem.Message, problem.Hint)
		placed.Refers = problem.Refers
		if problem.Warning {
			placed.Severity = yamldoc.Warning
		}
		s.deps.Add(placed)
	}
}

func (s *scope) markdown(markdown *site.Markdown, at *outline.Place) {
	context := s.context()
	if s.page != nil {
		context.Anchor = func(words string) string { return s.page.Anchors.Unique(words, s.owner.Language, s.window) }
	}
	made := context.Markdown(string(markdown.Source))
	s.report(made.Problems, at)
	for _, link := range made.Links {
		s.addLink(link.Link, s.file, at, link.At).Quiet = link.Bare
	}
	for _, picture := range made.Pictures {
		s.textPicture(picture, at)
	}
	s.owner.Typography.SetNodes(made.Nodes)
	markdown.Nodes = made.Nodes
	if slices.ContainsFunc(made.Nodes, site.Node.Rare) {
		s.deps.Styles = append(s.deps.Styles, site.StyleWriting)
	}
}

func (s *scope) textPicture(picture text.Picture, at *outline.Place) {
	others := s.deps.Findings
	s.deps.Findings = tree.Findings{}
	s.image(picture.Image, at.In(site.SlotProse))
	found := s.deps.Problems
	s.deps.Findings = others
	for _, problem := range found { // which points at all of the text
		if problem.Code == "no-alt" {
			problem.Hint = "Write it between the brackets, as in ![Our oven in the morning](images/oven.jpg), or once in " +
				"images.yaml."
		}
		s.report([]text.Problem{{
			At: picture.At, Code: problem.Code, Message: problem.Message, Hint: problem.Hint, Refers: problem.Refers,
			Warning: problem.Severity == yamldoc.Warning,
		}}, at)
	}
}

// link resolves the words of a link and notes its target, which is validated later.
func (s *scope) link(link *site.Link, at *outline.Place) {
	link.Label = s.set(link.Label, at.Child("label"))
	s.missing = false
	if link.To = s.text(link.To, at.Child("to")); s.missing {
		link.To = "" // the reference has been reported, and the target is not known
	}
	link.Hint = s.set(link.Hint, at.Child("hint"))
	s.icon(link.Icon, at.Child("icon"))
	link.Kind = site.LinkPlaceholder
	if link.To != "" {
		s.addLink(link, s.file, at.Child("to"), -1)
	}
}

// addLink notes a link, and returns it until the next one is added.
func (s *scope) addLink(link *site.Link, file *tree.File, at *outline.Place, offset int) *outline.PendingLink {
	s.deps.Links = append(s.deps.Links, outline.PendingLink{
		Link: link, File: file, At: at, Offset: offset, Owner: s.owner, Shown: s.shown, Page: s.page, Window: s.window,
	})
	return &s.deps.Links[len(s.deps.Links)-1]
}

func (s *scope) icon(name site.Icon, at *outline.Place) {
	if s.knowsIcon(name) {
		return
	}
	hint := "All icons are shown on lucide.dev/icons, by their English names."
	today, former := s.resolver.Options.Icons.Former(name)
	near, found := site.NearestName(string(name), s.resolver.Options.Icons.Names())
	switch {
	case former && today == "":
		hint = "It is a brand, of which Lucide draws none: take a general one such as link, or leave the icon out."
	case former || found:
		hint = fmt.Sprintf("Did you mean %q?", cmp.Or(today, near))
	}
	s.at(at, "unknown-icon", hint, "There is no icon %q.", name)
}

// knowsIcon notes that an icon is used, and tells whether nothing is wrong with it.
func (s *scope) knowsIcon(name site.Icon) bool {
	s.useIcon(name)
	if name == "" || s.resolver.Options.Icons == nil {
		return true
	}
	_, known := s.resolver.Options.Icons.Symbol(name)
	return known
}

func (s *scope) useIcon(name site.Icon) {
	if name != "" {
		s.deps.Icons = append(s.deps.Icons, name)
	}
}
