// Package webhook tells other programs what visitors sent.
//
// # Composing
//
// [Compose] renders the requests that a form asks for (site.Form.Webhooks), which
// the outbox stores with the submission. It is a pure function, as that of mails:
// all attempts have the same bytes. There are three formats:
//
//   - json: an event as standardwebhooks.com has it, for programs.
//   - slack, discord: a message in a channel. What was typed is text there and
//     nothing else: it mentions nobody, links nothing and is cut where it is too long.
//
// # Sending
//
// [Sender] makes the requests. Addresses are secrets and stand in the environment;
// they are looked up with each attempt. Events are signed (webhook-id,
// webhook-timestamp, webhook-signature); the id is the same with all attempts, so
// that a receiver knows what it had already.
//
// Who writes content does not choose where requests go, and who runs a receiver
// does not reach the machines beside ours: redirects are not followed, and an
// address is checked when it is dialled, whatever the name servers say.
package webhook
