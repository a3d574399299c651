package tree

import (
	"fmt"
	"slices"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// Findings are the problems that one piece of work has found. Each piece has
// its own, so that pieces can run at the same time; they are joined in the end.
type Findings struct {
	Problems []yamldoc.Problem
}

// maxFindings is how many problems one piece of work reports: most of more have
// one cause. A page of 100 KB can have 50,000.
const maxFindings = 200

// Full tells whether there is no room for another problem.
func (f *Findings) Full() bool { return len(f.Problems) >= maxFindings }

func (f *Findings) Add(problems ...yamldoc.Problem) {
	f.Problems = append(f.Problems, problems...)
}

// Error reports an error at a path of a file, ErrorAtKey one at its key, and Warn a warning.
func (f *Findings) Error(in *File, path, code, hint, format string, args ...any) {
	f.Add(in.Doc.At(path, code, fmt.Sprintf(format, args...), hint))
}

func (f *Findings) ErrorAtKey(in *File, path, code, hint, format string, args ...any) {
	f.Add(in.Doc.AtKey(path, code, fmt.Sprintf(format, args...), hint))
}

func (f *Findings) Warn(in *File, path, code, hint, format string, args ...any) {
	f.Add(in.Doc.Warn(path, code, fmt.Sprintf(format, args...), hint))
}

// Name reports a problem with a file or folder as such, which has no line.
func (f *Findings) Name(file, code, hint, format string, args ...any) {
	f.Add(yamldoc.Problem{
		Severity: yamldoc.Error, File: file, Code: code, Message: fmt.Sprintf(format, args...), Hint: hint,
	})
}

// Join sorts all problems and drops those that were found twice, such as a
// wrong link of a plan that three pages show.
func Join(parts ...[]yamldoc.Problem) []yamldoc.Problem {
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

func HasError(problems []yamldoc.Problem) bool {
	return slices.ContainsFunc(problems, func(p yamldoc.Problem) bool { return p.Severity == yamldoc.Error })
}
