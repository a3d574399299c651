package resolve

import (
	"cmp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// completePreview returns a copy of the preview with the output of its example cut at its notes, and with the parts
// that its chat lights.
func (s *scope) completePreview(preview *site.Preview, at *outline.Place) *site.Preview {
	if preview != nil && preview.Chat != nil {
		return &site.Preview{Chat: s.completeChat(preview.Chat, at.Child("chat"))}
	}
	if preview == nil || preview.Example == nil {
		return preview
	}
	example := *preview.Example
	if len(example.Notes) > 0 {
		example.Notes, example.Runs = cutAtNotes(example.Output, s.findNotes(&example, at.Child("example").Child("notes")))
		for i := range example.Runs {
			run := &example.Runs[i]
			run.Text = s.quoted(string(run.Text))
		}
	}
	example.Output = s.quoted(string(example.Output)) // now that the notes are found
	return &site.Preview{Example: &example}
}

type noted struct {
	start, end int
	note       site.ExampleNote
}

// findNotes returns the notes in the order of their words. Those that have no place in
// the output are reported and left out.
func (s *scope) findNotes(example *site.Example, at *outline.Place) (found []noted) {
	output := string(example.Output)
	for i, note := range example.Notes {
		phrase := string(note.Phrase)
		if phrase == "" { // which is reported already
			continue
		}
		where := at.Item(i).Child("phrase")
		start := strings.Index(output, phrase)
		if start < 0 {
			s.at(where, "unknown-phrase", "Copy them from the output, just as they stand there.",
				"The words %q do not stand in the output.", text.Shortened(phrase))
			continue
		}
		end := start + len(phrase)
		if slices.ContainsFunc(found, func(other noted) bool { return start < other.end && other.start < end }) {
			s.at(where, "overlapping-phrase", "Give each note words of its own.",
				"The words %q have another note already.", text.Shortened(phrase))
			continue
		}
		found = append(found, noted{start, end, note})
	}
	slices.SortFunc(found, func(a, b noted) int { return cmp.Compare(a.start, b.start) })
	return found
}

func cutAtNotes(output site.Text, found []noted) (notes []site.ExampleNote, runs []site.ExampleRun) {
	put := func(text site.Text, note int) {
		if text != "" {
			runs = append(runs, site.ExampleRun{Text: text, Note: note})
		}
	}
	from := 0
	for i, words := range found {
		put(output[from:words.start], 0)
		put(output[words.start:words.end], i+1)
		notes, from = append(notes, words.note), words.end
	}
	if from > 0 {
		put(output[from:], 0)
	}
	return notes, runs
}
