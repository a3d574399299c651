package content

import (
	"fmt"
	"slices"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// findings are the problems that one piece of work has found. Each piece has
// its own, so that pieces can run at the same time; they are joined in the end.
type findings struct {
	problems []yamldoc.Problem
}

// maxFindings is how many problems one piece of work reports: most of more have
// one cause. A page of 100 KB can have 50,000.
const maxFindings = 200

// full tells whether there is no room for another problem.
func (f *findings) full() bool { return len(f.problems) >= maxFindings }

func (f *findings) add(problems ...yamldoc.Problem) {
	f.problems = append(f.problems, problems...)
}

// addRefers is add for a problem with something that the file refers to.
func (f *findings) addRefers(problem yamldoc.Problem, refers string) {
	problem.Refers = refers
	f.add(problem)
}

// name reports a problem with a file or folder as such, which has no line.
func (f *findings) name(file, code, hint, format string, args ...any) {
	f.add(yamldoc.Problem{
		Severity: yamldoc.Error, File: file, Code: code, Message: fmt.Sprintf(format, args...), Hint: hint,
	})
}

// join sorts all problems and drops those that were found twice, such as a
// wrong link of a plan that three pages show.
func join(parts ...[]yamldoc.Problem) []yamldoc.Problem {
	var all []yamldoc.Problem
	seen := map[yamldoc.Problem]bool{}
	for _, part := range parts {
		for _, problem := range part {
			if !seen[problem] {
				seen[problem] = true
				all = append(all, problem)
			}
		}
	}
	yamldoc.Sort(all)
	return all
}

func hasError(problems []yamldoc.Problem) bool {
	return slices.ContainsFunc(problems, func(p yamldoc.Problem) bool { return p.Severity == yamldoc.Error })
}
