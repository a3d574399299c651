package resolve

import (
	"slices"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

var serviceNames = map[string]string{"matomo": "Matomo with cookies", "ga4": "Google Analytics 4", "crisp": "Crisp"}

// resolveIntegrations makes ready what the script of a site loads, and asks for the
// words where visitors have to be asked.
func (r *resolver) resolveIntegrations(s *outline.Site) {
	integrations := &s.Out.Integrations
	if s.File.Broken {
		return
	}
	s.Out.Services = integrations.List()
	s.Out.Policy = s.Out.Policy.With(site.PolicyOf(s.Out.Services))
	first := slices.IndexFunc(s.Out.Services, func(of site.Integration) bool { return of.Consent })
	if first < 0 {
		return
	}
	s.Out.Asks = s.Out.Consent
	if s.Out.Asks == nil && r.Main != nil && r.Main.Out != nil {
		s.Out.Asks = r.Main.Out.Consent
	}
	if s.Out.Asks == nil {
		name := s.Out.Services[first].Name
		r.Deps.Error(s.File, "integrations."+name, "missing-consent",
			"Add consent to site.yaml, with title, text, accept, decline and change: such as Cookies?, We "+
				"would like to count visits with Google Analytics., Agree, Decline and Cookie settings.",
			"%s waits until visitors agree, and nobody asks them.", serviceNames[name])
	}
}
