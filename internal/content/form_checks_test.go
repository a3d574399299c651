//go:build !race

package content

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestFieldsHaveTheWordsForWhatDoesNotFit(t *testing.T) {
	files := baseTree(t)
	files.replace(t, "main/forms.yaml", "    - {name: email,", `    - {name: day, type: date, label: Day, notBefore: today}
    - {name: born, type: date, label: Born, notAfter: -18y}
    - {name: visit, type: date, label: Visit, notBefore: +2d, notAfter: +3m}
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
		"main name": {Required: "Please fill this in.", TooShort: "At least 2 characters."},
		"main day":  {Format: "No day.", TooLow: "Not before November 21, 2026 (America/New_York)."},
		"main born": {Format: "No day.", TooHigh: "Not after November 21, 2008."},
		"main visit": {
			Format: "No day.", TooLow: "Not before November 23, 2026 (America/New_York).", TooHigh: "Not after February 21, 2027.",
		},
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
	got := []string{fields["main born"].MinDate, fields["main born"].MaxDate, fields["main visit"].MinDate, fields["main visit"].MaxDate}
	if want := []string{"", "2008-11-21", "2026-11-23", "2027-02-21"}; !slices.Equal(got, want) {
		t.Errorf("browsers are told the days %q, want %q", got, want)
	}
	if got := fields["main photo"].TooLarge; got != "At most 3 MB." {
		t.Errorf("a large file is told %q", got)
	}
}

// TestWhatIsSaidOfAnEmptyFieldFitsIt has a required field of each type.
func TestWhatIsSaidOfAnEmptyFieldFitsIt(t *testing.T) {
	const fill, options = "Please fill in this field.", `, options: [{value: "9:00 AM", label: Nine}]`
	fields, lines := map[string]site.Text{"email": fill}, ""
	for _, field := range []struct {
		kind, more string
		want       site.Text
	}{
		{"text", "", fill},
		{"textarea", "", fill},
		{"tel", "", fill},
		{"number", "", fill},
		{"date", "", fill},
		{"time", options, fill},
		{"select", options, fill},
		{"radio", options, "Please choose one of the options."},
		{"checkbox", options, "Please choose one of the options."},
		{"checkbox", "", "Please tick this box."},
		{"consent", "", "Please tick this box."},
		{"file", "", "Please choose a file."},
	} {
		name := fmt.Sprintf("%s%d", field.kind, len(fields))
		fields[name] = field.want
		lines += fmt.Sprintf("    - {name: %s, type: %s, label: A, required: true%s}\n", name, field.kind, field.more)
	}
	files := baseTree(t)
	files.replace(t, "main/forms.yaml", "    - {name: email,", lines+"    - {name: email,")
	files["main/site.yaml"], _, _ = strings.Cut(files["main/site.yaml"], "labels:\n") // which has words of its own
	for _, field := range good(t, files, sampleOptions(), testNow).ByID("main").Forms.Get("message").Fields {
		if want := fields[field.Name]; want != "" && field.Checks.Required != want {
			t.Errorf("the empty field %s is told %q, want %q", field.Name, field.Checks.Required, want)
		}
		delete(fields, field.Name)
	}
	if len(fields) > 0 {
		t.Errorf("not there: %v", fields)
	}
}

// clinic is the site of business with two locations, of which visitors choose one.
func clinic(t *testing.T) folder {
	files := baseTree(t)
	files["business/locations.yaml"] = `riverside:
  name: Riverside
  address: {street: 1 Main St, city: Springfield, region: IL, postalCode: '62701', country: US}
  hours: [Mo-Fr 09:00-17:00]
  exceptions:
    - {date: 2026-11-26, reason: Thanksgiving}
lakeside:
  name: Lakeside
  address: {street: 2 Main St, city: Springfield, region: IL, postalCode: '62701', country: US}
  hours: [Sa-Su 12:00-20:00]
`
	files.replace(t, "business/forms.yaml", `{name: time, type: time, label: Time, options: [{value: "9:00 AM"}]}`, `{name: time, type: time, label: Time, options: [{value: "9:00 AM"}, {value: "15:00"}]}
    - {name: where, type: select, label: Where, options: [{value: riverside}, {value: lakeside}]}`)
	return files
}

func TestABookingOffersWhatIsOpenAtItsLocation(t *testing.T) {
	files := clinic(t)
	files.replace(t, "business/forms.yaml", "  kind: booking\n", "  kind: booking\n  appointment: {location: where}\n")
	revision := good(t, files, sampleOptions(), testNow)
	want := `{"date":"date","time":"time","location":"where","open":{` +
		`"lakeside":{"0":["15:00"],"1":[],"2":[],"3":[],"4":[],"5":[],"6":["15:00"]},` +
		`"riverside":{"0":[],"1":["9:00 AM","15:00"],"2":["9:00 AM","15:00"],"2026-11-26":[],"2026-11-27":["9:00 AM","15:00"],` +
		`"3":["9:00 AM","15:00"],"4":["9:00 AM","15:00"],"5":["9:00 AM","15:00"],"6":[]}},"closed":"We are not open then. Please choose another day or time."}`
	offered, err := json.Marshal(revision.ByID("business").Forms.Get("booking").Offer)
	if got := string(offered); err != nil || got != want {
		t.Errorf("offered are\n%s, want\n%s", got, want)
	}

	files.replace(t, "business/forms.yaml", "{location: where}", "{location: lakeside}")
	offer := good(t, files, sampleOptions(), testNow).ByID("business").Forms.Get("booking").Offer
	if offer == nil || len(offer.Open) != 1 || offer.Location != "lakeside" || len(offer.Open["lakeside"]) != 7 {
		t.Errorf("at one location are offered %+v", offer)
	}
	files.replace(t, "business/forms.yaml", "  appointment: {location: lakeside}\n", "")
	if offer := good(t, files, sampleOptions(), testNow).ByID("business").Forms.Get("booking").Offer; offer != nil {
		t.Errorf("without a location are offered %+v", offer)
	}
}

func TestAGroupOfFieldsHasItsWordsInEachLanguage(t *testing.T) {
	files := translatedTree(t)
	files.replace(t, "main/forms.yaml", "  submit:", "  atLeast: {fields: [name, email]}\n  recipients: [team@bakery.test]\n  submit:")
	files["main/de/forms.yaml"] = "message: {title: Bestellen}\n"
	revision := loadTranslated(t, files)
	for id, words := range map[string]site.Text{
		"main": "Please fill in at least 1 of these fields.", "main.de": "Bitte füllen Sie mindestens 1 dieser Felder aus.",
	} {
		form := revision.ByID(id).Forms.Get("message")
		if group := form.AtLeast; group.Words != words || group.Of != 1 || len(group.Fields) != 2 {
			t.Errorf("%s has %+v", id, form.AtLeast)
		}
		if to := form.Recipients.For(&site.Submission{}); len(to) != 1 || to[0] != "team@bakery.test" {
			t.Errorf("%s sends to %q", id, to)
		}
	}
	for _, own := range []string{"atLeast: {fields: [name]}", "recipients: [hallo@bakery.test]"} {
		files["main/de/forms.yaml"] = "message:\n  " + own + "\n"
		_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if !strings.Contains(told(problems), "is the same in every language. Remove it here; it is written in main/forms.yaml.") {
			t.Errorf("%s: %s", own, told(problems))
		}
	}
}

func TestItIsClearWhichFieldsAFormMeans(t *testing.T) {
	const birth = "    - {name: geburt, type: date, label: Born}\n    - {name: email,"
	for name, c := range map[string]struct {
		fields, keys string
		want         string // nothing: it is clear
	}{
		"one date":       {"    - {name: email,", "", ""},
		"two dates":      {birth, "", "several fields of type date, so nobody knows which one is the day of the appointment. Name it: add a line such as appointment: date."},
		"the one named":  {birth, "  appointment: date\n", ""},
		"a slip":         {birth, "  appointment: dat\n", `business/forms.yaml:3:16: The form has no field of type date that is called "dat". Did you mean "date"?`},
		"its date alone": {birth, "  appointment: {date: date}\n", ""},
		"both named": {
			"    - {name: end, type: time, label: Until, options: [{value: \"10:00 AM\"}]}\n" + birth, "  appointment: {date: date, time: time}\n", "",
		},
		"no date": {birth, "  appointment: email\n", `no field of type date that is called "email". Known are geburt and date.`},
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

func TestSlotsAreOnTheClockOfTheSite(t *testing.T) {
	const was, slots = `options: [{value: "9:00 AM"}]`, `options: [{value: "9:00 AM"}, {value: "15:00"}, {value: "18:30", label: After work}, {value: "12:00 PM"}]`
	for settings, want := range map[string]string{
		"":                           "9:00 AM, 15:00, After work, 12:00 PM", // as they were typed
		"timeFormat: 3:04 PM\n":      "9:00 AM, 3:00 PM, After work, 12:00 PM",
		`timeFormat: "15:04"` + "\n": "09:00, 15:00, After work, 12:00",
		"timeFormat: 15.04 Uhr\n":    "09.00 Uhr, 15.00 Uhr, After work, 12.00 Uhr",
	} {
		files := baseTree(t)
		files.replace(t, "business/forms.yaml", was, slots)
		files["business/site.yaml"] = settings + files["business/site.yaml"]
		var labels, values []string
		for _, option := range good(t, files, sampleOptions(), testNow).ByID("business").Forms.Get("booking").Fields[2].Options {
			labels, values = append(labels, string(option.Label)), append(values, option.Value)
		}
		if got := strings.ReplaceAll(strings.Join(labels, ", "), "\u00a0", " "); got != want {
			t.Errorf("%q: visitors read %q, want %q", settings, got, want)
		}
		if got := strings.Join(values, ", "); got != "9:00 AM, 15:00, 18:30, 12:00 PM" {
			t.Errorf("%q: programs are sent %q", settings, got)
		}
	}
}

func TestSlotsOfALanguageAreOnItsClock(t *testing.T) {
	files := translatedTree(t)
	files["main/forms.yaml"] += `call:
  kind: booking
  title: Call
  fields:
    - {name: email, type: email, label: Email}
    - {name: date, type: date, label: Date}
    - {name: time, type: time, label: Time, options: [{value: "9:00 AM"}, {value: "3:00 PM", label: Late}]}
  submit: {label: Send, sending: Sending...}
  success: {title: Sent}
  failure: {title: Not sent}
`
	revision := loadTranslated(t, files)
	for id, want := range map[string][]site.Text{"main": {"9:00 AM", "Late"}, "main.de": {"09:00", "Late"}} {
		for i, option := range revision.ByID(id).Forms.Get("call").Fields[2].Options {
			if option.Label != want[i] {
				t.Errorf("%s says %q, want %q", id, option.Label, want[i])
			}
		}
	}
}
