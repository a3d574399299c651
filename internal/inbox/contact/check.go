package contact

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/booking"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

// How many bytes of spaces around a value are stored with it.
const maxSpaces = 200

func (r *request) check() {
	for i := range r.form.Fields {
		r.checkField(&r.form.Fields[i])
	}
	r.checkAppointment()
	group, filled, open := r.form.AtLeast, 0, ""
	if group == nil {
		return
	}
	for _, name := range group.Fields {
		if site.Counts(r.value(r.field(name))) || len(r.Files[name]) > 0 {
			filled++
		} else {
			open = cmp.Or(open, name)
		}
	}
	if filled < group.Of {
		r.wrong[open] = cmp.Or(r.wrong[open], group.Words)
	}
}

func (r *request) checkField(field *site.Field) {
	fault, text, words, kind := r.Values[field.Name].Fault, r.value(field), &r.bundle.Site.Checks, field.Kind()
	step := locale.Of(r.bundle.Site).Number(cmp.Or(field.Step, "1"))
	rule := site.Rule{Min: field.Min, Max: cmp.Or(field.MaxLength(), field.Max), Step: step}
	refuse := func(words site.Text) { r.wrong[field.Name] = rule.Fill(words) }
	// What the form itself asks for it may word itself; it says nothing about the bounds that hold for all forms.
	misfit := func(words site.Text) { r.wrong[field.Name] = cmp.Or(field.Message, rule.Fill(words)) }

	typed, isFree := trim(text), kind.Typing == site.Line || kind.Typing == site.Lines
	isEmpty := typed == "" || isFree && blank(typed)
	// A line break, which native form posts write as two (HTML, section 4.10.22.4), is one character, as in browsers.
	count := utf8.RuneCountInString(typed) - strings.Count(typed, "\r\n")
	switch {
	case fault == site.FaultType:
		r.wrong[field.Name] = r.bundle.Site.Errors.BadRequest
	case fault == site.FaultText:
		refuse(words.Characters)

	case field.Type == "file" && text == "" && len(r.Files[field.Name]) == 0 && field.Required:
		misfit(words.Missing(field))
	case field.Type == "file":
		r.checkFiles(field)

	case isEmpty && field.Required:
		misfit(words.Missing(field))
	case isEmpty && (isFree || text == ""):
		// Only text may be stored with nothing but spaces in it.
	case field.IsWritten() && count < field.Min:
		misfit(words.TooShort)
	case field.IsWritten() && (count > rule.Max || len(text) > utf8.UTFMax*rule.Max+maxSpaces):
		// Spaces around it are stored as well, so they cannot be without a bound either.
		refuse(words.TooLong)

	case field == r.form.AddressField() && r.form.OptIn && strings.Contains(typed, "=?"):
		misfit(words.Email) // package mail sends nothing there
	case field.Type == "date":
		r.checkDate(field, text)
	case kind.Check == nil, kind.Typing != site.Chosen && typed == "":
		// Whatever it is, it fits.
	default:
		wrong := kind.Check(field, text, words)
		switch {
		case wrong == "":
		case field.IsWritten() && field.Min > 0: // then its message is about the number of characters
			refuse(wrong)
		default:
			misfit(wrong)
		}
	}
}

func (r *request) checkDate(field *site.Field, typed string) {
	settings, words := r.bundle.Site, &r.bundle.Site.Checks
	year, month, today := r.now.In(cmp.Or(settings.Location, time.UTC)).Date()
	now := time.Date(year, month, today, 0, 0, 0, 0, time.UTC)
	first, last := booking.Bounds(field, now)
	refuse := func(message, words site.Text, bound time.Time) {
		rule := site.Rule{Date: locale.Of(settings).Date(bound), Zone: settings.TimeZone}
		r.wrong[field.Name] = cmp.Or(message, rule.Fill(words))
	}

	day, err := time.Parse(time.DateOnly, typed)
	switch {
	case err != nil:
		refuse(field.Message, words.Date, now)
	case day.After(last) && field.NotAfter == "": // a bound for all forms: no message of a field is about it
		refuse("", words.DateFar, last)
	case day.After(last):
		refuse(field.Message, words.DateFar, last)
	case day.Before(first):
		refuse(field.Message, words.DatePast, first)
	}
}

// checkAppointment refuses a time that is over on the site's clock, one that this clock skips, and one at which the
// location is closed; without a time, a day on which it is.
func (r *request) checkAppointment() {
	settings, words := r.bundle.Site, &r.bundle.Site.Checks
	value := func(name string) string { return r.value(r.form.Field(name)) }
	zone := cmp.Or(settings.Location, time.UTC)
	place := booking.Place(r.form, value, settings.Locations)
	start, known := booking.At(r.form, value, zone)
	if date := r.form.AppointmentField(); date != nil && place != nil && !known && r.wrong[date.Name] == "" {
		day, err := time.ParseInLocation(time.DateOnly, value(date.Name), zone)
		if err == nil && !place.TakesOn(day) {
			r.wrong[date.Name] = words.Closed
		}
	}
	if !known || r.wrong[r.form.AppointmentField().Name]+r.wrong[r.form.ClockField().Name] != "" {
		return
	}
	_, length := booking.Choice(r.form, value)
	minutes, _ := site.ParseClock(value(r.form.ClockField().Name))
	switch {
	case !start.After(r.now):
		r.wrong[r.form.ClockField().Name] = words.TimePast
	case start.Hour()*60+start.Minute() != minutes, place != nil && !place.Takes(start, length):
		r.wrong[r.form.ClockField().Name] = words.Closed
	}
}

func (r *request) checkFiles(field *site.Field) {
	files, words, accepted := r.Files[field.Name], &r.bundle.Site.Checks, field.Accepted()
	switch {
	case r.Values[field.Name].Text != "": // a name is no file
		r.wrong[field.Name] = r.bundle.Site.Errors.BadRequest
	case len(files) > field.FileCount():
		r.wrong[field.Name] = site.Rule{Max: field.FileCount()}.Fill(words.FileCount)
	}
	var endings []string
	for _, t := range accepted {
		endings = append(endings, t.Endings[0])
	}
	for i := 0; i < len(files) && r.wrong[field.Name] == ""; i++ {
		up := &files[i]
		sameType := func(t site.FileType) bool { return t.Media == up.Type.Media }
		switch {
		case up.Size == 0 && !up.TooLarge:
			r.wrong[field.Name] = words.FileEmpty
		case up.TooLarge || up.Size > field.FileSize():
			r.wrong[field.Name] = site.Rule{Max: int(field.FileSize() / 1_000_000)}.Fill(words.FileSize)
		case !slices.ContainsFunc(accepted, sameType):
			r.wrong[field.Name] = site.Rule{Types: strings.Join(endings, ", ")}.Fill(words.FileType)
		}
	}
}

// trim removes what JavaScript's String.prototype.trim removes, so that both sides count the same characters.
func trim(text string) string { return strings.TrimFunc(text, isSpace) }

// isSpace is WhiteSpace and LineTerminator of ECMAScript; other than unicode.IsSpace it has U+FEFF and not U+0085.
func isSpace(r rune) bool {
	return unicode.Is(unicode.Zs, r) || strings.ContainsRune("\t\n\v\f\r\u2028\u2029\uFEFF", r)
}

// invisible are the characters that show nothing, besides spaces.
var invisible = []*unicode.RangeTable{
	unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
}

// blank reports whether the text shows nothing on any screen.
func blank(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !isSpace(r) && !unicode.In(r, invisible...) && r != '\u2800' // a Braille cell without dots
	})
}

// tidy takes away what shows nothing, and makes a space or a line of what is like one: people paste it with a name or a
// number, and do not see it. No value of one line has anything that could end a line of a mail's header. Joiners stay,
// with which scripts and emoji are written; in longer texts so do marks of direction.
func tidy(typing site.Typing, text string) string {
	gap, isText := ' ', typing != site.Signs
	switch typing {
	case site.Chosen:
		return text
	case site.Lines:
		gap = '\n'
	default:
		text = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(text)
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r':
		case strings.ContainsRune("\v\f\u0085\u2028\u2029", r):
			return gap
		case unicode.Is(unicode.Cc, r), typing != site.Lines && unseen(r), !isText && unicode.Is(unicode.Cf, r):
			return -1
		case !isText && r >= 0xff01 && r <= 0xff5e: // as Japanese keyboards write them
			return r - 0xfee0
		}
		return r
	}, text)
}

// unseen reports whether a sign changes the direction of others, or shows nothing and joins nothing.
func unseen(r rune) bool {
	return r >= '\u202A' && r <= '\u202E' || r >= '\u2060' && r <= '\u206F' ||
		strings.ContainsRune("\u00AD\u061C\u180E\u200B\uFEFF", r)
}

// value returns what was sent for a field, as it is checked and stored.
func (r *request) value(field *site.Field) string {
	kind := field.Kind()
	text := tidy(kind.Typing, r.Values[field.Name].Text)
	if kind.Value != nil {
		text = kind.Value(locale.Of(r.bundle.Site), text)
	}
	return text
}
