package studio

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/people"
)

const (
	sessionCookie = "marquee-studio"
	// Names the browser that asked for a code, which no other may use.
	attemptCookie = "marquee-studio-attempt"
)

// cookieName returns the name of a cookie: with a prefix that browsers hold to https, where that is there (RFC
// 6265bis).
func (r *request) cookieName(name string) string {
	if r.visit.TLS {
		return "__Secure-" + name
	}
	return name
}

// cookie returns the value of a cookie; empty where it was not sent.
func (r *request) cookie(name string) string {
	found, err := r.Cookie(r.cookieName(name))
	if err != nil {
		return ""
	}
	return found.Value
}

func (r *request) setCookie(name, value string, lasts time.Duration) {
	http.SetCookie(r.w, &http.Cookie{
		Name: r.cookieName(name), Value: value, Path: site.StudioPath, MaxAge: int(lasts.Seconds()),
		Secure: r.visit.TLS, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// begin starts a session in the browser of a request.
func (r *request) begin(session people.Session) {
	r.setCookie(sessionCookie, session.Token, people.SessionLife)
	r.setCookie(attemptCookie, "", -time.Second)
}

// Codes are mailed after the answer: so many at once, and each within this time, for which the server waits at its end.
const (
	maxCodes  = 16
	codeLimit = 20 * time.Second
)

// signIn sends a code to an address that was invited. The answer, and how long it takes, is the same for all others.
func (r *request) signIn() (any, error) {
	// The request is not there any more when the mail is sent: neither its context nor its headers may be used then.
	s, language, visit, browser, email := r.Studio, r.language(), r.visit, rand.Text(), r.sent.Email
	r.setCookie(attemptCookie, browser, people.CodeLife)
	select {
	case s.slots <- struct{}{}:
	default:
		s.Logger.Warn("a code for Studio was not sent: many others are on their way")
		return accepted{}, nil
	}
	s.coding.Go(func() {
		defer func() { <-s.slots }()
		ctx, cancel := context.WithTimeout(context.Background(), codeLimit)
		defer cancel()
		code, err := s.People.SignIn(ctx, email, browser, visit.Address)
		if err == nil {
			err = s.Send(ctx, visit.Space, people.CodeMail(email, code, language))
		}
		if err != nil && !errors.Is(err, people.ErrNotInvited) && !errors.Is(err, people.ErrTooOften) {
			s.Logger.Error("a code for Studio could not be sent", "error", err)
		}
	})
	return accepted{}, nil
}

func (r *request) signInByCode() (any, error) {
	session, err := r.People.Code(r.Context(), r.cookie(attemptCookie), r.sent.Code, r.UserAgent())
	if err == nil {
		r.begin(session)
	}
	return object{}, err
}

func (r *request) signOut() (any, error) {
	if r.sent.Session == "" {
		r.setCookie(sessionCookie, "", -time.Second)
	}
	return nil, r.People.End(r.Context(), r.session.Person.Email, cmp.Or(r.sent.Session, r.session.ID))
}

func (r *request) me() (any, error) {
	if err := r.load(); err != nil {
		return nil, err
	}
	all, err := r.People.Sessions(r.Context(), r.session.Person.Email)
	sites, sessions, readOnly := []object{}, []object{}, ""
	for _, one := range r.sites {
		sites = append(sites, object{
			"id": one.ID, "name": one.Settings.Name, "lang": one.Settings.Language, "of": one.Original,
			"path": one.Settings.Path,
		})
	}
	for _, one := range all {
		sessions = append(sessions, object{
			"id": one.ID, "agent": one.Agent, "since": one.Since, "seen": one.Seen, "current": one.ID == r.session.ID,
		})
	}
	if err := r.Drafts.Folder.Writable(); err != nil {
		readOnly = err.Error()
	}
	return object{
		"email": r.session.Person.Email, "role": r.session.Person.Role, "sites": sites, "readOnly": readOnly,
		"sessions": sessions,
	}, err
}

func (r *request) people() (any, error) {
	all, err := r.People.List(r.Context())
	return slices.DeleteFunc(append([]people.Person{}, all...), func(p people.Person) bool {
		return len(p.Sites) > 0 && !slices.ContainsFunc(p.Sites, r.may(people.Manage)) // has no site of theirs
	}), err
}

func (r *request) invite() (any, error) {
	for _, id := range r.sent.Sites {
		if indexOf(r.edition.Sites(), id) < 0 {
			words := fmt.Sprintf("There is no site %q.", id)
			return nil, failure{http.StatusUnprocessableEntity, "unknown_site", words, nil}
		}
	}
	person := people.Person{Email: r.sent.Email, Role: r.sent.Role, Sites: r.sent.Sites}
	token, err := r.People.Invite(r.Context(), person, r.session.Person.Email)
	scheme := "http://"
	if r.visit.TLS {
		scheme = "https://"
	}
	return object{"link": scheme + r.Host + site.JoinPath + token}, err
}

func (r *request) remove() (any, error) {
	return nil, r.People.Remove(r.Context(), r.sent.Email, r.session.Person.Email)
}

// language returns the first language of a browser that Studio speaks.
func (r *request) language() string {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		if primary, _, _ := strings.Cut(strings.ToLower(tag), "-"); joinWords()[primary] != nil {
			return strings.Clone(primary)
		}
	}
	return "en"
}

var (
	//go:embed join.yaml
	joinYAML []byte
	//go:embed join.html
	joinHTML string
	joinPage = template.Must(template.New("").Parse(joinHTML))
)

var joinWords = sync.OnceValue(func() (words map[string]map[string]string) {
	if err := yaml.Unmarshal(joinYAML, &words); err != nil {
		panic(err) // they are ours, and a test reads them
	}
	return words
})

// join shows an invitation, which a button uses up: programs that look at the links of a mail press none.
func (r *request) join() (any, error) {
	token := r.PathValue("token")
	if r.Method == http.MethodPost {
		session, err := r.People.Join(r.Context(), token, r.UserAgent())
		if err == nil {
			r.begin(session)
			r.w.Header().Set("Location", site.StudioPath)
			return raw{status: http.StatusSeeOther}, nil
		} else if !errors.Is(err, people.ErrWrong) {
			return nil, err
		}
	}
	open, err := r.People.Joinable(r.Context(), token)
	if err != nil {
		return nil, err
	}
	built, err := fs.ReadFile(r.App, "index.html")
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	styles := template.HTML(bytes.Join(styleLink.FindAll(built, -1), nil)) //nolint:gosec // of our own build
	language := r.language()
	err = joinPage.Execute(&page, object{
		"Language": language, "Open": open, "Styles": styles, "Words": joinWords()[language],
	})
	// The address has the token. With no-referrer, a browser would not say either that its button is of this host.
	r.w.Header().Set("Referrer-Policy", "strict-origin")
	shown := raw{contentType: "text/html; charset=utf-8", data: page.Bytes(), status: http.StatusOK}
	if !open {
		shown.status = http.StatusNotFound
	}
	return shown, err
}

var styleLink = regexp.MustCompile(`<link\b[^>]*rel="stylesheet"[^>]*>`)
