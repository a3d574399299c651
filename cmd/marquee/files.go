package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/postgres"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/internal/website/assetstore"
	"github.com/evenlight/marquee/internal/website/encoding"
	"github.com/evenlight/marquee/internal/website/pictures"
	"github.com/evenlight/marquee/internal/website/resize"
	"github.com/evenlight/marquee/web"
)

// fileBytes are those of files of the last 30 days at most, on disk and in the database,
// and those of photos in their widths.
const fileBytes = 1 << 30

// files are all that is served beside pages: built, generated and drawn, and what was served lately.
type files struct {
	library  *assets.Library
	pictures *pictures.Store
	photos   *resize.Maker
	kept     *assetstore.Store // nil without a data folder
	db       *postgres.DB      // nil where nodes share none
}

func newFiles(
	ctx context.Context, config partsConfig, library *assets.Library, logger *slog.Logger,
) (f *files, err error) {
	drawn, err := pictures.NewStore(web.Dist(), logger)
	if err != nil {
		return nil, err
	}
	f = &files{library: library, pictures: drawn}
	photos := resize.Config{Limit: fileBytes, Logger: logger}
	if config.Data == "" {
		f.photos = resize.Open(photos)
		return f, nil
	}

	kept := assetstore.Config{Dir: filepath.Join(config.Data, "assets"), Limit: fileBytes, Logger: logger}
	if config.DatabaseURL != "" {
		shared := postgres.Config{URL: config.DatabaseURL, Limit: 3 * time.Second, MaxConns: 4}
		if f.db, err = postgres.Open(context.WithoutCancel(ctx), shared); err != nil {
			return nil, err
		}
		kept.Shared = assetstore.NewTable(f.db)
	}
	photos.Dir = filepath.Join(config.Data, "cache", "images")
	f.photos, f.kept = resize.Open(photos), assetstore.Open(kept)
	library.Made = f.kept.Stored
	return f, nil
}

func (f *files) attach(bundle *site.Bundle) site.Assets {
	made := f.library.Attach(bundle)
	f.pictures.Attach(bundle, &made)
	return made
}

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
