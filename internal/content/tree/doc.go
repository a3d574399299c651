// Package tree reads a content folder: it lists the files, says what each of them is, and decodes them. A [Tree] is
// what was there at one moment, and is never changed.
//
// A folder with a site.yaml is a site; its name is the site's id. The path of a file below pages is the path of its
// page below the path of its site; index.yaml stands for its folder, and pages/404.yaml for unknown addresses. Names
// that begin with a dot or an underscore are left out, and so is what editors leave behind for a moment while they
// save. Everything else that nobody would read is a problem, because its author believes that it is read.
package tree
