//go:build !race

package content

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestFieldsHaveTheWordsForWhatDoesNotFit(t *testing.T) {
	files := baseTree(t)
	files.replace(t, "main/forms.yaml", "    - {name: email,", `    - {name: day, type: date, label: Day, notBefore: today}
    - {name: guests, type: number, label: Guests, min: 2, max: 12, step: "2"}
    - {name: photo, type: file, label: Photo, megabytes: 3}
    - {name: own, type: text, label: Own, required: true, min: 3, message: Say it.}
    - {name: news, type: checkbox, label: News}
    - {name: email,`)
	files.replace(t, "main/site.yaml", "checks:\n", `checks:
  number: "{{site.name}}: a number."
  tooLow: "{min} or more."
  tooHigh: "{max} or less."
  step: "In steps of {step}."
  fileType: Of {types}.
  fileSize: At most {max} MB.
  fileCount: At most {max} files.
  fileAgain: Again.
`)
	files.replace(t, "business/forms.yaml", "label: Email}", "label: Email, required: true}")
	revision := good(t, files, sampleOptions(), testNow)
	fields := map[string]site.Field{}
	for _, id := range []string{"main/message", "business/booking"} {
		owner, form, _ := strings.Cut(id, "/")
		for _, field := range revision.ByID(owner).Forms.Get(form).Fields {
			fields[owner+" "+field.Name] = field
		}
	}
	none := site.FieldChecks{}
	for name, want := range map[string]site.FieldChecks{
		"main name":      {Required: "Please fill this in.", TooShort: "At least 2 characters."},
		"main day":       {Format: "No day.", TooLow: "Not before November 21, 2026 (America/New_York)."},
		"main guests":    {Format: "Evenlight: a number.", TooLow: "2 or more.", TooHigh: "12 or less.", Step: "In steps of 2."},
		"main photo":     none,
		"main own":       none,
		"main news":      none,
		"business email": {Required: "Evenlight Business needs this.", Format: "No email address."},
		"business date":  {Format: "No day.", TooLow: "Not before 21 November 2026 (America/Santiago)."},
	} {
		got := none
		if field, there := fields[name]; !there {
			t.Errorf("there is no field %s", name)
		} else if field.Checks != nil {
			got = *field.Checks
		}
		if got != want {
			t.Errorf("%s says %+v, wanted %+v", name, got, want)
		}
	}
	if got := fields["main photo"].TooLarge; got != "At most 3 MB." {
		t.Errorf("a large file is told %q", got)
	}
}

func TestItIsClearWhichFieldsAFormMeans(t *testing.T) {
	const birth = "    - {name: geburt, type: date, label: Born}\n    - {name: email,"
	for name, c := range map[string]struct {
		fields, keys string
		want         string // nothing: it is clear
	}{
		"one date":      {"    - {name: email,", "", ""},
		"two dates":     {birth, "", "several fields of type date, so nobody knows which one is the day of the appointment. Name it: add a line such as appointment: date."},
		"the one named": {birth, "  appointment: date\n", ""},
		"a slip":        {birth, "  appointment: dat\n", `business/forms.yaml:3:16: The form has no field of type date that is called "dat". Did you mean "date"?`},
		"no date":       {birth, "  appointment: email\n", `no field of type date that is called "email". Known are geburt and date.`},
		"two times": {
			"    - {name: end, type: time, label: Until, options: [{value: \"10:00 AM\"}]}\n    - {name: email,", "",
			"several fields of type time",
		},
		"two addresses": {
			"    - {name: friend, type: email, label: Friend}\n    - {name: email,", "",
			"warning: The form has several fields of type email: answers and confirmations go to the first one.",
		},
		"whose address": {"    - {name: friend, type: email, label: Friend}\n    - {name: email,", "  replyTo: email\n", ""},
		"no address":    {"    - {name: email,", "  replyTo: mail\n", `no field of type email that is called "mail"`},
	} {
		files := baseTree(t)
		files.replace(t, "business/forms.yaml", "    - {name: email,", c.fields)
		files.replace(t, "business/forms.yaml", "  kind: booking\n", "  kind: booking\n"+c.keys)
		_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if got := told(problems); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: got\n%s\nwant %q", name, got, c.want)
		}
	}
}
