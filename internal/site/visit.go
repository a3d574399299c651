package site

import (
	"context"
	"net/netip"
)

// StudioPath is where the editor lives, with all addresses below it.
const StudioPath = "/studio"

// JoinPath begins the addresses of invitations to the editor; what follows is a secret.
const JoinPath = StudioPath + "/join/"

// Visit is what the server knows of a request beside what was sent.
type Visit struct {
	Space   string     // that the host asks for, see [Revision]; empty for the main site's
	Address netip.Addr // of who sent it
	TLS     bool       // whether it came by https
	Local   bool       // whether somebody asks on this machine
}

// VisitKey is the key of a context under which a request has its [Visit].
type VisitKey struct{}

// VisitOf returns the visit of a request, by its context.
func VisitOf(ctx context.Context) Visit {
	visit, _ := ctx.Value(VisitKey{}).(Visit)
	return visit
}
