package outline

import (
	"cmp"
	"fmt"
	"net/mail"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/words"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

// resolveSites finds out what all other work needs to know of the sites: where
// they live, their time zone, and their language.
func (r *Website) resolveSites() {
	taken := map[string]*Site{}
	r.resolveSpaces()
	for _, s := range r.Sites {
		r.resolvePath(s, taken)
	}
	r.order()
	if r.Main == nil && !r.lost && len(r.Sites) > 0 {
		r.lost = true
		hint := "Write path: / in the site.yaml of the main site."
		if slices.ContainsFunc(r.Sites, func(s *Site) bool { return s.Path == "/" }) {
			hint = "All sites at / have hosts. Call the folder of the main site main, or take its hosts away."
		}
		r.Deps.Name(".", "no-main-site", hint, "No site lives at /.")
	}
	for _, s := range r.Sites {
		r.resolveBaseURL(s)
		r.resolveLocale(s)
	}
	for _, s := range r.Sites {
		if s.Original == nil {
			r.checkSender(s)
			r.warnReceivers(s)
		}
		r.listValues(s)
	}
	r.checkReceivers()
}

func (r *Website) resolvePath(s *Site, taken map[string]*Site) {
	p := s.Raw.Path
	if p == "" { // then the file is broken, and says so itself
		r.lost = true
		return
	}
	if s.displaced || s.Original != nil && s.Original.Path == "" { // which is reported
		return
	}
	switch {
	case p != "/" && !tree.IsSlugPath(p):
		r.lost = true
		r.Deps.Error(s.File, "path", "bad-path",
			"Write / or a path of small letters, digits and hyphens, without a / at its end, such as /websites/business.",
			"%q cannot be the path of a site.", p)
		return
	case site.IsReserved(p):
		r.lost = true
		r.Deps.Error(s.File, "path", "reserved-path", "", "The path %s is taken by Marquee itself.", p)
		return
	}
	if other := taken[s.In(p)]; other != nil {
		r.lost = true
		// Of two sites, the one whose folder is named like the path was there first.
		copied, first := s, other
		if path.Base(p) == s.ID {
			copied, first = other, s
			taken[s.In(p)], other.Path, s.Path = s, "", p
		}
		r.Deps.Error(copied.File, "path", "duplicate-path", "Every site has a path of its own: write another one here.",
			"The site %s lives at %s already.", first.ID, s.In(p))
		return
	}
	taken[s.In(p)] = s
	s.Path = p
}

func (r *Website) resolveBaseURL(s *Site) {
	given := s.Raw.BaseURL
	if u, err := url.Parse(given); err == nil && u.Host != "" { // what has no host is reported elsewhere
		if strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			r.Deps.Error(s.File, "baseURL", "bad-base-url", "Write "+u.Scheme+"://"+u.Host+".",
				"The base URL is the address of the website without a path.")
		}
		host, _, _ := ReadHost(u.Hostname())
		if len(s.Raw.Hosts) > 0 && !s.displaced && !slices.Contains(s.Hosts, host) {
			r.Deps.Error(s.File, "baseURL", "bad-base-url",
				"Remove this line: links are written with the first of the hosts.",
				"The base URL names %s, which is none of the hosts of the site.", u.Hostname())
		}
	}
	switch {
	case s.Space != "" && r.localURL(s) != "":
		s.BaseURL = r.localURL(s)
	case s.Space == "" && r.Options.BaseURL != "":
		s.BaseURL = strings.TrimRight(r.Options.BaseURL, "/")
	case given != "":
		s.BaseURL = strings.TrimRight(given, "/")
	case s.Space != "":
		s.BaseURL = "https://" + s.Space
	case r.Main != nil && s != r.Main:
		s.BaseURL = r.Main.BaseURL
	case s == r.Main && len(s.Hosts) > 0:
		s.BaseURL = "https://" + s.Hosts[0]
	case s == r.Main && !s.File.Broken:
		r.Deps.Warn(s.File, "path", "no-base-url", "Add a line such as baseURL: https://www.example.com.",
			"The main site has no baseURL, so search engines and link previews get no full addresses.")
	}
}

func (r *Website) resolveLocale(s *Site) {
	if zone, err := time.LoadLocation(s.Raw.TimeZone); err == nil {
		s.Zone = zone
	} else if !s.File.Broken {
		r.Deps.Error(s.File, "timeZone", "bad-time-zone", "Write a region and a city, such as America/New_York.",
			"There is no time zone %q.", s.Raw.TimeZone)
	}
	if format := s.Raw.TimeFormat; format != "" && !text.IsTimeFormat(format) {
		r.Deps.Error(s.File, "timeFormat", "bad-time-format", "Write 15:04 or 3:04 PM.",
			"A time format shows how 3:04 PM is to be written, without the day.")
	}
	language := cmp.Or(s.Raw.Language, DefaultLanguage)
	s.LanguageTag = language
	s.Language, s.builtIn = words.LanguageOf(language), words.In(language)
	s.Locale, s.Typography = locale.Of(s.Raw), text.TypographyOf(language)
	if format := s.Raw.DateFormat; format != "" {
		if layout := s.Locale.DateLayout(format); layout != format {
			r.Deps.Error(s.File, "dateFormat", "bad-date-format",
				"Write "+layout+": visitors read names in the language of the site.",
				"A date format shows how January 2, 2006 is to be written, with day, month and year and without a time.")
		}
	}
}

// DefaultLanguage is that of sites that name none.
const DefaultLanguage = "en"

func (r *Website) checkSender(s *Site) {
	from := s.Raw.Mail.From
	if _, err := mail.ParseAddress(from); err != nil && from != "" {
		r.Deps.Error(s.File, "mail.from", "bad-email",
			"Write it such as hello@example.com, or Example <hello@example.com>.", "%q is no sender of mail.", from)
	}
}

// exampleDomains belong to nobody (RFC 2606).
var exampleDomains = []string{"example.com", "example.net", "example.org"}

// warnReceivers finds addresses that are examples: what visitors send would be lost.
func (r *Website) warnReceivers(s *Site) {
	WarnExample(&r.Deps.Findings, s.File, "email", string(s.Raw.Email))
	for key, addresses := range map[string][]string{"recipients": s.Raw.Mail.Recipients, "problems": s.Raw.Mail.Problems} {
		for i, address := range addresses {
			WarnExample(&r.Deps.Findings, s.File, fmt.Sprintf("mail.%s[%d]", key, i), address)
		}
	}
}

// WarnExample reports an address of a receiver at a path of a file that is an example.
func WarnExample(to *tree.Findings, file *tree.File, path, address string) {
	_, domain, _ := strings.Cut(strings.ToLower(address), "@")
	if slices.Contains(exampleDomains, domain) {
		to.Warn(file, path, "example-recipient", "Write the address where you read your mail.",
			"What is sent there would reach nobody: %s is a domain for examples.", domain)
	}
}

// checkReceivers finds sites with forms whose mail would go to nobody. A site
// without recipients has those of the main site, and so has its sender.
func (r *Website) checkReceivers() {
	if r.Main == nil || r.Main.File.Broken {
		return
	}
	settings, known := r.Main.Raw.Mail, map[string]*Site{} // by name and recipients
	for _, s := range r.Sites {
		if s.Parsed.Forms.Len() == 0 || s.File.Broken || s.Original != nil {
			continue
		}
		// A name that two have is that of an unfinished copy; recipients alone may be shared.
		if to := s.Raw.Mail.Recipients; len(to) > 0 && s != r.Main {
			key := fmt.Sprint(s.Raw.Name, to)
			if other := known[key]; other != nil {
				r.Deps.Warn(s.File, "mail.recipients", "copied-recipients",
					"In the site.yaml of the one that is a copy, write its own name, and who gets its mail.",
					"The sites %s and %s have the same name and the same recipients.", other.ID, s.ID)
			}
			known[key] = s
		}
		own := true // whether each of its forms has recipients of its own
		for _, form := range s.Parsed.Forms.All() {
			own = own && len(form.Recipients.Of[""]) > 0
		}
		if !own && len(s.Raw.Mail.Recipients)+len(settings.Recipients) == 0 {
			r.Deps.ErrorAtKey(s.File, "mail", "no-recipients",
				"Add mail.recipients, a list of mail addresses, here or in the site.yaml of the main site.",
				"Nobody would receive what visitors send with the forms of %s.", s.ID)
		}
		if s.Raw.Mail.From+settings.From == "" {
			r.Deps.Warn(s.File, "mail", "no-sender",
				"Add mail.from, such as Example <hello@example.com>; else the program has to be started with one.",
				"The mails about the forms of %s have no sender.", s.ID)
		}
	}
}
