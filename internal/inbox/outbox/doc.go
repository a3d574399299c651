// Package outbox stores what visitors send, and delivers the mails about it, whatever fails in between. It is a
// transactional outbox: a submission and its rendered mails are stored in one transaction, and only then the visitor
// is told that the message was sent; workers deliver the mails afterwards. docs/decisions/outbox.md says why it is our
// own.
//
// # What it promises
//
//   - What Save acknowledged is on the disk. It survives the end of the process and of the power.
//   - Every stored mail is sent, or its delivery is visibly held, parked or dead. Nothing deletes it but somebody's
//     command, and nothing erases by its age what was not delivered.
//   - Of a submission with an opt-in only the mail to its address is sent before that is confirmed. It is erased when
//     that mail was sent and nobody answered it; never where it was not sent.
//   - All attempts of a mail carry the same key and the same bytes, so that a provider that remembers keys sends it
//     once. When the provider may have taken a mail and has forgotten its key since, the mail says that it may be a
//     duplicate.
//   - The same submission that arrives twice is stored once (see Store.Save).
//   - While the database is full, gone, damaged or read-only, the store is closed: Save answers with an error within
//     five seconds, and the store opens by itself when the database is well again. A database that cannot be read is
//     never changed.
//   - Visitors do not fill the disk: the database has a limit of size (Config.Quota), and some of the disk stays free.
//     How many mails they cause is decided before (package contact): what is withheld waits for a digest.
//   - What the team does about a submission (see Store.Handle) lies beside it, and is erased with it.
//   - What is erased leaves no trace in the files of SQLite.
//   - News of the website (see Store.Notify) are mailed once, and not too often, whatever nodes and restarts there are.
//   - Logs hold ids, states, numbers and the reasons of providers, never what a visitor typed.
//
// # Databases
//
// SQLite by default, in one file that one process serves and tools may share; PostgreSQL for any number of nodes,
// behind a pooler too (package postgres). Both run the same SQL, and the same tests. The folder sql holds the
// migrations and the rule for writing them: only add.
//
// One goroutine writes to SQLite: it takes all transactions that wait into one commit, so that many visitors share one
// wait for the disk. With PostgreSQL, due times come from the server's clock, and nodes skip the rows that others
// claim.
//
// # Life of a mail
//
//	          ┌────────> held ──────┐ released, confirmed
//	          │ suspect, opt-in     v
//	Save ─────┼───────────────> waiting ──────> sent
//	          │ withheld            │ ^ │
//	          ├> collected > digest ┘ │ ├─> parked: the configuration is wrong; again every 30 minutes
//	          │ so a confirmation     │ └─> dead: refused for ever, or tried for 72 hours
//	          └> skipped              └──── Retry
//
// A worker claims a mail by a lease: the mail is due again when the lease is over, so that a worker that dies loses
// nothing. Each claim has a number, and only the last one may write down what became of the mail.
//
// A failed mail waits for a random part of 5 s, 30 s, 2 m, 10 m, 30 m, and then of an hour. Waits are stored beside
// due times and counted, so that a clock that is set back, or far ahead, neither delays a mail by more than its wait
// nor kills it.
package outbox
