package content

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

// A blank is a name in single braces, such as {name}: it is filled in when a
// mail or an answer is written, which is long after the content was loaded.
// A name that nobody fills in would reach people as it is.

// lenientBrace finds a brace that stands alone, and what follows it up to where it ends.
var lenientBrace = regexp.MustCompile(`\{([^{}]*)(\}*)`)

// checkBlanks are the rules of a form that its messages may name, by the key of the message.
var checkBlanks = map[string][]string{
	"tooShort": {"min", "max"},
	"tooLong":  {"min", "max"},
	"date":     {"date", "zone"},
	"datePast": {"date", "zone"},
	"dateFar":  {"date", "zone"},
	"tooLow":   {"min", "max"},
	"tooHigh":  {"min", "max"},
	"step":     {"step", "min"},
	"fileType": {"types"}, "fileSize": {"max"}, "fileCount": {"max"},
}

// mailWordBlanks are what mails about forms of all kinds know.
var mailWordBlanks = map[string][]string{
	"reply":         {"reference"},
	"whyVisitor":    {"reference"},
	"digestSubject": {"count", "form"},
	"digestText":    {"count", "form"},
}

// checkWords looks at the blanks of the words that a site says itself.
func (s *scope) checkWords() {
	for _, group := range wordGroups {
		if group.blanks == nil {
			continue
		}
		own := group.read(s.owner.raw)
		for i, key := range yamlKeys(own.Type()) {
			s.blanks(site.Text(own.Field(i).String()), (&place{key: group.key}).child(key), group.blanks[key])
		}
	}
}

// mailBlanks are the names that the mails of a form fill in.
func mailBlanks(form *site.Form) []string {
	names := []string{"reference"}
	for _, field := range form.Fields {
		if field.Name != "" {
			names = append(names, field.Name)
		}
	}
	return names
}

// checkMails looks at the blanks of a form's mails, as they were written.
func (s *scope) checkMails(form *site.Form, at *place) {
	known := mailBlanks(form)
	mails := []struct {
		mail *site.FormMail
		at   *place
	}{{&form.Mail, at.child("mail")}, {form.Confirmation, at.child("confirmation")}}
	for _, m := range mails {
		if m.mail != nil {
			s.blanks(m.mail.Subject, m.at.child("subject"), known)
			s.blanks(m.mail.Text, m.at.child("text"), known)
		}
	}
}

// blanks reports the blanks of a text that nobody fills in. The text is as it
// was written, its references unresolved.
func (s *scope) blanks(text site.Text, at *place, known []string) {
	whole := string(text)
	if !hasLoneBrace(whole) {
		return
	}
	tokens(whole, func(t token) {
		if t.reference {
			return
		}
		for _, found := range lenientBrace.FindAllStringSubmatchIndex(whole[t.start:t.end], -1) {
			start := t.start + found[0]
			typed, name := whole[start:t.start+found[1]], strings.TrimSpace(whole[t.start+found[2]:t.start+found[3]])
			if code, message, hint := blankProblem(typed, name, known); code != "" && !s.deps.full() {
				s.deps.add(s.file.doc.AtOffset(at.String(), utf8.RuneCountInString(whole[:start]), code, message, hint))
			}
		}
	})
}

// blankProblem says what is wrong with a blank; the code is empty where it is right.
func blankProblem(typed, name string, known []string) (code, message, hint string) {
	switch {
	case typed == "{"+name+"}" && slices.Contains(known, name):
		return "", "", ""
	case !strings.HasSuffix(typed, "}"):
		first, _, _ := strings.Cut(name, " ")
		return "open-blank", fmt.Sprintf("The brace of %q is never closed.", shortened("{"+first)), "Close it with }, such as {" + example(known) + "}."
	case name == "":
		return "empty-blank", "There is nothing between { and }.", "Write a name such as {" + example(known) + "}, or remove the braces."
	case slices.Contains(known, name):
		return "bad-blank", fmt.Sprintf("%q would be read as it is: a name that is filled in has one brace on each side, and nothing else.", typed), "Write {" + name + "}."
	case singleBrace.MatchString(typed): // reported as a reference that lacks braces
		return "", "", ""
	case len(known) == 0:
		return "unknown-blank", fmt.Sprintf("People would read %q as it is: nothing is filled in here.", shortened(typed)), "Write the words out."
	}
	braced := make([]string, len(known))
	for i, word := range known {
		braced[i] = "{" + word + "}"
	}
	return "unknown-blank", fmt.Sprintf("People would read %q as it is: nothing of that name is filled in here.", shortened(typed)),
		didYouMean("{"+name+"}", braced, "What can be filled in: "+listed(braced)+".")
}

func example(known []string) string {
	if len(known) == 0 {
		return "name"
	}
	return known[len(known)-1]
}
