// Package outbox stores what visitors send, and delivers the mails about it,
// whatever fails in between. It is a transactional outbox: a submission and its
// rendered mails are stored in one transaction, and only then the visitor is told
// that the message was sent; workers deliver the mails afterwards.
//
// # What it promises
//
//   - What Save acknowledged is on the disk. It survives the end of the process
//     and of the power, and a disk or server that fails later.
//   - Every stored mail is sent, or its delivery is visibly held, parked or dead.
//     Nothing deletes it but somebody's command, and nothing erases by its age what
//     was not delivered.
//   - Webhooks are deliveries as mails are, and neither waits for the other.
//   - All attempts of a mail carry the same key and the same bytes, so that a provider
//     that remembers keys sends it once. When the provider may have taken a mail and
//     has forgotten its key since, the mail says that it may be a duplicate.
//   - The same submission that arrives twice is stored once (see Store.Save).
//   - While the database is full, gone, damaged or read-only, the store is closed: Save
//     answers within five seconds with an error, and at once when that is known,
//     nothing else stops, and the store opens by itself when the database is well
//     again. A database that cannot be read is never changed. Damage is looked for
//     when the database is opened.
//   - Visitors fill neither the disk nor the provider's quota: the database has a
//     limit of size (Config.Quota), some of the disk stays free, and a form sends so
//     many notices and confirmations in an hour and no more. Confirmations, whose
//     receivers a visitor chooses, are sent when nothing else is due.
//   - What is erased leaves no trace in the files of SQLite.
//
// # Databases
//
// SQLite by default, in one file that one process serves and tools may share;
// PostgreSQL for any number of nodes. Both run the same SQL, and the same tests.
//
// One goroutine writes to SQLite: it takes all transactions that wait into one
// commit, so that many visitors share one wait for the disk. Readers have
// connections of their own. With PostgreSQL, due times come from the server's
// clock, nodes skip the rows that others are claiming, and a pooler may be between
// (package postgres). Give the tables a
// database or a schema of their own: postgres://…/name?search_path=marquee.
//
// The folder sql holds the migrations and the rule for writing them: only add.
//
// # Parts
//
//   - store.go and supervisor.go: the [Store], and the goroutine that opens its
//     database and opens it again after a failure; room.go: how much it may take.
//   - database.go: what a database has to do, and the migrations of its tables;
//     sqlite.go, sqlite_writer.go and postgres.go do it, errors.go says what to do.
//   - save.go, records.go and commands.go: what can be done with a store.
//   - copy.go: a copy of a SQLite file, putting that back, and a look.
//   - worker.go and delivery.go: the [Worker] that leases mails and webhooks, sends
//     them, and decides when it tries again; failures.go is its log.
//   - maintenance.go: digests, the purge, and the warning that mail is stuck.
//
// # Life of a mail
//
//	          ┌────────> held ──────┐ released
//	          │ suspect             v
//	Save ─────┼───────────────> waiting ──────> sent
//	          │ flood               │ ^ │
//	          ├> collected > digest ┘ │ ├─> parked: the configuration is wrong; again every 30 minutes
//	          │ confirmation too many │ └─> dead: refused for ever, or tried for 72 hours
//	          └> skipped              └──── Retry
//
// A worker claims a mail by a lease: the mail is due again when the lease is over,
// so that a worker that dies loses nothing. Each claim has a number, and only the
// last one may write down what became of the mail. The only worker of a SQLite file
// takes over at once what a dead one had leased.
//
// A failed mail waits for a random part of 5 s, 30 s, 2 m, 10 m, 30 m, and then of an
// hour. Waits are stored beside due times and counted, so that a clock that is set
// back, or far ahead, neither delays a mail by more than its wait nor kills it.
//
// # Privacy
//
// Logs hold ids, states, numbers and the reasons of providers, never what a visitor
// typed. A mail's text is dropped once it is sent. Addresses that had a confirmation
// are known by hash only.
package outbox
