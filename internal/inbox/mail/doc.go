// Package mail makes mails of submissions, and sends them.
//
// # Composing
//
// [Composer] renders what a visitor sent as a notice for the team and, where
// the form asks for it, a confirmation for the visitor; many notices become one
// digest when mail floods. Composing is a pure function: the same content and
// the same submission give the same bytes, so that a stored mail can be sent
// again and again under one idempotency key. Every word comes from content:
// the labels of the form, its FormMail, and the site's MailWords.
//
// # What visitors typed
//
// It is trusted nowhere. In headers it is one line without control characters
// and without characters that change the direction of text, and short. In HTML
// it is escaped; in both bodies it is isolated, so that right-to-left text does
// not reorder what stands around it. In plain text it is indented, so that no
// message can look like a field of its own. Sender and receivers come from
// configuration and content alone; only the confirmation goes to an address
// that was typed, and only when it is clearly one address.
//
// # Bookings
//
// A booking carries a calendar file (RFC 5545, method PUBLISH, tentative). Its
// time is the wall time of the site's zone: a time that daylight saving skips
// is the next moment that exists, one that happens twice is the first.
//
// # Sending
//
// [Resend] sends through the HTTP interface of the same name, [SMTP] through a mail
// server; [Folder] writes .eml files where there is neither. All say with a site.DeliveryError what is
// to become of a mail that was not sent; docs/reliability.md section 2 has the rules.
// One [Resend] is to be shared by all workers of a process, because it holds the limiter:
// it learns the rate from the answers and never sends faster.
package mail
