package resolve

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

var navigation = outline.At("navigation")

// resolveSite makes the settings of a site, all but the targets of its links.
func (r *resolver) resolveSite(s *outline.Site) {
	scope := &scope{resolver: r, owner: s, file: s.File, shown: s, deps: &s.Deps}
	s.Out = resolved(scope, s.Raw, nil)
	s.Out.ID, s.Out.Path, s.Out.BaseURL, s.Out.Location = s.ID, s.Path, s.BaseURL, s.Zone
	s.Out.Space, s.Out.Hosts = s.Space, s.Hosts
	for _, l := range s.Made.Locations.All() {
		if s.Out.Locations = append(s.Out.Locations, l); len(s.Out.Locations) == 1 {
			made := *cmp.Or(s.Out.Business, &site.Business{})
			made.Address, made.Phone, made.Hours = &l.Address, cmp.Or(made.Phone, l.Phone), l.Hours
			s.Out.Business = &made
		}
	}
	s.Out.Language, s.Out.Switcher = s.LanguageTag, r.switcherOf(s)
	s.Out.Favicon = cmp.Or(s.Out.Favicon, s.Out.Mark)
	s.Out.Facts = site.Collection[site.Fact]{}
	for id := range s.Raw.Facts.All() {
		text := site.Text(s.Values["facts."+id].Text)
		s.Out.Facts.Put(id, &text)
	}
	if s.Original == nil && s.Raw.Brand != "" {
		scope.atKey("brand", "useless-brand", "Write it at name.", "Only the folder of a language has a brand.")
	}
	scope.announce()
	scope.showSites()
	r.completeWords(s)
	r.inheritMail(s)
	scope.checkWords()
	s.Out.Navigation.Logo = s.Logo(s.Out.Navigation.Home)
	switch {
	case s.Out.Navigation.Home != "":
		scope.addLink(s.Out.Navigation.Logo, s.File, navigation.Child("home"), -1)
	case s.Path != "":
		home := scope.addLink(s.Out.Navigation.Logo, s.File, navigation, -1)
		home.Quiet = r.Routes[s.In(s.Path)] == nil // reported as a missing first page
	}
	r.resolveFonts(s)
	r.resolveLook(s)
	r.resolveScheme(s)
	scope.checkBusiness(s.Raw.Business)
	r.resolveIntegrations(s)
}

// announce decides whether the announcement of a site is there now, and makes it a link. It is resolved in any case,
// so that its mistakes are found early.
func (s *scope) announce() {
	at, of := outline.At("announcement"), s.owner
	raw := of.Raw.Announcement
	if raw == nil || s.file.Broken {
		return
	}
	w := outline.Window{From: text.When(raw.From, of.Zone), Until: text.WhenOver(raw.Until, of.Zone)}
	if w.Ends() {
		s.at(at.Child("until"), "bad-expiry", "Give until a later moment than from.",
			"The announcement would end before it begins.")
		return
	}
	made := *of.Out.Announcement // which may be shared with the file
	if made.To != "" {
		inner := *s
		inner.window = w
		made.Link = &site.Link{Label: made.Text, To: made.To, Kind: site.LinkPlaceholder}
		inner.addLink(made.Link, s.file, at.Child("to"), -1)
	}
	if of.Out.Announcement = &made; !s.resolver.Shows(of, w, s.deps) {
		of.Out.Announcement = nil
	}
}

// showSites puts into the footer of a site what it shows of the sites that it names. One
// that is not there is a warning: a site that is held back holds back no other.
func (s *scope) showSites() {
	footer, at := &s.owner.Out.Footer, outline.At("footer").Child("sites")
	footer.Sites = nil
	for i, id := range footer.SiteIDs {
		of := s.resolver.Named(id, s.owner)
		switch {
		case id == "": // which is reported already
		case of == nil:
			s.warn(at.Item(i), "unknown-site", text.DidYouMean(id, s.resolver.SiteIDs, "Write the name of its folder."),
				"There is no site %q: the footer leaves it out.", id)
		case slices.Contains(footer.SiteIDs[:i], id):
			s.at(at.Item(i), "listed-twice", "Remove this one.", "The footer lists the site %s twice.", id)
		case of.File != nil && !of.File.Broken:
			footer.Sites = append(footer.Sites, s.footerSite(of))
		}
	}
	for i := range footer.Sites {
		// A site without a first page says so itself.
		s.addLink(&footer.Sites[i].Link, s.file, at, -1).Quiet = true
	}
}

func (s *scope) footerSite(of *outline.Site) site.FooterSite {
	shown := site.FooterSite{
		Link: site.Link{
			Label: s.quoted(of.Values["site.name"].Text),
			To:    site.Text(of.ID + ":/"),
			Kind:  site.LinkPlaceholder,
		},
		Tagline: s.quoted(of.Values["site.tagline"].Text),
		Current: of == s.owner,
	}
	if of.Raw.Mark == nil {
		return shown
	}
	// What is wrong with the mark is reported where it is written.
	if found := s.resolver.mediaFile(of.Raw.Mark.Src, of); found.Code == "" {
		shown.Mark = &site.Image{Src: of.Raw.Mark.Src}
		s.show(found, shown.Mark)
		shown.Mark.URL = s.deps.Files[shown.Mark.URL].Inlined(shown.Mark.URL)
	}
	return shown
}

// checkBusiness asks where a business is to which people come: search engines show
// none without its address. What locations say is not said again.
func (s *scope) checkBusiness(business *site.Business) {
	at := outline.At("business")
	if business == nil || s.file.Broken {
		return
	}
	s.checkHours(business.Hours, at.Child("hours"))
	switch located := s.owner.Files["locations"] != nil; {
	case located && s.owner.Original == nil && (business.Address != nil || len(business.Hours) > 0):
		s.warn(at, "said-twice", "Remove address and hours here: search engines are told those of the first location.",
			"The business says where it is or when it is open, and so does locations.yaml.")
	case business.Address == nil && !located && business.IsLocal():
		s.warn(at, "no-address",
			"Add address: {street: 12 Mill Lane, city: Little Wexham, country: GB}, or write type: Organization.",
			"People come to a %s, and search engines do not show it without its address.", business.Kind())
	}
}

// trail returns the pages at a path and above it, from the first page of the site on.
func (r *resolver) trail(s *outline.Site, path string) (trail []site.Ancestor) {
	for ; path != ""; path = s.Above(path) {
		if page := r.Routes[s.In(path)]; page != nil && page.Site == s && page.Shows() {
			trail = append(trail, site.Ancestor{Title: page.Out.Title, Path: path})
		}
	}
	slices.Reverse(trail)
	return trail
}

// completeWebhooks fills in formats and checks that each webhook names a variable of its own that may hold its address.
func (s *scope) completeWebhooks(form *site.Form, at *outline.Place) {
	seen := map[string]bool{}
	form.Webhooks = slices.Clone(form.Webhooks)
	for i := range form.Webhooks {
		hook, at := &form.Webhooks[i], at.Item(i).Child("url")
		hook.Format = cmp.Or(hook.Format, "json")
		name, holds := hook.Variable(), "address"
		if hook.IsList() {
			holds = "API key"
		}
		example := "Write the name of an environment variable that begins with HOOK_, such as $HOOK_SALES, and " +
			"give the program the " + holds + " in it."
		s.checkList(form, hook, at)
		switch {
		case hook.URL == "":
		case !strings.HasPrefix(hook.URL, "$"):
			// What is shown to people, and kept in logs, must not repeat the secret.
			problem := s.file.Doc.At(at.String(), "secret-address",
				"The "+holds+" of a webhook is a secret: it cannot stand in content.", example)
			problem.Source = ""
			s.deps.Add(problem)
		case name == "":
			s.at(at, "bad-variable", example, "%s cannot be the variable with the %s of a webhook.", hook.URL, holds)
		case seen[name]:
			s.at(at, "duplicate-webhook", "Remove one of both.",
				"Two webhooks of this form have the %s %s.", holds, hook.URL)
		case s.resolver.Options.Variable != nil && !s.resolver.Options.Variable(name):
			s.warn(at, "unset-variable", "Give the program the "+holds+" of the webhook in it.",
				"%s is not set here: what is sent with this form waits until it is.", name)
		}
		seen[name] = true
	}
}

// checkList looks at what only a webhook to a list of addresses has.
func (s *scope) checkList(form *site.Form, hook *site.Webhook, at *outline.Place) {
	_, err := strconv.Atoi(hook.List)
	switch {
	case !hook.IsList() && (hook.List != "" || len(hook.Attributes) > 0):
		s.at(at, "no-list", "Write format: brevo or format: mailchimp, or leave them out.",
			"Only brevo and mailchimp have a `list` and `attributes`.")
	case hook.IsList() && (hook.List == "" || hook.Format == "brevo" && err != nil):
		s.at(at, "no-list", "Add the id that it has there: a number for brevo, such as list: 12.",
			"%s needs to know to which list.", hook.Format)
	case hook.IsList() && !form.OptIn:
		s.warn(at, "no-opt-in", "Add `optIn: true` to the form.",
			"Whoever types an address is on the list, without its owner having agreed.")
	}
	for _, attribute := range hook.Attributes {
		s.checkName(form, attribute.Field, at)
	}
}

func (r *resolver) resolveWellKnown(s *outline.Site) {
	if s.Original != nil && s.Path != "/" {
		return
	}
	top := path.Join(s.Folder, tree.WellKnownFolder)
	for name, file := range r.Tree.Media {
		switch {
		case !strings.HasPrefix(name, top+"/"):
		case file.Code != "":
			s.Deps.Name(name, file.Code, file.Hint, "%s", file.Message)
		default:
			s.WellKnown = append(s.WellKnown, file)
		}
	}
	slices.SortFunc(s.WellKnown, func(a, b *media.File) int { return strings.Compare(a.Path, b.Path) })
	if len(s.WellKnown) > 0 && s.Path != "/" {
		s.Deps.WarnName(top, "no-address",
			"Move them to the main site, or give this site hosts of its own and the path /.",
			"These files are not served: /.well-known/ stands at the root of a domain, and this site lives at %s.",
			s.Path)
		s.WellKnown = nil
	}
}

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

// blanksOf are the names in braces that are filled in: the rules of a form in its checks, and
// what mails about forms of all kinds know.
var blanksOf = map[string][]string{
	"checks.tooShort": {"min", "max"}, "checks.tooLong": {"min", "max"},
	"checks.date": {"date", "zone"}, "checks.datePast": {"date", "zone"}, "checks.dateFar": {"date", "zone"},
	"checks.tooLow": {"min", "max"}, "checks.tooHigh": {"min", "max"}, "checks.step": {"step", "min"},
	"checks.fewer": {"min"}, "checks.fileType": {"types"}, "checks.fileSize": {"max"}, "checks.fileCount": {"max"},
	"mailWords.reply": {"reference"}, "mailWords.whyVisitor": {"reference"},
	"mailWords.digestSubject": {"count", "form"}, "mailWords.digestText": {"count", "form"},
	"mailWords.suspectsSubject": {"count"}, "mailWords.suspectsText": {"count"},
	"mailWords.optInSubject": {"form"}, "mailWords.optInText": {"form"},
}

// completeWords gives a site the words that it leaves out, and warns where they are in another language. What is said
// in the language of the main site is reported there.
func (r *resolver) completeWords(s *outline.Site) {
	var foreign, languages []string
	for _, w := range outline.Words {
		wording := r.Wording(s, w)
		if wording.Owner == nil {
			*w.Of(s.Out) = wording.Text
		} else {
			*w.Of(s.Out) = *w.Of(wording.Owner.Out)
		}
		if wording.Language != s.Language {
			foreign, languages = append(foreign, w.Path), append(languages, wording.Language)
		}
	}
	reported := r.Main != nil && s != r.Main && s.Language == r.Main.Language
	if len(foreign) == 0 || reported || s.File.Broken {
		return
	}
	slices.Sort(languages)
	s.WarnLanguage("foreign-words",
		"Write them below labels, errors, checks and mailWords, in the language of the site.",
		"Visitors read %s of the interface in another language (%s), such as %s.", text.Counted(len(foreign), "word"),
		text.Listed(slices.Compact(languages)), text.Listed(foreign[:min(len(foreign), 2)]))
}

// inheritMail gives a site the addresses of the main site where it has none.
func (r *resolver) inheritMail(s *outline.Site) {
	if r.Main == nil {
		return
	}
	mail, common := &s.Out.Mail, r.Main.Out.Mail
	if len(mail.Recipients) == 0 {
		mail.Recipients = common.Recipients
	}
	if len(mail.Problems) == 0 {
		mail.Problems = common.Problems
	}
	mail.From = cmp.Or(mail.From, common.From)
}

func (s *scope) checkWords() {
	measured := text.Blanks(string(s.owner.Raw.Footer.Measured), []string{"weight", "requests", "paint"})
	s.report(measured, outline.At("footer").Child("measured"))
	for _, w := range outline.Words {
		if w.Group == "checks" || w.Group == "mailWords" {
			s.report(text.Blanks(string(*w.Of(s.owner.Raw)), blanksOf[w.Path]), outline.At(w.Group).Child(w.Key))
		}
	}
}
