//go:build !race

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/tools/schema"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/internal/website/pages"
	"github.com/evenlight/marquee/internal/website/publishhook"
	"github.com/evenlight/marquee/internal/website/server"
	"github.com/evenlight/marquee/web"
)

// movedServer is the program without what visitors send, on a clock that a test moves. It renders with a renderer of
// its own or of another one.
type movedServer struct {
	t      *testing.T
	source *content.Source
	store  *pages.Store
	url    string
	admin  string
	client *http.Client
	stop   context.CancelFunc
	hook   *publishhook.Hook
	styles bool          // whether stylesheets are looked at: compressing them takes longer than all else
	asked  chan struct{} // the hook looks at what is live
	told   chan []string // what it tells
}

// forgetful is a cache that has lost some of its pages, so that they are rendered anew.
type forgetful struct {
	pages.Cache
	lost byte
}

func (c forgetful) Get(key pages.Key) []byte {
	if key[0]%32 == c.lost {
		return nil
	}
	return c.Cache.Get(key)
}

// readiness says what is live, as the program does.
type readiness struct{ *content.Source }

func (r readiness) Ready() (ok bool, detail any) {
	status := r.Status()
	return status.Revision != "", status
}

func (r readiness) FormsReady() (ok bool, detail any) { return true, nil }

// start loads the folder as a new program does, at the time of the editor. Where it is given the number of a step, it
// renders some of the pages anew.
func (e *contentEditor) start(step *int) *movedServer {
	e.t.Helper()
	must := func(err error) {
		if err != nil {
			e.t.Helper()
			e.t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(e.t.Context())
	s := &movedServer{
		t: e.t, stop: stop, asked: make(chan struct{}, 1000), told: make(chan []string, 1000),
		client: &http.Client{
			Transport:     &http.Transport{DisableCompression: true},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	logger := slog.New(slog.DiscardHandler)
	library, err := assets.NewLibrary(web.Dist())
	must(err)
	own, err := newFiles(ctx, partsConfig{}, library, logger)
	must(err)
	publish := func(rev *site.Revision) {
		own.publish(ctx, rev)
		if s.store != nil {
			must(s.store.Publish(rev))
			s.hook.Notify()
		}
	}
	now := func() time.Time { return e.now }
	config := contentConfig{Dir: e.dir, Options: outline.Options{Attach: own.attach}}
	s.source = content.NewSource(e.dir, newLoader(config, library), logger, now, publish)
	if status := s.source.Start(ctx, false); status.Revision == "" {
		e.t.Fatalf("nothing loads: %v", status.Problems)
	}
	options := e.shared.options
	options.Assets, options.Now, options.Refresh, options.Warm = own, now, s.source.Refresh, nil
	if step != nil {
		options.Cache = forgetful{options.Cache, byte(*step % 32)}
	}
	store := pages.NewStore(options)
	must(store.Publish(s.source.Revision()))
	s.store = store

	live := func() publishhook.State {
		s.asked <- struct{}{}
		revision, sites := store.Live()
		return publishhook.State{Revision: revision, Sites: sites}
	}
	s.hook = publishhook.New(func(_ context.Context, body []byte, _ *slog.Logger) error {
		var said struct{ Sites []string }
		defer func() { s.told <- said.Sites }()
		return json.Unmarshal(body, &said)
	}, e.t.TempDir()+"/announced.json", live, logger)

	front := server.Config{Logger: logger, Speculation: strconv.Quote(assets.Speculation)}
	front.Describe = func() ([]byte, error) { return schema.Embedded().OpenAPI(server.Endpoints()) }
	front.Inline, err = inlineSources()
	must(err)
	serving := server.New(front, store, readiness{s.source})
	public, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	admin, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	s.url, s.admin = "http://"+public.Addr().String(), "http://"+admin.Addr().String()
	e.serving.Go(func() { s.hook.Run(ctx) })
	e.serving.Go(func() { _ = serving.Serve(ctx, public) })
	e.serving.Go(func() { _ = serving.ServeAdmin(ctx, admin) })
	e.serving.Go(func() {
		<-ctx.Done()
		store.Close()
		_ = own.close()
	})
	return s
}

func (s *movedServer) close() {
	s.client.CloseIdleConnections()
	s.stop()
}

// answer is what a visitor or a program gets.
type answer struct {
	status  int
	headers string // all but those of the moment
	body    string
	site    string // whose answer it is; empty for what all sites of a space answer
	kind    string // of answers, such as page or api
}

func (a answer) String() string { return fmt.Sprint(a.status, "\n", a.headers, a.body) }

// shown is what a visitor sees of an answer.
func (a answer) shown() string {
	lines := slices.DeleteFunc(strings.Split(a.headers, "\n"), func(line string) bool {
		return strings.HasPrefix(line, "X-Content-Revision:")
	})
	return fmt.Sprint(a.status, lines, a.body)
}

// all returns everything that is answered, by its address.
func (s *movedServer) all() map[string]answer {
	s.t.Helper()
	all := map[string]answer{}
	for space, bundles := range s.store.Revision().Spaces() {
		ask := func(kind, site, path string) answer {
			made := all[space+path]
			if made.kind == "" {
				made = s.ask(space, path)
				made.kind, made.site = kind, site
				all[space+path] = made
			}
			return made
		}
		for _, path := range []string{"/sitemap.xml", "/robots.txt", "/llms.txt", "/favicon.ico"} {
			ask("document", "", path)
		}
		for _, bundle := range bundles {
			s.askSite(bundle, func(kind, path string) { ask(kind, bundle.Site.ID, path) })
			for _, host := range bundle.Site.Hosts { // the others lead to the first
				made := s.ask(host, bundle.Site.Path)
				made.kind, made.site = "page", bundle.Site.ID
				all[host+bundle.Site.Path] = made
			}
		}
		for _, known := range server.Endpoints() {
			switch of, ofSite := strings.CutPrefix(known.Path, "/api/sites/{site}"); {
			case known.Method != "" || len(known.Parameters) > 0:
			case !ofSite:
				ask("document", "", known.Path)
			default:
				for _, bundle := range bundles {
					s.askEndpoint(bundle.Site.ID, of, ask)
				}
			}
		}
	}
	return all
}

// askEndpoint asks for what the API has of a site: one answer, or one for each of a list.
func (s *movedServer) askEndpoint(id, path string, ask func(kind, site, path string) answer) {
	list, ofEach := strings.CutSuffix("/api/sites/"+id+path, "/{id}")
	listed := ask("api", id, list)
	if !ofEach || listed.status != http.StatusOK {
		return
	}
	var entries map[string]json.RawMessage
	if err := json.Unmarshal([]byte(listed.body), &entries); err != nil {
		s.t.Fatal(err)
	}
	for name := range entries {
		ask("api", id, list+"/"+name)
	}
}

func (s *movedServer) askSite(bundle *site.Bundle, ask func(kind, path string)) {
	for _, page := range bundle.Pages {
		ask("page", page.Path)
		ask("markdown", site.MarkdownPath(page.Path))
		ask("page", "/api/pages?path="+url.QueryEscape(page.Path))
		if page.Feed != nil {
			ask("feed", page.Feed.AtomPath())
			ask("feed", page.Feed.JSONPath())
		}
	}
	ask("page", strings.TrimSuffix(bundle.Site.Path, "/")+"/no-such-page")
	for from := range bundle.Aliases {
		ask("redirect", strings.ReplaceAll(from, "*", "x/y"))
	}
	for address := range bundle.WellKnown {
		ask("well-known", address)
	}
	if s.styles {
		ask("file", bundle.Site.Assets.Stylesheet)
	}
}

func (s *movedServer) ask(space, path string) answer {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	request.URL.Opaque = (&url.URL{Path: path}).EscapedPath()
	if before, query, asked := strings.Cut(path, "?"); asked {
		request.URL.Opaque = (&url.URL{Path: before}).EscapedPath() + "?" + query
	}
	request.Host = space
	said := answerTo(s.t, s.client, request)
	var headers strings.Builder
	for _, name := range slices.Sorted(maps.Keys(said.header)) {
		if name != "Date" {
			fmt.Fprintf(&headers, "%s: %s\n", name, strings.Join(said.header[name], ", "))
		}
	}
	return answer{status: said.status, headers: headers.String(), body: said.body}
}

// readyz returns the ids that /readyz says: of all under an empty name, and of each site.
func (s *movedServer) readyz() map[string]string {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.admin+"/readyz", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	var said struct{ Detail content.Status }
	if err := json.Unmarshal([]byte(answerTo(s.t, s.client, request).body), &said); err != nil {
		s.t.Fatal(err)
	}
	ids := map[string]string{"": said.Detail.Revision}
	for _, one := range said.Detail.Sites {
		ids[one.ID] = one.Revision
	}
	return ids
}

// toldOf returns the sites that the hook has told of since this was asked last.
func (s *movedServer) toldOf() map[string]bool {
	told := map[string]bool{}
	for range 2 { // what it looks at first may have been told of already when it was woken
		for len(s.asked) > 0 {
			<-s.asked
		}
		s.hook.Notify()
		<-s.asked
	}
	for len(s.told) > 0 {
		for _, id := range <-s.told {
			told[id] = true
		}
	}
	return told
}

// strictIDs has the test expect that the id of a site stays the same while none of its answers differs.
const strictIDs = false

// judge compares what is said to have changed in a step with what has.
func (s *movedServer) judge(fail func(name, format string, values ...any), before, now map[string]answer,
	had, has map[string]string, cause func(id string) string,
) {
	changed := map[string]map[string][]string{} // addresses, by site and by kind of answer
	names := maps.Clone(before)
	maps.Copy(names, now)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		one := names[name]
		if was, is := before[name], now[name]; was.shown() != is.shown() && one.kind != "file" { // which has its hash
			if changed[one.site] == nil {
				changed[one.site] = map[string][]string{}
			}
			changed[one.site][one.kind] = append(changed[one.site][one.kind], name)
		}
	}
	told := s.toldOf()
	ids := maps.Clone(had)
	maps.Copy(ids, has)
	delete(ids, "")
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		switch {
		case len(changed[id]) > 0 && had[id] == has[id]:
			fail("site, "+cause(id), "/readyz says %s of %s as before, and there differs %s", has[id], id, brief(changed[id]))
		case strictIDs && len(changed[id]) == 0 && had[id] != has[id]:
			fail("site, nothing", "/readyz says %s of %s, before %s, and nothing differs", has[id], id, had[id])
		}
		for _, kind := range []string{"page", "feed", "redirect", "markdown", "well-known", "api"} {
			if len(changed[id][kind]) > 0 && !told[id] {
				fail("hook, "+kind, "the hook was not told of %s, and there differs %s", id, brief(changed[id]))
				break
			}
		}
		if told[id] && len(changed[id]) == 0 {
			fail("hook, nothing", "the hook was told of %s, and nothing differs", id)
		}
	}
	if len(changed[""]) > 0 && len(told) == 0 {
		fail("hook, document", "the hook was told nothing, and there differs %s", brief(changed[""]))
	}
	if len(changed) > 0 && had[""] == has[""] {
		why := "edited"
		if cause("") == "time" {
			why = "time"
		}
		for id, of := range changed {
			fail("revision, "+why, "the id of the revision stays %s, and of %q there differs %s", has[""], id, brief(of))
		}
	}
	for name, a := range now {
		if _, rest, says := strings.Cut(a.headers, "X-Content-Revision: "); says && !strings.HasPrefix(rest, has[""]+"\n") {
			fail("header", "%s says %.20s, and /readyz %s", name, rest, has[""])
		}
	}
}

// brief names the first of the addresses of each kind, and how many there are.
func brief(changed map[string][]string) string {
	var all []string
	for _, kind := range slices.Sorted(maps.Keys(changed)) {
		all = append(all, fmt.Sprintf("%d of %s: %s", len(changed[kind]), kind, changed[kind][0]))
	}
	return strings.Join(all, "; ")
}
