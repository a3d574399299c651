package studio

import (
	"errors"
	"net/http"
	"slices"

	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/drafts"
	"github.com/evenlight/marquee/internal/studio/people"
)

// maxPath is how many bytes the path of a value may have, with that of To; those of files are far shorter.
const maxPath = 1000

// listed returns the changes that are not published, of one file or of all that a request may see.
func (r *request) listed(file string) ([]drafts.Listed, error) {
	all, err := r.Drafts.Changes(r.Context())
	return slices.DeleteFunc(append([]drafts.Listed{}, all...), func(one drafts.Listed) bool {
		return file != "" && one.File != file || !r.mayFile(people.View, one.File)
	}), err
}

func (r *request) changes() (any, error) { return r.listed("") }

func (r *request) change() (any, error) {
	for _, one := range r.sent.Changes {
		if len(one.At)+len(one.To) > maxPath {
			const words = "No value has a path as long as this."
			return nil, failure{http.StatusUnprocessableEntity, "not_changed", words, nil}
		}
	}
	return r.patch(r.sent.Changes...)
}

// patch makes changes, and answers with what their files are then.
func (r *request) patch(changes ...drafts.Change) (object, error) {
	names, conflicts, err := r.Drafts.Patch(r.Context(), r.session.Person.Email, changes)
	return r.changed(names, conflicts, err)
}

// fileChange makes a file another one as a whole, as long as nobody else does. No bytes at all are no file.
func fileChange(name string, seen, made []byte) drafts.Change {
	change := yamldoc.Change{Op: "set", Value: yamldoc.TextTree(string(made))}
	if seen != nil {
		change.Old = yamldoc.TextTree(string(seen))
	}
	return drafts.Change{File: name, Change: change}
}

// changed answers with what files are after their drafts were changed.
func (r *request) changed(names []string, conflicts []drafts.Conflict, err error) (object, error) {
	if err == nil && len(conflicts) > 0 {
		err = inTheWay(conflicts)
	}
	if err == nil {
		err = r.load()
	}
	if err != nil {
		return nil, err
	}
	all := []object{}
	for _, name := range names {
		data, _ := r.bytes(name) // a file that cannot be read has the version of none
		all = append(all, object{
			"file": name, "version": version(data), "problems": r.problems(name),
		})
	}
	return object{"files": all}, nil
}

// inTheWay is the answer where something else stands in the place of changes.
func inTheWay(conflicts []drafts.Conflict) error {
	return failure{
		http.StatusConflict, site.CodeConflict, "Other changes are in the way.", object{"conflicts": conflicts},
	}
}

// mistakes is the answer where there are problems to solve before anything else.
func (r *request) mistakes(problems []yamldoc.Problem) error {
	more := object{"problems": r.placed(problems, "")}
	return failure{http.StatusUnprocessableEntity, "problems", "There are mistakes to fix first.", more}
}

func (r *request) settle() (any, error) {
	if r.sent.Take != "mine" && r.sent.Take != "theirs" {
		return nil, failure{http.StatusBadRequest, site.CodeBadRequest, `Take "mine" or "theirs".`, nil}
	}
	err := r.Drafts.Settle(r.Context(), r.session.Person.Email, r.sent.File, r.sent.Change, r.sent.Take == "mine")
	return r.changed([]string{r.sent.File}, nil, err)
}

func (r *request) takeBack() (any, error) {
	var seen []yamldoc.Change
	if r.sent.Changes == nil {
		seen = append(seen, r.sent.Change)
	}
	for _, one := range r.sent.Changes {
		seen = append(seen, one.Change)
	}
	err := r.Drafts.TakeBack(r.Context(), r.session.Person.Email, r.sent.File, seen...)
	return r.changed([]string{r.sent.File}, nil, err)
}

func (r *request) publish() (any, error) {
	if len(r.sent.Files) == 0 { // all that one may
		for name := range r.drafted {
			if r.mayFile(people.Publish, name) {
				r.sent.Files = append(r.sent.Files, name)
			}
		}
	}
	if len(r.sent.Files) == 0 { // which are all, there
		return nil, &drafts.Refused{Err: errors.New("there is nothing to publish")}
	}
	var unwritten []yamldoc.Problem
	for _, name := range r.sent.Files {
		unwritten = append(unwritten, r.unwritten(name)...)
	}
	if len(unwritten) > 0 {
		return nil, r.mistakes(unwritten)
	}
	done, err := r.Drafts.Publish(r.Context(), r.session.Person.Email, r.sent.Files)
	switch {
	case errors.Is(err, drafts.ErrConflicts):
		return nil, inTheWay(done.Conflicts)
	case errors.Is(err, drafts.ErrProblems):
		return nil, r.mistakes(done.Problems)
	case err != nil:
		return nil, err
	}
	held := []object{}
	for _, one := range done.Held {
		held = append(held, object{"site": one.ID, "problems": r.placed(one.Problems, "")})
	}
	return object{"revision": done.Revision, "live": done.Live, "held": held}, nil
}

func (r *request) history() (any, error) {
	all, err := r.Drafts.History(r.Context(), r.URL.Query().Get("file"))
	shown := []drafts.Publication{}
	for _, p := range all {
		begins := len(p.Files) == 0 // the oldest has no changes, and can be brought back
		p.Files = slices.DeleteFunc(append([]drafts.FileChanges{}, p.Files...), func(f drafts.FileChanges) bool {
			return !r.mayFile(people.View, f.File)
		})
		if begins || len(p.Files) > 0 {
			shown = append(shown, p)
		}
	}
	return shown, err
}

func (r *request) restore() (any, error) {
	conflicts, err := r.Drafts.Restore(r.Context(), r.session.Person.Email, r.sent.Revision, r.sent.File)
	return r.changed([]string{r.sent.File}, conflicts, err)
}
