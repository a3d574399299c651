package pages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// How long the answer to a form may take to be drawn. Shorter than for other
// pages: somebody has just pressed a button.
const formLimit = 5 * time.Second

var errBusy = errors.New("too many forms are being answered")

// FormPage returns the page that a native form post came from, with what
// became of it: what was typed, what is wrong with it, or its reference. The
// referrer is as in [site.Inquiry]; see [Store.FormPath] for which page is
// taken. It returns nil where the site has no such form.
//
// The page is drawn for one visitor alone. It carries no script and no data:
// it works as it stands, and the next page is an ordinary one. The form alone,
// made without templates, is the answer where no page shows the form, to those
// who send too much (429), and when the page cannot be drawn now: whatever
// happens, what was typed is not lost.
func (s *Store) FormPage(ctx context.Context, referrer string, state site.FormState, status int) *site.Representation {
	snapshot := s.fresh(ctx)
	if snapshot == nil {
		return nil
	}
	name := formName{state.SiteID, state.FormID}
	place, found := snapshot.place(referrer, name)
	if !found {
		owner, form := snapshot.form(name)
		if form == nil {
			return nil
		}
		return plainFormPage(snapshot, owner, form, state, status)
	}
	if status == http.StatusTooManyRequests {
		// Who sends too much must not keep the renderer from those who do not.
		return plainFormPage(snapshot, place.entry.site, place.form, state, status)
	}
	root, err := s.drawForm(ctx, place, state)
	if err != nil {
		s.logFormFailure(snapshot, place, err)
		return plainFormPage(snapshot, place.entry.site, place.form, state, status)
	}
	return formDocument(snapshot, place.entry, root, status)
}

// drawForm renders a page in the state of one of its forms, when it is its turn.
func (s *Store) drawForm(ctx context.Context, place formPlace, state site.FormState) (string, error) {
	if !s.gate.enter(ctx) {
		return "", errBusy
	}
	defer s.gate.leave()
	s.visitors.enter()
	defer s.visitors.leave()
	data, err := s.data(place.entry)
	if err != nil {
		return "", err
	}
	if data, err = withForm(data, state); err != nil {
		return "", err
	}
	limited, cancel := context.WithTimeout(ctx, formLimit)
	defer cancel()
	return s.render(limited, place.entry.location(), data)
}

// withForm adds the state of a form to a page's data.
func withForm(data []byte, state site.FormState) ([]byte, error) {
	encoded, err := json.Marshal(state)
	if err != nil {
		return nil, fmt.Errorf("encode form state: %w", err)
	}
	out := make([]byte, 0, len(data)+len(encoded)+9)
	out = append(out, data[:len(data)-1]...) // without the brace that closes it
	return append(append(append(out, `,"form":`...), encoded...), '}'), nil
}

// formDocument wraps the root element's HTML into a document that nobody keeps:
// no cache, no search engine. It is not compressed: what a visitor typed stands
// in it beside our own words, and its length must not tell of either.
func formDocument(owner *snapshot, e *entry, root string, status int) *site.Representation {
	head := e.page.Head
	head.NoIndex, head.Canonical = true, ""
	shell := shellData{Site: e.site, Head: head, Root: root}
	return formAnswer(owner.rev.ID, shell, status)
}

func formAnswer(revision string, shell shellData, status int) *site.Representation {
	return &site.Representation{
		Status: status, ContentType: htmlType, CacheControl: noStore, Revision: revision, Body: shell.render(),
		Link: link(shell.Site),
	}
}

// plainFormPage is the document of plainForm.
func plainFormPage(snapshot *snapshot, owner *site.Site, form *site.Form, state site.FormState, status int) *site.Representation {
	shell := shellData{Site: owner, Head: site.Head{Title: string(form.Title), NoIndex: true}, Root: plainForm(owner, form, state)}
	return formAnswer(snapshot.rev.ID, shell, status)
}

// logFormFailure notes why the answer to a form was not drawn. An exception
// may quote what a visitor typed, so only its place in the templates is told.
func (s *Store) logFormFailure(owner *snapshot, place formPlace, err error) {
	attributes := []any{"path", place.entry.path, "form", place.form.ID, "revision", owner.rev.ID}
	switch {
	case errors.Is(err, errBusy), errors.Is(err, context.Canceled):
		// Under attack there would be a line per request; the visitor has an answer.
		s.options.Logger.Debug("form page not drawn", append(attributes, "error", err)...)
		return
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, errNoReference):
		attributes = append(attributes, "error", err)
	default:
		attributes = append(attributes, "error", fmt.Sprintf("%T", err))
	}
	if traced, ok := errors.AsType[interface {
		error
		Trace() string
	}](err); ok {
		attributes = append(attributes, "stack", traced.Trace())
	}
	s.options.Logger.Error("form page could not be rendered", attributes...)
}
