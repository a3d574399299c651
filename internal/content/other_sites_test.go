//go:build !race

package content

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

// sharingSites is the base tree in two languages, in which the page /shared of business shows these sections.
func sharingSites(t *testing.T, sections string) folder {
	t.Helper()
	files := translatedTree(t)
	files["main/images/team.png"] = grayPNG(t, 60, 40)
	files["main/images/tall.png"] = grayPNG(t, 40, 60)
	files["main/files/tour.mp4"] = "\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2\x00\x00\x00\x08moov"
	files["main/images.yaml"] = "images/team.png: {alt: \"The team of {{site.name}}\", focus: 100% 0%, credit: Ann}\n"
	files["main/de/images.yaml"] = "images/team.png: {alt: Unser Team}\n"
	files["main/people.yaml"] = "founder: {name: Ada, role: Founder, image: {src: images/team.png, alt: Ada}}\n"
	files["main/de/people.yaml"] = "founder: {role: Gründerin}\n"
	files["main/testimonials.yaml"] = "ann: {name: Ann, text: Good}\n"
	files["main/blocks.yaml"] = "call:\n  split: {title: Call, text: Us, image: images/team.png}\n"
	files["business/pages/shared.yaml"] = "title: Shared\ndescription: Of another site.\nsections:\n  - hero: {title: Shared}\n" + sections
	files["business/de/site.yaml"] = "name: Deutsch\n"
	files["business/de/pages/index.yaml"] = "title: Start\nsections: [{hero: {title: Start}}]\n"
	return files
}

func shared(t *testing.T, files folder, path string) *site.Page {
	t.Helper()
	return page(t, loadTranslated(t, files), path)
}

func TestAPictureOfAnotherSite(t *testing.T) {
	files := sharingSites(t, `  - split: {title: A, text: B, image: "main:images/team.png"}
  - split: {title: A, text: B, image: {src: "main:images/team.png", phone: "main:images/tall.png", alt: We}}
  - prose: {markdown: "![](main:images/team.png)"}
  - team: {}
`)
	files["business/people.yaml"] = "boss: {name: Bo, image: \"main:images/team.png\"}\n"
	files.replace(t, "business/site.yaml", "path: /websites/business", "path: /websites/business\nmark: {src: \"main:images/mark.svg\", alt: \"\"}")
	files["business/de/pages/shared.yaml"] = "title: Geteilt\nsections: [{hero: {title: A, image: \"main:images/team.png\"}}]\n"
	files.replace(t, "main/site.yaml", "footer:\n", "footer:\n  sites: [main, business]\n")
	revision := loadTranslated(t, files)
	business := revision.ByID("business")
	english := page(t, revision, "/websites/business/shared")
	first, second := body[site.Split](t, english, 1).Image, body[site.Split](t, english, 2).Image
	if first.Alt != "The team of Evenlight" || first.Credit != "Ann" || first.Focus != "100% 0%" || second.Alt != "We" || second.Narrow == nil {
		t.Errorf("the pictures are %+v and %+v", first, second)
	}
	if got := body[site.Prose](t, english, 3).Markdown.Nodes[0].Image; got.Alt != "The team of Evenlight" {
		t.Errorf("in a text it is %+v", got)
	}
	for _, address := range []string{first.URL, business.Site.Mark.URL, body[site.Team](t, english, 4).Items[0].Image.URL} {
		if _, served := business.Files[address]; !served || !strings.HasPrefix(address, "/images/main/") {
			t.Errorf("business does not serve %q", address)
		}
	}
	if got := body[site.Hero](t, page(t, revision, "/websites/business/de/shared"), 0).Image.Alt; got != "Unser Team" {
		t.Errorf("in German the picture is %q", got)
	}
	if got := revision.Main().Site.Footer.Sites[1].Mark; got == nil || !strings.HasPrefix(got.URL, "data:image/svg+xml,%3Csvg") {
		t.Errorf("the footer shows the mark %+v", got)
	}
}

func TestAFilmOfAnotherSite(t *testing.T) {
	files := sharingSites(t, "  - video: {title: Tour, src: \"main:files/tour.mp4\", captions: \"\", poster: \"main:images/team.png\"}\n")
	if got := body[site.Video](t, shared(t, files, "/websites/business/shared"), 1).URL; !strings.HasPrefix(got, "/files/main/tour-") {
		t.Errorf("the film is %q", got)
	}
}

func TestEntriesOfAnotherSite(t *testing.T) {
	sections := `  - team: {refs: [main/founder]}
  - testimonials: {refs: [main/ann]}
  - products: {refs: [main/promptify]}
  - plans: {refs: [main/pro]}
  - forms: {refs: [main/message]}
  - block: main/call
  - prose: {id: preview, markdown: Preview}
`
	files := sharingSites(t, sections)
	files["business/de/pages/shared.yaml"] = "title: Geteilt\nsections:\n  - hero: {title: Geteilt}\n" + sections
	for path, want := range map[string]string{
		"/websites/business/shared":    "Founder, $2.99, Pro, main, The team of Evenlight",
		"/websites/business/de/shared": "Gründerin, 2,99\u00a0$, Profi, main.de, Unser Team",
	} {
		made := shared(t, files, path)
		person := body[site.Team](t, made, 1).Items[0]
		plan := body[site.Plans](t, made, 4).Items[0]
		form := body[site.Forms](t, made, 5).Items[0]
		got := []string{string(person.Role), plan.Price.Text, string(plan.Name), form.SiteID, string(body[site.Split](t, made, 6).Image.Alt)}
		if strings.Join(got, ", ") != want || person.Image.URL == "" {
			t.Errorf("%s shows %q, want %q", path, got, want)
		}
	}
}

func TestMistakesWithWhatAnotherSiteHas(t *testing.T) {
	for section, want := range map[string]string{
		`split: {title: A, text: B, image: "mian:images/team.png"}`:   `There is no site "mian". Did you mean "main"?`,
		`split: {title: A, text: B, image: "x9z:images/team.png"}`:    `There is no site "x9z". Known are `,
		`split: {title: A, text: B, image: "main:team.png"}`:          `"main:team.png" is no file of the folder images. Did you mean "main:images/team.png"?`,
		`split: {title: A, text: B, image: main/images/team.png}`:     `Did you mean "main:images/team.png"?`,
		`split: {title: A, text: B, image: ../main/images/team.png}`:  `Did you mean "main:images/team.png"?`,
		`split: {title: A, text: B, image: "main:images/taem.png"}`:   `There is no picture main/images/taem.png. Did you mean "main:images/team.png"?`,
		`split: {title: A, text: B, image: "main:../x.png"}`:          `"main:../x.png" is no file of the folder images.`,
		`split: {title: A, text: B, image: images/team.png}`:          `There is no picture business/images/team.png. The site main has one: write main:images/team.png.`,
		`split: {title: A, text: B, image: images/else.png}`:          `There is no picture business/images/else.png. Save it there.`,
		`video: {title: A, src: "main:files/tuor.mp4", captions: ""}`: `There is no file main/files/tuor.mp4. Did you mean "main:files/tour.mp4"?`,
		`video: {title: A, src: "mian:files/tour.mp4", captions: ""}`: `There is no site "mian". Did you mean "main"?`,
		`team: {refs: [main/fuonder]}`:                                `There is no person "fuonder". Did you mean "main/founder"?`,
		`team: {refs: [mian/founder]}`:                                `There is no site "mian". Did you mean "main"?`,
		`team: {refs: [founder]}`:                                     `The site main has one: write main/founder.`,
		`split: {title: A, text: B, image: "main:images/tall.png"}`:   `warning: The picture has no alt: what it shows, for people who do not see it. Write it once in main/images.yaml, such as images/tall.png: {alt: What it shows}`,
	} {
		_, problems := load(t, NewLoader(sampleOptions()), sharingSites(t, "  - "+section+"\n").fs(), testNow)
		if got := told(problems); !strings.Contains(got, "business/pages/shared.yaml:5:") || !strings.Contains(got, want) {
			t.Errorf("%s: told\n%swant %s", section, got, want)
		}
	}
}

// TestWhatAnotherSiteUsesStays takes away what business uses, in a folder that is live: what is live stays, and the
// site that changed says who uses it.
func TestWhatAnotherSiteUsesStays(t *testing.T) {
	files := sharingSites(t, "  - split: {title: A, text: B, image: \"shop:images/mark.svg\"}\n  - team: {refs: [shop/founder]}\n")
	shop := threeSites(t)
	for _, name := range []string{"shop/site.yaml", shopPage, "shop/images/mark.svg"} {
		files[name] = shop[name]
	}
	files["shop/people.yaml"] = "founder: {name: Ada}\n"
	for gone, want := range map[string]string{
		"shop/images/mark.svg": "business/pages/shared.yaml:5. There is no picture shop/images/mark.svg.",
		"shop/people.yaml":     "business/pages/shared.yaml:6. There is no person \"founder\".",
		"shop":                 "business/pages/shared.yaml:5. There is no site \"shop\".",
	} {
		r := newRig(t, files, testNow)
		if status := r.poll(); status.Stale() {
			t.Fatal(told(status.Problems))
		}
		r.remove(gone)
		status := r.poll()
		if got := told(status.Problems); !strings.Contains(got, "This change waits: with it, there would be an error in "+want) {
			t.Errorf("without %s: told\n%s", gone, got)
		}
		if split := body[site.Split](t, page(t, r.Revision(), "/websites/business/shared"), 1); split.Image.URL == "" {
			t.Errorf("without %s, the picture is %+v", gone, split.Image)
		}
	}

	r := newRig(t, files, testNow)
	r.poll()
	before := body[site.Split](t, page(t, r.Revision(), "/websites/business/shared"), 1).Image
	r.write("shop/images/mark.svg", strings.Replace(files["shop/images/mark.svg"], "48", "96", 1))
	r.write("shop/images.yaml", "images/mark.svg: {alt: Another mark}\n")
	r.poll()
	if after := body[site.Split](t, page(t, r.Revision(), "/websites/business/shared"), 1).Image; after.URL == before.URL || after.Alt != "Another mark" {
		t.Errorf("another picture at shop is %+v at business", after)
	}
}

// TestASymbolicLinkToAPicture says what to do instead, where it leads out of the folder or nowhere.
func TestASymbolicLinkToAPicture(t *testing.T) {
	dir := onDisk(t, sharingSites(t, "  - split: {title: A, text: B, image: images/out.png}\n  - split: {title: A, text: B, image: images/gone.png}\n"))
	must(t, os.MkdirAll(filepath.Join(dir, "business/images"), 0o755))
	must(t, os.Symlink(filepath.Join(dir, "main/images/team.png"), filepath.Join(dir, "business/images/out.png")))
	must(t, os.Symlink("nowhere.png", filepath.Join(dir, "business/images/gone.png")))
	_, problems := load(t, NewLoader(sampleOptions()), tree.Folder(dir), testNow)
	for _, want := range []string{
		"business/pages/shared.yaml:5:39: The picture business/images/out.png cannot be read. It is a symbolic link that leads out of the content folder: put a copy of the file in its place, or name the one of another site where it is used, such as main:images/team.jpg.",
		"business/pages/shared.yaml:6:39: The picture business/images/gone.png cannot be read. It is a symbolic link that leads nowhere: put the file in its place.",
	} {
		if got := told(problems); !strings.Contains(got, want) {
			t.Errorf("told\n%swant %s", got, want)
		}
	}
}
