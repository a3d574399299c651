// Package check looks at a resolved website as a whole: it gives links their targets, and says what is wrong with what
// only all pages together show.
//
// A link to a page with forms may choose there: ?form=booking opens a form, service=design chooses in one of its
// select and time fields, plan=id says which plan led there. A query that names what is not there is an error.
package check
