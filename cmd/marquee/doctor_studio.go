package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/studio/database"
	"github.com/evenlight/marquee/internal/studio/people"
)

// lookAtStudio says what keeps people who were invited from their work. Where nobody is, nothing is asked for.
func (d *doctor) lookAtStudio(ctx context.Context) {
	if d.config.Studio == "off" {
		d.fine("it is off")
		return
	}
	invited, err := d.invited(ctx)
	switch {
	case err != nil:
		d.add(problem, err.Error(), "the website is served without Studio until it is repaired: put back a backup")
		return
	case invited == 0:
		d.fine("nobody is invited yet, so that it is nowhere (marquee studio invite EMAIL invites the owner)")
		return
	}
	d.fine("invited: %d (marquee studio people lists them)", invited)
	if dir := d.config.Dir; d.revision != nil {
		err = content.NewSource(dir, nil, nil, time.Now, nil).Writable()
		if err != nil {
			d.add(warning, "nothing can be changed there: "+err.Error(),
				"let the user who runs the server own the folder itself: chown -R marquee: "+dir)
		} else {
			d.fine("%s can be written", dir)
		}
	}
	d.lookAtStudioHTTPS()
	if d.config.Inbox.SMTP.URL == "" && d.config.Inbox.Resend.Key == "" {
		d.add(warning, "its codes are not mailed",
			"set RESEND_API_KEY or SMTP_URL; marquee studio link EMAIL prints a way in")
	}
}

// invited returns how many people were, without making a database.
func (d *doctor) invited(ctx context.Context) (count int, err error) {
	if _, err := os.Stat(filepath.Join(d.config.Data, database.FileName)); errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	err = withPeopleIn(ctx, d.config.Data, func(_ *people.Store, all []people.Person) error {
		count = len(all)
		return nil
	})
	return count, err
}

func (d *doctor) lookAtStudioHTTPS() {
	bases := d.bases()
	plain := slices.IndexFunc(bases, func(base string) bool { return strings.HasPrefix(base, "http:") })
	switch {
	case d.config.Studio == "admin":
	case plain >= 0:
		d.add(problem, bases[plain]+" is without https, which it needs",
			"write https:// in baseURL of site.yaml or --base-url, with a proxy in front that has a certificate")
	case len(d.config.Front.TrustedProxies) == 0:
		d.add(problem, "no proxy is trusted that says what came by https: it answers on this machine alone",
			"name the proxy with --trusted-proxies, such as 127.0.0.1")
	}
}
