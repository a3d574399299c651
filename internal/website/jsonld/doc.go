// Package jsonld says in the words of schema.org what a page is about, for search
// engines and other programs: one graph of things per page, made of the content alone.
//
// # What a graph holds
//
//   - the business, by the key business of the site: an Organization, or one of the
//     kinds of LocalBusiness with its address and hours;
//   - the WebSite, and the WebPage with its BreadcrumbList;
//   - what the page is: Article, Event or JobPosting by the kind of its collection;
//   - what stands on it: a SoftwareApplication per product, a Service with its Offer per
//     plan, the questions of a faq.
//
// Things of the whole site have the same address on every page (@id), so that programs
// recognize them. There are no reviews and no ratings: a site does not rate itself.
//
// # What is left out
//
// A thing is left out where the content does not say what search engines require of
// it: an event or a job without a place. A page that search engines are asked to
// stay away from has no graph.
//
// # Checks
//
// testdata holds contents; their graphs are written to web/schema-org/graphs.gen.ts,
// where the compiler of TypeScript compares them with schema.org (schema-dts). The
// fields that Google requires are a table of the tests.
package jsonld
