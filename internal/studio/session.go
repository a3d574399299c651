package studio

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/people"
)

const (
	sessionCookie = "marquee-studio"
	// Names the browser that asked for a code, which no other may use.
	attemptCookie = "marquee-studio-attempt"
)

// cookieName returns the name of a cookie: with a prefix that browsers hold to https, where that is there (RFC 6265bis).
func cookieName(visit site.Visit, name string) string {
	if visit.TLS {
		return "__Secure-" + name
	}
	return name
}

func setCookie(r *request, name, value string, lasts time.Duration) {
	http.SetCookie(r.w, &http.Cookie{
		Name: cookieName(r.visit, name), Value: value, Path: site.StudioPath, MaxAge: int(lasts.Seconds()),
		Secure: r.visit.TLS, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// begin starts a session in the browser of a request.
func begin(r *request, session people.Session) {
	setCookie(r, sessionCookie, session.Token, people.SessionLife)
	setCookie(r, attemptCookie, "", -time.Second)
}

// Codes are mailed behind the answer: so many at once, and each within this time, for which the server waits at its end.
const (
	maxCodes  = 16
	codeLimit = 20 * time.Second
)

// signIn sends a code to an address that was invited. The answer, and how long it takes, is the same for all others.
func (s *Studio) signIn(r *request) (any, error) {
	var asked struct{ Email string }
	if err := r.read(&asked); err != nil {
		return nil, err
	}
	browser := rand.Text()
	setCookie(r, attemptCookie, browser, people.CodeLife)
	select {
	case s.slots <- struct{}{}:
	default:
		s.Logger.Warn("a code for Studio was not sent: many others are on their way")
		return accepted{}, nil
	}
	language, visit, ctx := languageOf(r.Request), r.visit, context.WithoutCancel(r.Context())
	s.coding.Go(func() {
		defer func() { <-s.slots }()
		ctx, cancel := context.WithTimeout(ctx, codeLimit)
		defer cancel()
		code, err := s.People.SignIn(ctx, asked.Email, browser, visit.Address)
		if err == nil {
			err = s.Send(ctx, visit.Space, people.CodeMail(asked.Email, code, language))
		}
		if err != nil && !errors.Is(err, people.ErrNotInvited) && !errors.Is(err, people.ErrTooOften) {
			s.Logger.Error("a code for Studio could not be sent", "error", err)
		}
	})
	return accepted{}, nil
}

func (s *Studio) signInByCode(r *request) (any, error) {
	var sent struct{ Code string }
	if err := r.read(&sent); err != nil {
		return nil, err
	}
	session, err := s.People.Code(r.Context(), cookie(r.Request, cookieName(r.visit, attemptCookie)), sent.Code, r.agent())
	switch {
	case errors.Is(err, people.ErrTooOften):
		return nil, failure{http.StatusTooManyRequests, site.CodeTooMany, "That was tried too often. Ask for a new code."}
	case errors.Is(err, people.ErrWrong):
		return nil, failure{http.StatusForbidden, "wrong_code", "This code is wrong, or too old."}
	case err != nil:
		return nil, err
	}
	begin(r, session)
	return struct{}{}, nil
}

func (r *request) agent() string { return r.UserAgent() }

func (s *Studio) signOut(r *request) (any, error) {
	var which struct{ Session string }
	if r.ContentLength != 0 {
		if err := r.read(&which); err != nil {
			return nil, err
		}
	}
	if which.Session == "" {
		setCookie(r, sessionCookie, "", -time.Second)
	}
	return nil, s.People.End(r.Context(), r.session.Person.Email, cmp.Or(which.Session, r.session.ID))
}

func (s *Studio) me(r *request) (any, error) {
	edition, _, err := s.edition(r.Context())
	if err != nil {
		return nil, err
	}
	type oneSite struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		Lang string `json:"lang"`
		Of   string `json:"of"`
		Path string `json:"path"`
	}
	type oneSession struct {
		ID      string    `json:"id"`
		Agent   string    `json:"agent"`
		Since   time.Time `json:"since"`
		Seen    time.Time `json:"seen"`
		Current bool      `json:"current"`
	}
	sites, sessions := []oneSite{}, []oneSession{}
	for _, one := range s.sites(r, edition) {
		sites = append(sites, oneSite{
			one.ID, string(one.Settings.Name), one.Settings.Language, one.Original, one.Settings.Path,
		})
	}
	all, err := s.People.Sessions(r.Context(), r.session.Person.Email)
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		sessions = append(sessions, oneSession{one.ID, one.Agent, one.Since, one.Seen, one.ID == r.session.ID})
	}
	readOnly := ""
	if err := s.Drafts.Folder.Writable(); err != nil {
		readOnly = err.Error()
	}
	return struct {
		Email    string       `json:"email"`
		Role     people.Role  `json:"role"`
		Sites    []oneSite    `json:"sites"`
		ReadOnly string       `json:"readOnly"`
		Sessions []oneSession `json:"sessions"`
	}{r.session.Person.Email, r.session.Person.Role, sites, readOnly, sessions}, nil
}

type onePerson struct {
	Email string      `json:"email"`
	Role  people.Role `json:"role"`
	Sites []string    `json:"sites"`
	Since time.Time   `json:"since,omitzero"`
	Seen  time.Time   `json:"seen,omitzero"`
}

func (s *Studio) people(r *request) (any, error) {
	all, err := s.People.List(r.Context())
	shown := []onePerson{}
	for _, p := range all {
		if len(p.Sites) > 0 && !slices.ContainsFunc(p.Sites, r.may(people.Manage)) {
			continue // has no site of theirs
		}
		shown = append(shown, onePerson{p.Email, p.Role, append([]string{}, p.Sites...), p.Since, p.LastSeen})
	}
	return shown, err
}

func (s *Studio) invite(r *request) (any, error) {
	var asked onePerson
	if err := r.read(&asked); err != nil {
		return nil, err
	}
	edition, _, err := s.edition(r.Context())
	if err != nil {
		return nil, err
	}
	for _, id := range asked.Sites {
		if !slices.ContainsFunc(edition.Sites(), func(one content.WrittenSite) bool { return one.ID == id }) {
			return nil, failure{http.StatusUnprocessableEntity, "unknown_site", fmt.Sprintf("There is no site %q.", id)}
		}
	}
	person := people.Person{Email: asked.Email, Role: asked.Role, Sites: asked.Sites}
	token, err := s.People.Invite(r.Context(), person, r.session.Person.Email)
	if err != nil {
		return nil, unfit(err)
	}
	scheme := "http://"
	if r.visit.TLS {
		scheme = "https://"
	}
	return struct {
		Link string `json:"link"`
	}{scheme + r.Host + site.JoinPath + token}, err
}

func (s *Studio) remove(r *request) (any, error) {
	var asked struct{ Email string }
	if err := r.read(&asked); err != nil {
		return nil, err
	}
	return nil, unfit(s.People.Remove(r.Context(), asked.Email, r.session.Person.Email))
}

// unfit is the answer to a decision about people that cannot be made.
func unfit(err error) error {
	if refused, is := errors.AsType[people.Refusal](err); is {
		return failure{http.StatusUnprocessableEntity, "unfit", cmp.Or(err.Error(), string(refused))}
	}
	return err
}

// languageOf returns the first language of a browser that Studio speaks.
func languageOf(r *http.Request) string {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		if primary, _, _ := strings.Cut(strings.ToLower(tag), "-"); joinWords[primary].Title != "" {
			return primary
		}
	}
	return "en"
}

type join struct{ Language, Title, Text, Button, Ended, SignIn string }

var joinWords = map[string]join{
	"en": {
		"en", "Welcome to Studio", "You are invited to edit this website.", "Open Studio",
		"This invitation has been used, or it is too old. Ask for a new one, or sign in with your mail address.",
		"Sign in",
	},
	"de": {
		"de", "Willkommen im Studio", "Sie sind eingeladen, diese Website zu bearbeiten.", "Studio öffnen",
		"Diese Einladung wurde schon benutzt oder ist zu alt. Bitten Sie um eine neue, oder melden Sie sich mit Ihrer " +
			"Mailadresse an.",
		"Anmelden",
	},
	"es": {
		"es", "Bienvenido a Studio", "Tiene una invitación para editar este sitio web.", "Abrir Studio",
		"Esta invitación ya se usó o ha caducado. Pida otra, o entre con su dirección de correo.",
		"Iniciar sesión",
	},
}

var joinPage = template.Must(template.New("").Parse(`<!doctype html><html lang="{{.Language}}"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>{{.Title}}</title>{{.Styles}}</head>
<body><main class="gate"><h1>{{.Title}}</h1>{{if .Open}}<p>{{.Text}}</p>
<form method="post"><button>{{.Button}}</button></form>{{else}}<p>{{.Ended}}</p><a href="/studio/">{{.SignIn}}</a>{{end}}</main></body></html>
`))

// serveJoin shows an invitation, which a button uses up: programs that look at the links of a mail press none.
func (s *Studio) serveJoin(w http.ResponseWriter, r *http.Request) {
	asked := &request{Request: r, w: w, visit: site.VisitOf(r.Context())}
	token := r.PathValue("token")
	if r.Method == http.MethodPost {
		session, err := s.People.Join(r.Context(), token, asked.agent())
		if err == nil {
			begin(asked, session)
			http.Redirect(w, r, site.StudioPath, http.StatusSeeOther)
			return
		}
		if !errors.Is(err, people.ErrWrong) {
			s.answer(w, r, nil, err)
			return
		}
	}
	open, err := s.People.Joinable(r.Context(), token)
	if err != nil {
		s.answer(w, r, nil, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	// The address has the token. With no-referrer, a browser would not say either that its button is of this host.
	w.Header().Set("Referrer-Policy", "strict-origin")
	if !open {
		w.WriteHeader(http.StatusNotFound)
	}
	err = joinPage.Execute(w, struct {
		join
		Open   bool
		Styles template.HTML
	}{joinWords[languageOf(r)], open, template.HTML(s.stylesheets())}) //nolint:gosec // of our own build
	if err != nil {
		s.Logger.Debug("send an invitation", "error", err)
	}
}
