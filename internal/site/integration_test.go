package site_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestEachIntegrationReachesItsOwnHostsAlone(t *testing.T) {
	for name, c := range map[string]struct {
		of      site.Integrations
		script  string
		consent bool
		policy  string
	}{
		"plausible": {
			site.Integrations{Plausible: &site.Plausible{Domain: "a.example"}},
			"https://plausible.io/js/script.manual.js", false,
			"connect-src https://plausible.io; script-src https://plausible.io; trusted-types services",
		},
		"plausible of our own": {
			site.Integrations{Plausible: &site.Plausible{Domain: "a.example", Host: "https://Stats.example:8443/"}},
			"https://stats.example:8443/js/script.manual.js", false,
			"connect-src https://stats.example:8443; script-src https://stats.example:8443; trusted-types services",
		},
		"goatcounter": {
			site.Integrations{GoatCounter: &site.GoatCounter{Code: "bakery"}},
			"https://gc.zgo.at/count.js", false,
			"connect-src https://bakery.goatcounter.com; img-src https://bakery.goatcounter.com; script-src https://gc.zgo.at; trusted-types services",
		},
		"umami of our own": {
			site.Integrations{Umami: &site.Umami{Website: "1", Host: "https://stats.example"}},
			"https://stats.example/script.js", false,
			"connect-src https://stats.example; script-src https://stats.example; trusted-types services",
		},
		"matomo": {
			site.Integrations{Matomo: &site.Matomo{Host: "https://m.example", Site: "1"}},
			"https://m.example/matomo.js", false,
			"connect-src https://m.example; img-src https://m.example; script-src https://m.example; trusted-types services; untyped-scripts",
		},
		"matomo with cookies": {
			site.Integrations{Matomo: &site.Matomo{Host: "https://m.example", Site: "1", Cookies: true}},
			"https://m.example/matomo.js", true,
			"connect-src https://m.example; img-src https://m.example; script-src https://m.example; trusted-types services; untyped-scripts",
		},
		"ga4": {
			site.Integrations{GA4: &site.GA4{Measurement: "G-ABCD"}},
			"https://www.googletagmanager.com/gtag/js?id=G-ABCD", true,
			"connect-src https://*.analytics.google.com; connect-src https://*.google-analytics.com; connect-src https://*.googletagmanager.com; " +
				"img-src https://*.google-analytics.com; img-src https://*.googletagmanager.com; script-src https://*.googletagmanager.com; " +
				"trusted-types services; untyped-scripts",
		},
	} {
		all := c.of.List()
		if len(all) != 1 || all[0].Script != c.script || all[0].Consent != c.consent {
			t.Errorf("%s: %+v", name, all)
			continue
		}
		if got := site.PolicyOf(all).String(); got != c.policy {
			t.Errorf("%s may\n%s, want\n%s", name, got, c.policy)
		}
	}
	crisp := (&site.Integrations{Crisp: &site.Crisp{Website: "1"}}).List()
	for _, entry := range site.PolicyOf(crisp) {
		if strings.Contains(entry, "//") && !strings.HasSuffix(entry, ".crisp.chat") {
			t.Errorf("crisp may %s", entry)
		}
	}
	if !crisp[0].Consent {
		t.Error("crisp waits for nobody")
	}
}

func TestASiteWithoutIntegrationsMayNothingMore(t *testing.T) {
	if all := (&site.Integrations{}).List(); len(all) > 0 || site.PolicyOf(all) != nil {
		t.Errorf("%+v", all)
	}
	two := &site.Integrations{Plausible: &site.Plausible{Domain: "a"}, Umami: &site.Umami{Website: "b"}}
	names := []string{}
	for _, of := range two.List() {
		names = append(names, of.Name)
	}
	if !slices.Equal(names, []string{"plausible", "umami"}) {
		t.Errorf("%q", names)
	}
}

func TestWhatAFormThatWasSentIsCalledIsHandedOnWhereTheSiteSaysIt(t *testing.T) {
	all := site.Integrations{
		Plausible: &site.Plausible{Domain: "a", Goal: "Inquiry"}, Umami: &site.Umami{Website: "b", Goal: "asked"},
		Matomo: &site.Matomo{Host: "https://m.example", Site: "1", Goal: "3"}, GA4: &site.GA4{Measurement: "G-ABCD"},
	}
	var goals []string
	for _, of := range all.List() {
		goals = append(goals, of.Name+" "+of.Goal)
	}
	if want := []string{"plausible Inquiry", "umami asked", "matomo 3", "ga4 "}; !slices.Equal(goals, want) {
		t.Errorf("%q", goals)
	}
}
