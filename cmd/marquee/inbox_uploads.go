package main

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/inbox/uploads"
	"github.com/evenlight/marquee/internal/site"
)

// forget removes what lies beside the database of submissions that are erased.
func forget(config storeConfig, files *uploads.Folder, ids []string) error {
	return errors.Join(captured(config).Forget(ids), files.Forget(ids))
}

// attaching is a sender that reads the files of a mail when it is sent.
type attaching struct {
	outbox.Sender
	files  *uploads.Folder
	logger *slog.Logger
}

// Send implements outbox.Sender. A mail whose file is not there goes without it: it
// names the file, and what was typed must arrive.
func (a attaching) Send(ctx context.Context, key string, m site.Message) (string, error) {
	if slices.ContainsFunc(m.Attachments, func(of site.Attachment) bool { return of.Upload != "" }) {
		var attached []site.Attachment
		for _, of := range m.Attachments {
			if of.Upload != "" {
				content, err := a.files.Read(of.Upload)
				if err != nil {
					a.logger.Error("a mail goes without a file", "folder", a.files.Dir(), "error", err)
					continue
				}
				of.Content, of.Upload = content, ""
			}
			attached = append(attached, of)
		}
		m.Attachments = attached
	}
	return a.Sender.Send(ctx, key, m)
}

// sweepEvery is how often files that belong to nothing are looked for.
const sweepEvery = time.Hour

// sweep looks for them, at the start too, until the context ends.
func (i *inbox) sweep(ctx context.Context) {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		if err := i.uploads.Sweep(ctx, time.Now(), i.store.Known); err != nil && ctx.Err() == nil {
			i.logger.Warn("files that belong to no submission could not be looked for", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
