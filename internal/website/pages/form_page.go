package pages

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// How long the answer to a form may take to be rendered. Shorter than for
	// other pages: somebody has just pressed a button.
	formLimit = 5 * time.Second
	// How long an answer waits for a place at the renderer. Who waits longer gets the page that needs no templates.
	formWait = 750 * time.Millisecond
	// Stands for the reference while a confirmation is rendered. It has the
	// characters of a reference, so that what replaces it needs no escaping.
	placeholder = "REFERENCE-0000-0000-0000-REFERENCE"
)

var (
	errBusy        = errors.New("too many forms are being answered")
	errNoReference = errors.New("the templates do not show the reference of what was sent")
)

// FormPath returns the path of the page that shows a form, or "" where none does. Of several pages the one that the
// form was sent from is preferred; the referrer is its address: the space, and path and query as in [site.Inquiry],
// which may be empty. No page of another space is taken.
func (s *Store) FormPath(referrer, siteID, formID string) string {
	snapshot := s.current.Load()
	if snapshot == nil {
		return ""
	}
	place := snapshot.place(referrer, formName{siteID, formID})
	if place == nil {
		return ""
	}
	return place.page.path
}

// FormPage returns the page that a native form post came from, with what became of it: what was typed, what is wrong
// with it, or its reference. The referrer is as in [site.Inquiry]; see [Store.FormPath] for which page is taken. It
// returns nil where the site has no such form.
//
// The page is rendered for one visitor alone. It carries no script and no data: it works as it stands, and the next
// page is an ordinary one. The form alone, made without templates, is the answer where no page shows the form, to those
// who send too much (429), and when the page cannot be rendered now: whatever happens, what was typed is not lost.
func (s *Store) FormPage(ctx context.Context, referrer string, state site.FormState, status int) *site.Representation {
	snapshot := s.fresh(ctx)
	if snapshot == nil {
		return nil
	}
	name := formName{state.SiteID, state.FormID}
	place := snapshot.place(referrer, name)
	if place == nil {
		owner, form := snapshot.form(name)
		if form == nil {
			return nil
		}
		if space, _ := site.SplitAddress(referrer); owner.Space != space {
			owner = snapshot.siteOf(space) // whose words and links are those of this host
		}
		return plainFormPage(snapshot, owner, form, state, status)
	}
	// Who sends too much must not keep the renderer from those who do not.
	if status != http.StatusTooManyRequests {
		root, err := s.renderForm(ctx, place, state)
		if err == nil {
			return formDocument(snapshot, place.page, root, status)
		}
		s.logFormFailure(snapshot, place, err)
	}
	return plainFormPage(snapshot, place.page.site, place.form, state, status)
}

// SentPage returns the page at an address as it looks after one of its forms was stored under a reference, which must
// be a valid one. It returns nil where there is no such page or form.
func (s *Store) SentPage(ctx context.Context, address, formID, reference string) *site.Representation {
	snapshot := s.fresh(ctx)
	if snapshot == nil || snapshot.pages[address] == nil {
		return nil
	}
	for _, place := range snapshot.pages[address].forms {
		if place.form.ID != formID {
			continue
		}
		if root := s.confirmation(ctx, snapshot, place); root != "" {
			return formDocument(snapshot, place.page, strings.ReplaceAll(root, placeholder, reference), http.StatusOK)
		}
		state := site.FormState{SiteID: place.form.SiteID, FormID: formID, Reference: reference}
		return plainFormPage(snapshot, place.page.site, place.form, state, http.StatusOK)
	}
	return nil
}

// confirmation returns the root element with the placeholder, rendered once, so that made-up references cost no more
// than the page itself. It returns "" when it cannot be rendered now.
func (s *Store) confirmation(ctx context.Context, owner *snapshot, place *formPlace) string {
	key, err := s.keyOf(place.page)
	if err != nil {
		s.logFormFailure(owner, place, err)
		return ""
	}

	place.confirming.Lock() // who asks meanwhile waits for the same rendering
	defer place.confirming.Unlock()
	n := entryKey{key, "sent " + place.form.ID}
	if r := s.memory.get(n, ""); r != nil {
		return string(r.Body)
	}
	if s.options.Now().Before(place.failures.until) {
		return ""
	}
	state := site.FormState{SiteID: place.form.SiteID, FormID: place.form.ID, Reference: placeholder}
	root, err := s.renderForm(context.WithoutCancel(ctx), place, state)
	if err == nil && !strings.Contains(root, placeholder) {
		err = errNoReference
	}
	if err != nil {
		s.logFormFailure(owner, place, err)
		if !errors.Is(err, errBusy) { // which says nothing about the page
			place.failures.fail(s.options.Now())
		}
		return ""
	}
	place.failures = backoff{}
	s.memory.put(n, &site.Representation{Body: []byte(root)})
	return root
}

// renderForm renders a page in the state of one of its forms, when there is a place for it.
func (s *Store) renderForm(ctx context.Context, place *formPlace, state site.FormState) (string, error) {
	waiting, cancel := context.WithTimeout(ctx, formWait)
	defer cancel()
	if s.forms.Acquire(waiting, 1) != nil {
		return "", errBusy
	}
	defer s.forms.Release(1)
	s.waiting.Add(1)
	defer s.waiting.Add(-1)
	data, err := pageData(place.page, &state)
	if err != nil {
		return "", err
	}
	limited, cancel := context.WithTimeout(ctx, formLimit)
	defer cancel()
	return s.renderRoot(limited, place.page.location(), data)
}

// formDocument wraps the root element's HTML into a document that is never stored: no cache, no search engine. It is
// not compressed: what a visitor typed stands in it beside our own words, and its length must not tell of either.
func formDocument(owner *snapshot, p *page, root string, status int) *site.Representation {
	head := p.content.Head
	head.NoIndex, head.Canonical = true, ""
	return formAnswer(owner, shellData{Site: p.site, Head: head, Root: root}, status)
}

func plainFormPage(
	owner *snapshot, of *site.Site, form *site.Form, state site.FormState, status int,
) *site.Representation {
	head := site.Head{Title: string(form.Title), NoIndex: true}
	return formAnswer(owner, shellData{Site: of, Head: head, Root: plainForm(of, form, state)}, status)
}

func formAnswer(owner *snapshot, shell shellData, status int) *site.Representation {
	r := shell.answer(status, noStore)
	r.Revision = owner.rev.ID
	return r
}

// logFormFailure logs why the answer to a form was not rendered. An exception
// may quote what a visitor typed, so only its place in the templates is logged.
func (s *Store) logFormFailure(owner *snapshot, place *formPlace, err error) {
	level, cause := slog.LevelError, fmt.Sprintf("%T", err)
	switch {
	case errors.Is(err, errBusy), errors.Is(err, context.Canceled):
		// Under attack there would be a line per request; the visitor has an answer.
		level = slog.LevelDebug
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, errNoReference):
		cause = err.Error()
	}
	s.options.Logger.Log(context.Background(), level, "form page could not be rendered", append(stackOf(err),
		"path", place.page.address(), "form", place.form.ID, "revision", owner.rev.ID, "error", cause)...)
}

// stackOf returns where in the templates an error happened, as an attribute of a line in
// the log; empty where that is not known.
func stackOf(err error) []any {
	if traced, ok := errors.AsType[interface {
		error
		Trace() string
	}](err); ok {
		return []any{"stack", traced.Trace()}
	}
	return nil
}

// ConfirmPage returns the page that the link of an opt-in leads to: a sentence and, while its button is to be pressed,
// that. The words are those of the site, or of the one at the root of the space where that has no such site.
func (s *Store) ConfirmPage(space, siteID, formID string, state site.OptInState) *site.Representation {
	snapshot := s.current.Load()
	if snapshot == nil {
		return s.ErrorPage(http.StatusServiceUnavailable, space+"/")
	}
	owner, form := snapshot.form(formName{siteID, formID})
	if owner == nil || owner.Space != space {
		owner, form = snapshot.siteOf(space+"/"), nil
	}
	status, path := http.StatusOK, ""
	if state == site.OptInUnknown {
		status, path = http.StatusNotFound, s.FormPath(space, siteID, formID)
	}
	root := written("confirm.html", map[string]any{"Site": owner, "Form": form, "State": string(state), "Path": path})
	head := site.Head{Title: string(owner.MailWords.OptInButton), NoIndex: true}
	return formAnswer(snapshot, shellData{Site: owner, Head: head, Root: root}, status)
}

//go:embed confirm.html plain_form.html
var embedded embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"screenClass": func() string { return screenClass },
}).ParseFS(embedded, "*.html"))

func written(name string, data map[string]any) string {
	var out strings.Builder
	if err := templates.ExecuteTemplate(&out, name, data); err != nil {
		panic(fmt.Sprintf("write %s: %v", name, err)) // it is part of the program
	}
	return out.String()
}

// plainForm is the root element of a page that holds a form and nothing else, in the words of the site. It is made
// without React, which may be what failed or is too busy: with it, what was typed can be mended and sent again.
func plainForm(owner *site.Site, form *site.Form, state site.FormState) string {
	fields := make([]plainField, len(form.Fields))
	for i := range form.Fields {
		field := &form.Fields[i]
		fields[i] = plainField{field, state.Values[field.Name], state.Errors[field.Name]}
	}
	return written("plain_form.html", map[string]any{"Site": owner, "Form": form, "State": state, "Fields": fields})
}

type plainField struct {
	*site.Field
	Value string
	Wrong site.Text
}

type choice struct {
	Label            site.Text
	Value            string
	Required, Chosen bool
}

// Box returns the type of the boxes that the field consists of; empty for one control.
func (f plainField) Box() string {
	switch f.Type {
	case "checkbox", "radio":
		return f.Type
	case "consent":
		return "checkbox"
	}
	return ""
}

// Choices returns the options of the field, or its only box.
func (f plainField) Choices() (all []choice) {
	if len(f.Options) == 0 {
		sent := site.Ticked
		if f.Type == "consent" {
			sent = string(f.Label)
		}
		return []choice{{f.Label, sent, f.Required, f.Value == sent}}
	}
	chosen := strings.Split(strings.ReplaceAll(f.Value, "\r\n", "\n"), "\n")
	for _, option := range f.Options {
		all = append(all, choice{
			Label: cmp.Or(option.Label, site.Text(option.Value)), Value: option.Value,
			Required: f.Required && f.Type == "radio", Chosen: slices.Contains(chosen, option.Value),
		})
	}
	return all
}

// Input returns the type of the control.
func (f plainField) Input() string {
	if input := f.Kind().Input; input != nil {
		return input(f.Value)
	}
	return "text"
}
