package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/postgres"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/internal/website/assetstore"
	"github.com/evenlight/marquee/internal/website/encoding"
	"github.com/evenlight/marquee/internal/website/pictures"
	"github.com/evenlight/marquee/internal/website/resize"
)

const (
	// Bytes of files of the last 30 days, on disk and in the database.
	keptSize = 1 << 30
	// Bytes of photos in their widths, on disk.
	photosSize = 1 << 30
	// How long the database may take for a statement about files.
	filesLimit = 3 * time.Second
)

// files are all that is served beside pages: built, generated and drawn, and what
// was served lately.
type files struct {
	library  *assets.Library
	pictures *pictures.Studio
	photos   *resize.Maker
	kept     *assetstore.Store // nil without a data folder
	db       *postgres.DB      // nil where nodes share none
}

func newFiles(ctx context.Context, config partsConfig, library *assets.Library, studio *pictures.Studio, logger *slog.Logger) (*files, error) {
	photos := resize.Config{Limit: photosSize, Logger: logger}
	if config.Data != "" {
		photos.Dir = filepath.Join(config.Data, "cache", "images")
	}
	f := &files{library: library, pictures: studio, photos: resize.Open(photos)}
	if config.Data == "" {
		return f, nil
	}
	kept := assetstore.Config{Dir: filepath.Join(config.Data, "assets"), Limit: keptSize, Logger: logger}
	if config.DatabaseURL != "" {
		var err error
		if f.db, err = postgres.Open(context.WithoutCancel(ctx), postgres.Config{URL: config.DatabaseURL, Limit: filesLimit, MaxConns: 4}); err != nil {
			return nil, err
		}
		kept.Shared = assetstore.NewTable(f.db)
	}
	f.kept = assetstore.Open(kept)
	library.Made = f.kept.Stored
	return f, nil
}

// Get implements pages.Assets.
func (f *files) Get(address string) *site.Representation {
	if f.photos.Has(address) {
		return f.photos.Get(address)
	}
	if strings.HasPrefix(address, pictures.Prefix) {
		return f.pictures.Get(address)
	}
	if served := f.library.Get(address); served != nil {
		return served
	}
	if f.kept != nil {
		if kept := f.kept.Get(address); kept != nil {
			return kept
		}
	}
	return f.photos.Get(address) // that of a page of yesterday
}

// publish keeps the files of a revision that is about to go live. Pictures are drawn by
// every program: an address of yesterday leads to that of today.
func (f *files) publish(ctx context.Context, rev *site.Revision) {
	f.pictures.Publish(rev)
	f.photos.Publish(rev)
	if f.kept == nil {
		return
	}
	all := map[string]assetstore.File{}
	for _, address := range f.library.BuiltNames() {
		all[address] = func() *site.Representation { return f.library.Built(address) }
	}
	for _, bundle := range rev.Sites {
		for _, address := range []string{bundle.Site.Assets.Stylesheet, bundle.Site.Assets.Sprite} {
			all[address] = func() *site.Representation { return f.library.Get(address) }
		}
		for address, file := range bundle.Files {
			if !strings.HasPrefix(address, "/images/") || file.Data == nil {
				continue // what is withdrawn is withdrawn; versions of photos have an owner of their own
			}
			all[address] = func() *site.Representation {
				r := &site.Representation{ContentType: file.ContentType, Body: file.Data}
				encoding.Prepare(r, encoding.Fast)
				return r
			}
		}
	}
	f.kept.Publish(ctx, all)
}

// write writes what is to be kept into the data folder.
func (f *files) write() {
	if f.kept != nil {
		f.kept.Write()
	}
}

// run looks after what is kept, until the context ends.
func (f *files) run(ctx context.Context) error {
	var running sync.WaitGroup
	running.Go(func() { f.photos.Run(ctx) })
	if f.kept != nil {
		f.kept.Run(ctx)
	}
	running.Wait()
	return nil
}

func (f *files) close() error {
	f.photos.Close()
	if f.kept != nil {
		f.kept.Close()
	}
	if f.db != nil {
		return f.db.Close()
	}
	return nil
}
