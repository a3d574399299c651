package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
)

// lockName is the name of the file whose lock the only worker of a SQLite file holds.
const lockName = "marquee.lock"

// errLocked says that another process holds the lock.
var errLocked = errors.New("another process holds the lock")

// takeOver makes mails due that a dead worker has leased, when it is certain that
// no other worker lives: with SQLite, whose workers share a machine. The provider
// knows them by their keys. With PostgreSQL they come back when the lease is over.
func (w *Worker) takeOver(ctx context.Context) error {
	if w.Store.config.URL != "" {
		return nil
	}
	if w.only == nil {
		lock, err := lockFile(filepath.Join(w.Store.config.Dir, lockName))
		if errors.Is(err, errLocked) || errors.Is(err, errors.ErrUnsupported) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("lock out other workers: %w", err)
		}
		w.only = lock
	}
	return w.Store.write(ctx, func(ctx context.Context, tx *transaction) error {
		now, err := tx.now(ctx)
		if err != nil {
			return err
		}
		_, err = tx.exec(ctx, `UPDATE outbox SET due_at = $1, wait = 0 WHERE `+pending+` AND leased_by <> ''`, now)
		return err
	})
}

// releaseLock lets another worker be the only one.
func (w *Worker) releaseLock() {
	w.started = false
	if w.only == nil {
		return
	}
	if err := w.only.Close(); err != nil {
		w.Logger.Warn("outbox: the lock of the worker is not released", slog.Any("error", err))
	}
	w.only = nil
}
