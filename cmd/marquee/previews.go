package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/internal/website/pages"
	"github.com/evenlight/marquee/internal/website/server"
	"github.com/evenlight/marquee/web"
)

const (
	previewKeyFile = "preview.key"    // in the data folder
	mostPreviews   = 3                // that are held at a time
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

// previews makes what preview links show when somebody asks for it, of parts of its own: nothing of it can be found
// where visitors are served, in no cache either.
type previews struct {
	data   string
	parts  *parts
	front  server.Config
	health server.Health

	failed atomic.Bool // whether the key could not be read last

	mu   sync.Mutex
	held map[string]preview // by what they show
	idle *time.Timer        // lets go of all
}

type preview struct {
	server  *server.Server
	changes int64     // of the source when it was made
	until   time.Time // when its dates turn; zero for never
}

// newPreviews prepares previews that look like what a front serves to visitors.
func newPreviews(data string, parts *parts, front server.Config, health server.Health) *previews {
	front.ReadOnly, front.Collectors, front.CDNTTL = true, nil, 0
	p := &previews{data: data, parts: parts, front: front, health: health, held: map[string]preview{}}
	p.idle = time.AfterFunc(unusedAfter, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		clear(p.held)
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
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle.Reset(unusedAfter)
	name := fmt.Sprint(link.Site, " ", link.AsOf.Unix())
	known := p.held[name]
	if known.server != nil && known.changes == p.parts.source.Changes() &&
		(known.until.IsZero() || time.Now().Before(known.until)) {
		return known.server, nil
	}
	made, err := p.make(ctx, link)
	if err != nil {
		return nil, err
	}
	if len(p.held) >= mostPreviews {
		clear(p.held)
	}
	p.held[name] = made
	return made.server, nil
}

func (p *previews) make(ctx context.Context, link site.PreviewLink) (made preview, err error) {
	made.changes = p.parts.source.Changes()
	library, err := assets.NewLibrary(web.Dist())
	if err != nil {
		return made, err
	}
	own, err := newFiles(ctx, partsConfig{}, library, p.front.Logger)
	if err != nil {
		return made, err
	}
	revision, err := p.parts.source.Draft(ctx, link, own.attach)
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
		made.server, err = server.New(p.front, store, p.health)
	}
	return made, err
}
