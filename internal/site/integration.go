package site

import (
	"cmp"
	"net/url"
	"strings"
)

// Integrations are programs of others, each by its name. A script of theirs is loaded when a page is quiet, and counts
// each page once.
type Integrations struct {
	// Plausible Analytics counts visits without cookies.
	Plausible *Plausible `yaml:"plausible"`
	// GoatCounter counts visits without cookies.
	GoatCounter *GoatCounter `yaml:"goatcounter"`
	// Umami counts visits without cookies.
	Umami *Umami `yaml:"umami"`
	// Matomo counts visits: without cookies, or with them once visitors agree.
	Matomo *Matomo `yaml:"matomo"`
	// Google Analytics 4 counts visits once visitors agree.
	GA4 *GA4 `yaml:"ga4"`
	// Crisp is a chat with visitors, once they agree.
	Crisp *Crisp `yaml:"crisp"`
}

// Plausible is the account of a site at Plausible Analytics.
type Plausible struct {
	// The site as Plausible knows it, such as bakery.example.com.
	Domain string `yaml:"domain" validate:"required,hostname_rfc1123"`
	// What the goal of a form that was sent is called there. Left out: "Form: Submission".
	Goal string `yaml:"goal" validate:"omitempty,max=100"`
	// Where Plausible runs, such as https://stats.example.com. Left out: https://plausible.io.
	Host string `yaml:"host" validate:"omitempty,http_url,host"`
}

// GoatCounter is the account of a site at GoatCounter.
type GoatCounter struct {
	// The code of the account: bakery for bakery.goatcounter.com.
	Code string `yaml:"code" validate:"required_without=Host,slug"`
	// Where GoatCounter runs, where it is your own, such as https://stats.example.com.
	Host string `yaml:"host" validate:"omitempty,http_url,host"`
}

// Umami is the account of a site at Umami.
type Umami struct {
	// The id of the website, which Umami shows in its settings.
	Website string `yaml:"website" validate:"required,account"`
	// What the event of a form that was sent is called there. Left out: form-sent.
	Goal string `yaml:"goal" validate:"omitempty,max=50"`
	// Where Umami runs, such as https://stats.example.com. Left out: https://cloud.umami.is.
	Host string `yaml:"host" validate:"omitempty,http_url,host"`
}

// Matomo is the account of a site at Matomo.
type Matomo struct {
	// Where Matomo runs, such as https://example.matomo.cloud.
	Host string `yaml:"host" validate:"required,http_url,host"`
	// The number of the site, which Matomo shows in its settings.
	Site string `yaml:"site" validate:"required,number"`
	// The number of the goal that a form that was sent reaches. Left out, it is an event: Form, Sent, and its id.
	Goal string `yaml:"goal" validate:"omitempty,number"`
	// Whether visitors get cookies, so that Matomo knows them again. Then it waits for their consent.
	Cookies bool `yaml:"cookies"`
}

// GA4 is a property of Google Analytics 4.
type GA4 struct {
	// The measurement id, such as G-ABC123DEF4. Switch off "page changes based on browser history events" in Google's
	// enhanced measurement: each page is counted already.
	Measurement string `yaml:"measurement" validate:"required,measurement"`
}

// Crisp is a chat of crisp.chat.
type Crisp struct {
	// The website id, which Crisp shows in its settings.
	Website string `yaml:"website" validate:"required,account"`
}

// Consent is what visitors read who are asked.
type Consent struct {
	// The question, in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// Who would learn what, and what for.
	Text Text `yaml:"text" json:"text" validate:"required"`
	// The button that agrees.
	Accept Text `yaml:"accept" json:"accept" validate:"required"`
	// The button that does not; both look the same.
	Decline Text `yaml:"decline" json:"decline" validate:"required"`
	// The button at the end of every page that asks again.
	Change Text `yaml:"change" json:"change" validate:"required"`
	// A link to all that is to know, such as the privacy policy.
	Link *Link `yaml:"link" json:"link,omitempty"`
}

// Integration is one of a site, ready to be loaded.
type Integration struct {
	// The key of [Integrations]: plausible, goatcounter, umami, matomo, ga4 or crisp.
	Name string `json:"name"`
	// The address of its script.
	Script string `json:"script"`
	// What the account is called: the domain, the code, the website, the site or the measurement id.
	ID string `json:"id"`
	// Where what is counted goes to, where the script asks for it.
	Endpoint string `json:"endpoint,omitempty"`
	// What a form that was sent counts as, where that is not the usual.
	Goal string `json:"goal,omitempty"`
	// Whether it waits until visitors agree.
	Consent bool `json:"consent,omitempty"`

	// What pages may, so that it works.
	policy Policy
}

// List returns those that are named. What each may reach is what its documentation says of content security policies.
func (i *Integrations) List() (all []Integration) {
	add := func(made Integration, policy ...string) {
		// The script makes the address of another one from a text, under a name of its own.
		made.policy = Policy(policy).With(Policy{"trusted-types services"})
		all = append(all, made)
	}

	if of := i.Plausible; of != nil {
		host := cmp.Or(origin(of.Host), "https://plausible.io")
		add(Integration{
			Name: "plausible", ID: of.Domain, Goal: of.Goal,
			Script: host + "/js/script.manual.js", Endpoint: host + "/api/event",
		}, "script-src "+host, "connect-src "+host)
	}
	if of := i.GoatCounter; of != nil {
		script := cmp.Or(origin(of.Host), "https://gc.zgo.at")
		host := cmp.Or(origin(of.Host), "https://"+of.Code+".goatcounter.com")
		add(Integration{
			Name: "goatcounter", ID: of.Code,
			Script: script + "/count.js", Endpoint: host + "/count",
		}, "script-src "+script, "connect-src "+host, "img-src "+host)
	}
	if of := i.Umami; of != nil {
		host := cmp.Or(origin(of.Host), "https://cloud.umami.is")
		policy := []string{"script-src " + host, "connect-src " + host}
		if host == "https://cloud.umami.is" { // which hands on to another one
			policy = append(policy, "connect-src https://gateway.umami.is", "connect-src https://api-gateway.umami.dev")
		}
		add(Integration{Name: "umami", ID: of.Website, Goal: of.Goal, Script: host + "/script.js"}, policy...)
	}
	if of := i.Matomo; of != nil {
		host := origin(of.Host)
		add(Integration{
			Name: "matomo", ID: of.Site, Goal: of.Goal, Consent: of.Cookies,
			Script: host + "/matomo.js", Endpoint: host + "/matomo.php",
		}, "script-src "+host, "connect-src "+host, "img-src "+host, UntypedScripts)
	}
	if of := i.GA4; of != nil {
		tags, counts := "https://*.googletagmanager.com", "https://*.google-analytics.com"
		add(Integration{
			Name: "ga4", ID: of.Measurement, Consent: true,
			Script: "https://www.googletagmanager.com/gtag/js?id=" + url.QueryEscape(of.Measurement),
		}, "script-src "+tags, "img-src "+tags, "img-src "+counts, "connect-src "+tags, "connect-src "+counts,
			"connect-src https://*.analytics.google.com", UntypedScripts)
	}
	if of := i.Crisp; of != nil {
		policy := []string{
			"style-src 'unsafe-inline'", "worker-src blob:", "connect-src wss://*.relay.crisp.chat", UntypedScripts,
		}
		for _, kind := range []string{"script", "style", "img", "font", "media", "frame", "worker", "connect"} {
			policy = append(policy, kind+"-src https://*.crisp.chat")
		}
		add(Integration{
			Name: "crisp", ID: of.Website, Consent: true, Script: "https://client.crisp.chat/l.js",
		}, policy...)
	}
	return all
}

// PolicyOf returns what the pages of a site may for its integrations.
func PolicyOf(all []Integration) (p Policy) {
	for i := range all {
		p = p.With(all[i].policy)
	}
	return p
}

// origin returns scheme and host of an address; empty for none.
func origin(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" {
		return ""
	}
	return strings.ToLower(parsed.Scheme + "://" + parsed.Host)
}
