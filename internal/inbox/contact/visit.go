package contact

import (
	"cmp"
	"maps"
	"strings"
	"time"
	"unicode"

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

const (
	// The kind of form that carries no type.
	kindMessage = "message"
	kindBooking = "booking"
)

// visit is one inquiry on its way over the service.
type visit struct {
	site.Inquiry
	now      time.Time
	revision *site.Revision
	// The site that it is meant for, the main site until it is known.
	bundle  *site.Bundle
	located bool
	// The form; nil until it is known.
	form *site.Form
	// Whether that is another form than the one that was filled in, which is gone.
	moved bool
	// Whether its address sends more than people usually do.
	overRate bool
	// What is wrong, by name.
	wrong map[string]site.Text
}

// read finds the site and the form. It reports whether everything that was sent
// has its place; v.wrong names what has not.
func (v *visit) read() bool {
	v.wrong = map[string]site.Text{}
	if v.Unreadable {
		return false
	}
	if name := v.find(); name != "" {
		v.misread(name)
	}
	for name, value := range v.Values {
		switch {
		case value.Repeated:
			v.misread(name)
		case v.field(name) != nil:
		case !v.isEnvelope(name):
			if v.form != nil && !v.moved { // which names are known, only a form can tell
				v.misread(name)
			}
		case value.Fault != site.FaultNone:
			v.misread(name)
		}
	}
	if v.Key != "" && !validKey(v.Key) {
		v.misread(keyIdempotency)
	}
	return len(v.wrong) == 0
}

// find finds the site and the form; it returns the name in the envelope that
// leads nowhere, or nothing.
func (v *visit) find() string {
	bundle := v.bundle
	if id := v.Values[keySite].Text; id != "" {
		if bundle = v.revision.ByID(id); bundle == nil {
			return keySite
		}
	}
	v.bundle, v.located = bundle, true
	id, kind := v.Values[keyForm].Text, v.Values[keyType].Text
	if id != "" {
		if v.form = bundle.Forms.Get(id); v.form == nil {
			// Renamed while the page was open. A person can look at the form that
			// took its place, with what was typed in it; a program cannot.
			if v.moved = v.Native && v.bundle.FormOfKind(cmp.Or(kind, kindMessage)) != nil; v.moved {
				v.form = v.bundle.FormOfKind(cmp.Or(kind, kindMessage))
				return ""
			}
			return keyForm
		}
		if kind != "" && kind != v.form.Kind {
			return keyType
		}
		return ""
	}
	if v.form = v.bundle.FormOfKind(cmp.Or(kind, kindMessage)); v.form == nil {
		return keyType
	}
	return ""
}

// field returns the form's field of the name, or nil.
func (v *visit) field(name string) *site.Field {
	if v.form == nil {
		return nil
	}
	for i := range v.form.Fields {
		if field := &v.form.Fields[i]; field.Name == name {
			return field
		}
	}
	return nil
}

// misread notes a name that is not in its place. Names are the sender's words:
// only such that a form could have are told back.
func (v *visit) misread(name string) {
	const longest = 64
	if len(name) <= longest && strings.IndexFunc(name, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsPrint(r) }) < 0 {
		v.wrong[name] = v.words().errors(func(e *site.Errors) site.Text { return e.BadRequest })
		return
	}
	// Refused all the same: the empty name stands for one that cannot be shown.
	v.wrong[""] = v.words().errors(func(e *site.Errors) site.Text { return e.BadRequest })
}

func (v *visit) words() words { return words{own: v.bundle.Site, main: v.revision.Main().Site} }

// receipt begins an answer with what is known of the inquiry.
func (v *visit) receipt() site.Receipt {
	switch {
	case !v.located:
		return site.Receipt{}
	case v.form == nil:
		return site.Receipt{SiteID: v.bundle.Site.ID}
	}
	receipt := site.Receipt{SiteID: v.bundle.Site.ID, FormID: v.form.ID, Values: map[string]string{}}
	for i := range v.form.Fields {
		if value, sent := v.Values[v.form.Fields[i].Name]; sent {
			receipt.Values[v.form.Fields[i].Name] = strings.ToValidUTF8(value.Text, "\uFFFD")
		}
	}
	return receipt
}

// refuse answers that the inquiry is not stored. The outcome is the code.
func (v *visit) refuse(code string, after time.Duration) (site.Receipt, string) {
	receipt := v.receipt()
	receipt.Code, receipt.RetryAfter = code, after
	if len(v.wrong) > 0 {
		receipt.Fields = maps.Clone(v.wrong)
		delete(receipt.Fields, "")
	}
	if v.bundle != nil {
		receipt.Message = v.words().errors(func(e *site.Errors) site.Text {
			switch code {
			case site.CodeBadRequest:
				return e.BadRequest
			case site.CodeInvalidForm:
				return e.InvalidForm
			case site.CodeConflict:
				return e.Conflict
			case site.CodeTooMany:
				return e.TooMany
			default:
				return e.Unavailable
			}
		})
	}
	return receipt, code
}

func (v *visit) isEnvelope(name string) bool {
	return name == keySite || name == keyForm || name == keyType || name == keyHoneypot || name == keyFrom && v.Native
}

// validKey reports whether the text may be an Idempotency-Key: what both our
// store and headers of mail providers take.
func validKey(key string) bool {
	const longest = 256
	return len(key) <= longest && strings.IndexFunc(key, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}
