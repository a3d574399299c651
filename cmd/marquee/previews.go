package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/internal/website/pages"
	"github.com/evenlight/marquee/internal/website/server"
	"github.com/evenlight/marquee/web"
)

const (
	previewKeyFile = "preview.key"    // in the data folder
	mostPreviews   = 6                // that are held at a time, those that were asked for last
	previewMemory  = 8 << 20          // bytes of prepared pages that each of them holds
	unusedAfter    = 10 * time.Minute // since somebody asked for any of them
)

// readPreviewKey returns what signs preview links; [fs.ErrNotExist] where nobody has one.
func readPreviewKey(data string) ([]byte, error) {
	path := filepath.Join(data, previewKeyFile)
	key, err := osfile.Read(path, 1<<10)
	if err == nil && len(key) != len(rand.Text()) {
		err = fmt.Errorf("%s is damaged: marquee preview-link --revoke writes a new one", path)
	}
	return key, err
}

func writePreviewKey(data string, write func(path string, data []byte) error) error {
	path := filepath.Join(data, previewKeyFile)
	if err := errors.Join(os.MkdirAll(data, 0o700), write(path, []byte(rand.Text()))); err != nil {
		return err
	}
	return osfile.GiveAll(path, data) // the server is not root
}

// previewLinks signs links with the key of a data folder. It implements [studio.Links].
type previewLinks struct{ data string }

// Sign returns the token of a link. The first one makes the key.
func (l previewLinks) Sign(link site.PreviewLink) (string, error) {
	key, err := readPreviewKey(l.data)
	if errors.Is(err, fs.ErrNotExist) {
		if err := writePreviewKey(l.data, osfile.Create); err != nil && !errors.Is(err, fs.ErrExist) {
			return "", err
		}
		key, err = readPreviewKey(l.data) // another program may have been first
	}
	if err != nil {
		return "", err
	}
	return link.Token(key), nil
}

// End ends all links at once.
func (l previewLinks) End() error { return writePreviewKey(l.data, osfile.WriteDurable) }

// previews makes what preview links show when somebody asks for it, of parts of its own: nothing of it can be found
// where visitors are served, in no cache either.
type previews struct {
	data   string
	parts  *parts
	edited *editing
	front  server.Config
	health server.Health

	failed atomic.Bool // whether the key could not be read last

	mu   sync.Mutex
	held *simplelru.LRU[string, preview] // by what they show
	idle *time.Timer                     // lets go of all
}

type preview struct {
	server  *server.Server
	changes int64             // of the source when it was made
	files   map[string][]byte // of Studio, over those of the folder
	until   time.Time         // when its dates turn; zero for never
}

// newPreviews prepares previews that look like what a front serves to visitors.
func newPreviews(
	data string, parts *parts, edited *editing, front server.Config, health server.Health,
) *previews {
	front.ReadOnly, front.Collectors, front.CDNTTL = true, nil, 0
	held, err := simplelru.NewLRU[string, preview](mostPreviews, nil)
	if err != nil {
		panic(err) // it refuses sizes below one only
	}
	p := &previews{data: data, parts: parts, edited: edited, front: front, health: health, held: held}
	p.idle = time.AfterFunc(unusedAfter, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.held.Purge()
	})
	return p
}

// Read implements [server.Previews]. It reads the key each time, so that one which is replaced ends all links at once.
func (p *previews) Read(token string) (link site.PreviewLink, ok bool) {
	key, err := readPreviewKey(p.data)
	failed := err != nil && !errors.Is(err, fs.ErrNotExist)
	if before := p.failed.Swap(failed); failed && !before { // once, however many ask
		p.front.Logger.Error("preview links do not work", "error", err)
	}
	if err != nil {
		return link, false
	}
	return site.ReadPreviewLink(key, token)
}

// Open implements [server.Previews]. Who asks while a preview is made waits for it; visitors do not.
func (p *previews) Open(ctx context.Context, link site.PreviewLink) (*server.Server, error) {
	var files map[string][]byte
	if link.Edited {
		var err error
		if files, err = p.edited.filesOf(ctx, link.Site); err != nil {
			return nil, err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle.Reset(unusedAfter)
	name := fmt.Sprint(link.Site, " ", link.AsOf.Unix(), link.Edited)
	known, _ := p.held.Get(name)
	if known.server != nil && known.changes == p.parts.source.Changes() &&
		maps.EqualFunc(known.files, files, bytes.Equal) &&
		(known.until.IsZero() || time.Now().Before(known.until)) {
		return known.server, nil
	}
	made, err := p.make(ctx, link, files)
	if err != nil {
		return nil, err
	}
	p.held.Add(name, made)
	return made.server, nil
}

func (p *previews) make(
	ctx context.Context, link site.PreviewLink, files map[string][]byte,
) (made preview, err error) {
	made.changes, made.files = p.parts.source.Changes(), files
	library, err := assets.NewLibrary(web.Dist())
	if err != nil {
		return made, err
	}
	own, err := newFiles(ctx, partsConfig{}, library, p.front.Logger)
	if err != nil {
		return made, err
	}
	revision, err := p.parts.source.Draft(ctx, link, files, own.attach)
	if err != nil {
		return made, err
	}
	if link.AsOf.IsZero() {
		made.until = revision.ValidUntil
	}
	own.publish(ctx, revision)
	options := p.parts.options
	options.Assets, options.Cache, options.Refresh = own, nil, nil
	options.OnDemand, options.Memory = true, previewMemory
	store := pages.NewStore(options)
	if err = store.Publish(revision); err == nil {
		made.server = server.New(p.front, store, p.health)
	}
	return made, err
}

const longestPreview = 90 * 24 * time.Hour

type previewLinkCommand struct {
	contentFlags
	dataFlags
	Path   string `arg:"" optional:"" help:"Page to begin with, such as /christmas, or bakery:/christmas of the site bakery. Default: the first page."`
	For    string `default:"14d" help:"How long the link lasts, in days or hours, 90d at most." placeholder:"TIME"`
	AsOf   string `name:"as-of" help:"Show the site at noon of this day, on its own clock." placeholder:"DAY"`
	Revoke bool   `help:"End all links at once, whatever they show, and make none."`
}

func (c previewLinkCommand) Run(ctx context.Context, p *Program, chosen *choices) error {
	data := chosen.get("data")
	if c.Revoke {
		if _, err := readPreviewKey(data); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("no link was ever made with the data folder %s: name --data as for serve", data)
		}
		err := previewLinks{data}.End()
		if err == nil {
			fmt.Fprintln(p.Stdout, "All preview links have ended.")
		}
		return err
	}
	config, err := checked(newContentConfig)(chosen)
	if err != nil {
		return err
	}
	address, link, err := c.find(ctx, config)
	if err != nil {
		return err
	}
	token, err := previewLinks{data}.Sign(link)
	if err == nil {
		fmt.Fprintf(p.Stdout, "%s?preview=%s\n", address, token)
		fmt.Fprintf(p.Stderr, "Until %s, whoever has this address sees what is not published of %s.\n",
			link.Until.Format("2006-01-02 15:04 MST"), link.Site)
	}
	return err
}

// find returns the address of the page, and the link that shows it.
func (c previewLinkCommand) find(ctx context.Context, config contentConfig) (string, site.PreviewLink, error) {
	link := site.PreviewLink{Until: time.Now()}
	lasts, err := time.ParseDuration(c.For)
	if days, is := strings.CutSuffix(c.For, "d"); is {
		lasts, err = time.ParseDuration(days + "h")
		lasts = 24 * min(lasts, longestPreview)
	}
	if err != nil || lasts < time.Hour || lasts > longestPreview {
		return "", link, usageError{fmt.Errorf("--for %q: write days or hours, such as 14d or 36h, at most 90d", c.For)}
	}
	link.Until = link.Until.Add(lasts)

	config.Drafts = true
	revision, _, err := load(ctx, config)
	if err == nil && revision == nil {
		err = fmt.Errorf("the content in %s has errors (marquee check shows them)", config.Dir)
	}
	if err != nil {
		return "", link, err
	}
	id, path, named := strings.Cut(c.Path, ":")
	if !named {
		id, path = revision.Main().Site.ID, c.Path
	}
	bundle := revision.ByID(id)
	if bundle == nil {
		return "", link, usageError{fmt.Errorf("there is no site %q", id)}
	}
	if c.AsOf != "" {
		day, err := time.ParseInLocation(time.DateOnly, c.AsOf, bundle.Site.Location)
		if err != nil {
			return "", link, usageError{fmt.Errorf("--as-of %q: write a day such as 2026-12-24", c.AsOf)}
		}
		link.AsOf, config.Drafts = day.Add(12*time.Hour), false
		var problems []yamldoc.Problem
		if revision, problems, err = loadFrom(ctx, config, tree.Folder(config.Dir), link.AsOf); err != nil {
			return "", link, err
		}
		if revision == nil {
			first := slices.IndexFunc(problems, func(p yamldoc.Problem) bool { return p.Severity == yamldoc.Error })
			return "", link, fmt.Errorf("on that day, the content has an error: %s", problems[first])
		}
	}

	if named { // as links name a page of another site
		path = strings.TrimSuffix(bundle.Site.Path, "/") + path
	}
	path = cmp.Or(path, bundle.Site.Path)
	if home, is := strings.CutSuffix(path, "/"); is && home != "" {
		path = home
	}
	var paths []string
	for _, owner := range revision.In(bundle.Site.Space) {
		for _, page := range owner.Pages {
			paths = append(paths, page.Path)
			if page.Path != path {
				continue
			}
			if page.Head.Canonical == "" {
				return "", link, errors.New("nobody knows where the website is: give --base-url, or add a baseURL to site.yaml")
			}
			link.Site, _, _ = strings.Cut(owner.Site.ID, ".") // without the tag of a language
			return page.Head.Canonical, link, nil
		}
	}
	advice := "look at the addresses of its pages, or at the day of --as-of, on which there are no drafts"
	if near, found := site.Nearest(path, paths); found {
		advice = "did you mean " + near + "?"
	}
	return "", link, usageError{fmt.Errorf("the preview has no page with the address %s; %s", path, advice)}
}
