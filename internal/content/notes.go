package content

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// completePreview returns the preview with the output of its example cut at its notes, and
// with the parts that its chat lights. The preview itself stays as it is, because it
// may be the one that was parsed.
func (s *scope) completePreview(preview *site.Preview, at *place) *site.Preview {
	if preview != nil && preview.Chat != nil {
		return &site.Preview{Chat: s.completeChat(preview.Chat, at.child("chat"))}
	}
	if preview == nil || preview.Example == nil || len(preview.Example.Notes) == 0 {
		return preview
	}
	example := *preview.Example
	example.Notes, example.Runs = s.cutAtNotes(&example, at.child("example").child("notes"))
	return &site.Preview{Example: &example}
}

// cutAtNotes returns the notes in the order of their words, and the output cut where
// one begins or ends. Notes that have no place in it are reported and left out.
func (s *scope) cutAtNotes(example *site.Example, at *place) (notes []site.ExampleNote, runs []site.ExampleRun) {
	output := string(example.Output)
	type span struct {
		start, end int
		note       site.ExampleNote
	}
	var spans []span
	for i, note := range example.Notes {
		phrase := string(note.Phrase)
		if phrase == "" { // which is reported already
			continue
		}
		where := at.item(i).child("phrase")
		start := strings.Index(output, phrase)
		if start < 0 {
			hint := "Copy them from the output, just as they stand there."
			if at := indexFold(output, phrase); at >= 0 {
				hint = fmt.Sprintf("Did you mean %q?", output[at:at+len(phrase)])
			}
			s.at(where, "unknown-phrase", fmt.Sprintf("The words %q do not stand in the output.", shortened(phrase)), hint)
			continue
		}
		found := span{start, start + len(phrase), note}
		if slices.ContainsFunc(spans, func(other span) bool { return found.start < other.end && other.start < found.end }) {
			s.at(where, "overlapping-phrase", fmt.Sprintf("The words %q have another note already.", shortened(phrase)), "Give each note words of its own.")
			continue
		}
		spans = append(spans, found)
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	put := func(text string, note int) {
		if text != "" {
			runs = append(runs, site.ExampleRun{Text: site.Text(text), Note: note})
		}
	}
	from := 0
	for _, found := range spans {
		put(output[from:found.start], 0)
		notes = append(notes, found.note)
		put(output[found.start:found.end], len(notes))
		from = found.end
	}
	if len(spans) > 0 {
		put(output[from:], 0)
	}
	return notes, runs
}

// indexFold returns where a phrase stands in a text but for its capital letters, or -1.
func indexFold(text, phrase string) int {
	for at := range text {
		if end := at + len(phrase); end <= len(text) && strings.EqualFold(text[at:end], phrase) {
			return at
		}
	}
	return -1
}
