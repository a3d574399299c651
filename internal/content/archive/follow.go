package archive

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"sync/atomic"
	"time"
)

// Config says what is followed. Key and Token may be left out.
type Config struct {
	Address Address
	// Who signs the sums.
	Key ed25519.PublicKey
	// Sent as a bearer token to the server of the address.
	Token string
	// Where archives are unpacked; it is made where there is none.
	Dir string
	// How often the server is asked.
	Poll   time.Duration
	Logger *slog.Logger
}

// Follower keeps the newest archive unpacked.
type Follower struct {
	config Config
	client *http.Client
	limits limits
	tag    string // of the sums that were taken last
	status atomic.Pointer[Status]
	asked  chan struct{}
}

// Status is what is known of an archive.
type Status struct {
	Address string `json:"address"`
	// The SHA-256 of the archive that is served.
	Sum string `json:"sha256"`
	// When the server was asked last with success.
	CheckedAt time.Time `json:"checkedAt,omitzero"`
	// Why a newer one is not served.
	Error string `json:"error,omitempty"`
}

const (
	// How long a start waits for the server where an older archive is at hand.
	startWait = 5 * time.Second
	// How long a server that fails is left alone at most.
	longestPause = 10 * time.Minute
)

// New prepares a follower. Nothing is asked yet.
func New(config Config) *Follower {
	f := &Follower{config: config, client: newClient(), limits: usualLimits, asked: make(chan struct{}, 1)}
	f.status.Store(&Status{Address: config.Address.String()})
	return f
}

// Folder is the content folder: a symbolic link to what is unpacked.
func (f *Follower) Folder() string {
	key := sha256.Sum256([]byte(f.config.Address.String()))
	return filepath.Join(f.config.Dir, "current-"+hex.EncodeToString(key[:4]))
}

// Status returns what is known now.
func (f *Follower) Status() Status { return *f.status.Load() }

// Start brings the newest archive. Where the server fails, the one that was unpacked last
// has to do; the error is for where there is none.
func (f *Follower) Start(ctx context.Context) error {
	known := f.unpacked()
	waiting, stop := ctx, func() {}
	if known != "" && (f.config.Address.sum == "" || known == f.config.Address.sum) {
		waiting, stop = context.WithTimeout(ctx, startWait)
	}
	defer stop()
	_, err := f.check(waiting)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil || known == "" || f.config.Address.sum != "" && known != f.config.Address.sum:
		return err
	}
	now := f.Status()
	now.Sum, now.Error = known, err.Error()
	f.status.Store(&now)
	f.config.Logger.Error("content archive cannot be brought up to date: the last one stays", "sha256", known, "error", err)
	return nil
}

// Ask makes a follower that runs ask the server now.
func (f *Follower) Ask() {
	select {
	case f.asked <- struct{}{}:
	default: // it is about to
	}
}

// Run asks the server until the context ends, and calls changed after each new archive.
func (f *Follower) Run(ctx context.Context, changed func()) error {
	failed, told := 0, f.Status().Error
	for {
		pause := min(f.config.Poll<<min(failed, 10), max(longestPause, f.config.Poll))
		pause += time.Duration(rand.Int64N(int64(pause)/5 + 1)) // not all nodes at once
		select {
		case <-ctx.Done():
			return nil
		case <-f.asked:
		case <-time.After(pause):
		}
		isNew, err := f.check(ctx)
		if ctx.Err() != nil {
			return nil
		}
		now := f.Status()
		if err != nil {
			failed++
			if now.Error = err.Error(); now.Error != told {
				f.config.Logger.Error("content archive is held back: the last one stays", "error", err)
			}
		} else {
			if told != "" {
				f.config.Logger.Info("content archive is up to date again", "sha256", now.Sum)
			}
			failed, now.Error = 0, ""
		}
		told = now.Error
		f.status.Store(&now)
		if isNew {
			changed()
		}
	}
}

// check brings the newest archive, unless it is there.
func (f *Follower) check(ctx context.Context) (isNew bool, err error) {
	known := f.unpacked()
	if known == "" {
		f.tag = "" // somebody removed it
	}
	sum, tag, err := f.newestSum(ctx)
	if err != nil {
		return false, err
	}
	if sum != "" && sum != known {
		if err := f.bring(ctx, sum); err != nil {
			return false, err
		}
		isNew = true
	}
	f.tag = tag
	f.status.Store(&Status{Address: f.config.Address.String(), Sum: f.unpacked(), CheckedAt: time.Now()})
	if isNew {
		f.config.Logger.Info("content archive is unpacked", "sha256", sum)
		f.prune()
	}
	return isNew, nil
}
