// Package content makes a [site.Revision] of a folder of YAML files, and keeps it up to date while people edit the
// files. [Source] is that folder, live; [Loader] reads one once.
//
// A revision is made in steps, each in a package of its own; docs/flows/save-to-live.md follows a save through them:
//
//   - tree reads and decodes the files that changed, and says what each of them is;
//   - outline finds out which sites, pages and collections there are, where and when;
//   - resolve makes the settings and the pages, all but the targets of links;
//   - check gives links their targets, and says what is wrong with the whole.
//
// A revision is a function of the files and the clock. What a file holds is decoded once for its bytes, and never
// changed; everything else is computed anew for each revision, in values that nothing of an earlier load can reach. In
// the end a page that is equal to the one of the revision before is replaced by that one (resolve/reuse.go).
//
// Good or nothing: a revision is made of a tree without errors, or not at all. All problems of all files are reported
// at once, but not what follows from another problem: who broke plans.yaml need not read that all its plans are
// unknown.
package content
