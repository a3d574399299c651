// Package studio is the editor in the browser: people who were invited change the files of the content folder, see the
// pages that these make, publish them, and go back. It is the HTTP of that (docs/design.md, /studio); its parts are
//
//   - people: who may come in, and what everybody may do;
//   - drafts: changes that are not published, conflicts, publishing, and the journal;
//   - database: the file studio.db, in which both store what they know. Content is never there: files are the truth.
//
// [Studio] is an [http.Handler] for all addresses below /studio. Every call but those for signing in needs a session;
// what changes something comes from a page of this host. One place says what somebody may do (people.Person.May), and
// each call asks it for the site of each file.
package studio

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/drafts"
	"github.com/evenlight/marquee/internal/studio/people"
)

// Preview shows what drafts make of the website.
type Preview interface {
	// With returns the edition that the folder is with other files over it. Page and Asset are of the last one without
	// errors.
	With(ctx context.Context, files map[string][]byte) (*content.Edition, error)
	Page(ctx context.Context, address string) *site.Representation
	Asset(address string) *site.Representation
}

// Config is what Studio needs. All fields are required.
type Config struct {
	People  *people.Store
	Drafts  *drafts.Store
	Preview Preview
	// The web part: index.html, and what it loads.
	App fs.FS
	// The JSON Schemas of files, by name.
	Schemas map[string][]byte
	Icons   site.Icons
	// Sends a mail at once, in the look of a space.
	Send   func(ctx context.Context, space string, l site.Letter) error
	Logger *slog.Logger
}

// Studio serves the editor. It is safe for concurrent use.
type Studio struct {
	Config
	routes *http.ServeMux
	slots  chan struct{}  // of the codes that are on their way
	coding sync.WaitGroup // for these
}

// New returns the editor.
func New(config Config) *Studio {
	s := &Studio{Config: config, routes: http.NewServeMux(), slots: make(chan struct{}, maxCodes)}
	s.routes.HandleFunc("/studio/api/", func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, nil, notFound) })
	s.routes.HandleFunc("/studio/", s.serveApp)
	s.routes.HandleFunc("/studio", s.serveApp)
	s.routes.HandleFunc("GET /studio/assets/", s.serveBuilt)
	s.routes.HandleFunc("GET /studio/preview/", s.servePreview)
	s.routes.HandleFunc("/studio/join/{token}", s.serveJoin)
	for pattern, call := range map[string]call{
		"POST /sign-in":      {open: true, do: s.signIn},
		"POST /sign-in/code": {open: true, do: s.signInByCode},
		"POST /sign-out":     {do: s.signOut},
		"GET /me":            {do: s.me},

		"GET /pages":          {may: people.View, do: s.pages},
		"GET /page":           {may: people.View, do: s.page},
		"GET /file":           {may: people.View, do: s.file},
		"GET /choices":        {may: people.View, do: s.choices},
		"GET /picture":        {may: people.View, do: s.picture},
		"GET /schemas/{name}": {may: people.View, do: s.schema},
		"GET /icons/{name}":   {may: people.View, do: s.icon},

		"GET /changes":         {may: people.View, do: s.changes},
		"POST /changes":        {may: people.Edit, do: s.change},
		"POST /changes/settle": {may: people.Edit, do: s.settle},
		"DELETE /changes":      {may: people.Edit, do: s.takeBack},
		"POST /publish":        {may: people.Publish, do: s.publish},
		"GET /history":         {may: people.View, do: s.history},
		"POST /restore":        {may: people.Edit, do: s.restore},

		"GET /people":         {may: people.Manage, do: s.people},
		"POST /people/invite": {may: people.Manage, do: s.invite},
		"POST /people/remove": {may: people.Manage, do: s.remove},
	} {
		method, path, _ := strings.Cut(pattern, " ")
		s.routes.HandleFunc(method+" /studio/api"+path, func(w http.ResponseWriter, r *http.Request) { s.call(w, r, call) })
	}
	return s
}

// Close waits until the codes that are on their way are sent. Nothing may be asked any more.
func (s *Studio) Close() { s.coding.Wait() }

// Open reports whether anybody was invited. A database that cannot be read keeps the editor away, and is logged.
func (s *Studio) Open() bool {
	open, err := s.People.Anyone(context.Background())
	if err != nil {
		s.Logger.Error("the people of Studio cannot be read", "error", err)
	}
	return open
}

// policy is that of the editor's own pages: files of this host, and one policy for strings that become HTML, by which it
// takes previews apart.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
	"connect-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; " +
	"require-trusted-types-for 'script'; trusted-types studio"

// ServeHTTP answers what is asked below /studio.
func (s *Studio) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Cache-Control", "private, no-store")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("X-Robots-Tag", "noindex, nofollow")
	if visit := site.VisitOf(r.Context()); !visit.TLS && !visit.Local {
		s.answer(w, r, nil, failure{
			http.StatusForbidden, "insecure",
			"Studio needs https. Behind a proxy, name it with --trusted-proxies.",
		})
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead && !fromHere(r) {
		s.answer(w, r, nil, failure{http.StatusForbidden, "foreign", "This request does not come from a page of Studio."})
		return
	}
	s.routes.ServeHTTP(w, r)
}

// fromHere reports whether a page of this host sent the request. Who says nothing of that is no browser.
func fromHere(r *http.Request) bool {
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" {
		return from == "same-origin"
	}
	origin, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && origin.Host != "" && origin.Host == r.Host &&
		(origin.Scheme == "https" || !site.VisitOf(r.Context()).TLS)
}

// call is one of the API.
type call struct {
	open bool          // whether it needs no session
	may  people.Action // what it needs to be allowed, on some site; empty: nothing
	do   func(*request) (any, error)
}

// request is what a call is asked.
type request struct {
	*http.Request
	w       http.ResponseWriter
	session people.Session
	visit   site.Visit
}

// failure is an error that its reader can do something about.
type failure struct {
	status        int
	code, message string
}

func (f failure) Error() string { return f.message }

var (
	notFound  = failure{http.StatusNotFound, "not_found", "There is nothing here."}
	signedOut = failure{http.StatusUnauthorized, "signed_out", "You are not signed in."}
	forbidden = failure{http.StatusForbidden, "forbidden", "Your role does not allow this."}
)

func (s *Studio) call(w http.ResponseWriter, r *http.Request, c call) {
	asked := &request{Request: r, w: w, visit: site.VisitOf(r.Context())}
	var err error
	if !c.open {
		var ok bool
		token := cookie(r, cookieName(asked.visit, sessionCookie))
		if asked.session, ok, err = s.People.Session(r.Context(), token); !ok && err == nil {
			err = signedOut
		}
		if err == nil && c.may != "" && !slices.ContainsFunc(append(asked.session.Person.Sites, ""), asked.may(c.may)) {
			err = forbidden
		}
	}
	var value any
	if err == nil {
		value, err = c.do(asked)
	}
	s.answer(w, r, value, err)
}

func (r *request) may(action people.Action) func(siteID string) bool {
	return func(id string) bool { return r.session.Person.May(action, id) }
}

// answer writes a value as JSON, or an error; nothing for a value that is nil.
func (s *Studio) answer(w http.ResponseWriter, r *http.Request, value any, err error) {
	status := http.StatusOK
	var known failure
	var refused refusal
	switch {
	case errors.As(err, &refused):
		status, value = refused.status, refused.body
	case errors.As(err, &known):
		status = known.status
		value = site.ErrorAnswer{Error: site.Failure{Code: known.code, Message: message(known)}}
	case err != nil && r.Context().Err() != nil: // the server stops
		status = http.StatusServiceUnavailable
		value = site.ErrorAnswer{Error: site.Failure{Code: "stopping", Message: "Please try again in a moment."}}
	case err != nil:
		s.Logger.Error("a call of Studio failed", "call", r.Pattern, "error", err) // the path may be an invitation
		status = http.StatusInternalServerError
		value = site.ErrorAnswer{Error: site.Failure{Code: "internal", Message: "Something went wrong on our side."}}
	case value == nil:
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if raw, is := value.(represented); is {
		w.Header().Set("Content-Type", raw.contentType)
		if raw.caching != "" {
			w.Header().Set("Cache-Control", raw.caching)
		}
		_, err = w.Write(raw.data)
	} else {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		if accepted, is := value.(accepted); is {
			status, value = http.StatusAccepted, accepted
		}
		w.WriteHeader(status)
		err = json.NewEncoder(w).Encode(value)
	}
	if err != nil {
		s.Logger.Debug("send an answer of Studio", "error", err)
	}
}

// maxMessage is how long an error may be, in characters: it may quote what was typed.
const maxMessage = 500

func message(err error) site.Text {
	words := strings.ToValidUTF8(err.Error(), "\uFFFD")
	if runes := []rune(words); len(runes) > maxMessage {
		words = string(runes[:maxMessage]) + "…"
	}
	return site.Text(words)
}

// represented is an answer that is no JSON of ours.
type represented struct {
	contentType, caching string
	data                 []byte
}

// accepted is the answer to what is done later.
type accepted struct{}

// refusal is an error with a body of its own.
type refusal struct {
	status int
	body   any
}

func (refusal) Error() string { return "refused" }

// read reads the JSON that was sent. An unknown key is an error: it may be what somebody typed.
func (r *request) read(into any) error {
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil && decoder.Decode(&struct{}{}) != io.EOF {
		err = errors.New("more than one value")
	}
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return failure{http.StatusRequestEntityTooLarge, "too_large", "That is too much at once."}
	} else if err != nil {
		return failure{http.StatusBadRequest, site.CodeBadRequest, "The request could not be read: " + err.Error()}
	}
	return nil
}

func cookie(r *http.Request, name string) string {
	found, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return found.Value
}
