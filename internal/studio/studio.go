// Package studio is the editor in the browser: people who were invited change the files of the content folder, see the
// pages that these make, publish them, and go back. It is the HTTP of that (docs/design.md, /studio); its parts are
//
//   - people: who may come in, and what everybody may do;
//   - drafts: changes that are not published, conflicts, publishing, and the journal;
//   - database: the file studio.db, in which both store what they know. Content is never there: files are the truth.
//
// What visitors sent is not there either: it stays where it was stored ([Inbox]).
//
// [Studio] is an [http.Handler] for all addresses below /studio. Every call but those for signing in needs a session;
// what changes something comes from a page of this host. Each call says what its sender has to be allowed, and one
// place checks that (people.Person.May), for the site of each file that is named.
package studio

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/inbox/outbox"
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
	// Small makes what shows a picture in little; nil where that cannot be.
	Small(address string, file site.File) *site.Representation
}

// Links signs preview links.
type Links interface {
	Sign(link site.PreviewLink) (token string, err error)
	// End ends all that there are.
	End() error
}

// Config is what Studio needs. All fields are required.
type Config struct {
	People  *people.Store
	Drafts  *drafts.Store
	Preview Preview
	// Another one, for what is only tried: nobody else sees it.
	Trial Preview
	// The web part: index.html, and what it loads.
	App fs.FS
	// The JSON Schemas of files, by name.
	Schemas map[string][]byte
	// The least to write of each section, as the text of a page that has it.
	Samples map[string][]byte
	Icons   site.Icons
	Links   Links
	Inbox   Inbox
	// Sends a mail at once, in the look of a space.
	Send func(ctx context.Context, space string, l site.Letter) error
	// Tells how the website and its machine are; counted, also how much was sent to it.
	Condition func(ctx context.Context, counted bool) Condition
	Logger    *slog.Logger
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
	calls := map[string]call{
		"/studio/join/{token}": {open: true, do: (*request).join},
		"GET /studio/preview/": {may: people.View, do: (*request).preview},

		"POST /studio/api/sign-in":      {open: true, do: (*request).signIn},
		"POST /studio/api/sign-in/code": {open: true, do: (*request).signInByCode},
		"POST /studio/api/sign-out":     {do: (*request).signOut},
		"GET /studio/api/me":            {do: (*request).me},

		"GET /studio/api/pages":          {may: people.View, do: (*request).pages},
		"GET /studio/api/page":           {may: people.View, do: (*request).page},
		"GET /studio/api/file":           {may: people.View, do: (*request).file},
		"GET /studio/api/choices":        {may: people.View, ofSite: true, do: (*request).choices},
		"GET /studio/api/picture":        {may: people.View, do: (*request).picture},
		"GET /studio/api/schemas/{name}": {may: people.View, unread: true, do: (*request).schema},
		"GET /studio/api/icons/{name}":   {may: people.View, unread: true, do: (*request).icon},

		"GET /studio/api/changes":         {may: people.View, do: (*request).changes},
		"POST /studio/api/changes":        {may: people.Edit, do: (*request).change},
		"POST /studio/api/changes/settle": {may: people.Edit, do: (*request).settle},
		"DELETE /studio/api/changes":      {may: people.Edit, do: (*request).takeBack},
		"POST /studio/api/publish":        {may: people.Publish, do: (*request).publish},
		"GET /studio/api/history":         {may: people.View, do: (*request).history},
		"POST /studio/api/restore":        {may: people.Edit, do: (*request).restore},

		"GET /studio/api/make":            {may: people.Edit, ofSite: true, do: (*request).makeable},
		"POST /studio/api/make":           {may: people.Edit, ofSite: true, do: (*request).create},
		"POST /studio/api/duplicate":      {may: people.Edit, do: (*request).duplicate},
		"POST /studio/api/remove":         {may: people.Edit, do: (*request).drop},
		"GET /studio/api/gallery":         {may: people.Edit, ofSite: true, do: (*request).gallery},
		"POST /studio/api/preview-link":   {may: people.Publish, do: (*request).link},
		"DELETE /studio/api/preview-link": {may: people.Publish, do: (*request).endLinks},

		"GET /studio/api/media":          {may: people.View, ofSite: true, do: (*request).media},
		"POST /studio/api/uploads":       {may: people.Edit, do: (*request).upload},
		"DELETE /studio/api/uploads":     {may: people.Edit, do: (*request).uploadEnd},
		"POST /studio/api/uploads/chunk": {may: people.Edit, raw: true, do: (*request).uploadChunk},

		"GET /studio/api/status":       {do: (*request).status},
		"GET /studio/api/look":         {may: people.View, ofSite: true, do: (*request).look},
		"GET /studio/api/translation":  {may: people.View, do: (*request).translations},
		"POST /studio/api/translation": {may: people.Edit, do: (*request).translate},

		"GET /studio/api/people":         {may: people.Manage, do: (*request).people},
		"POST /studio/api/people/invite": {may: people.Manage, do: (*request).invite},
		"POST /studio/api/people/remove": {may: people.Manage, do: (*request).remove},

		"GET /studio/api/inquiries":          {may: people.Inbox, unread: true, do: (*request).inquiries},
		"GET /studio/api/inquiries/one":      {may: people.Inbox, ofOne: true, do: (*request).inquiry},
		"GET /studio/api/inquiries/file":     {may: people.Inbox, ofOne: true, do: (*request).inquiryFile},
		"GET /studio/api/inquiries/export":   {may: people.Inbox, unread: true, do: (*request).exportInquiries},
		"GET /studio/api/inquiries/report":   {may: people.Inbox, unread: true, do: (*request).inquiryReport},
		"POST /studio/api/inquiries/handle":  {may: people.Inbox, ofOne: true, do: (*request).handleInquiry},
		"POST /studio/api/inquiries/confirm": {may: people.Inbox, ofOne: true, do: (*request).confirmBooking},
		"POST /studio/api/inquiries/release": {may: people.Inbox, ofOne: true, do: (*request).releaseInquiry},
		"POST /studio/api/inquiries/retry":   {may: people.Inbox, ofOne: true, do: (*request).retryInquiry},
		"POST /studio/api/inquiries/erase":   {may: people.Inbox, unread: true, do: (*request).eraseInquiries},
	}
	for _, folder := range site.FileFolders {
		calls["GET "+previewPath+folder] = call{may: people.View, unread: true, do: (*request).previewFile}
	}
	for pattern, c := range calls {
		s.routes.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.call(w, r, c) })
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

// policy is that of the editor's own pages: files of this host, and one policy for strings that become HTML, by which
// it takes previews apart.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; " +
	"require-trusted-types-for 'script'; trusted-types studio"

// ServeHTTP answers what is asked below /studio.
func (s *Studio) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h, visit := w.Header(), site.VisitOf(r.Context())
	h.Set("Content-Security-Policy", policy)
	h.Set("Cache-Control", "private, no-store")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("X-Robots-Tag", "noindex, nofollow")
	switch isRead := r.Method == http.MethodGet || r.Method == http.MethodHead; {
	case !visit.TLS && !visit.Local:
		s.answer(w, r, nil, insecure)
	case !isRead && !fromHere(r):
		s.answer(w, r, nil, foreign)
	default:
		s.routes.ServeHTTP(w, r)
	}
}

// fromHere reports whether a page of this host sent the request. Without either header no browser did.
func fromHere(r *http.Request) bool {
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" {
		return from == "same-origin"
	}
	origin, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && origin.Host != "" && origin.Host == r.Host &&
		(origin.Scheme == "https" || !site.VisitOf(r.Context()).TLS)
}

// call is how an address is answered.
type call struct {
	open bool // whether it needs no session
	// What its sender has to be allowed: on the sites of all files that it names, or on some site; empty for nothing.
	may    people.Action
	raw    bool // whether what is sent is no JSON: the query says what it is, and of which file
	unread bool // whether it is answered without the folder, and so names no file of it
	ofSite bool // whether it is about one site, which it names
	ofOne  bool // whether it is about one inquiry, which it names; without the folder, too
	do     func(*request) (any, error)
}

// request is a call that is being answered.
type request struct {
	*Studio
	*http.Request
	w       http.ResponseWriter
	visit   site.Visit
	session people.Session
	sent    sent
	// What load reads: the folder with all drafts over it, these, its files by path, and the sites of which something
	// may be seen.
	edition *content.Edition
	drafted map[string][]byte
	files   map[string]content.WrittenFile
	sites   []content.WrittenSite
	of      content.WrittenSite // that a call is about
	one     outbox.Record       // that a call is about
	// What was read of files since.
	trees  map[string]*yamldoc.Tree
	places map[string]func(line, column int) string
}

// sent is what calls take; each takes some of it.
type sent struct {
	Email, Code, Session string
	Role                 people.Role
	Sites                []string
	Changes              []drafts.Change
	File, Take           string
	yamldoc.Change       // of File, as it was seen
	Files                []string
	Revision             string

	Site, Kind, Title, Address string // of what is new
	Days                       int    // that a preview link lasts
	Try                        bool   // whether nothing is changed
	Inquiry                    sentInquiry
	Name, Sum                  string // of a file that is sent, in parts
	Size                       int64
}

// object is an answer in JSON.
type object = map[string]any

func (s *Studio) call(w http.ResponseWriter, r *http.Request, c call) {
	asked := &request{Studio: s, Request: r, w: w, visit: site.VisitOf(r.Context())}
	var value any
	err := asked.enter(c)
	if err == nil {
		value, err = c.do(asked)
	}
	s.answer(w, r, value, err)
}

// enter finds who sends a request and what, and whether they may do that.
func (r *request) enter(c call) (err error) {
	if !c.open {
		var ok bool
		if r.session, ok, err = r.People.Session(r.Context(), r.cookie(sessionCookie)); err == nil && !ok {
			err = signedOut
		}
		if err != nil {
			return err
		}
	}
	isRead := r.Method == http.MethodGet || r.Method == http.MethodHead
	if !isRead {
		if err := r.read(c); err != nil {
			return err
		}
	}
	if c.may == "" {
		return nil
	}
	if !r.maySomewhere(c.may) {
		return forbidden
	}
	if c.ofOne {
		r.one, err = r.found(cmp.Or(r.sent.Inquiry.ID, r.URL.Query().Get("id")))
	}
	if c.ofOne || c.unread {
		return err
	}
	if err := r.load(); err != nil {
		return err
	}
	files := append(r.sent.Files, r.sent.File)
	for _, change := range r.sent.Changes {
		files = append(files, change.File)
	}
	for _, file := range files {
		if file != "" && !r.mayFile(c.may, file) {
			return forbidden
		}
	}
	r.Request = r.WithContext(drafts.Guarded(r.Context(), r.guard, r.translationsOf))
	if !isRead && c.may != people.Manage {
		if err := r.Drafts.Folder.Writable(); err != nil {
			return failure{http.StatusLocked, "read_only", err.Error(), nil}
		}
	}
	if c.ofSite {
		r.of, err = r.siteFor(c.may, cmp.Or(r.sent.Site, r.URL.Query().Get("site")))
	}
	return err
}

// read reads the JSON that was sent. An unknown key is an error: it may be what somebody typed.
func (r *request) read(c call) error {
	if c.raw {
		query := r.URL.Query()
		r.sent.File, r.sent.Name, r.sent.Sum = query.Get("file"), query.Get("name"), query.Get("sum")
		return nil
	}
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&r.sent)
	if err == io.EOF && c.may == "" { // the button of a form sends nothing
		return nil
	}
	if err == nil && decoder.Decode(&struct{}{}) != io.EOF {
		err = errors.New("more than one value")
	}
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return failure{http.StatusRequestEntityTooLarge, "too_large", "That is too much at once.", nil}
	} else if err != nil {
		return failure{http.StatusBadRequest, site.CodeBadRequest, "The request could not be read: " + err.Error(), nil}
	}
	return nil
}

// load reads the folder with all drafts over it, as it is now.
func (r *request) load() (err error) {
	if r.drafted, err = r.Drafts.Files(r.Context()); err == nil {
		r.edition, err = r.Preview.With(r.Context(), r.drafted)
	}
	if err != nil {
		return err
	}
	r.trees, r.places = map[string]*yamldoc.Tree{}, map[string]func(line, column int) string{}
	r.files = map[string]content.WrittenFile{}
	for _, file := range r.edition.Files() {
		r.files[file.Path] = file
	}
	// On the host of the main site all are there, on any other one those that live on it.
	r.sites = slices.DeleteFunc(r.edition.Sites(), func(one content.WrittenSite) bool {
		return r.visit.Space != "" && r.visit.Space != one.Space ||
			!r.session.Person.May(people.View, one.ID) && !r.session.Person.May(people.Inbox, one.ID)
	})
	return nil
}

func (r *request) may(action people.Action) func(siteID string) bool {
	return func(id string) bool { return r.session.Person.May(action, id) }
}

func (r *request) maySomewhere(action people.Action) bool {
	return slices.ContainsFunc(append(r.session.Person.Sites, ""), r.may(action))
}

// indexOf returns where the site of an id is among others; -1 where it is not.
func indexOf(sites []content.WrittenSite, id string) int {
	return slices.IndexFunc(sites, func(one content.WrittenSite) bool { return one.ID == id })
}

// siteFor returns the site of an id, if the request may do something with it.
func (r *request) siteFor(action people.Action, id string) (of content.WrittenSite, err error) {
	i := indexOf(r.sites, id)
	switch {
	case i < 0:
		return of, notFound
	case !r.session.Person.May(action, id):
		return of, forbidden
	}
	return r.sites[i], nil
}

// mayFile reports whether a request may do something with a file, by the role of its sender and the host that it is to.
func (r *request) mayFile(action people.Action, file string) bool {
	id := r.siteOf(file)
	return r.session.Person.May(action, id) && (r.visit.Space == "" || indexOf(r.sites, id) >= 0)
}

// siteOf returns the site that a file belongs to: of one that is not there yet, or not any more, the site in the
// language of its folder.
func (r *request) siteOf(file string) string {
	if known, ok := r.files[file]; ok {
		return known.Site
	}
	id := tree.FolderOf(file)
	for _, one := range r.edition.Sites() {
		if one.Original != "" && strings.HasPrefix(file, one.Folder+"/") {
			id = one.ID
		}
	}
	return id
}

// failure is an error that its reader can do something about.
type failure struct {
	status        int
	code, message string
	more          object // that the answer has beside the error
}

func (f failure) Error() string { return f.message }

// unfit says in words for its reader what is wrong with what was sent.
func unfit(words string) failure { return failure{http.StatusUnprocessableEntity, "unfit", words, nil} }

var (
	notFound  = failure{http.StatusNotFound, "not_found", "There is nothing here.", nil}
	signedOut = failure{http.StatusUnauthorized, "signed_out", "You are not signed in.", nil}
	forbidden = failure{http.StatusForbidden, "forbidden", "Your role does not allow this.", nil}
	foreign   = failure{http.StatusForbidden, "foreign", "This request does not come from a page of Studio.", nil}
	insecure  = failure{
		http.StatusForbidden, "insecure", "Studio needs https. Behind a proxy, name it with --trusted-proxies.", nil,
	}
)

// failureOf returns what the sender of a request is told of an error. One that is not known is a fault of ours.
func failureOf(r *http.Request, err error) (f failure, known bool) {
	refused, isRefused := errors.AsType[*drafts.Refused](err)
	_, isUnfit := errors.AsType[people.Refusal](err)
	switch {
	case errors.As(err, &f):
		return f, true
	case isRefused:
		return failure{http.StatusUnprocessableEntity, "not_changed", err.Error(), object{"id": refused.ID}}, true
	case errors.Is(err, drafts.ErrReadOnly):
		return failure{http.StatusLocked, "read_only", err.Error(), nil}, true
	case errors.Is(err, people.ErrTooOften):
		return failure{
			http.StatusTooManyRequests, site.CodeTooMany, "That was tried too often. Ask for a new code.", nil,
		}, true
	case errors.Is(err, people.ErrWrong):
		return failure{http.StatusForbidden, "wrong_code", "This code is wrong, or too old.", nil}, true
	case isUnfit:
		return unfit(err.Error()), true
	case r.Context().Err() != nil: // the server stops
		return failure{http.StatusServiceUnavailable, "stopping", "Please try again in a moment.", nil}, true
	}
	return failure{http.StatusInternalServerError, "internal", "Something went wrong on our side.", nil}, false
}

// raw is an answer that is no JSON of ours.
type raw struct {
	contentType string
	caching     string // empty for none
	data        []byte
	status      int // 0 for OK
}

// accepted is the answer to what is done later.
type accepted struct{}

// answer writes a value as JSON, or an error; nothing for a value that is nil.
func (s *Studio) answer(w http.ResponseWriter, r *http.Request, value any, err error) {
	status := http.StatusOK
	if err != nil {
		f, known := failureOf(r, err)
		if !known {
			s.Logger.Error("a call of Studio failed", "call", r.Pattern, "error", err) // the path may be an invitation
		}
		body := object{"error": site.Failure{Code: f.code, Message: shortened(f.message)}}
		maps.Copy(body, f.more)
		status, value = f.status, body
	}
	switch answer := value.(type) {
	case nil:
		w.WriteHeader(http.StatusNoContent)
		return
	case accepted:
		status = http.StatusAccepted
	case raw:
		w.Header().Set("Content-Type", answer.contentType)
		if answer.caching != "" {
			w.Header().Set("Cache-Control", answer.caching)
		}
		w.WriteHeader(cmp.Or(answer.status, status))
		if _, err := w.Write(answer.data); err != nil {
			s.Logger.Debug("send an answer of Studio", "error", err)
		}
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(value); err != nil {
		s.Logger.Debug("send an answer of Studio", "error", err)
	}
}

// maxMessage is how long an error may be, in characters: it may quote what was typed.
const maxMessage = 500

func shortened(words string) site.Text {
	words = strings.ToValidUTF8(words, "\uFFFD")
	if runes := []rune(words); len(runes) > maxMessage {
		words = string(runes[:maxMessage]) + "…"
	}
	return site.Text(words)
}
