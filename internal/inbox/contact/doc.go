// Package contact takes what visitors write with a form: it reads, checks and
// weighs an inquiry, and has it stored together with the mails about it. Only
// what is stored is answered with success.
//
// # What is read
//
// A body is JSON or a native form post, at most 64 KiB when it is decoded.
// Either way it is a flat list of names with text: the fields of the form by
// their names, and the envelope site, form, type and homepage. site names the
// site, the main site where it is missing; form names the form; where it is
// missing the form is the site's first of the kind that type names, of the kind
// message where type is missing too. Names are compared exactly. Nothing is
// guessed: a name that the form does not have, a name that comes twice, anything
// after the JSON object, text that is not UTF-8 or a value that is no text
// refuses the whole inquiry.
//
// Files come beside the values, received and named by their type already; the form
// says how many, how large and of which types. Of a field with several boxes each
// value comes under the same name; they are one value with a line each.
//
// Native form posts may also have from, the page that they were first sent from,
// which the server has read. When their form is gone, renamed while a page was
// open, the first of its kind is shown instead with what was typed. Nothing is
// stored until somebody has looked at that one and sent it.
//
// # What is checked
//
// The rules are those of the form's definition ([site.Form]), the same that the
// browser applies (web/src/forms/validate.ts): spaces around a value do not
// count, characters are Unicode code points and a line break is one. Beyond that
// every field has a greatest length ([site.Field.MaxLength]), fields of one line
// have no control characters, line breaks or characters that reverse the
// direction of writing (they reach headers of mails), and text that shows
// nothing is empty. All fields that do not fit are named at once. What the form
// asks for (that a field is filled in, long enough, and of its type) is said in
// the field's own message where it has one; all else, and where it has none, in
// the words of the site. A refused inquiry leaves nothing behind, so its
// idempotency key is still good.
//
// Dates are days of the calendar, never moments: today is the date in the
// site's time zone. That keeps days without a midnight, and days of 23 hours,
// out of every comparison. A date lies at most five years ahead: that is beyond
// any appointment, catches slips of the keyboard, and bounds for how long a
// booking is kept.
//
// What was typed is stored byte for byte, line breaks as the browser sent them.
// The one exception are addresses, stored without the spaces around them.
//
// # What is weighed
//
// Nothing that fits is thrown away as spam. What looks like spam is stored with
// the reasons and mailed only when somebody releases it; the visitor is told
// the same as everybody. See [Limits], and signs.go for the signs and their weights.
//
// # What is private
//
// What visitors typed and their addresses are never logged, and the addresses
// never stored: the limits know them only by a keyed hash that dies with the process.
package contact
