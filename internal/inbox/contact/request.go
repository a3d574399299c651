package contact

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// Names that are sent beside the fields of a form.
const (
	keySite = "site"
	keyForm = "form"
	keyType = "type"
	// Sent with native forms that are sent again; the server has read it by then.
	keyFrom = "from"
	// A field that people do not see and so leave empty.
	keyHoneypot = "homepage"
	// The header, where it is what is wrong.
	keyIdempotency = "Idempotency-Key"
)

// The kind of form that carries no type.
const kindMessage = "message"

type request struct {
	site.Inquiry
	now      time.Time
	revision *site.Revision
	// The site that it is meant for; until it is known, the one at the root of the host.
	bundle  *site.Bundle
	located bool
	// The form; nil until it is known.
	form *site.Form
	// Whether that is another form than the one that was filled in, which is gone.
	moved bool
	// What is wrong, by name.
	wrong map[string]site.Text
	// What it counts for.
	post *post
	evidence
	// Whether the notice goes with a digest, whether no confirmation is sent, and how long the mail of an opt-in waits.
	inDigest, unconfirmed bool
	asksIn                time.Duration
	// The files of all fields, in the order of the form.
	uploads []site.Upload
}

// read finds the site and the form. It reports whether everything that was sent
// has its place; r.wrong names what has not.
func (r *request) read() bool {
	r.wrong = map[string]site.Text{}
	if r.Unreadable {
		return false
	}
	if name := r.find(); name != "" {
		r.misread(name)
	}
	for name, value := range r.Values {
		field := r.field(name)
		envelope := name == keyFrom && r.Native || slices.Contains([]string{keySite, keyForm, keyType, keyHoneypot}, name)
		if value.Repeated && field != nil && field.TakesMany() {
			value = site.FormValue{Text: value.All, Fault: value.Fault}
			r.Values[name] = value
		}
		unknown := field == nil && !envelope && r.form != nil && !r.moved // only a form says which names are known
		if value.Repeated || unknown || field == nil && envelope && value.Fault != site.FaultNone {
			r.misread(name)
		}
	}
	for name := range r.Files {
		if field := r.field(name); (field == nil || field.Type != "file") && !r.moved {
			r.misread(name)
		}
	}
	if !printable(r.Key, 256) { // what both our store and headers of mail providers take
		r.misread(keyIdempotency)
	}
	return len(r.wrong) == 0
}

// siteID names the site that an inquiry counts for before it is read: the one at the
// root of the host, too, where it names one that does not exist. All languages of a site count as one.
func (r *request) siteID() string {
	bundle := cmp.Or(r.revision.ByID(r.Values[keySite].Text), r.bundle)
	return cmp.Or(bundle.Original, bundle).Site.ID
}

func (r *request) hasBrowser() bool { return r.Age >= 0 || r.FromBrowser }

func (r *request) isScript() bool { return !r.hasBrowser() && !r.SaysLanguage }

func (r *request) size() (bytes int) {
	for _, value := range r.Values {
		bytes += len(value.Text)
	}
	return bytes + int(r.fileBytes()/fileDiscount)
}

func (r *request) fileBytes() (bytes int64) {
	for _, up := range r.uploads {
		bytes += up.Size
	}
	return bytes
}

// find finds the site and the form; it returns the name in the envelope that leads nowhere, or nothing.
func (r *request) find() string {
	if id := r.Values[keySite].Text; id != "" {
		named := r.revision.ByID(id)
		if named == nil {
			return keySite
		}
		r.bundle = named
	}
	r.located = true

	id, kind := r.Values[keyForm].Text, r.Values[keyType].Text
	ofKind := r.bundle.FormOfKind(cmp.Or(kind, kindMessage))
	r.form = ofKind
	if id != "" {
		r.form = r.bundle.Forms.Get(id)
	}
	switch {
	case r.form == nil && id == "":
		return keyType
	case r.form == nil && r.Native && ofKind != nil:
		// Renamed while the page was open. A person can look at the form that took its place, with what was typed in
		// it; a program cannot.
		r.form, r.moved = ofKind, true
	case r.form == nil:
		return keyForm
	case kind != "" && kind != r.form.Kind:
		return keyType
	}
	return ""
}

func (r *request) field(name string) *site.Field {
	if r.form == nil {
		return nil
	}
	return r.form.Field(name)
}

// misread notes a name that is not in its place. Names are the sender's words: only
// those that a form could have are returned, and the empty name stands for all others.
func (r *request) misread(name string) {
	if !printable(name, 64) {
		name = ""
	}
	r.wrong[name] = r.bundle.Site.Errors.BadRequest
}

func (r *request) receipt() site.Receipt {
	switch {
	case !r.located:
		return site.Receipt{}
	case r.form == nil:
		return site.Receipt{SiteID: r.bundle.Site.ID}
	}
	receipt := site.Receipt{SiteID: r.bundle.Site.ID, FormID: r.form.ID, Values: map[string]string{}}
	for i := range r.form.Fields {
		if value, sent := r.Values[r.form.Fields[i].Name]; sent {
			receipt.Values[r.form.Fields[i].Name] = strings.ToValidUTF8(value.Text, "\uFFFD")
		}
	}
	return receipt
}

func (r *request) refuse(code string, after time.Duration) (receipt site.Receipt, outcome string) {
	receipt = r.receipt()
	receipt.Code, receipt.RetryAfter = code, after
	if r.bundle == nil {
		return receipt, code
	}

	words := &r.bundle.Site.Errors
	receipt.Message = map[string]site.Text{
		site.CodeBadRequest: words.BadRequest, site.CodeInvalidForm: words.InvalidForm, site.CodeConflict: words.Conflict,
		site.CodeTooMany: words.TooMany, site.CodeUnavailable: words.Unavailable,
	}[code]
	receipt.Fields = map[string]site.Text{}
	if r.Native && r.form != nil {
		// A browser shows again what was typed, but never a file.
		for name := range r.Files {
			if field := r.field(name); field != nil && field.Type == "file" {
				receipt.Fields[name] = r.bundle.Site.Checks.FileAgain
			}
		}
	}
	maps.Copy(receipt.Fields, r.wrong)
	delete(receipt.Fields, "")
	return receipt, code
}

func printable(text string, longest int) bool {
	return len(text) <= longest && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' })
}
