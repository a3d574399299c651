//go:build !race

package content

import (
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

// box is a part of an MP4.
func box(name string, parts ...string) string {
	inside := strings.Join(parts, "")
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(inside)))) + name + inside
}

// film returns an MP4 of a size.
func film(width, height uint16) string {
	size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(width)<<16), uint32(height)<<16)
	track := box("trak", box("tkhd", strings.Repeat("\x00", 76)+string(size)), box("mdia", box("minf", box("stbl", box("stsd", strings.Repeat("\x00", 12), "avc1")))))
	return box("ftyp", "isom") + box("moov", track)
}

// withFiles is the tree with files for visitors.
func withFiles(t *testing.T, sections string) folder {
	t.Helper()
	files := withMedia(t, sections)
	files["main/files/Price List 2026.pdf"] = "%PDF-1.7 prices"
	files["main/files/press/logos.zip"] = "PK\x03\x04 logos"
	files["main/files/tour.mp4"] = film(1280, 720)
	files["main/files/tour.vtt"] = "WEBVTT\n\n00:00.000 --> 00:02.000\nHello."
	files["main/files/_old.exe"] = "MZ"
	return files
}

func TestAddressesOfFilesThatStay(t *testing.T) {
	files := withMedia(t, "  - cta: {actions: [{label: One, to: files/2025/menu.zip}, {label: Two, to: 'files/2026/Меню к столу.zip'}]}\n")
	files["main/files/2025/menu.zip"], files["main/files/2026/Меню к столу.zip"] = "PK\x03\x04 old", "PK\x03\x04 new"
	files["main/redirects.yaml"] = "/menu: files/2025/menu.zip#page=2\n"
	revision := good(t, files, sampleOptions(), testNow)
	var all []string
	for _, file := range revision.Main().Files {
		all = append(all, file.Lasting)
	}
	for _, want := range []string{"/files/main/2025/menu.zip", "/files/main/2026/file-a62516fe.zip"} {
		if !slices.Contains(all, want) {
			t.Errorf("%s is not among %q", want, all)
		}
	}
	if to := revision.Redirects().Lookup("/menu"); to != "/files/main/2025/menu.zip#page=2" {
		t.Errorf("the redirect leads to %s", to)
	}
}

func TestFilesAreLinkedByTheirPathAndServedByTheirHash(t *testing.T) {
	files := withFiles(t, `  - prose: {markdown: "Read the [prices](<files/Price List 2026.pdf>)."}
  - cta: {actions: [{label: Logos, to: files/press/logos.zip}]}
  - video: {title: A tour, src: files/tour.mp4, captions: files/tour.vtt}
`)
	files["business/pages/shown.yaml"] = "title: Shown\ndescription: D.\nsections:\n  - hero: {title: H, actions: [{label: Logos, to: \"main:files/press/logos.zip\"}]}\n"
	revision := good(t, files, sampleOptions(), testNow)
	shown := page(t, revision, "/shown")
	logos := body[site.CallToAction](t, shown, 2).Actions[0]
	if logos.Kind != site.LinkFile || logos.File != "ZIP, 1 KB" || !strings.HasPrefix(logos.Href, "/files/main/logos-") || !strings.HasSuffix(logos.Href, ".zip") {
		t.Errorf("the link is %+v", logos)
	}
	file := revision.Sites[0].Files[logos.Href]
	if file.Download != "logos.zip" || file.ContentType != "application/zip" || file.Data != nil || file.Size != 10 {
		t.Errorf("the file is %+v", file)
	}
	opened, err := file.Open()
	if err != nil {
		t.Fatal(err)
	}
	if data, err := io.ReadAll(opened); string(data) != files["main/files/press/logos.zip"] || err != nil {
		t.Errorf("it holds %q, %v", data, err)
	}
	if err := opened.Close(); err != nil {
		t.Error(err)
	}
	film := body[site.Video](t, shown, 3)
	if film.Width != 1280 || film.Height != 720 || film.ContentType != "video/mp4" || revision.Sites[0].Files[film.URL].Download != "" || film.CaptionsURL == "" {
		t.Errorf("the film is %+v", film)
	}
	if !slices.Contains(shown.Head.Policy, "media-src 'self'") {
		t.Errorf("the page may %q", shown.Head.Policy)
	}
	pdf := 0
	for address, file := range revision.Sites[0].Files {
		if strings.HasPrefix(address, "/files/main/price-list-2026-") && file.ContentType == "application/pdf" && file.Download == "" {
			pdf++
		}
	}
	if pdf != 1 {
		t.Errorf("%d price lists", pdf)
	}
	if other := body[site.Hero](t, page(t, revision, "/websites/business/shown"), 0).Actions[0]; other.Href != logos.Href {
		t.Errorf("another site leads to %+v", other)
	}
}

func TestAFileThatChangesChangesThePagesThatLeadToIt(t *testing.T) {
	files := withFiles(t, "  - cta: {actions: [{label: Logos, to: files/press/logos.zip}, {label: P, to: files/Price List 2026.pdf}, {label: T, to: files/tour.mp4}, {label: C, to: files/tour.vtt}]}\n")
	loader := NewLoader(sampleOptions())
	href := func() string {
		t.Helper()
		revision, problems := load(t, loader, files.fs(), testNow)
		if len(problems) > 0 {
			t.Fatalf("problems:\n%s", told(problems))
		}
		return body[site.CallToAction](t, page(t, revision, "/shown"), 1).Actions[0].Href
	}
	before := href()
	if again := href(); again != before {
		t.Errorf("%s became %s", before, again)
	}
	files["main/files/press/logos.zip"] += " more"
	if after := href(); after == before {
		t.Errorf("it is still %s", after)
	}
	delete(files, "main/files/press/logos.zip")
	if _, problems := load(t, loader, files.fs(), testNow); !tree.HasError(problems) {
		t.Error("a link to a file that is gone is good")
	}
}
