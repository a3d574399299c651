package content

import (
	"cmp"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/text"
)

// resolveSites finds out what all other work needs to know of the sites: where
// they live, their day, and their words.
func (r *resolver) resolveSites() {
	taken := map[string]*siteState{}
	r.resolveSpaces()
	for _, s := range r.sites {
		r.resolvePath(s, taken)
	}
	r.order()
	if r.main == nil && !r.lost && len(r.sites) > 0 {
		r.lost = true
		hint := "Write path: / in the site.yaml of the main site."
		if slices.ContainsFunc(r.sites, func(s *siteState) bool { return s.path == "/" }) {
			hint = "All sites at / have hosts. Call the folder of the main site main, or take its hosts away."
		}
		r.deps.name(".", "no-main-site", hint, "No site lives at /.")
	}
	for _, s := range r.sites {
		r.resolveBaseURL(s)
		r.resolveDay(s)
		r.checkSender(s)
		r.warnReceivers(s)
		r.resolveLabels(s)
	}
	for _, s := range r.sites {
		s.listValues()
	}
	r.checkReceivers()
}

func (r *resolver) resolvePath(s *siteState, taken map[string]*siteState) {
	p := s.raw.Path
	doc := s.file.doc
	if p == "" { // then the file is broken, and says so itself
		r.lost = true
		return
	}
	if s.displaced { // its hosts are wrong, which is reported
		return
	}
	wish := strings.TrimRight(p, "/")
	switch {
	case p == "/" || isSlugPath(p):
	case isSlugPath(wish):
		r.lost = true
		r.deps.add(doc.At("path", "bad-path", "The path of a site has no / at its end.", "Write "+wish+"."))
		return
	default:
		r.lost = true
		r.deps.add(doc.At("path", "bad-path", fmt.Sprintf("%q cannot be the path of a site.", p),
			"Write / or a path of small letters, digits and hyphens, such as /websites/business."))
		return
	}
	if isReserved(p) {
		r.lost = true
		r.deps.add(doc.At("path", "reserved-path", fmt.Sprintf("The path %s is taken by Marquee itself.", p), ""))
		return
	}
	if other := taken[s.in(p)]; other != nil {
		r.lost = true
		// Of two sites, the one whose folder is named like the path was there first.
		copied, first := s, other
		if path.Base(p) == s.id {
			copied, first = other, s
			taken[s.in(p)], other.path, s.path = s, "", p
		}
		r.deps.add(copied.file.doc.At("path", "duplicate-path", fmt.Sprintf("The site %s lives at %s already.", first.id, s.in(p)),
			"Every site has a path of its own: write another one here."))
		return
	}
	taken[s.in(p)] = s
	s.path = p
}

func (r *resolver) resolveBaseURL(s *siteState) {
	given := s.raw.BaseURL
	if given != "" {
		u, err := url.Parse(given)
		// What has no host is no address at all, which is reported elsewhere.
		if err == nil && u.Host != "" && (strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil) {
			r.deps.add(s.file.doc.At("baseURL", "bad-base-url", "The base URL is the address of the website without a path.",
				"Write "+u.Scheme+"://"+u.Host+"."))
		}
		if err == nil && u.Host != "" && len(s.raw.Hosts) > 0 && !s.displaced {
			if host, _, _ := readHost(u.Hostname()); !slices.Contains(s.hosts, host) {
				r.deps.add(s.file.doc.At("baseURL", "bad-base-url", fmt.Sprintf("The base URL names %s, which is none of the hosts of the site.", u.Hostname()),
					"Remove this line: links are written with the first of the hosts."))
			}
		}
	}
	switch {
	case s.space != "" && r.localURL(s) != "":
		s.baseURL = r.localURL(s)
	case s.space != "" && given == "":
		s.baseURL = "https://" + s.space
	case s.space != "":
		s.baseURL = strings.TrimRight(given, "/")
	case r.options.BaseURL != "":
		s.baseURL = strings.TrimRight(r.options.BaseURL, "/")
	case given != "":
		s.baseURL = strings.TrimRight(given, "/")
	case r.main != nil && s != r.main:
		s.baseURL = r.main.baseURL
	case s == r.main && len(s.hosts) > 0:
		s.baseURL = "https://" + s.hosts[0]
	case s == r.main && !s.file.broken:
		r.deps.add(s.file.doc.Warn("path", "no-base-url", "The main site has no baseURL, so search engines and link previews get no full addresses.",
			"Add a line such as baseURL: https://www.example.com."))
	}
}

func (r *resolver) resolveDay(s *siteState) {
	if zone, err := r.zone(s.raw.TimeZone); err == nil {
		s.zone = zone
	} else if !s.file.broken {
		r.deps.add(s.file.doc.At("timeZone", "bad-time-zone", fmt.Sprintf("There is no time zone %q.", s.raw.TimeZone),
			"Write a region and a city, such as America/New_York."))
	}
	format := s.dateFormat()
	if message := text.DateFormatProblem(format); message != "" {
		r.deps.add(s.file.doc.At("dateFormat", "bad-date-format", message, "Write it such as January 2, 2006 or 2 Jan 2006."))
	}
	if message := text.TimeFormatProblem(s.timeFormat()); message != "" {
		r.deps.add(s.file.doc.At("timeFormat", "bad-time-format", message, "Write 15:04 or 3:04 PM."))
	}
	s.day = text.DayOf(r.now, s.zone, format)
	s.typography = text.TypographyOf(cmp.Or(s.raw.Language, defaultLanguage))
}

// defaultLanguage is that of sites that name none.
const defaultLanguage = "en"

func (s *siteState) timeFormat() string { return cmp.Or(s.raw.TimeFormat, text.DefaultTimeFormat) }

func (s *siteState) dateFormat() string {
	return cmp.Or(s.raw.DateFormat, text.DefaultDateFormat)
}

// zone loads a time zone once for all sites.
func (r *resolver) zone(name string) (*time.Location, error) {
	if known := r.zones[name]; known != nil {
		return known, nil
	}
	zone, err := time.LoadLocation(name)
	if err == nil {
		r.zones[name] = zone
	}
	return zone, err
}
