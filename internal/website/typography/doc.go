// Package typography sets the words of a page as a typesetter would: quotation marks
// and apostrophes that were typed straight become those of the site's language. The
// content stays as it was typed, and so does all that is made for programs: the
// collections of the API, Markdown, feeds, mails.
//
// # What is set
//
// Texts for visitors ([site.Text]) and the words of Markdown, wherever they stand in
// what templates get. Left alone are code, addresses, measures such as 6' 2", marks that
// have no partner, what is curly already, and the words of a consent, which are sent
// back as they were agreed to. A language without rules here is left alone, too.
package typography
