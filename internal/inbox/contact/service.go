// Package contact takes what visitors send with a form: it reads, checks and weighs an inquiry, and has it stored with
// the mails about it. Only what is stored is answered with success.
//
// Nothing is guessed: a name that the form does not have, a name that comes twice but for fields with several boxes,
// text that is not UTF-8 or a value that is no text refuses the whole inquiry. A refused one leaves nothing behind, so
// its idempotency key is still good.
//
// The rules are those of the form's definition ([site.Form]), the same that the browser applies
// (web/src/forms/validate.ts). All fields that do not fit are named at once. What was typed is stored
// without what shows nothing, line breaks as the browser sent them; addresses, dates and numbers lose the spaces around
// them. Dates are days of the calendar in the site's time zone, never moments.
//
// Nothing that fits is thrown away as spam. What looks like spam is stored with the reasons and mailed only when
// somebody releases it; the visitor is told the same as everybody.
//
// What visitors typed and their addresses are never logged, and the addresses never stored: the limits know them only
// by a keyed hash that dies with the process.
package contact

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"golang.org/x/time/rate"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// How long the store may take. A browser would wait longer, but visitors do not.
	saveTimeout = 5 * time.Second
	// The advice to clients while nothing can be stored.
	retryUnavailable = 30 * time.Second
	// How many references are tried when the store says that they are taken.
	referenceTries = 3
)

// Store stores submissions durably.
type Store interface {
	// Save stores a submission and its mails, all or nothing, and returns when they are safe. A submission that came
	// before, by its key, is not stored again: the earlier one is returned. It returns site.ErrKeyReused where the key
	// came with another digest, and site.ErrReferenceTaken where another submission has the reference. An error that
	// has a method NotStored() bool says that it surely does not have the submission.
	Save(ctx context.Context, submission *site.Submission, messages []site.Message) (site.Saved, error)
	// OptIn finds what the token of an opt-in belongs to.
	OptIn(ctx context.Context, token string) (site.Confirmation, error)
	// Confirm confirms it. The notice about it goes with a digest where inDigest is set.
	Confirm(ctx context.Context, token string, inDigest bool) (site.Confirmation, error)
}

// Files keeps what was sent as a file.
type Files interface {
	// Keep brings files to the place of a submission ([site.UploadPath]), and returns when they are safe.
	Keep(id string, files []site.Upload) error
	Forget(ids []string) error
}

// Config is what a service needs. All is required but Files, Now and Limits.
type Config struct {
	// The content that is served now; nil before there is any.
	Revision func() *site.Revision
	// Compose writes the mails about a submission; the bundle's site says who gets them. None is allowed.
	Compose func(bundle *site.Bundle, form *site.Form, submission *site.Submission) []site.Message
	Store   Store
	// Left out, the server takes no files.
	Files Files
	// How many more bytes of files there is room for.
	Room func() int64
	// The clock. Left out: time.Now.
	Now func() time.Time
	// What one address may send. Left out, nothing is limited.
	Limits *Limits
	Logger *slog.Logger
	// Called for every inquiry with site and form, empty where they are unknown, and what became of it: stored, and
	// mailed; suspect, which is stored and held back; unconfirmed, which waits for an opt-in, and later confirmed;
	// repeated, which was stored before; or the code of the refusal.
	Observe func(siteID, formID, outcome string)
}

// Service accepts inquiries. It is safe for use by many goroutines. The limits of an address are looked at before an
// inquiry is read; what they refuse names no site and no form.
type Service struct {
	config   Config
	limiter  *limiter
	failures rate.Sometimes
}

// NewService returns a service.
func NewService(config Config) *Service {
	if config.Now == nil {
		config.Now = time.Now
	}
	return &Service{config, newLimiter(config.Limits), rate.Sometimes{Interval: time.Second}}
}

// Accept reads, checks and stores an inquiry and says what became of it. It finishes what it began even when ctx is
// cancelled: the visitor has pressed the button, and a node that shuts down still has the seconds to store it.
func (svc *Service) Accept(ctx context.Context, inquiry site.Inquiry) site.Receipt {
	receipt, outcome := svc.accept(ctx, inquiry)
	svc.config.Observe(receipt.SiteID, receipt.FormID, outcome)
	return receipt
}

func (svc *Service) accept(ctx context.Context, inquiry site.Inquiry) (site.Receipt, string) {
	r := &request{Inquiry: inquiry, now: svc.config.Now(), revision: svc.config.Revision()}
	if r.revision == nil || r.revision.Main() == nil {
		return r.refuse(site.CodeUnavailable, retryUnavailable)
	}
	r.bundle = r.revision.Nearest(inquiry.Space + "/")
	r.post = svc.limiter.post(inquiry.Address, r.siteID(), r.now)
	if wait := r.admit(); wait > 0 {
		return r.refuse(site.CodeTooMany, wait)
	}
	if !r.read() {
		return r.refuse(site.CodeBadRequest, 0)
	}
	if r.check(); len(r.wrong) > 0 || r.moved {
		return r.refuse(site.CodeInvalidForm, 0)
	}
	submission := r.submission()
	if code, wait := r.decide(submission, svc.config.Room()); code != "" {
		r.post.settle(false, 0)
		return r.refuse(code, wait)
	}
	return svc.save(ctx, r, submission)
}

func (svc *Service) save(ctx context.Context, r *request, submission *site.Submission) (site.Receipt, string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTimeout)
	defer cancel()
	files, log := r.uploads, svc.config.Logger
	if len(files) > 0 {
		if err := svc.config.Files.Keep(submission.ID, files); err != nil {
			r.post.settle(false, 0)
			return svc.fail(r, err)
		}
	}

	saved, err := svc.config.Store.Save(ctx, submission, svc.messages(r, submission))
	for try := 1; try < referenceTries && errors.Is(err, site.ErrReferenceTaken); try++ {
		submission.Reference = site.NewReference() // which the mails name, so they are written again
		saved, err = svc.config.Store.Save(ctx, submission, svc.messages(r, submission))
	}
	// Any other error may be one of an answer that got lost: then the submission may
	// be there, and whether it is, the sweep of the files finds out later.
	var sure interface{ NotStored() bool }
	absent := errors.Is(err, site.ErrKeyReused) || err == nil && !saved.Fresh || errors.As(err, &sure) && sure.NotStored()
	r.post.settle(!absent, r.fileBytes())
	if absent && len(files) > 0 {
		if err := svc.config.Files.Forget([]string{submission.ID}); err != nil {
			log.ErrorContext(ctx, "files of a submission that came again are still there", "id", submission.ID, "error", err)
		}
	}
	switch {
	case errors.Is(err, site.ErrKeyReused):
		return r.refuse(site.CodeConflict, 0)
	case err != nil:
		return svc.fail(r, err)
	}

	outcome := "stored"
	if !saved.Fresh {
		outcome = "repeated"
	} else if submission.Suspect != "" {
		outcome = "suspect"
	} else if submission.OptIn != nil {
		outcome = "unconfirmed"
	}
	log.DebugContext(ctx, "inquiry accepted", "id", saved.ID, "site", submission.SiteID, "form", submission.FormID,
		"outcome", outcome, "suspect", submission.Suspect)
	receipt := r.receipt()
	receipt.ID, receipt.Reference = saved.ID, saved.Reference
	return receipt, outcome
}

// messages are the mails about a submission, as they were planned. Webhooks are never withheld: there is no digest of
// them.
func (svc *Service) messages(r *request, submission *site.Submission) []site.Message {
	all := svc.config.Compose(r.bundle, r.form, submission)
	for i := range all {
		switch all[i].Kind {
		case site.MailNotice:
			all[i].Withheld = r.inDigest
		case site.MailConfirmation:
			all[i].Withheld = r.unconfirmed
		case site.MailOptIn:
			all[i].After = r.asksIn
		}
	}
	return all
}

// Confirm says what the link of an opt-in leads to. It changes something only where press is set, which is when a
// person pressed the button: programs that look for harm open links too. The error means that nobody knows now.
func (svc *Service) Confirm(ctx context.Context, token string, press bool) (site.Confirmation, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTimeout)
	defer cancel()
	found, err := svc.config.Store.OptIn(ctx, token)
	if press && err == nil && found.State == site.OptInPending {
		inDigest := svc.limiter.noticeInDigest(found.SiteID, found.FormID, svc.config.Now())
		if found, err = svc.config.Store.Confirm(ctx, token, inDigest); found.State == site.OptInConfirmed {
			svc.config.Observe(found.SiteID, found.FormID, "confirmed")
		}
	}
	if err != nil {
		svc.failures.Do(func() { svc.config.Logger.Error("addresses cannot be confirmed", "error", err) })
	}
	return found, err
}

// fail refuses what cannot be stored. Once in a while it logs why: a full disk fails every
// inquiry, and a log that floods would fill it further.
func (svc *Service) fail(r *request, err error) (site.Receipt, string) {
	svc.failures.Do(func() {
		svc.config.Logger.Error("inquiries cannot be stored", "site", r.bundle.Site.ID, "form", r.form.ID, "error", err)
	})
	return r.refuse(site.CodeUnavailable, retryUnavailable)
}
