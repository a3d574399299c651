// Package resolve makes the settings, collections and pages of a website: it puts in what texts
// refer to, and gives pictures, fonts and forms all that templates need of them. In the end it
// puts the revision together.
//
// # References
//
// A text may refer to facts: {{facts.id}}; to plans.id with .price, .price.month, .name,
// .period, .duration or .badge; to products.id with .name, .tagline or
// .category; to industries.id with .name; to people.id with .name or .role; to
// site with .name, .email, .phone, .tagline, .path or .baseURL; and to {{year}} and {{today}}, in the zone of
// the site whose file says so. Another site's are written with its id first:
// {{main/plans.some-plan.price}}. Words that are referred to may refer on.
//
// # What is filled in later
//
// A name in single braces is a blank: it is filled in when a mail or an answer
// is written. The mails of a form take {reference} and the names of the form's
// fields; checks take {min}, {max}, {date} and {zone}, digests {count} and {form},
// and other words of mails {reference}, each where it is known. Any other name is an error, because people
// would read it as it is.
//
// # Blocks
//
// An entry of blocks.yaml is a section of every page that names it. Its texts are
// those of its own site; its links and anchors are those of each page.
package resolve
