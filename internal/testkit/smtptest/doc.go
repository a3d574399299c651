// Package smtptest stands in for a mail server in tests: it speaks SMTP on this
// machine, with TLS from the first byte, with STARTTLS or without, checks what it
// is told, and fails at each step as a script says.
//
// A server is as strict as a good one: commands in their order, lines that end
// with CRLF and have no bare CR or LF, a login where it wants one, only ASCII. What
// breaks a rule is refused and noted (see [Server.Faults]).
//
// SMTP has no idempotency keys: what is sent again is delivered again. So
// [Server.Sent] tells of every mail that was taken, and tests find those that are
// the same by their Message-ID.
package smtptest
