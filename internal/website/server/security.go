package server

import "iter"

// SecurityHeaders yields name and value of every header that stands on all
// answers, for hosts that serve the website's files without this server.
func SecurityHeaders() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for i := range securityHeaders {
			if !yield(string(securityHeaders[i].name), string(securityHeaders[i].value)) {
				return
			}
		}
	}
}
