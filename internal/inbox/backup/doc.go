// Package backup writes what a node keeps into one file, and puts it back.
//
// A backup is a tar archive, in this order:
//
//	marquee.db    the database, a SQLite file
//	data/…        the other files of the data folder that nothing can make again
//	backup.json   what made it, when, and what is in the database: [Manifest]
//	SHA256SUMS    the digest of each file above, in the form of sha256sum
//
// It holds personal data. Nobody but its owner can read it at any time, nor the
// files that are made on the way.
//
// A PostgreSQL database is backed up by its own tools; a backup may be put back into one.
//
// An archive is put back only when it is whole: every file is there, nothing else
// is, and all digests are right. It is unpacked beside the data folder's own files
// and moved into place at the end, so that one that ends early or lies changes nothing.
package backup
