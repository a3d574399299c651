package content

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// threeSites is the base tree with another sub-site, which links to both others.
func threeSites(t testing.TB) folder {
	files := baseTree(t)
	files["shop/site.yaml"] = strings.NewReplacer("/websites/business", "/shop", "Evenlight Business", "Shop").Replace(files["business/site.yaml"])
	files["shop/pages/index.yaml"] = "title: Shop\ndescription: A shop.\nsections: [{hero: {title: Shop, actions: [{label: About, to: /about}, {label: Work, to: /websites/business/services}]}}]\n"
	files["shop/images/mark.svg"] = files["main/images/mark.svg"]
	return files
}

const (
	shopPage     = "shop/pages/index.yaml"
	businessPage = "business/pages/index.yaml"
)

func (r *rig) remove(name string) {
	r.t.Helper()
	must(r.t, os.RemoveAll(filepath.Join(r.dir, filepath.FromSlash(name))))
}

func (r *rig) rename(from, to string) {
	r.t.Helper()
	must(r.t, os.Rename(filepath.Join(r.dir, filepath.FromSlash(from)), filepath.Join(r.dir, filepath.FromSlash(to))))
}

// states writes the state of all sites: business main shop!
func states(status Status) string {
	var out []string
	for _, one := range status.Sites {
		mark := ""
		if one.State == Held {
			mark = "!"
		}
		out = append(out, one.ID+mark)
	}
	return strings.Join(out, " ")
}

// titles writes the titles of the first pages of all sites.
func (r *rig) titles() string {
	var out []string
	for _, bundle := range r.Revision().Sites {
		for _, page := range bundle.Pages {
			if page.Path == bundle.Site.Path {
				out = append(out, bundle.Site.ID+"="+string(page.Title))
			}
		}
	}
	return strings.Join(out, " ")
}

// TestASiteWithErrorsHoldsBackItselfAlone lets people change several sites at once.
func TestASiteWithErrorsHoldsBackItselfAlone(t *testing.T) {
	type step struct {
		edit   func(r *rig, files folder)
		states string   // after it
		titles string   // what visitors see; empty: not looked at
		told   []string // in the problems
	}
	title := func(name, now string) func(*rig, folder) {
		return func(r *rig, files folder) {
			lines := strings.SplitN(files[name], "\n", 2)
			files[name] = "title: " + now + "\n" + lines[1]
			r.write(name, files[name])
		}
	}
	both := func(all ...func(*rig, folder)) func(*rig, folder) {
		return func(r *rig, files folder) {
			for _, edit := range all {
				edit(r, files)
			}
		}
	}
	breaks := func(name string) func(*rig, folder) {
		return func(r *rig, files folder) { r.write(name, files[name]+"oops: [\n") }
	}
	restores := func(name string) func(*rig, folder) { return func(r *rig, files folder) { r.write(name, files[name]) } }
	replaces := func(name, old, now string) func(*rig, folder) {
		return func(r *rig, files folder) {
			files.replace(r.t, name, old, now)
			r.write(name, files[name])
		}
	}
	const allLive = "business main shop"
	for name, steps := range map[string][]step{
		"a broken page": {
			{both(breaks(shopPage), title(businessPage, "New")), "business main shop!", "main=Home shop=Shop business=New", []string{shopPage + ":"}},
			{title("main/pages/index.yaml", "Newer"), "business main shop!", "main=Newer shop=Shop business=New", []string{shopPage + ":"}},
			{title(shopPage, "Mended"), allLive, "main=Newer shop=Mended business=New", nil},
		},
		"a site on a host of its own": {
			{func(r *rig, files folder) {
				r.write("cafe/site.yaml", strings.ReplaceAll(files["shop/site.yaml"], "path: /shop\n", "path: /\nbaseURL: https://cafe.example\nhosts: [cafe.example]\n"))
				files["cafe/pages/index.yaml"] = "title: Cafe\ndescription: Coffee.\nsections: [{hero: {title: Cafe}}]\n"
				r.write("cafe/pages/index.yaml", files["cafe/pages/index.yaml"])
				r.write("cafe/pages/about.yaml", "title: About\ndescription: Coffee.\nsections: [{hero: {title: About}}]\n")
				files["cafe/site.yaml"] = strings.ReplaceAll(strings.ReplaceAll(files["shop/site.yaml"], "path: /shop\n", "path: /\nbaseURL: https://cafe.example\nhosts: [cafe.example]\n"), "to: /websites/business", "to: /")
				files["cafe/site.yaml"] = strings.ReplaceAll(files["cafe/site.yaml"], "to: /shop", "to: /about")
				r.write("cafe/site.yaml", files["cafe/site.yaml"])
				replaces(shopPage, "to: /about", "to: \"cafe:/about\"")(r, files)
			}, "business cafe main shop", "main=Home shop=Shop business=Business cafe=Cafe", nil},
			{
				both(func(r *rig, _ folder) { r.remove("cafe/pages/about.yaml") }, replaces("cafe/site.yaml", "to: /about", "to: /")), "business cafe! main shop", "",
				[]string{"cafe: This change waits: shop/pages/index.yaml:3 links to cafe:/about, which would not be there any more."},
			},
			{replaces(shopPage, "to: \"cafe:/about\"", "to: /about"), "business cafe main shop", "", nil},
		},
		"a site that takes the host of another": {
			{func(r *rig, files folder) {
				r.write("cafe/site.yaml", strings.NewReplacer("path: /shop\n", "path: /\nhosts: [cafe.example]\n", "to: /websites/business", "to: /").Replace(strings.ReplaceAll(files["shop/site.yaml"], "to: /shop", "to: /")))
				r.write("cafe/pages/index.yaml", "title: Cafe\ndescription: Coffee.\nsections: [{hero: {title: Cafe}}]\n")
			}, "business cafe main shop", "main=Home shop=Shop business=Business cafe=Cafe", nil},
			{
				both(replaces("shop/site.yaml", "\ntimeZone:", "\nhosts: [shop.example, cafe.example]\ntimeZone:"), title("main/pages/index.yaml", "New")),
				"business cafe main shop!", "main=New shop=Shop business=Business cafe=Cafe",
				[]string{"cafe.example"},
			},
		},
		"a new site that takes the host of another": {
			{func(r *rig, files folder) {
				settings := strings.NewReplacer("path: /shop\n", "path: /\nhosts: [cafe.example]\n", "to: /websites/business", "to: /").Replace(strings.ReplaceAll(files["shop/site.yaml"], "to: /shop", "to: /"))
				files["alpha/site.yaml"] = strings.Replace(settings, "[cafe.example]", "[alpha.example, cafe.example]", 1)
				r.write("cafe/site.yaml", settings)
				r.write("cafe/pages/index.yaml", "title: Cafe\ndescription: Coffee.\nsections: [{hero: {title: Cafe}}]\n")
			}, "business cafe main shop", "main=Home shop=Shop business=Business cafe=Cafe", nil},
			{func(r *rig, files folder) {
				r.write("alpha/site.yaml", files["alpha/site.yaml"])
				r.write("alpha/pages/index.yaml", "title: Alpha\ndescription: First.\nsections: [{hero: {title: Alpha}}]\n")
				title("main/pages/index.yaml", "New")(r, files)
			}, "alpha! business cafe main! shop", "main=Home shop=Shop business=Business cafe=Cafe", []string{"cafe.example"}},
		},
		"a site before it that takes the host of another": {
			{func(r *rig, files folder) {
				r.write("cafe/site.yaml", strings.NewReplacer("path: /shop\n", "path: /\nhosts: [cafe.example]\n", "to: /websites/business", "to: /").Replace(strings.ReplaceAll(files["shop/site.yaml"], "to: /shop", "to: /")))
				r.write("cafe/pages/index.yaml", "title: Cafe\ndescription: Coffee.\nsections: [{hero: {title: Cafe}}]\n")
			}, "business cafe main shop", "main=Home shop=Shop business=Business cafe=Cafe", nil},
			{
				both(replaces("business/site.yaml", "\ntimeZone:", "\nhosts: [business.example, cafe.example]\ntimeZone:"), title("main/pages/index.yaml", "New")),
				"business! cafe main! shop", "main=Home shop=Shop business=Business cafe=Cafe",
				[]string{"cafe.example"},
			},
		},
		"a broken main site holds nobody else": {
			{both(breaks("main/site.yaml"), title(businessPage, "New")), "business main! shop", "main=Home shop=Shop business=New", []string{"main/site.yaml:"}},
			{title(shopPage, "Also new"), "business main! shop", "main=Home shop=Also new business=New", nil},
			{restores("main/site.yaml"), allLive, "main=Home shop=Also new business=New", nil},
		},
		"two are broken": {
			{both(breaks(shopPage), breaks("business/site.yaml"), title("main/pages/index.yaml", "New")), "business! main shop!", "main=New shop=Shop business=Business", nil},
			{restores(shopPage), "business! main shop", "", nil},
			{restores("business/site.yaml"), allLive, "", nil},
		},
		"a link that leads nowhere": {
			{
				both(replaces(shopPage, "to: /about", "to: /abuot"), title(businessPage, "New")), "business main shop!", "main=Home shop=Shop business=New",
				[]string{shopPage + ":3:", "There is no page /abuot. Did you mean \"/about\"?"},
			},
			{replaces(shopPage, "to: /abuot", "to: /about"), allLive, "", nil},
		},
		"a page that others link to is removed": {
			{func(r *rig, _ folder) { r.remove("business/pages/services") }, "business! main shop", "main=Home shop=Shop business=Business", nil},
			{restores("business/pages/services/index.yaml"), allLive, "", nil},
		},
		"a page of main that a site links to is renamed": {
			{func(r *rig, files folder) {
				replaces("main/site.yaml", "{label: About, to: /about}", "{label: About, to: /company}")(r, files)
				replaces("main/products.yaml", "/about#mission", "/company#mission")(r, files)
				replaces("main/pages/about.yaml", "aliases: [/company]\n", "")(r, files)
				r.rename("main/pages/about.yaml", "main/pages/company.yaml")
			}, "business main! shop", "", []string{"main: This change waits: shop/pages/index.yaml:3 links to /about, which would not be there any more. Change that link too, or keep the page. If another one takes its place, give that aliases: [/about]."}},
			{replaces(shopPage, "to: /about", "to: /company"), allLive, "", nil},
		},
		"a change that fits another one which waits": {
			{replaces(shopPage, "to: /about", "to: /company#mission"), "business main shop!", "", []string{"/company"}},
			{func(r *rig, files folder) {
				replaces("main/site.yaml", "{label: About, to: /about}", "{label: About, to: /company}")(r, files)
				replaces("main/products.yaml", "/about#mission", "/company#mission")(r, files)
				replaces("main/pages/about.yaml", "aliases: [/company]\n", "")(r, files)
				r.rename("main/pages/about.yaml", "main/pages/company.yaml")
			}, allLive, "", nil},
		},
		"everything waits for a rename that breaks what is live": {
			{both(title(shopPage, "New"), func(r *rig, files folder) {
				replaces("main/site.yaml", "{label: About, to: /about}", "{label: About, to: /company}")(r, files)
				replaces("main/products.yaml", "/about#mission", "/company#mission")(r, files)
				replaces("main/pages/about.yaml", "aliases: [/company]\n", "")(r, files)
				r.rename("main/pages/about.yaml", "main/pages/company.yaml")
			}), "business main! shop!", "main=Home shop=Shop business=Business", nil},
			{replaces(shopPage, "to: /about", "to: /company"), allLive, "main=Home shop=New business=Business", nil},
		},
		"a plan that another site shows is gone": {
			{replaces("main/plans.yaml", "pro:", "plus:"), "business main! shop", "", []string{"main"}},
		},
		"a link to a page that waits": {
			{
				both(breaks("main/plans.yaml"), func(r *rig, files folder) {
					r.write("main/pages/offer.yaml", "title: Offer\ndescription: Now.\nsections: [{hero: {title: Offer}}]\n")
				}, replaces(shopPage, "to: /about", "to: /offer")), "business main! shop!", "",
				[]string{"main/plans.yaml:", "This change waits for main, which is held back. There is no page /offer."},
			},
			{restores("main/plans.yaml"), allLive, "", nil},
		},
		"a new site that is broken": {
			{func(r *rig, files folder) {
				r.write("cafe/site.yaml", strings.ReplaceAll(files["shop/site.yaml"], "/shop", "/cafe"))
				r.write("cafe/pages/index.yaml", "title: [\n")
				title(shopPage, "New")(r, files)
			}, "business cafe! main shop", "main=Home shop=New business=Business", []string{"cafe/pages/index.yaml:"}},
			{func(r *rig, _ folder) { r.remove("cafe") }, allLive, "", nil},
		},
		"a site that others link to is removed": {
			{func(r *rig, _ folder) { r.remove("business") }, "business! main shop", "main=Home shop=Shop business=Business", []string{"business: This change waits: "}},
			{both(replaces(shopPage, ", {label: Work, to: /websites/business/services}", ""), replaces("main/site.yaml", "to: /websites/business", "to: /shop")), "main shop", "main=Home shop=Shop", nil},
		},
		"a site that is held back is removed": {
			{breaks(shopPage), "business main shop!", "", nil},
			{func(r *rig, _ folder) { r.remove("shop") }, "business main", "main=Home business=Business", nil},
		},
		"a site without its site.yaml": {
			{func(r *rig, _ folder) { r.remove("shop/site.yaml") }, "business main shop!", "main=Home shop=Shop business=Business", []string{"shop: The folder shop has no file site.yaml"}},
			{restores("shop/site.yaml"), allLive, "", nil},
		},
		"a site at the address of another": {
			{func(r *rig, files folder) {
				r.write("copy/site.yaml", files["shop/site.yaml"])
				r.write("copy/pages/index.yaml", "title: Copy\ndescription: Copy.\nsections: [{hero: {title: Copy}}]\n")
				title(businessPage, "New")(r, files)
			}, "business copy! main shop", "main=Home shop=Shop business=New", nil},
		},
		"a stray file holds nobody back": {
			{both(func(r *rig, _ folder) { r.write("stray.yaml", "x: 1\n") }, title(shopPage, "New")), allLive, "main=Home shop=New business=Business", []string{"stray.yaml: This file stands outside"}},
			{title(shopPage, "Newer"), allLive, "main=Home shop=Newer business=Business", nil},
		},
		"everything is gone": {
			{func(r *rig, _ folder) {
				for _, id := range []string{"main", "shop", "business"} {
					r.remove(id)
				}
			}, "business! main! shop!", "main=Home shop=Shop business=Business", nil},
		},
		"a sub-site takes back what it changed": {
			{replaces(shopPage, "to: /about", "to: /abuot"), "business main shop!", "", nil},
			{both(replaces(shopPage, "to: /abuot", "to: /about"), title(businessPage, "New")), allLive, "main=Home shop=Shop business=New", nil},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := threeSites(t)
			r := newRig(t, files, testNow)
			if first := r.poll(); first.Stale() || states(first) != allLive {
				t.Fatal(told(first.Problems), states(first))
			}
			for n, step := range steps {
				step.edit(r, files)
				status := r.poll()
				if got := states(status); got != step.states {
					t.Fatalf("step %d: %s, want %s\n%s", n, got, step.states, told(status.Problems))
				}
				if got := r.titles(); step.titles != "" && got != step.titles {
					t.Errorf("step %d: visitors see %s, want %s", n, got, step.titles)
				}
				for _, want := range step.told {
					if !strings.Contains(told(status.Problems), want) {
						t.Errorf("step %d: nothing says %q:\n%s", n, want, told(status.Problems))
					}
				}
				for _, one := range status.Sites {
					if (one.State == Held) != (len(one.Problems) > 0) || one.Since.IsZero() {
						t.Errorf("step %d: %+v", n, one)
					}
				}
				if again := r.poll(); states(again) != states(status) || told(again.Problems) != told(status.Problems) {
					t.Errorf("step %d: looked at again, it is %s", n, states(again))
				}
			}
		})
	}
}

func TestTheLogSaysWhatBecameOfASave(t *testing.T) {
	files := threeSites(t)
	r := newRig(t, files, testNow)
	r.poll()
	r.logged()
	r.write(businessPage, strings.Replace(files[businessPage], "title: Business", "title: New", 1))
	r.write(shopPage, files[shopPage]+"oops: 1\n")
	r.poll()
	log := r.logged()
	for _, want := range []string{"msg=\"content is live\"", "took=", "changed=" + businessPage, "held back", "by=" + shopPage + ":4", "site=shop"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
	if r.poll(); r.log.String() != "" {
		t.Errorf("the log says again:\n%s", r.logged())
	}
}

// TestOneOfManySitesIsBroken is an agency's afternoon.
func TestOneOfManySitesIsBroken(t *testing.T) {
	files := manySites(t, 60, 2)
	r := newRig(t, files, testNow)
	if status := r.poll(); status.Stale() {
		t.Fatal(told(status.Problems))
	}
	const broken, innocent = "site-0023/site.yaml", "site-0040/pages/index.yaml"
	r.write(broken, "name: [\n")
	r.write(innocent, strings.Replace(files[innocent], "title: Page 0", "title: New", 1))
	status := r.poll()
	if held := strings.Count(states(status), "!"); held != 1 || page(t, r.Revision(), "/sites/site-0040").Title != "New" {
		t.Fatalf("%d are held back:\n%s", held, told(status.Problems))
	}
	parsed := r.loader.reader.Parsed.Load()
	r.write(innocent, strings.Replace(files[innocent], "title: Page 0", "title: Newer", 1))
	if r.poll(); page(t, r.Revision(), "/sites/site-0040").Title != "Newer" {
		t.Error("a second save is not live")
	}
	if again := r.loader.reader.Parsed.Load() - parsed; again > 2 {
		t.Errorf("%d files were parsed for one save", again)
	}
	r.write(broken, files[broken])
	if status := r.poll(); status.Stale() {
		t.Error("it is not good again:", told(status.Problems))
	}
}

// TestManyChangesThatWait bounds what is tried and what is told.
func TestManyChangesThatWait(t *testing.T) {
	files := manySites(t, 100, 2)
	r := newRig(t, files, testNow)
	if status := r.poll(); status.Stale() {
		t.Fatal(told(status.Problems))
	}
	r.logged()
	// All link to /about#mission, some change, and main takes it away.
	for n := range 50 {
		name := fmt.Sprintf("site-%04d/pages/index.yaml", n)
		r.write(name, strings.Replace(files[name], "title: Page 0", "title: New", 1))
	}
	r.write("main/pages/about.yaml", strings.ReplaceAll(files["main/pages/about.yaml"], "mission", "vision"))
	r.write("main/products.yaml", strings.Replace(files["main/products.yaml"], "/about#mission", "/about", 1))
	began := time.Now()
	status := r.poll()
	if got := strings.Count(states(status), "!"); got != 51 || page(t, r.Revision(), "/sites/site-0049").Title == "New" {
		t.Errorf("%d are held back", got)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it took %v", took)
	}
	if got := told(status.Problems); !strings.Contains(got, "main: This change waits: site-") || strings.Count(got, "more) links to /about#mission") != 1 {
		t.Errorf("the problems are\n%s", got)
	}
}
