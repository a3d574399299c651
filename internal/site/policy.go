package site

import (
	"slices"
	"strings"
)

// Policy lists what a page may do beyond what every page may: one permission per entry, sorted, none twice. Nil allows
// nothing more. Its entries are
//
//	media-src 'self'                            a source of the content security policy
//	feature fullscreen https://video.example    a browser feature, for the page itself and that origin
//	untyped-scripts                             scripts that hand strings to the document (no Trusted Types)
//
// A section's body that needs more than every page has is a [Permitted]; a whole site says so in [Site.Policy]. A
// browser takes the policy of a document when it is loaded, so the client loads a page that may more than its document
// anew.
type Policy []string

// UntypedScripts is the entry of scripts that know no Trusted Types.
const UntypedScripts = "untyped-scripts"

// Permitted is the body of a section that needs more than every page may.
type Permitted interface{ Permits() Policy }

// PermitSource lets a directive of the content security policy, such as frame-src, have more sources, such as
// https://video.example or 'self'.
func PermitSource(directive string, sources ...string) Policy {
	var p Policy
	for _, source := range sources {
		p = append(p, directive+" "+source)
	}
	return p.With()
}

// PermitFeature allows browser features, such as fullscreen, to the page itself and to an origin, which may be left
// empty.
func PermitFeature(origin string, names ...string) Policy {
	var p Policy
	for _, name := range names {
		p = append(p, strings.TrimSpace("feature "+name+" "+origin))
	}
	return p.With()
}

// With returns the policy that allows what all of them allow.
func (p Policy) With(others ...Policy) Policy {
	all := slices.Concat(append([]Policy{p}, others...)...)
	slices.Sort(all)
	return slices.Compact(all)
}

// String returns the entries with semicolons between: what a [Representation] has.
func (p Policy) String() string { return strings.Join(p, "; ") }

// ParsePolicy reads what [Policy.String] wrote.
func ParsePolicy(text string) Policy {
	if text == "" {
		return nil
	}
	return strings.Split(text, "; ")
}

// Policy returns what the page of a site may beyond what every page may.
func (p *Page) Policy(owner *Site) Policy {
	policy := owner.Policy.With()
	for _, section := range p.Sections {
		if body, is := section.Body.(Permitted); is {
			policy = policy.With(body.Permits())
		}
	}
	return policy
}
