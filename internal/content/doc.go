// Package content makes a [site.Revision] of a folder of YAML files, and keeps it up to date while
// people edit the files. [Source] is that folder, live; [Loader] reads one once.
//
// A revision is made in steps, each in a package of its own:
//
//   - tree reads and decodes the files that changed, and says what each of them is;
//   - outline finds out which sites, pages and collections there are, where and when;
//   - resolve makes the settings and the pages, all but the targets of links;
//   - check gives links their targets, and says what is wrong with the whole.
//
// They use text (what words mean), media (what one picture, font or film is), yamldoc (one
// file of YAML) and fields (where types hold what has to be resolved).
//
// # Loads
//
// docs/flows/save-to-live.md lists the files that a save passes.
//
// A revision is a function of the files and the clock. What a file holds is decoded once
// for its bytes; everything else is computed anew for each revision, in values that nothing
// of an earlier load can reach. Parsed files are shared by all loads and never changed: what
// is resolved is resolved in copies. In the end a page that is equal to the one of the
// revision before is replaced by that one (resolve/reuse.go), so that what was made of it is used again.
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
package content
