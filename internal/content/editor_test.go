//go:build !race

package content

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// editor edits a content tree as people do, and worse: most of what it writes is
// good, all of it is possible. The same seed makes the same edits.
type editor struct {
	base   folder
	files  folder
	times  map[string]time.Time
	now    time.Time
	random *rand.Rand
	past   []folder // to go back to
	edits  int
}

func newEditor(t testing.TB, seed uint64) *editor {
	base := baseTree(t)
	for i := range 6 {
		base[fmt.Sprintf("main/pages/p%d.yaml", i)] = "title: P\nsections: [{hero: {title: P}}]\n"
	}
	base["main/pages/deep/index.yaml"] = "title: Deep\nsections: [{hero: {title: Deep}}]\n"
	base["business/pages/write.yaml"] = "title: Write\nsections: [{hero: {title: Write}}, {forms: {refs: [booking]}}]\n"
	base["main/pages/p5.yaml"] = "title: P\nsections: [{hero: {title: \"{{shop/facts.offer}}\", actions: [{label: Write, to: \"/websites/business/write?form=booking&time=9:00+AM\"}]}}]\n"
	base["shop/site.yaml"] = strings.NewReplacer("/websites/business", "/shop", "Evenlight Business", "Shop").Replace(base["business/site.yaml"]) +
		"facts:\n  offer: \"{{business/plans.website.price}} only\"\n  spare: Nobody says this.\n"
	base["shop/pages/index.yaml"] = "title: Shop\nsections: [{hero: {title: Shop}}]\n"
	base["main/images/photo.png"], base["shop/images/photo.png"] = onePixel, onePixel
	base["main/images.yaml"] = "images/photo.png: {alt: \"A photo of {{site.name}}\", focus: 10% 10%}\n"
	base["main/people.yaml"] = "founder: {name: Ada, role: Founder, image: images/photo.png}\n" +
		"guest: {name: Bo, role: Guest, image: \"shop:images/photo.png\"}\n"
	base["main/blocks.yaml"] = "call:\n  cta: {title: Call, actions: [{label: Us, to: \"tel:+1 555 010 0199\"}]}\n"
	maps.Copy(base, germanMain)
	base["main/de/images.yaml"] = "images/photo.png: {alt: Ein Foto}\n"
	addKinds(base)
	e := &editor{base: base, files: maps.Clone(base), times: map[string]time.Time{}, now: testNow, random: rand.New(rand.NewPCG(seed, 1))}
	return e
}

func (e *editor) fs() fstest.MapFS {
	made := e.files.fs()
	for name, at := range e.times {
		if file := made[name]; file != nil {
			file.ModTime = at
		}
	}
	return made
}

func (e *editor) one(of ...string) string { return of[e.random.IntN(len(of))] }

func (e *editor) chance(percent int) bool { return e.random.IntN(100) < percent }

// some returns one of the files that a test of their names allows.
func (e *editor) some(allowed func(string) bool) string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(e.files)) {
		if allowed(name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return e.one(names...)
}

func isPageFile(name string) bool {
	return strings.Contains(name, "/pages/") && strings.HasSuffix(name, ".yaml") && !strings.HasSuffix(name, "404.yaml")
}

func isSettings(name string) bool {
	return strings.HasSuffix(name, ".yaml") && !strings.Contains(name, "/pages/") && !strings.HasSuffix(name, "privacy.yaml")
}

// target is where a link leads: mostly to what is there.
func (e *editor) target() string {
	if e.chance(2) {
		return e.one("/nowhere", "/about/", "about", "#nope", "/p1#nope", "https://www.evenlight.example/about", "/websites/business?form=message", "/{{facts.hours}}", "/company", "/old-3")
	}
	if e.chance(30) {
		return e.one("/", "/#products", "/#write", "/?form=message", "/websites/business?form=booking", "/websites/business/write?form=booking&time=9:00+AM",
			"/websites/business#preview", "/privacy-policy#your-rights", "tel:+15550100199", "https://other.example/{{year}}", "/sitemap.xml", "")
	}
	name := e.some(isPageFile)
	siteID, below, _ := strings.Cut(strings.TrimSuffix(name, ".yaml"), "/pages")
	home := map[string]string{"main": "", "business": "/websites/business", "shop": "/shop", "market": "/market", "main/de": "/de"}[siteID]
	path := strings.TrimSuffix(home+below, "/index")
	for _, id := range []string{"a", "b", "c", "d", "mission", "products", "write", "preview"} {
		if strings.Contains(e.files[name], "id: "+id) && e.chance(60) {
			return cmp.Or(path, "/") + "#" + id
		}
	}
	return cmp.Or(path, "/")
}

func (e *editor) words() string {
	if e.chance(1) {
		return e.one("{{nothing}}", "{{facts.nothing}}", "{site.name}", "{{plans.pro.", "{{business/facts.x}}")
	}
	return e.one("Words", "{{site.name}}", "{{main/facts.hours}}", "{{main/plans.pro.price}}", "{{business/plans.website.price}}", "{{year}}", "Today is {{today}}", "{{main/facts.answer}}", "{{shop/facts.offer}}", "More words",
		"{{main/locations.office.hours}}")
}

func (e *editor) link() string {
	return fmt.Sprintf("{label: %q, to: %q}", e.words(), e.target())
}

// page writes a page.
func (e *editor) page(siteID string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "title: %q\n", "T "+e.words())
	if e.chance(60) {
		fmt.Fprintf(&out, "description: %q\n", e.words())
	}
	switch e.random.IntN(24) {
	case 0:
		out.WriteString("draft: true\n")
	case 1:
		fmt.Fprintf(&out, "publishAt: %s\n", e.moment())
	case 2:
		fmt.Fprintf(&out, "expireAt: %s\n", e.moment())
	case 3:
		fmt.Fprintf(&out, "noIndex: true\n")
	}
	if e.chance(15) {
		fmt.Fprintf(&out, "aliases: [/old-%d]\n", e.random.IntN(5))
	}
	if e.chance(15) {
		fmt.Fprintf(&out, "navigation: {links: [%s]}\n", e.link())
	} else if e.chance(10) {
		fmt.Fprintf(&out, "navigation: {action: %s}\n", e.link())
	}
	if e.chance(10) {
		fmt.Fprintf(&out, "image: {src: \"%s\"}\n", e.one("images/mark.svg", "images/photo.png", "main:images/photo.png", "shop:images/photo.png"))
	}
	fmt.Fprintf(&out, "sections:\n  - hero: {title: %q, actions: [%s]}\n", e.words(), e.link())
	for range e.random.IntN(4) {
		out.WriteString("  - " + e.section(siteID) + "\n")
		if e.chance(15) {
			out.WriteString(e.when("    "))
		}
	}
	return out.String()
}

func (e *editor) section(siteID string) string {
	switch e.random.IntN(14) {
	case 13:
		return "locations: {refs: [main/office]}"
	case 12:
		return "split: {title: S, image: \"" + e.one("main", "main", "shop", "business") + ":images/photo.png\"}"
	case 11:
		return "team: {refs: [" + e.one("main/founder", "main/guest", "main/founder, main/guest") + "]}"
	case 10:
		return "block: main/call"
	case 9:
		return "services: {items: [{title: S, plan: " + e.one("main/pro", "business/website") + "}]}"
	case 0:
		return fmt.Sprintf("prose: {id: %s, markdown: %q}", e.one("a", "b", "c", "d"), "## "+e.words()+"\n\n[x]("+e.target()+") "+e.words())
	case 1:
		return fmt.Sprintf("prose: {markdown: %q}", "## "+e.one("Words", "Mission", "Other"))
	case 2:
		return fmt.Sprintf("cards: {title: %q, items: [{icon: %s, title: C, link: %s}]}", e.words(), e.one("zap", "wand", "shield-check"), e.link())
	case 3:
		return "plan: {ref: " + e.one("main/pro", "business/website", "main/pro") + "}"
	case 4:
		return "products: {id: products, refs: [main/promptify]}"
	case 5:
		return "industries: {refs: [main/film]}"
	case 6:
		return "forms: {id: write, refs: [" + e.one("main/message", "business/booking") + "]}"
	case 7:
		return "features: {product: main/promptify}"
	}
	return "services: {items: [{title: S, plan: " + e.one("main/pro", "business/website") + ", link: " + e.link() + "}]}"
}

func (e *editor) moment() string {
	return e.now.Add(time.Duration(e.random.IntN(200)-60) * time.Minute).UTC().Truncate(time.Second).Format(time.RFC3339)
}

// replacement is one fact that somebody edits: a part of a file and what may stand there.
type replacement struct {
	file  string
	forms []string
}

var replacements = []replacement{
	{"main/site.yaml", []string{"hours: Monday to Friday, 9:00 AM - 6:00 PM", "hours: Always", "hours: At {{facts.answer}}"}},
	{"main/site.yaml", []string{"{label: About, to: /about}", "{label: About, to: /about#mission}", "{label: About, to: /p1#a}", "{label: About, to: /p2}"}},
	{"main/site.yaml", []string{"mark: {src: images/mark.svg, alt: \"\"}", "tagline: AI", "mark: {src: images/photo.png}"}},
	{"main/site.yaml", []string{"perMonth: per month", "perMonth: each {{site.name}} month"}},
	{"main/site.yaml", []string{"baseURL: https://www.evenlight.example", "baseURL: https://other.example"}},
	{"business/site.yaml", []string{"home: /\n", "home: /about\n", "home: /p3#c\n"}},
	{"business/site.yaml", []string{"footer: {copyright: \"{{today}}\"}", "footer: {copyright: \"{{year}}\"}", "footer: {copyright: \"{{main/facts.hours}}\"}"}},
	{"business/site.yaml", []string{"name: Evenlight Business", "name: Business of {{main/site.name}}"}},
	{"business/site.yaml", []string{"path: /websites/business", "path: /websites/other"}},
	{"business/site.yaml", []string{"labels: {perMonth: a month}", "labels: {}", "seo: {image: {src: images/photo.png}}"}},
	{"main/plans.yaml", []string{"2.99", "3.99", "2,99"}},
	{"main/plans.yaml", []string{"mailto:{{site.email}}", "#mission", "/about", "/p3#c"}},
	{"business/plans.yaml", []string{"49.99", "39.99"}},
	{"business/plans.yaml", []string{"8.99", "9.99"}},
	{"business/plans.yaml", []string{"public: true", "public: false"}},
	{"main/plans.yaml", []string{"7.99", "6.99"}},
	{"main/site.yaml", []string{"scheme: dark", "scheme: auto"}},
	{"business/site.yaml", []string{"primary: \"#0b57d0\"", "primary: \"#0b57d1\""}},
	{"main/de/site.yaml", []string{"name: Deutsch", "name: German", "language: de-CH", "hosts: [de.example.com]"}},
	{"main/images.yaml", []string{"A photo of {{site.name}}\"", "Two\"", "Three\", credit: Ann", "Four\", wrong: Five"}},
	{"main/de/images.yaml", []string{"alt: Ein Foto", "alt: Bild"}},
	{"main/people.yaml", []string{"founder:", "starter:"}},
	{"main/people.yaml", []string{"shop:images/photo.png", "images/photo.png", "business:images/photo.png"}},
	{"main/blocks.yaml", []string{"title: Call", "image: \"shop:images/photo.png\", title: Call"}},
	{"main/de/plans.yaml", []string{"name: Profi", "name: Profi {{year}}", "badge: Neu"}},
	{"main/de/pages/ueber.yaml", []string{"translates: /about", "translates: /p1", "translates: /p2"}},
	{"shop/site.yaml", []string{"name: Shop\n", "# A note.\nname: Shop\n"}},
	{"shop/site.yaml", []string{"footer: {copyright: \"{{today}}\"}", "footer: {copyright: \"{{facts.spare}}\"}", "footer: {copyright: \"{{business/site.name}}\"}"}},
	{"main/products.yaml", []string{"id: preview\n", "id: scene\n"}},
	{"main/products.yaml", []string{"/about#mission", "/about", "/p4#words"}},
	{"main/products.yaml", []string{"icon: wand", "icon: zap"}},
	{"business/forms.yaml", []string{"value: \"9:00 AM\"", "value: \"10:00 AM\""}},
	{"main/forms.yaml", []string{"message:\n  kind", "letter:\n  kind"}},
	{"main/industries.yaml", []string{"film:", "cinema:"}},
	{"main/privacy.yaml", []string{"slug: /privacy-policy", "slug: /privacy"}},
	{"main/privacy.yaml", []string{"title: Your Rights", "title: Rights of {{site.name}}"}},
	{"main/privacy.yaml", []string{"aliases: [/privacy.html]", "aliases: [/old-1]"}},
	{"main/pages/404.yaml", []string{"to: /}", "to: /about}", "to: /p1#a}"}},
}

// edit changes the tree or the clock; it returns what it did.
func (e *editor) edit() string {
	if e.edits++; e.edits%7 == 0 {
		e.past = append(e.past, maps.Clone(e.files))
	}
	if e.chance(25) {
		return e.kind()
	}
	name := e.some(isPageFile)
	siteID, _, _ := strings.Cut(name, "/")
	switch n := e.random.IntN(100); {
	case n < 40 && name != "":
		e.files[name] = e.page(siteID)
		return "write " + name
	case n < 44 && name != "":
		e.files[name] += "# a note\n"
		return "annotate " + name
	case n < 48 && name != "":
		e.times[name] = e.now.Add(-time.Duration(e.random.IntN(1000)) * time.Second)
		return "touch " + name
	case n < 52:
		fresh := e.one("main/pages/", "main/pages/deep/", "business/pages/", "main/pages/websites/", "main/de/pages/") + e.one("p0", "p3", "p7", "new", "index") + ".yaml"
		e.files[fresh] = e.page("main")
		return "add " + fresh
	case n < 55 && name != "":
		delete(e.files, name)
		return "remove " + name
	case n < 58 && name != "":
		other := strings.TrimSuffix(name, ".yaml") + e.one("x.yaml", "-2.yaml", ".yml")
		e.files[other], e.files[name] = e.files[name], ""
		delete(e.files, name)
		return "rename " + name + " to " + other
	case n < 74:
		r := replacements[e.random.IntN(len(replacements))]
		for _, form := range r.forms {
			if strings.Contains(e.files[r.file], form) {
				with := e.one(r.forms...)
				e.files[r.file] = strings.Replace(e.files[r.file], form, with, 1)
				return fmt.Sprintf("in %s write %q for %q", r.file, with, form)
			}
		}
		return "find nothing to replace in " + r.file
	case n < 77:
		broken := e.some(func(name string) bool { return strings.HasSuffix(name, ".yaml") })
		e.files[broken] += e.one("oops\n", "unknown: 1\n", "\t- x: [\n", "title: again\n")
		return "break " + broken
	case n < 80:
		picture := e.one("main", "business", "shop") + "/images/" + e.one("photo.png", "mark.svg")
		e.files[picture] = e.one(onePixel, onePixel+"x", "no picture", e.base["main/images/mark.svg"], "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"></svg>")
		if e.chance(25) {
			delete(e.files, picture)
		}
		return "change " + picture
	case n < 88:
		e.now = e.now.Add(time.Duration(e.random.IntN(240)-30) * time.Minute)
		return "wait until " + e.now.String()
	case n < 89:
		e.now = e.now.AddDate(0, 0, e.random.IntN(200))
		return "wait for days until " + e.now.String()
	case n < 91:
		settings := e.some(isSettings)
		delete(e.files, settings)
		return "remove " + settings
	case n < 92:
		e.files["market/site.yaml"] = strings.ReplaceAll(e.base["business/site.yaml"], "/websites/business", "/market")
		e.files["market/pages/index.yaml"] = e.page("market")
		return "add a site"
	case n < 93:
		maps.DeleteFunc(e.files, func(name, _ string) bool { return strings.HasPrefix(name, "market/") })
		return "remove a site"
	case n < 94:
		e.files["business/pages/404.yaml"] = e.one("", "draft: true\n") + e.base["main/pages/404.yaml"]
		return "give a site its own not-found page"
	case n < 95:
		delete(e.files, "business/pages/404.yaml")
		return "take a site its own not-found page"
	case n < 97 && len(e.past) > 0:
		e.files = maps.Clone(e.past[e.random.IntN(len(e.past))])
		return "go back"
	}
	stray := e.one("main/notes.doc", "main/plans.yml", "business/pages/About.yaml", "stray.yaml")
	if _, there := e.files[stray]; there {
		delete(e.files, stray)
		return "remove " + stray
	}
	e.files[stray] = "x: 1\n"
	return "add " + stray
}

// mend makes the tree good again, or nearly: what has errors becomes what it was
// at first, at last all of it.
func (e *editor) mend(problems []yamldoc.Problem, tries int) {
	if tries > 6 {
		e.files = maps.Clone(e.base)
	}
	for _, problem := range problems {
		if problem.Severity != yamldoc.Error {
			continue
		}
		if text, known := e.base[problem.File]; known {
			e.files[problem.File] = text
		} else {
			delete(e.files, problem.File)
		}
	}
	for name, text := range e.base {
		if _, there := e.files[name]; !there {
			e.files[name] = text
		}
	}
}

// onePixel is a PNG of one pixel.
const onePixel = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89" +
	"\x00\x00\x00\rIDATx\x9cc\xf8\xff\xff?\x00\x05\xfe\x02\xfe\xa75\x81\x84\x00\x00\x00\x00IEND\xaeB`\x82"
