package content

import (
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// context is what the words of a scope refer to.
func (s *scope) context() text.Context { return text.Context{Value: s.reference, Blanks: s.filled} }

// text puts the values of all references into a text.
func (s *scope) text(words site.Text, at *place) site.Text {
	if !text.MayRefer(string(words)) {
		return words
	}
	expanded, complete, wrong := s.context().Expand(string(words))
	s.report(wrong, at)
	s.missing = s.missing || !complete
	return site.Text(expanded)
}

// set is text for what visitors read.
func (s *scope) set(words site.Text, at *place) site.Text {
	return site.Text(s.owner.typography.Set(string(s.text(words, at))))
}

// quoted sets words that are resolved already.
func (s *scope) quoted(words string) site.Text {
	return site.Text(s.owner.typography.Set(words))
}

// report adds problems of a text that stands at a place.
func (s *scope) report(wrong []text.Problem, at *place) {
	for _, problem := range wrong {
		if s.deps.full() {
			return
		}
		placed := s.file.doc.AtOffset(at.String(), problem.At, problem.Code, problem.Message, problem.Hint)
		placed.Refers = problem.Refers
		if problem.Warning {
			placed.Severity = yamldoc.Warning
		}
		s.deps.add(placed)
	}
}

// markdown makes the nodes of a Markdown text, its links and its pictures.
func (s *scope) markdown(markdown *site.Markdown, at *place) {
	context := s.context()
	if s.page != nil {
		context.Anchor = func(words string) string { return s.page.anchors.unique(words, s.window) }
	}
	made := context.Markdown(string(markdown.Source))
	s.report(made.Problems, at)
	for _, link := range made.Links {
		s.addLink(link.Link, s.file, at, link.At)
		s.deps.links[len(s.deps.links)-1].quiet = link.Bare
	}
	for _, picture := range made.Pictures {
		s.textPicture(picture, at)
	}
	s.owner.typography.SetNodes(made.Nodes)
	markdown.Nodes = made.Nodes
}

// textPicture resolves a picture of a Markdown text.
func (s *scope) textPicture(picture text.Picture, at *place) {
	others := s.deps.findings
	s.deps.findings = findings{}
	s.image(picture.Image, at.in(site.SlotProse))
	found := s.deps.problems
	s.deps.findings = others
	for _, problem := range found { // which points at all of the text
		if problem.Code == "no-alt" {
			problem.Hint = "Write it between the brackets, as in ![Our oven in the morning](images/oven.jpg), or once in images.yaml."
		}
		s.report([]text.Problem{{
			At: picture.At, Code: problem.Code, Message: problem.Message, Hint: problem.Hint, Refers: problem.Refers,
			Warning: problem.Severity == yamldoc.Warning,
		}}, at)
	}
}
