// Package resendtest stands in for Resend in tests: a server that takes POST
// /emails as the real one does, remembers idempotency keys for 24 hours, may
// limit the rate, and fails as a script says.
//
// # What it checks
//
// The key in the header Authorization, the method and path, the JSON to the
// type of every field, addresses, and that no header has control characters.
// What does not fit is refused with the status and the name of error that the
// real one uses (resend.com/docs/api-reference/errors).
//
// # What it counts
//
// A mail is delivered when its key is new; the same key with the same payload
// gets the first answer again and is accepted, but not delivered. Another
// payload is refused with 409 invalid_idempotent_request; the same key while
// its first request is not answered yet with 409 concurrent_idempotent_requests.
// So [Server.Sent] tells of every key how often it came through and how often a
// reader would have found it in the inbox: never more than once is what tests want.
//
// # Faults
//
// A script is asked for the fault of every request. Some faults come before the
// mail is taken (an error status), some after (an answer that is lost): only
// the latter can make a mail arrive twice.
package resendtest
