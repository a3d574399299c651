// Package webhooktest stands in for a receiver of webhooks in tests: a server that
// verifies signatures as standardwebhooks.com has them, by code of its own,
// remembers what it had, and fails as a script says.
//
// A request that is not signed as it should be is refused with 401 and noted (see
// [Server.Faults]). The path /slack and /discord take messages of these services,
// which are not signed: their bodies are checked against the bounds that they have.
package webhooktest
