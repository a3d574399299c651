package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/osfile"
)

// existing returns the folder, or the nearest one above it that is there.
func existing(folder string) string {
	for {
		_, err := os.Stat(folder)
		above := filepath.Dir(folder)
		if !errors.Is(err, fs.ErrNotExist) || above == folder {
			return folder
		}
		folder = above
	}
}

func (d *doctor) lookAtData(_ context.Context, r *report) {
	dir := d.config.Inbox.Data
	there := existing(dir)
	file, err := os.CreateTemp(there, osfile.TempPrefix+"doctor-*")
	if err != nil {
		r.add(problem, fmt.Sprintf("%s cannot be written: %v", there, unwrapPath(err)),
			"let the user who runs the server own it, or name another one with --data")
		return
	}
	if err := errors.Join(file.Close(), os.Remove(file.Name())); err != nil {
		r.add(problem, fmt.Sprintf("%s: %v", there, unwrapPath(err)), "look at the disk below it")
	}
	if kind, err := osfile.Network(there); err == nil && kind != "" && d.config.Inbox.DatabaseURL == "" {
		r.add(problem, fmt.Sprintf("%s is a network share (%s), on which SQLite loses data", there, kind),
			"name a folder on a local disk with --data, or a PostgreSQL with DATABASE_URL")
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.fine("%s is not there yet: the server makes it", dir)
	case err != nil:
		r.add(problem, err.Error(), "let the user who runs the server own it")
	case info.Mode().Perm()&0o022 != 0 && info.Mode()&fs.ModeSticky == 0:
		r.add(warning, fmt.Sprintf("%s can be changed by other users (mode %04o)", dir, info.Mode().Perm()),
			"chmod 0700 "+dir)
	default:
		r.fine("%s can be written", dir)
	}
}

const (
	// With less room, or less than a twentieth of a small disk, forms close.
	roomForForms = 64 << 20
	// With less room nothing is cached.
	roomForCache = 256 << 20
)

func (d *doctor) lookAtDisk(_ context.Context, r *report) {
	there := existing(d.config.Inbox.Data)
	free, total, err := osfile.Volume(there)
	switch size := fmt.Sprintf("%d MB of %d MB are free below %s", free>>20, total>>20, there); {
	case err != nil:
		r.add(problem, err.Error(), "look at the disk")
	case free < min(roomForForms, total/20):
		r.add(problem, size, "make room: forms are closed")
	case free < 2*roomForCache:
		r.add(warning, size, fmt.Sprintf("make room: rendered pages are kept only above %d MB, and forms close soon",
			roomForCache>>20))
	default:
		r.fine("%s", size)
	}
}

func (d *doctor) lookAtDatabase(ctx context.Context, r *report) {
	config := outbox.Config{Dir: d.config.Inbox.Data, URL: d.config.Inbox.DatabaseURL}
	if config.Check() != nil {
		return // Among the problems of the configuration.
	}
	begun := time.Now()
	e, err := outbox.Examine(ctx, config)
	took := time.Since(begun)
	if server := e.Server; server != nil {
		way := "directly"
		if server.Pooled {
			way = "through a pooler"
		}
		r.fine("PostgreSQL %s is reached %s, synchronous_commit is %s", server.Version, way, server.SynchronousCommit)
		if !server.FullPageWrites {
			r.add(warning, "the server runs with full_page_writes = off",
				"set it on, unless its file system never tears pages, as ZFS")
		}
		if server.Standby {
			r.add(problem, "the server is a standby and takes no writes",
				"name the primary in DATABASE_URL, or add target_session_attrs=read-write")
		}
		if apart := time.Until(server.Now).Abs(); apart > 10*time.Second+took {
			r.add(warning, fmt.Sprintf("its clock and that of this machine are %s apart", apart.Round(time.Second)),
				"let both systems keep their clocks (systemd-timesyncd, chrony)")
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.fine("SQLite: there is none yet, the server makes it")
		return
	case err != nil:
		r.add(problem, err.Error(), "forms are closed until it is repaired")
		return
	case e.Schema < e.Known:
		r.fine("its schema is %d, the server brings it to %d when it starts", e.Schema, e.Known)
	}
	counts := e.Counts
	r.fine("%s, %d sent, %d waiting", plural(counts.Submissions, "submission"), counts.Sent, counts.Waiting)
	if stuck := counts.Parked + counts.Dead; stuck > 0 {
		r.add(warning, fmt.Sprintf("%d deliveries are refused", stuck),
			"marquee submissions list --state parked (or dead) says why; submissions retry --all once the cause is gone")
	}
	if oldest := counts.OldestUnsent; !oldest.IsZero() && time.Since(oldest) > 15*time.Minute {
		r.add(warning, "the oldest unsent delivery waits since "+oldest.Format(time.DateTime)+" UTC",
			"look at the log of the server: does it run, does it reach the provider?")
	}
}

func (d *doctor) lookAtProxy(_ context.Context, r *report) {
	for _, base := range d.bases() {
		if u, err := url.Parse(base); err == nil && u.Scheme == "https" && len(d.config.TrustedProxies) == 0 {
			r.add(warning,
				base+" needs a proxy with TLS in front, and no proxy is trusted: "+
					"all visitors share its address, and its limits of forms",
				"name the proxy with --trusted-proxies, such as 127.0.0.1")
			return
		}
	}
	for _, proxy := range d.config.TrustedProxies {
		if prefix, err := netip.ParsePrefix(proxy); err == nil && prefix.Bits() == 0 {
			r.add(problem, "every address is trusted as a proxy ("+proxy+"): anybody may claim to be somebody else",
				"name the addresses of your proxies with --trusted-proxies")
			return
		}
	}
	if len(d.config.TrustedProxies) == 0 {
		r.fine("none is trusted, and none is needed")
		return
	}
	r.fine("forwarded headers of %s are believed", strings.Join(d.config.TrustedProxies, ", "))
}

// bases are the addresses under which the sites are published.
func (d *doctor) bases() (all []string) {
	if d.config.BaseURL != "" {
		return []string{d.config.BaseURL}
	}
	if revision := d.load().revision; revision != nil {
		for _, bundle := range revision.Sites {
			all = append(all, string(bundle.Site.BaseURL))
		}
	}
	return all
}

func (d *doctor) lookAtServer(ctx context.Context, r *report) {
	if !isAddress(d.config.AdminAddr) {
		return // Among the problems of the configuration.
	}
	address := reachable(d.config.AdminAddr)
	response, err := askReady(ctx, address)
	if _, unreachable := errors.AsType[*net.OpError](err); unreachable {
		r.add(warning, "none answers on the admin address "+address, "fine where none runs here; else name its --admin-addr")
		return
	} else if err != nil {
		r.add(problem, "the admin address "+address+" does not answer: "+err.Error(), "look at the log of the server")
		return
	}
	defer response.Body.Close()
	var answer struct {
		OK     bool
		Detail struct {
			Forms struct {
				Ready  bool
				Reason string
			}
		}
	}
	const enough = 4 << 20
	if err := json.NewDecoder(io.LimitReader(response.Body, enough)).Decode(&answer); err != nil {
		r.add(problem, "what answers on "+address+" is no server of this kind", "choose another --admin-addr")
		return
	}
	switch forms := answer.Detail.Forms; {
	case !answer.OK:
		r.add(problem, "the server on "+address+" is not ready", "curl http://"+address+"/readyz says why")
	case !forms.Ready:
		r.add(problem, "the server takes no forms: "+forms.Reason, "they open by themselves when that is repaired")
	default:
		r.fine("one runs, and is ready (%s)", address)
	}
}
