package pages

import (
	"cmp"
	_ "embed" // the template
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

//go:embed plain_form.html
var plainFormHTML string

var plainFormTemplate = template.Must(template.New("form").Parse(plainFormHTML))

// plainForm is the root element of a page that holds a form and nothing else,
// in the words of the site. It is made without React, which may be what failed
// or is too busy: with it, what was typed can be mended and sent again.
func plainForm(owner *site.Site, form *site.Form, state site.FormState) string {
	fields := make([]plainField, len(form.Fields))
	for i := range form.Fields {
		field := &form.Fields[i]
		fields[i] = plainField{field, state.Values[field.Name], state.Errors[field.Name]}
	}
	var out strings.Builder
	err := plainFormTemplate.Execute(&out, struct {
		Site   *site.Site
		Form   *site.Form
		State  site.FormState
		Fields []plainField
	}{owner, form, state, fields})
	if err != nil {
		panic(fmt.Sprintf("write a form: %v", err)) // the template is part of the program
	}
	return out.String()
}

// plainField is a field with what was typed, and what is wrong with it.
type plainField struct {
	*site.Field
	Value string
	Wrong site.Text
}

// choice is one of a field, or the only one.
type choice struct {
	Label            site.Text
	Value            string
	Required, Chosen bool
}

// Box returns the type of the boxes that the field consists of; empty for one control.
func (f plainField) Box() string {
	switch f.Type {
	case "checkbox", "radio":
		return f.Type
	case "consent":
		return "checkbox"
	}
	return ""
}

// Choices returns the options of the field, or its only box.
func (f plainField) Choices() (all []choice) {
	if len(f.Options) == 0 {
		sent := site.Ticked
		if f.Type == "consent" {
			sent = string(f.Label)
		}
		return []choice{{f.Label, sent, f.Required, f.Value == sent}}
	}
	chosen := strings.Split(strings.ReplaceAll(f.Value, "\r\n", "\n"), "\n")
	for _, option := range f.Options {
		all = append(all, choice{
			Label: cmp.Or(option.Label, site.Text(option.Value)), Value: option.Value,
			Required: f.Required && f.Type == "radio", Chosen: slices.Contains(chosen, option.Value),
		})
	}
	return all
}

// Input returns the type of the control. A browser shows nothing in a date field for what is no date, and in a number
// field for what is no number, so they stay text.
func (f plainField) Input() string {
	if f.Type == "date" && f.Value != "" {
		if _, err := time.Parse(time.DateOnly, f.Value); err != nil {
			return "text"
		}
	}
	if f.Type == "number" {
		return "text"
	}
	return f.Type
}
