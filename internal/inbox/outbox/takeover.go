package outbox

import (
	"context"
	"log/slog"
	"path/filepath"

	"github.com/evenlight/marquee/internal/osfile"
)

// LockName is the name of the file in the data folder whose lock the only worker of a SQLite file holds.
const LockName = "marquee.lock"

// takeOver makes mails due that a dead worker has leased, when it is certain that
// no other worker lives: with SQLite, whose workers share a machine. The provider
// knows them by their keys. Else they come back when the lease is over.
func (w *Worker) takeOver(ctx context.Context) error {
	if w.Store.config.URL != "" {
		return nil
	}
	if w.lock == nil {
		lock, err := osfile.Lock(filepath.Join(w.Store.config.Dir, LockName))
		if err != nil {
			w.Logger.Debug("outbox: this is not the only worker", slog.Any("reason", err))
			return nil
		}
		w.lock = lock
	}
	return w.Store.update(ctx, `UPDATE outbox SET due_at = $1, wait = 0 WHERE `+pending+` AND leased_by <> ''`)
}

// releaseLock lets another worker be the only one.
func (w *Worker) releaseLock() {
	w.started = false
	if w.lock == nil {
		return
	}
	if err := w.lock.Close(); err != nil {
		w.Logger.Warn("outbox: the lock of the worker is not released", slog.Any("error", err))
	}
	w.lock = nil
}
