package resolve

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

// accountForms are what the accounts of integrations look like. They become parts
// of addresses, so nothing else may stand there.
var accountForms = []struct {
	key     string
	read    func(*site.Integrations) (string, bool)
	form    *regexp.Regexp
	message string
	hint    string
}{
	{
		"plausible.domain", func(i *site.Integrations) (string, bool) {
			return readOf(i.Plausible, func(of *site.Plausible) string { return of.Domain })
		},
		regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]{0,252}$`), "%q is no domain, as Plausible knows a site by.", "Write it without https://, such as bakery.example.com.",
	},
	{
		"goatcounter.code", func(i *site.Integrations) (string, bool) {
			return readOf(i.GoatCounter, func(of *site.GoatCounter) string { return of.Code })
		},
		regexp.MustCompile(`^([a-z0-9][a-z0-9-]{0,62})?$`), "%q is no code of GoatCounter.", "Write bakery for bakery.goatcounter.com, or name your own server with host.",
	},
	{
		"umami.website", func(i *site.Integrations) (string, bool) {
			return readOf(i.Umami, func(of *site.Umami) string { return of.Website })
		},
		uuidForm, "%q is no website id of Umami.", idHint,
	},
	{
		"matomo.site", func(i *site.Integrations) (string, bool) {
			return readOf(i.Matomo, func(of *site.Matomo) string { return of.Site })
		},
		regexp.MustCompile(`^[1-9][0-9]{0,8}$`), "%q is no site of Matomo.", "Matomo calls sites by a number, such as 1.",
	},
	{
		"ga4.measurement", func(i *site.Integrations) (string, bool) {
			return readOf(i.GA4, func(of *site.GA4) string { return of.Measurement })
		},
		regexp.MustCompile(`^G-[A-Z0-9]{4,16}$`), "%q is no measurement id of Google Analytics 4.", "It begins with G-, such as G-ABC123DEF4: Google shows it under Admin, Data streams.",
	},
	{
		"crisp.website", func(i *site.Integrations) (string, bool) {
			return readOf(i.Crisp, func(of *site.Crisp) string { return of.Website })
		},
		uuidForm, "%q is no website id of Crisp.", idHint,
	},
}

var uuidForm = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

const idHint = "It looks like 94db1cb1-74f4-4a40-ad6c-962362670409."

func readOf[T any](of *T, read func(*T) string) (string, bool) {
	if of == nil {
		return "", false
	}
	return read(of), true
}

// serviceNames are what people call the integrations that wait for consent.
var serviceNames = map[string]string{"matomo": "Matomo with cookies", "ga4": "Google Analytics 4", "crisp": "Crisp"}

// resolveIntegrations makes ready what the script of a site loads, and asks for the
// words where visitors have to be asked.
func (r *resolver) resolveIntegrations(s *outline.Site) {
	integrations := &s.Out.Integrations
	if s.File.Broken {
		return
	}
	sound := r.checkHosts(s, integrations)
	for _, account := range accountForms {
		if id, named := account.read(integrations); named && !account.form.MatchString(id) {
			sound = false
			r.Deps.Add(s.File.Doc.At("integrations."+account.key, "bad-account", fmt.Sprintf(account.message, id), account.hint))
		}
	}
	if !sound {
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
		r.Deps.Add(s.File.Doc.At("integrations."+name, "missing-consent", fmt.Sprintf("%s waits until visitors agree, and nobody asks them.", serviceNames[name]),
			"Add consent to site.yaml, with title, text, accept, decline and change: such as Cookies?, We would like to count visits with Google Analytics., Agree, Decline and Cookie settings."))
	}
}

// checkHosts makes sure that hosts are addresses without a path: nothing else can be allowed.
func (r *resolver) checkHosts(s *outline.Site, of *site.Integrations) bool {
	sound := true
	hosts := map[string]string{}
	if of.Plausible != nil {
		hosts["plausible"] = of.Plausible.Host
	}
	if of.GoatCounter != nil {
		hosts["goatcounter"] = of.GoatCounter.Host
	}
	if of.Umami != nil {
		hosts["umami"] = of.Umami.Host
	}
	if of.Matomo != nil {
		hosts["matomo"] = of.Matomo.Host
	}
	for _, name := range []string{"plausible", "goatcounter", "umami", "matomo"} {
		parsed, err := url.Parse(hosts[name])
		if hosts[name] == "" || err != nil {
			continue
		}
		plain := parsed.Scheme + "://" + strings.ToLower(parsed.Host)
		if strings.Trim(parsed.Path, "/") != "" || parsed.RawQuery != "" || parsed.Fragment != "" || parsed.User != nil || !site.OriginPattern.MatchString(plain) {
			sound = false
			hint := "Write " + plain + "."
			if !site.OriginPattern.MatchString(plain) {
				hint = "Write it such as https://stats.example.com."
			}
			r.Deps.Add(s.File.Doc.At("integrations."+name+".host", "bad-host", "The host is an address without a path.", hint))
		}
	}
	return sound
}
