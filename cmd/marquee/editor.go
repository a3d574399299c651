package main

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/inbox/contact"
	"github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/inbox/uploads"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio"
	"github.com/evenlight/marquee/internal/studio/database"
	"github.com/evenlight/marquee/internal/studio/drafts"
	"github.com/evenlight/marquee/internal/studio/people"
	"github.com/evenlight/marquee/internal/tools/schema"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/internal/website/pages"
	"github.com/evenlight/marquee/internal/website/resize"
	"github.com/evenlight/marquee/web"
)

// editor shows Studio what drafts make of the website, by parts of its own: nothing of it can be found where visitors
// are served. It implements [studio.Preview].
type editor struct {
	parts  *parts
	little string // the folder of pictures in little

	mu       sync.Mutex
	files    *files        // nil while nobody edits
	small    *resize.Maker // of pictures in little
	store    *pages.Store
	editions *content.Editions
	shown    *content.Edition // by the store
	idle     *time.Timer      // lets go of all
}

// littleBytes are those of pictures in little, on disk: nobody but who edits is served them.
const littleBytes = 64 << 20

func newEditor(parts *parts, little string) *editor {
	e := &editor{parts: parts, little: little}
	e.idle = time.AfterFunc(unusedAfter, e.rest)
	return e
}

// rest lets go of all that only who edits needs.
func (e *editor) rest() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.files != nil {
		e.store.Close()
		e.small.Close()
		e.files, e.store, e.editions, e.shown = nil, nil, nil, nil
	}
}

func (e *editor) wake(ctx context.Context) error {
	if e.files != nil {
		return nil
	}
	library, err := assets.NewLibrary(web.Dist())
	if err != nil {
		return err
	}
	own, err := newFiles(ctx, partsConfig{}, library, e.parts.options.Logger)
	if err != nil {
		return err
	}
	options := e.parts.options
	options.Assets, options.Cache, options.Refresh, options.Warm = own, nil, nil, nil
	options.OnDemand, options.Memory = true, previewMemory
	e.small = resize.Open(resize.Config{Dir: e.little, Limit: littleBytes, Logger: options.Logger})
	e.files, e.store, e.editions = own, pages.NewStore(options), content.NewEditions(e.parts.source, own.attach)
	return nil
}

// With returns the edition that the folder is with other files over it, and shows it where it has no errors.
func (e *editor) With(ctx context.Context, over map[string][]byte) (*content.Edition, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.idle.Reset(unusedAfter)
	if err := e.wake(context.WithoutCancel(ctx)); err != nil {
		return nil, err
	}
	edition, err := e.editions.With(ctx, over)
	if err != nil || edition == e.shown || edition.Revision == nil {
		return edition, err
	}
	e.files.publish(ctx, edition.Revision)
	if err := e.store.Publish(edition.Revision); err != nil {
		return nil, err
	}
	e.shown = edition
	return edition, nil
}

// shows returns the store of the last edition without errors or, before the first one, what visitors see.
func (e *editor) shows() *pages.Store {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.shown == nil {
		return e.parts.store
	}
	return e.store
}

func (e *editor) Page(ctx context.Context, address string) *site.Representation {
	return e.shows().Page(ctx, address)
}

func (e *editor) Asset(address string) *site.Representation { return e.shows().Asset(address) }

// office is what Studio knows of inquiries. It implements [studio.Inbox].
type office struct {
	*outbox.Store
	*mail.Composer
	uploads  *uploads.Folder
	revision func() *site.Revision
}

func (o office) Revision() *site.Revision { return o.revision() }

func (o office) Reasons(suspect string) []string { return contact.Reasons(suspect) }

func (o office) File(path string) ([]byte, error) { return o.uploads.Read(path) }

// Small makes a picture in little.
func (e *editor) Small(address string, file site.File) *site.Representation {
	if file.Version == nil {
		if file.Data != nil {
			return &site.Representation{ContentType: file.ContentType, Body: file.Data}
		}
		return e.Asset(address)
	}
	e.mu.Lock()
	maker := e.small
	e.mu.Unlock()
	return maker.Made(address, file)
}

// editing is Studio with what it stands on; the zero value is none.
type editing struct {
	where  string // on, admin or off
	logger *slog.Logger
	db     *sql.DB // nil where Studio is off or left out
	drafts *drafts.Store
	editor *editor
	trial  *editor // of what is only tried
	studio *studio.Studio
}

// openEditing opens what Studio keeps, unless it is off. Where that cannot be read the website is served without it.
func openEditing(ctx context.Context, config serveConfig, logger *slog.Logger) *editing {
	e := &editing{where: config.Studio, logger: logger}
	if e.where != "off" {
		var err error
		if e.db, err = database.Open(ctx, config.Data); err != nil {
			e.leaveOut(err)
		}
	}
	return e
}

// leaveOut lets the website be served without Studio.
func (e *editing) leaveOut(cause error) {
	if e.db != nil {
		cause = errors.Join(cause, e.db.Close())
	}
	e.db = nil
	e.logger.Error("Studio cannot be opened, and is left out", "error", cause)
}

// prepare finishes or undoes what a kill has interrupted, before the folder is loaded.
func (e *editing) prepare(ctx context.Context, source *content.Source, kept *history.History) {
	if e.db == nil {
		return
	}
	var err error
	if e.drafts, err = drafts.Open(ctx, drafts.Config{
		DB: e.db, Folder: source, History: kept, Order: content.OrderOf, Now: time.Now,
	}); err != nil {
		e.leaveOut(err)
	}
}

// serve joins the parts of Studio, and gives it its place.
func (e *editing) serve(ctx context.Context, config *serveConfig, parts *parts, inbox *inbox) error {
	if e.db == nil {
		return nil
	}
	known, err := people.Open(ctx, e.db, time.Now)
	if err != nil {
		e.leaveOut(err)
		return nil
	}
	app, err := fs.Sub(web.Dist(), "studio")
	if err != nil {
		return err
	}
	cache := filepath.Join(config.Data, "cache", "studio")
	e.editor, e.trial = newEditor(parts, cache), newEditor(parts, cache)
	e.studio = studio.New(studio.Config{
		People: known, Drafts: e.drafts, Preview: e.editor, Trial: e.trial, App: app,
		Schemas: schema.Embedded().JSONSchemas(), Samples: schema.Embedded().Samples(), Icons: parts.files.library,
		Links: previewLinks{config.Data},
		Inbox: office{
			inbox.store, &mail.Composer{From: config.Inbox.From}, inbox.uploads, parts.store.Revision,
		},
		Send:      newLetterSender(config.Inbox.From, parts.store.Revision, inbox.sender),
		Condition: (&watch{config: config, parts: parts, store: inbox.store}).condition,
		Logger:    e.logger,
	})
	switch e.where {
	case "on":
		config.Front.Studio = e.studio
	case "admin":
		config.Front.AdminStudio = e.studio
	}
	return nil
}

// isOpen reports whether people are let in on the public address.
func (e *editing) isOpen() bool { return e.studio != nil && e.where == "on" && e.studio.Open() }

// filesOf returns what is changed in Studio of a site in all its languages: none where there is no Studio.
func (e *editing) filesOf(ctx context.Context, site string) (map[string][]byte, error) {
	if e.drafts == nil {
		return nil, nil
	}
	files, err := e.drafts.Files(ctx)
	maps.DeleteFunc(files, func(name string, _ []byte) bool { return !strings.HasPrefix(name, site+"/") })
	return files, err
}

// finish ends what Studio does behind its answers.
func (e *editing) finish() {
	if e.studio != nil {
		e.studio.Close()
	}
}

// Close implements io.Closer.
func (e *editing) Close() error {
	for _, one := range []*editor{e.editor, e.trial} {
		if one != nil {
			one.idle.Stop()
			one.rest()
		}
	}
	if e.db == nil {
		return nil
	}
	return e.db.Close()
}
