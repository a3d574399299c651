package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/publicsuffix"
)

// internet is how doctor looks at the website from outside, as visitors and mail servers do.
type internet struct {
	HTTP http.RoundTripper
	TXT  func(ctx context.Context, name string) ([]string, error)
}

// head asks for the first page of a website.
func (i internet) head(ctx context.Context, website string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodHead, website+"/", nil)
	if err != nil {
		return nil, err
	}
	response, err := i.HTTP.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	return response, response.Body.Close()
}

// certified returns until when the certificate is good that an answer came with.
func certified(response *http.Response) (until time.Time) {
	if response.TLS != nil {
		until = response.TLS.PeerCertificates[0].NotAfter
	}
	return until
}

// lookAtDomains asks for each website at its first host, without TLS, and with www. or without, all at once.
func (d *doctor) lookAtDomains(ctx context.Context) {
	if d.revision == nil {
		return // Said of the content.
	}
	var visits []struct{ from, to string }
	seen := map[string]bool{}
	for _, bundle := range d.revision.Sites {
		base, err := url.Parse(bundle.Site.BaseURL)
		if err != nil || seen[base.Host] || base.Scheme != "https" || reserved.MatchString(base.Hostname()) {
			continue
		}
		seen[base.Host] = true
		froms := []string{"https://" + base.Host, "http://" + base.Hostname()}
		registered, _ := publicsuffix.EffectiveTLDPlusOne(base.Host)
		switch base.Host {
		case registered:
			froms = append(froms, "https://www."+base.Host)
		case "www." + registered:
			froms = append(froms, "https://"+registered)
		}
		for _, from := range froms {
			visits = append(visits, struct{ from, to string }{from, froms[0]})
		}
	}
	if len(visits) == 0 {
		d.fine("no site has an address with https:// outside of this machine yet (baseURL or hosts of site.yaml)")
	}
	found := make([]finding, len(visits))
	var all sync.WaitGroup
	for i, v := range visits {
		all.Go(func() { found[i] = d.visit(ctx, v.from, v.to) })
	}
	all.Wait()
	d.findings = append(d.findings, found...)
}

// visit asks for an address as visitors do, which is that of the website or leads there.
func (d *doctor) visit(ctx context.Context, from, website string) finding {
	says := func(level level, message, advice string) finding { return finding{d.check, level, message, advice} }
	response, err := d.internet.head(ctx, from)
	if unknown, is := errors.AsType[*net.DNSError](err); is && unknown.IsNotFound {
		return says(problem, from+" has no address: "+err.Error(),
			"add an A record with the IPv4 address of this machine (AAAA: IPv6) where the domain is registered")
	}
	if err != nil {
		return says(problem, from+" cannot be reached: "+err.Error(),
			"let the proxy listen on ports 80 and 443 with a certificate for it, and the firewall let visitors in")
	}
	revision, days := response.Header.Get("X-Content-Revision"), int(time.Until(certified(response)).Hours()/24)
	to, err := response.Location()
	switch {
	case from != website && (err != nil || !strings.HasPrefix(to.String()+"/", website+"/")):
		return says(warning, from+" does not lead to "+website, "let the proxy redirect it, as deploy/proxy/Caddyfile does")
	case from != website:
		return says(fine, from+" leads there", "")
	case revision == "":
		return says(problem, website+" is answered by another program",
			"let the A and AAAA records of the domain lead to this machine, and its proxy pass requests on to marquee")
	case d.live != "" && revision != d.live:
		return says(warning, fmt.Sprintf("%s shows revision %s, and the server here %s", website, revision, d.live),
			"fine while something is published; else the domain leads to another machine")
	case days < 14:
		return says(warning, fmt.Sprintf("the certificate of %s ends in %d days", website, days),
			"look at the log of the proxy, which should have renewed it")
	}
	return says(fine, fmt.Sprintf("%s shows this website; its certificate is good for %d days", website, days), "")
}

// lookAtMailRecords looks for the DNS records that keep mail from being taken for spam.
func (d *doctor) lookAtMailRecords(ctx context.Context) {
	config := d.config.Inbox
	if config.Resend.Key == "" && config.SMTP.URL == "" {
		return // Said of the mail.
	}
	for _, domain := range d.domains() {
		if reserved.MatchString(domain) {
			continue // Said of the sender.
		}
		if config.SMTP.URL != "" {
			d.lookForRecord(ctx, "SPF", "v=spf1", "add the one that the provider of the mail server names", domain)
		} else {
			d.lookForRecord(ctx, "DKIM", "p=", "add the records that resend.com/domains shows", "resend._domainkey."+domain)
		}
		organization, _ := publicsuffix.EffectiveTLDPlusOne(domain)
		d.lookForRecord(ctx, "DMARC", "v=DMARC1", "add one, to begin with v=DMARC1; p=none", "_dmarc."+domain,
			"_dmarc."+organization)
	}
}

// lookForRecord looks for a TXT record that has some words, under the first name that has one.
func (d *doctor) lookForRecord(ctx context.Context, kind, words, advice string, names ...string) {
	for _, name := range names {
		records, err := d.internet.TXT(ctx, name)
		if failed, is := errors.AsType[*net.DNSError](err); is && !failed.IsNotFound {
			d.add(warning, "DNS does not say whether there is a record for "+kind+": "+err.Error(), "try again later")
			return
		}
		if slices.ContainsFunc(records, func(record string) bool { return strings.Contains(record, words) }) {
			d.fine("there is a record for %s at %s", kind, name)
			return
		}
	}
	d.add(warning, "there is no TXT record for "+kind+" at "+names[0]+": mail may be taken for spam", advice)
}
