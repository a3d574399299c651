package studio

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/drafts"
	"github.com/evenlight/marquee/internal/studio/people"
)

// maxPath is the most bytes that a path has; those of files are far shorter.
const maxPath = 1000

// listedChange is a change that is not published.
type listedChange struct {
	File string `json:"file"`
	yamldoc.Change
	By       string    `json:"by"`
	When     time.Time `json:"when"`
	Conflict *theirs   `json:"conflict"`
	Title    string    `json:"title"`
}

// theirs is what stands where a change belongs, and who wrote that when.
type theirs struct {
	Theirs *yamldoc.Tree `json:"theirs"`
	By     string        `json:"by"`
	When   time.Time     `json:"when"`
}

// listed returns the changes that are not published, of one file or of all that a request may see.
func (s *Studio) listed(r *request, edition *content.Edition, file string) ([]listedChange, error) {
	all, err := s.Drafts.Changes(r.Context())
	if err != nil {
		return nil, err
	}
	shown := []listedChange{}
	for _, one := range all {
		if file != "" && one.File != file || !r.mayFile(people.View, edition, one.File) {
			continue
		}
		made := listedChange{
			File: one.File, Change: one.Change, By: one.By, When: one.When, Title: title(edition, one.File, one.At),
		}
		if one.Conflict != nil {
			made.Conflict = &theirs{one.Conflict.Theirs, one.Conflict.By, one.Conflict.When}
		}
		shown = append(shown, made)
	}
	return shown, nil
}

// siteOf returns the site that a file belongs to: of one that is not there yet, or not any more, the site in the language
// of its folder.
func siteOf(edition *content.Edition, file string) string {
	for _, known := range edition.Files() {
		if known.Path == file {
			return known.Site
		}
	}
	id, _, _ := strings.Cut(file, "/")
	for _, one := range edition.Sites() {
		if one.Original != "" && strings.HasPrefix(file, one.Folder+"/") {
			id = one.ID
		}
	}
	return id
}

func (s *Studio) changes(r *request) (any, error) {
	edition, _, err := s.edition(r.Context())
	if err != nil {
		return nil, err
	}
	return s.listed(r, edition, "")
}

func (s *Studio) change(r *request) (any, error) {
	var sent struct {
		Changes []drafts.Change `json:"changes"`
	}
	if err := r.read(&sent); err != nil {
		return nil, err
	}
	edition, _, err := s.edition(r.Context())
	if err != nil {
		return nil, err
	}
	for _, one := range sent.Changes {
		if len(one.At)+len(one.To) > maxPath {
			return nil, failure{http.StatusUnprocessableEntity, "not_changed", "No value has a path as long as this."}
		}
		if !r.mayFile(people.Edit, edition, one.File) {
			return nil, forbidden
		}
	}
	return s.changed(r, func() ([]string, []drafts.Conflict, error) {
		return s.Drafts.Patch(r.Context(), r.session.Person.Email, sent.Changes)
	})
}

// changed does something that changes drafts, and answers with what the files are then.
func (s *Studio) changed(r *request, do func() ([]string, []drafts.Conflict, error)) (any, error) {
	if err := s.Drafts.Folder.Writable(); err != nil {
		return nil, failure{http.StatusLocked, "read_only", err.Error()}
	}
	names, conflicts, err := do()
	if err != nil {
		return nil, refusedChange(err)
	}
	if len(conflicts) > 0 {
		return nil, inTheWay(conflicts)
	}
	edition, drafted, err := s.edition(r.Context())
	if err != nil {
		return nil, err
	}
	type one struct {
		File     string    `json:"file"`
		Version  string    `json:"version"`
		Problems []problem `json:"problems"`
	}
	f, all := &files{s: s, drafted: drafted}, []one{}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		data, err := f.bytes(name)
		if err != nil {
			data = nil // it is not there any more
		}
		all = append(all, one{name, version(data), f.problems(edition.Problems, name)})
	}
	return struct {
		Files []one `json:"files"`
	}{all}, nil
}

// refusedChange is the answer to a change that cannot be made, with the reason.
func refusedChange(err error) error {
	refused, is := errors.AsType[*drafts.Refused](err)
	if !is {
		return err
	}
	return refusal{http.StatusUnprocessableEntity, struct {
		Error site.Failure `json:"error"`
		ID    string       `json:"id"`
	}{site.Failure{Code: "not_changed", Message: message(refused)}, refused.ID}}
}

// listedConflicts is the answer to who publishes what is in conflict.
func listedConflicts(conflicts []drafts.Listed) error {
	type one struct {
		File string `json:"file"`
		At   string `json:"at"`
		drafts.Conflict
	}
	all := []one{}
	for _, c := range conflicts {
		all = append(all, one{c.File, c.At, drafts.Conflict{
			Yours: c.Value, Theirs: c.Conflict.Theirs, By: c.Conflict.By, When: c.Conflict.When,
		}})
	}
	return inTheWay(all)
}

// inTheWay is the answer where something else stands in the place of changes.
func inTheWay(conflicts any) error {
	return refusal{http.StatusConflict, struct {
		Error     site.Failure `json:"error"`
		Conflicts any          `json:"conflicts"`
	}{site.Failure{Code: site.CodeConflict, Message: "Other changes are in the way."}, conflicts}}
}

func (s *Studio) settle(r *request) (any, error) {
	var sent struct{ File, At, Take string }
	if err := r.read(&sent); err != nil {
		return nil, err
	}
	if sent.Take != "mine" && sent.Take != "theirs" {
		return nil, failure{http.StatusBadRequest, site.CodeBadRequest, `Take "mine" or "theirs".`}
	}
	if err := s.mayEdit(r, sent.File); err != nil {
		return nil, err
	}
	return s.changed(r, func() ([]string, []drafts.Conflict, error) {
		return []string{sent.File}, nil,
			s.Drafts.Settle(r.Context(), r.session.Person.Email, sent.File, sent.At, sent.Take == "mine")
	})
}

func (s *Studio) mayEdit(r *request, file string) error {
	edition, _, err := s.edition(r.Context())
	if err == nil && !r.mayFile(people.Edit, edition, file) {
		err = forbidden
	}
	return err
}

func (s *Studio) takeBack(r *request) (any, error) {
	var sent struct {
		File string `json:"file"`
		At   string `json:"at"`
	}
	if err := r.read(&sent); err != nil {
		return nil, err
	}
	if err := s.mayEdit(r, sent.File); err != nil {
		return nil, err
	}
	return s.changed(r, func() ([]string, []drafts.Conflict, error) {
		return []string{sent.File}, nil, s.Drafts.TakeBack(r.Context(), r.session.Person.Email, sent.File, sent.At)
	})
}

func (s *Studio) publish(r *request) (any, error) {
	var sent struct{ Files []string }
	if err := r.read(&sent); err != nil {
		return nil, err
	}
	if err := s.Drafts.Folder.Writable(); err != nil {
		return nil, failure{http.StatusLocked, "read_only", err.Error()}
	}
	edition, drafted, err := s.edition(r.Context())
	if err != nil {
		return nil, err
	}
	if len(sent.Files) == 0 { // all that one may
		for name := range drafted {
			if r.mayFile(people.Publish, edition, name) {
				sent.Files = append(sent.Files, name)
			}
		}
	}
	for _, name := range sent.Files {
		if !r.mayFile(people.Publish, edition, name) {
			return nil, forbidden
		}
	}
	if len(sent.Files) == 0 { // which are all, there
		return nil, refusedChange(&drafts.Refused{Err: errors.New("there is nothing to publish")})
	}
	done, err := s.Drafts.Publish(r.Context(), r.session.Person.Email, sent.Files)
	switch {
	case errors.Is(err, drafts.ErrConflicts):
		return nil, listedConflicts(done.Conflicts)
	case errors.Is(err, drafts.ErrReadOnly):
		return nil, failure{http.StatusLocked, "read_only", err.Error()}
	case err != nil && !errors.Is(err, drafts.ErrProblems):
		return nil, refusedChange(err)
	case err != nil:
		f, all := &files{s: s, drafted: drafted}, []problem{}
		for _, p := range done.Problems {
			all = append(all, f.placed(p))
		}
		return nil, refusal{http.StatusUnprocessableEntity, struct {
			Error    site.Failure `json:"error"`
			Problems []problem    `json:"problems"`
		}{site.Failure{Code: "problems", Message: "There are mistakes to mend first."}, all}}
	}
	type held struct {
		Site     string            `json:"site"`
		Problems []yamldoc.Problem `json:"problems"`
	}
	waiting := []held{}
	for _, one := range done.Held {
		waiting = append(waiting, held{one.ID, one.Problems})
	}
	return struct {
		Revision string    `json:"revision"`
		Live     time.Time `json:"live"`
		Held     []held    `json:"held"`
	}{done.Revision, done.Live, waiting}, nil
}

func (s *Studio) history(r *request) (any, error) {
	all, err := s.Drafts.History(r.Context(), r.URL.Query().Get("file"))
	if err != nil {
		return nil, err
	}
	edition, _, err := s.edition(r.Context())
	if err != nil {
		return nil, err
	}
	type change struct {
		yamldoc.Change
		Title string `json:"title"`
	}
	type file struct {
		File    string   `json:"file"`
		Changes []change `json:"changes"`
	}
	type publication struct {
		Revision string    `json:"revision"`
		When     time.Time `json:"when"`
		By       string    `json:"by"`
		Files    []file    `json:"files"`
	}
	shown := []publication{}
	for _, p := range all {
		made := publication{p.Revision, p.When, p.By, []file{}}
		for _, f := range p.Files {
			if !r.mayFile(people.View, edition, f.File) {
				continue
			}
			changes := []change{}
			for _, c := range f.Changes {
				changes = append(changes, change{c, title(edition, f.File, c.At)})
			}
			made.Files = append(made.Files, file{f.File, changes})
		}
		if len(made.Files) > 0 || len(p.Files) == 0 { // the oldest has no changes, and can be brought back
			shown = append(shown, made)
		}
	}
	return shown, nil
}

func (s *Studio) restore(r *request) (any, error) {
	var sent struct{ Revision, File string }
	if err := r.read(&sent); err != nil {
		return nil, err
	}
	if err := s.mayEdit(r, sent.File); err != nil {
		return nil, err
	}
	return s.changed(r, func() ([]string, []drafts.Conflict, error) {
		conflicts, err := s.Drafts.Restore(r.Context(), r.session.Person.Email, sent.Revision, sent.File)
		return []string{sent.File}, conflicts, err
	})
}
