// Package contact takes what visitors send with a form: it reads, checks and
// weighs an inquiry, and has it stored together with the mails about it. Only
// what is stored is answered with success.
//
// # What is read
//
// An inquiry is a flat list of names with text, and files beside it. The names are
// the fields of the form, and the envelope: site, the main site where it is missing;
// form, by its id; type, the kind of the form, message where it is missing: without
// form it is the site's first of that kind; and homepage, which people do not see.
//
// Nothing is guessed. A name that the form does not have, a name that comes twice,
// text that is not UTF-8 or a value that is no text refuses the whole inquiry. Of a
// field with several boxes each value comes under the same name, and they are one
// value with a line each.
//
// When the form of a native post is gone, renamed while a page was open, the first of
// its kind is shown instead with what was typed. Nothing is stored until somebody has
// looked at that one and sent it.
//
// # What is checked
//
// The rules are those of the form's definition ([site.Form]), the same that the
// browser applies (web/src/forms/validate.ts). Beyond that every field has a greatest
// length ([site.Field.MaxLength]), and fields of one line have nothing that could
// change the headers of a mail. All fields that do not fit are named at once, what the
// form asks for in the field's own message, all else in the words of the site. A
// refused inquiry leaves nothing behind, so its idempotency key is still good.
//
// Dates are days of the calendar, never moments: today is the date in the site's time
// zone. That keeps days without a midnight, and days of 23 hours, out of every
// comparison. A date lies at most five years ahead: that is beyond any appointment,
// catches slips of the keyboard, and bounds for how long a booking is kept.
//
// What was typed is stored byte for byte, line breaks as the browser sent them. Only
// addresses and numbers are stored without the spaces around them.
//
// # What is weighed
//
// Nothing that fits is thrown away as spam. What looks like spam is stored with the
// reasons and mailed only when somebody releases it; the visitor is told the same as
// everybody. limits.go has the table of limits, spam.go the signs and their weights.
//
// # What is private
//
// What visitors typed and their addresses are never logged, and the addresses
// never stored: the limits know them only by a keyed hash that dies with the process.
package contact
