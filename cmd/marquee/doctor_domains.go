package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"
)

// internet is how doctor looks at the website from outside, as visitors and mail servers do.
type internet struct {
	DNS interface {
		LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
		LookupTXT(ctx context.Context, name string) ([]string, error)
	}
	HTTP http.RoundTripper
}

// lookAtDomains asks for each website at its first host, without TLS, and with www. or without.
func (d *doctor) lookAtDomains(ctx context.Context) {
	if d.revision == nil {
		return // Said of the content.
	}
	seen := map[string]bool{}
	for _, bundle := range d.revision.Sites {
		base, err := url.Parse(bundle.Site.BaseURL)
		if err != nil || seen[base.Host] || base.Scheme != "https" || reserved.MatchString(base.Hostname()) {
			continue
		}
		seen[base.Host] = true
		d.lookAtDomain(ctx, "https://"+base.Host)
		d.lookAtWay(ctx, "http://"+base.Hostname(), "https://"+base.Host)
		switch registered, _ := publicsuffix.EffectiveTLDPlusOne(base.Host); base.Host {
		case registered:
			d.lookAtWay(ctx, "https://www."+base.Host, "https://"+base.Host)
		case "www." + registered:
			d.lookAtWay(ctx, "https://"+registered, "https://"+base.Host)
		}
	}
	if len(seen) == 0 {
		d.fine("no site has an address with https:// outside of this machine yet (baseURL or hosts of site.yaml)")
	}
}

func (d *doctor) lookAtDomain(ctx context.Context, address string) {
	response := d.ask(ctx, address)
	if response == nil {
		return
	}
	revision, days := response.Header.Get("X-Content-Revision"), 0
	if response.TLS != nil {
		days = int(time.Until(response.TLS.PeerCertificates[0].NotAfter).Hours() / 24)
	}
	switch {
	case revision == "":
		d.add(problem, address+" is answered by another program", "let the A and AAAA records of the domain lead to this "+
			"machine, and its proxy pass requests on to marquee")
	case d.live != "" && revision != d.live:
		d.add(warning, fmt.Sprintf("%s shows revision %s, and the server here %s", address, revision, d.live),
			"fine while something is published; else the domain leads to another machine")
	case days < 14:
		d.add(warning, fmt.Sprintf("the certificate of %s ends in %d days", address, days),
			"look at the log of the proxy, which should have renewed it")
	default:
		d.fine("%s shows this website; its certificate is good for %d days", address, days)
	}
}

// lookAtWay looks whether an address that visitors type leads to the website.
func (d *doctor) lookAtWay(ctx context.Context, from, address string) {
	response := d.ask(ctx, from)
	if response == nil {
		return
	}
	if to, err := response.Location(); err != nil || !strings.HasPrefix(to.String()+"/", address+"/") {
		d.add(warning, from+" does not lead to "+address, "let the proxy redirect it, as deploy/proxy/Caddyfile does")
		return
	}
	d.fine("%s leads there", from)
}

// ask asks for an address as visitors do, and follows no redirect; nil where nobody answers, which it reports.
func (d *doctor) ask(ctx context.Context, address string) *http.Response {
	request, err := http.NewRequestWithContext(ctx, http.MethodHead, address+"/", nil)
	if err == nil {
		_, err = d.internet.DNS.LookupNetIP(ctx, "ip", request.URL.Hostname())
	}
	if err != nil {
		d.add(problem, fmt.Sprintf("%s has no address: %v", address, err),
			"add an A record with the IPv4 address of this machine (AAAA: IPv6) where the domain is registered")
		return nil
	}
	response, err := d.internet.HTTP.RoundTrip(request)
	if err != nil {
		d.add(problem, fmt.Sprintf("%s cannot be reached: %v", address, err),
			"let the proxy listen on ports 80 and 443 with a certificate for it, and the firewall let visitors in")
		return nil
	}
	response.Body.Close()
	return response
}

// lookAtMailRecords looks for the DNS records that keep mail from being taken for spam.
func (d *doctor) lookAtMailRecords(ctx context.Context) {
	for _, domain := range d.domains() {
		organization, _ := publicsuffix.EffectiveTLDPlusOne(domain)
		switch config := d.config.Inbox; {
		case reserved.MatchString(domain), config.Resend.Key == "" && config.SMTP.URL == "": // which is said
			continue
		case config.Resend.Key != "":
			d.lookForRecord(ctx, "DKIM", "p=", "add the records that resend.com/domains shows", "resend._domainkey."+domain)
		default:
			d.lookForRecord(ctx, "SPF", "v=spf1", "add the one that the provider of the mail server names", domain)
		}
		d.lookForRecord(ctx, "DMARC", "v=DMARC1", "add one, to begin with v=DMARC1; p=none", "_dmarc."+domain,
			"_dmarc."+organization)
	}
}

// lookForRecord looks for a TXT record that has some words, under the first name that has one.
func (d *doctor) lookForRecord(ctx context.Context, kind, words, advice string, names ...string) {
	for _, name := range names {
		records, err := d.internet.DNS.LookupTXT(ctx, name)
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
