package mail

import "strings"

// What stands before every line that a visitor typed.
const indent = "    "

// rule separates the reports of a digest.
var rule = strings.Repeat("-", 40)

// text writes the mail as plain text. Labels stand at the edge and values are
// indented, so that nobody can type what looks like a field.
func (l letter) text() string {
	var out strings.Builder
	out.WriteString(isolated(l.Title) + "\n")
	if l.Topic != "" {
		out.WriteString(l.Topic + "\n")
	}
	write := func(paragraphs []string) {
		for _, paragraph := range paragraphs {
			out.WriteString("\n" + paragraph + "\n")
		}
	}
	write(l.Paragraphs)
	for _, r := range l.Reports {
		if r.Heading != "" {
			out.WriteString("\n" + rule + "\n" + r.Heading + "\n")
		}
		out.WriteString(r.text())
	}
	write(l.Closing)
	out.WriteString("\n-- \n" + l.Site + "\n")
	if l.Home != "" {
		out.WriteString(l.Home + "\n")
	}
	write(l.Why)
	return out.String()
}

// text writes fields and details, each with its label above it.
func (r report) text() string {
	var out strings.Builder
	for _, e := range r.Entries {
		out.WriteString("\n" + e.Label + "\n")
		for _, line := range e.Lines {
			out.WriteString(strings.TrimRight(indent+isolated(line), " ") + "\n")
		}
	}
	if len(r.Details) > 0 {
		out.WriteString("\n")
	}
	for _, d := range r.Details {
		if d.Label != "" {
			out.WriteString(d.Label + ": ")
		}
		out.WriteString(isolated(d.Value))
		if d.Link != "" {
			out.WriteString(" (" + d.Link + ")")
		}
		out.WriteString("\n")
	}
	return out.String()
}
