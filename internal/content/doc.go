// Package content makes a site.Revision of a tree of YAML files, and keeps it
// up to date while people edit the files.
//
// # The tree
//
// A folder with a site.yaml is a site; its name is the site's id. Beside
// site.yaml it may have products.yaml, plans.yaml, industries.yaml, forms.yaml, blocks.yaml,
// images.yaml, people.yaml, testimonials.yaml, terms.yaml, privacy.yaml, and the folders pages
// and images. The path of a file below pages is the path of its page below the path of its site;
// index.yaml stands for its folder, and pages/404.yaml for unknown addresses.
// Names that begin with a dot or an underscore are left out, and so is what
// editors leave behind for a moment while they save. Everything else that
// nobody would read is a problem, because its author believes that it is read.
//
// # Loads
//
// docs/flows/save-to-live.md lists the files that a save passes. resolver.go has
// the steps of a load one below the other.
//
// A revision is a function of the files and the clock. What a file holds is decoded once
// for its bytes; everything else is computed anew for each revision, in values that nothing
// of an earlier load can reach. Parsed files are shared by all loads and never changed: what
// is resolved is resolved in copies. In the end a page that is equal to the one of the
// revision before is replaced by that one (reuse.go), so that what was made of it is used again.
//
// Good or nothing: a revision is made of a tree without errors, or not at all.
// All problems of all files are reported at once, in sentences for the people
// who write the files. What follows from another problem is not reported: who
// broke plans.yaml need not read that all its plans are unknown.
//
// A file whose stamp (size, time of change, number in the file system) did not
// change is not read again, and one with the same bytes is not parsed again. Of a
// parsed file neither its bytes nor the places in it stay in memory: for a problem
// that is found later, the file is read again.
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
// # Hosts
//
// A site with hosts lives at its path of these alone, and its paths are those of
// these hosts: sites with the same hosts share a space ([site.Revision]). Sites
// without hosts live where the main site does, which is the site at / without hosts,
// or else the folder main. A path in a text belongs to the space of the site that
// says it. A link to another space is written bakery:/about (below the path of the
// site bakery, wherever that is) or https://bakery.example.com/about; it is
// validated as any other, and visitors get the full address.
//
// # Links that choose
//
// A link to a page with forms may choose there: ?form=booking opens a form,
// service=design chooses in one of its select and time fields, plan=id says
// which plan led there. A query that names what is not there is an error. Of
// pages without forms, queries are left as they are.
//
// # Who gets mail
//
// A site without recipients or sender has those of the main site. A site with
// forms that nobody would receive is an error.
//
// # Collections
//
// A folder of pages whose index.yaml says `collection` is a collection; all other pages
// below it are its entries, but for those of a nearer one. An entry may be a Markdown
// file with its keys before the text. Which entries belong together, in which order and
// with which tags is found out with the addresses, before any page is made; what pages
// show of each other (lists, neighbours, related entries, the section entries) is put
// together when all are made. Lists beyond the first page, and those of tags, are pages without a file.
// An entry whose date is still to come appears with that day of its site; an event that
// is over leaves what is to come at that moment.
//
// # Time
//
// A revision is right from the moment for which it was made until its
// ValidUntil: the next midnight of a site that shows the day or the year, or
// the next moment at which a page appears or goes. The passing of time alone
// turns no good tree bad: a link to a page that is not there yet, or is there
// later than the link, is an error now; a link to a page that ends is a
// warning, and the link has no target once the page is gone. The same holds for
// sections that are there for a time (parts.go), and links to their anchors.
//
// A moment without a zone is on the clock of the site in whose folder it is written.
//
// # Blocks
//
// An entry of blocks.yaml is a section of every page that names it. Its texts are
// those of its own site; its links and anchors are those of each page.
package content
