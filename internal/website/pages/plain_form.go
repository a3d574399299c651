package pages

import (
	"cmp"
	"html"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// formAction is the address that takes all forms (docs/design.md, HTTP contract).
const formAction = "/api/send-contact-email"

// plainForm is the root element of a page that holds a form and nothing else,
// in the words of the site. It is made without React, which may be what failed
// or is too busy: with it, what was typed can be mended and sent again.
func plainForm(owner *site.Site, form *site.Form, state site.FormState) string {
	var out strings.Builder
	write(&out, `<main id="main" class="error-screen">`)
	if state.Reference != "" {
		writeSent(&out, owner, form, state.Reference)
	} else {
		writeRefused(&out, form, state)
	}
	write(&out, `<p class="error-actions"><a`, attr("href", owner.Path), `>`, escaped(owner.Errors.Home), `</a></p></main>`)
	return out.String()
}

// writeSent has the anchor that the address of such a page leads to, as the
// templates have it.
func writeSent(out *strings.Builder, owner *site.Site, form *site.Form, reference string) {
	write(out, `<h1 tabindex="-1"`, attr("id", "form-"+form.ID), `>`, escaped(form.Success.Title), `</h1>`)
	writeParagraph(out, form.Success.Text)
	write(out, `<p>`, escaped(owner.Labels.Reference), `: <code>`, html.EscapeString(reference), `</code></p>`)
	writeParagraph(out, form.Next)
}

func writeRefused(out *strings.Builder, form *site.Form, state site.FormState) {
	write(out, `<h1>`, escaped(form.Failure.Title), `</h1><div role="alert">`)
	if state.Failure != "" {
		writeParagraph(out, state.Failure)
	} else {
		writeParagraph(out, form.Failure.Text)
	}
	encoding := ""
	if form.FileBytes() > 0 {
		encoding = attr("enctype", "multipart/form-data")
	}
	write(out, `</div><form method="post"`, attr("action", formAction), encoding, `>`)
	hidden := func(name, value string) {
		write(out, `<input type="hidden"`, attr("name", name), ` value="`, html.EscapeString(value), `">`)
	}
	hidden("site", form.SiteID)
	hidden("form", form.ID)
	if form.Kind != "message" { // docs/specification.md section 7
		hidden("type", form.Kind)
	}
	if state.From != "" {
		hidden("from", state.From)
	}
	for i := range form.Fields {
		field := &form.Fields[i]
		write(out, `<p>`)
		if field.Type == "checkbox" || field.Type == "radio" || field.Type == "consent" {
			writeBoxes(out, field, state.Values[field.Name])
		} else {
			write(out, `<label>`, escaped(field.Label), `<br>`)
			writeControl(out, field, state.Values[field.Name], state.Errors[field.Name] != "")
			write(out, `</label>`)
		}
		if wrong := state.Errors[field.Name]; wrong != "" {
			write(out, `<br><strong>`, escaped(wrong), `</strong>`)
		}
		write(out, `</p>`)
	}
	write(out, `<button type="submit" class="button button-primary">`, escaped(form.Submit.Label), `</button></form>`)
}

// writeBoxes writes one box with its words, or one for each choice.
func writeBoxes(out *strings.Builder, field *site.Field, value string) {
	kind := "checkbox"
	if field.Type == "radio" {
		kind = "radio"
	}
	box := func(words site.Text, sent string, required, ticked bool) {
		write(out, `<label><input`, attr("type", kind), attr("name", field.Name), ` value="`, html.EscapeString(sent), `"`)
		if required {
			write(out, ` required`)
		}
		if ticked {
			write(out, ` checked`)
		}
		write(out, `> `, escaped(words), `</label>`)
	}
	if len(field.Options) == 0 {
		sent := site.Ticked
		if field.Type == "consent" {
			sent = string(field.Label)
		}
		box(field.Label, sent, field.Required, value == sent)
		return
	}
	write(out, escaped(field.Label))
	chosen := strings.Split(strings.ReplaceAll(value, "\r\n", "\n"), "\n")
	for _, option := range field.Options {
		write(out, `<br>`)
		box(cmp.Or(option.Label, site.Text(option.Value)), option.Value, field.Required && kind == "radio", slices.Contains(chosen, option.Value))
	}
}

func writeControl(out *strings.Builder, field *site.Field, value string, wrong bool) {
	attributes := attr("name", field.Name) + attr("autocomplete", field.Autocomplete)
	if field.Required {
		attributes += " required"
	}
	if wrong {
		attributes += ` aria-invalid="true"`
	}
	switch {
	case field.Type == "textarea":
		// A browser takes away the first line break, so that it is not one of the visitor's.
		write(out, `<textarea rows="6" dir="auto"`, attributes, ">\n", html.EscapeString(value), `</textarea>`)
	case field.Type == "file":
		if field.FileCount() > 1 {
			attributes += " multiple"
		}
		write(out, `<input type="file"`, attributes, attr("accept", field.AcceptTypes), `>`)
	case len(field.Options) > 0:
		write(out, `<select`, attributes, `><option value=""></option>`)
		for _, option := range field.Options {
			chosen := ""
			if option.Value == value {
				chosen = " selected"
			}
			write(out, `<option value="`, html.EscapeString(option.Value), `"`, chosen, `>`, escaped(cmp.Or(option.Label, site.Text(option.Value))), `</option>`)
		}
		write(out, `</select>`)
	default:
		write(out, `<input dir="auto"`, attr("type", inputType(field, value)), attributes, attr("value", value), `>`)
	}
}

// inputType returns the type of a field's control. A browser shows nothing in a
// date field for what is no date, so that stays text.
func inputType(field *site.Field, value string) string {
	switch field.Type {
	case "number": // what is no number would not be shown either
		return "text"
	case "date":
	default:
		return field.Type
	}
	if _, err := time.Parse(time.DateOnly, value); err != nil && value != "" {
		return "text"
	}
	return field.Type
}

func writeParagraph(out *strings.Builder, text site.Text) {
	if text != "" {
		write(out, `<p>`, escaped(text), `</p>`)
	}
}

func escaped(text site.Text) string { return html.EscapeString(string(text)) }
