package content

import (
	"fmt"

	"github.com/evenlight/marquee/internal/content/document"
)

// findings are the problems that one piece of work has found. Each piece has
// its own, so that pieces can run at the same time; they are joined in the end.
type findings struct {
	problems []document.Problem
}

// maxFindings is how many problems one piece of work reports; who has more of
// them has one reason for most. A page of 100 KB can have 50,000.
const maxFindings = 200

// full tells whether there is no room for another problem.
func (f *findings) full() bool { return len(f.problems) >= maxFindings }

func (f *findings) add(problems ...document.Problem) {
	f.problems = append(f.problems, problems...)
}

// name reports a problem with a file or folder as such, which has no line.
func (f *findings) name(file, code, hint, format string, args ...any) {
	f.add(document.Problem{
		Severity: document.Error, File: file, Code: code, Message: fmt.Sprintf(format, args...), Hint: hint,
	})
}

// join sorts all problems and drops those that were found twice, such as a
// wrong link of a plan that three pages show.
func join(parts ...[]document.Problem) []document.Problem {
	var all []document.Problem
	seen := map[document.Problem]bool{}
	for _, part := range parts {
		for _, problem := range part {
			if !seen[problem] {
				seen[problem] = true
				all = append(all, problem)
			}
		}
	}
	document.Sort(all)
	return all
}

func hasError(problems []document.Problem) bool {
	for _, problem := range problems {
		if problem.Severity == document.Error {
			return true
		}
	}
	return false
}

// didYouMean makes a hint of the nearest name, or returns the other hint.
func didYouMean(word string, among []string, otherwise string) string {
	if near, found := document.Nearest(word, among); found {
		return fmt.Sprintf("Did you mean %q?", near)
	}
	return otherwise
}
