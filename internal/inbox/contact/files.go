package contact

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// Files keeps what was sent as a file.
type Files interface {
	// Keep brings files to the place of a submission ([site.UploadPath]), and
	// returns when they are safe.
	Keep(id string, files []site.Upload) error
	// Forget removes the files of submissions.
	Forget(ids []string) error
}

// checkFiles returns what is said of the files of a field that do not fit.
func (r *request) checkFiles(field *site.Field, misfit func(func(*site.Checks) site.Text) (site.Text, bool)) (site.Text, bool) {
	files := r.Files[field.Name]
	say := func(rule site.Rule, pick func(*site.Checks) site.Text) (site.Text, bool) {
		return r.words().check(pick, rule), false
	}
	switch {
	case r.Values[field.Name].Text != "": // a name is no file
		return r.words().errors(func(e *site.Errors) site.Text { return e.BadRequest }), false
	case len(files) == 0 && field.Required:
		return misfit(func(c *site.Checks) site.Text { return c.Required })
	case len(files) > field.FileCount():
		return say(site.Rule{Max: field.FileCount()}, func(c *site.Checks) site.Text { return c.FileCount })
	}
	accepted := field.Accepted()
	for _, up := range files {
		if up.TooLarge || up.Size > field.FileSize() {
			return say(site.Rule{Max: int(field.FileSize() / 1_000_000)}, func(c *site.Checks) site.Text { return c.FileSize })
		}
		if up.Type.Media == "" || !slices.ContainsFunc(accepted, func(t site.FileType) bool { return t.Media == up.Type.Media }) {
			var endings []string
			for _, t := range accepted {
				endings = append(endings, t.Endings[0])
			}
			return say(site.Rule{Types: strings.Join(endings, ", ")}, func(c *site.Checks) site.Text { return c.FileType })
		}
	}
	return "", true
}

// askAgain says of files that were right that they must be chosen again: a browser
// shows again what was typed, but never a file.
func (r *request) askAgain(receipt *site.Receipt) {
	if !r.Native || r.form == nil {
		return
	}
	for i := range r.form.Fields {
		field := &r.form.Fields[i]
		if len(r.Files[field.Name]) == 0 || receipt.Fields[field.Name] != "" || field.Type != "file" {
			continue
		}
		if receipt.Fields == nil {
			receipt.Fields = map[string]site.Text{}
		}
		receipt.Fields[field.Name] = r.words().check(func(c *site.Checks) site.Text { return c.FileAgain }, site.Rule{})
	}
}

// attach notes the files of a submission in the order of its form, and returns them
// in that order.
func (r *request) attach(s *site.Submission) (all []site.Upload) {
	for i := range r.form.Fields {
		for _, up := range r.Files[r.form.Fields[i].Name] {
			s.Files = append(s.Files, site.StoredFile{
				Field: r.form.Fields[i].Name, Name: up.Name, Type: up.Type.Media, Size: up.Size, Path: site.UploadPath(s.ID, len(all), up.Type),
			})
			all = append(all, up)
		}
	}
	return all
}

// namesOf writes the names of files, one to a line.
func namesOf(files []site.Upload) string {
	names := make([]string, len(files))
	for i, up := range files {
		names[i] = up.Name
	}
	return strings.Join(names, "\n")
}

// sums returns what the files hold, in an order of its own, for the digest of a submission.
func (r *request) sums() (all []site.Entry) {
	for name, files := range r.Files {
		for _, up := range files {
			all = append(all, site.Entry{Name: name, Value: string(up.Sum[:])})
		}
	}
	slices.SortFunc(all, func(a, b site.Entry) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Value, b.Value))
	})
	return all
}

// keep brings the files of a submission to their place. What it returns removes
// them again, where it is known that the submission was not stored.
func (svc *Service) keep(ctx context.Context, s *site.Submission, files []site.Upload) (forget func(), err error) {
	if len(files) == 0 {
		return func() {}, nil
	}
	if err := svc.config.Files.Keep(s.ID, files); err != nil {
		return nil, err
	}
	return func() {
		if err := svc.config.Files.Forget([]string{s.ID}); err != nil {
			svc.config.Logger.ErrorContext(ctx, "files of a submission that came again are still there", "id", s.ID, "error", err)
		}
	}, nil
}
