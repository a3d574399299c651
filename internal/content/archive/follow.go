package archive

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
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
	limits Limits
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
	// How many archives stay unpacked, and how old one must be that counts as left half done.
	keepUnpacked = 5
	abandoned    = time.Hour
	// How long a start waits for the server where an older archive is at hand.
	startWait = 5 * time.Second
	// How long a server that fails is left alone at most.
	longestPause = 10 * time.Minute
	tempPrefix   = ".unpacking-"
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

// unpacked returns the sum of the archive that was unpacked last, or nothing.
func (f *Follower) unpacked() string {
	target, err := os.Readlink(f.Folder())
	if err != nil {
		return ""
	}
	sum, _, _ := strings.Cut(filepath.ToSlash(target), "/")
	if info, err := os.Stat(f.Folder()); err != nil || !info.IsDir() {
		return ""
	}
	return sum
}

// check brings the newest archive, unless it is there.
func (f *Follower) check(ctx context.Context) (isNew bool, err error) {
	sum, tag, err := f.newestSum(ctx)
	if err != nil {
		return false, err
	}
	if sum != "" && sum != f.unpacked() {
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

// bring downloads and unpacks an archive, and turns the link to it.
func (f *Follower) bring(ctx context.Context, sum string) (err error) {
	if err := os.MkdirAll(f.config.Dir, 0o700); err != nil {
		return err
	}
	place := filepath.Join(f.config.Dir, sum)
	if _, err := os.Stat(place); errors.Is(err, fs.ErrNotExist) {
		if err := f.unpack(ctx, sum, place); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	content, err := contentIn(place)
	if err != nil {
		return err
	}
	target, err := filepath.Rel(f.config.Dir, content)
	if err != nil {
		return err
	}
	link := filepath.Join(f.config.Dir, tempPrefix+fmt.Sprintf("%x", rand.Uint64()))
	if err := os.Symlink(target, link); err != nil {
		return err
	}
	return os.Rename(link, f.Folder())
}

func (f *Follower) unpack(ctx context.Context, sum, place string) (err error) {
	temp, err := os.MkdirTemp(f.config.Dir, tempPrefix)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	packed, err := os.Create(filepath.Join(temp, "archive"))
	if err != nil {
		return err
	}
	defer packed.Close()
	if err := f.download(ctx, sum, packed); err != nil {
		return err
	}
	tree := filepath.Join(temp, "tree")
	if err := os.Mkdir(tree, 0o700); err != nil {
		return err
	}
	if err := unpack(ctx, packed, tree, f.limits); err != nil {
		return fmt.Errorf("%s (sum %s) is refused: %w", f.config.Address, sum, err)
	}
	if err := os.Rename(tree, place); err != nil && !errors.Is(err, fs.ErrExist) { // another program was faster
		return err
	}
	return osfile.SyncFolder(f.config.Dir)
}

// prune removes archives that were unpacked long ago, and what a killed program left behind.
func (f *Follower) prune() {
	names, err := os.ReadDir(f.config.Dir)
	if err != nil {
		f.config.Logger.Warn("old content archives stay", "error", err)
		return
	}
	type old struct {
		name string
		at   time.Time
	}
	var all []old
	linked := map[string]bool{}
	for _, name := range names {
		if target, err := os.Readlink(filepath.Join(f.config.Dir, name.Name())); err == nil {
			sum, _, _ := strings.Cut(filepath.ToSlash(target), "/")
			linked[sum] = true
		}
	}
	for _, name := range names {
		info, err := name.Info()
		switch {
		case err != nil || !name.IsDir() || linked[name.Name()]:
		case strings.HasPrefix(name.Name(), tempPrefix) && time.Since(info.ModTime()) < abandoned:
		case strings.HasPrefix(name.Name(), tempPrefix):
			all = append(all, old{name.Name(), time.Time{}})
		default:
			all = append(all, old{name.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b old) int { return b.at.Compare(a.at) })
	for i, one := range all {
		if i < keepUnpacked-1 && !one.at.IsZero() {
			continue
		}
		if err := os.RemoveAll(filepath.Join(f.config.Dir, one.name)); err != nil {
			f.config.Logger.Warn("an old content archive stays", "error", err)
		}
	}
}
