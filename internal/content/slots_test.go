package content

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// grayPNG is a PNG of a size.
func grayPNG(t *testing.T, width, height int) string {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestWidthsAreThoseOfTheSlotAndNeverMoreThanTheSource(t *testing.T) {
	for source, want := range map[int][]int{
		1: {1}, 479: {479}, 480: {480}, 481: {480, 481}, 1000: {480, 800, 1000}, 1600: {480, 800, 1200, 1600}, 9000: {480, 800, 1200, 1600},
	} {
		if got := widthsOf(slotLooks[site.SlotHero], source); !slices.Equal(got, want) {
			t.Errorf("a picture of %d has the widths %v, want %v", source, got, want)
		}
	}
}

func TestATreatmentThatShowsAPictureLargerAsksForItLarger(t *testing.T) {
	for background, want := range map[string]string{"plain": slotLooks[site.SlotHalf].sizes, "paper": sizesUnder["paper"][site.SlotHalf]} {
		files := baseTree(t)
		files["main/images/wide.png"] = grayPNG(t, 1200, 600)
		files.replace(t, "main/site.yaml", "  scheme: dark\n", "  scheme: dark\n  background: "+background+"\n")
		files["main/pages/wall.yaml"] = "title: Wall\ndescription: Words.\nsections:\n  - hero: {title: Wall}\n  - split: {text: Words., image: {src: images/wide.png, alt: Gray}}\n"
		revision := good(t, files, sampleOptions(), testNow)
		for _, page := range revision.Sites[0].Pages {
			if page.Path != "/wall" {
				continue
			}
			if got := page.Sections[1].Body.(*site.Split).Image.Sizes; got != want {
				t.Errorf("under %s: %s, want %s", background, got, want)
			}
		}
	}
}

func TestAPictureIsCroppedAroundItsFocus(t *testing.T) {
	wide, tall := picture{width: 1000, height: 400}, picture{width: 400, height: 1000}
	for _, c := range []struct {
		of    picture
		slot  site.Slot
		focus string
		want  image.Rectangle
	}{
		{wide, site.SlotHero, "10% 10%", image.Rect(0, 0, 640, 400)},
		{tall, site.SlotHero, "10% 10%", image.Rect(0, 0, 400, 1000)},
		{wide, site.SlotHalf, "10% 10%", image.Rect(0, 0, 1000, 400)},
		{wide, site.SlotTile, "", image.Rect(300, 0, 700, 400)},
		{wide, site.SlotTile, "0% 0%", image.Rect(0, 0, 400, 400)},
		{wide, site.SlotTile, "62% 30%", image.Rect(420, 0, 820, 400)},
		{wide, site.SlotTile, "100%  100%", image.Rect(600, 0, 1000, 400)},
		{tall, site.SlotTile, "", image.Rect(0, 300, 400, 700)},
		{tall, site.SlotTile, "50% 30%", image.Rect(0, 100, 400, 500)},
		{tall, site.SlotCard, "50% 100%", image.Rect(0, 734, 400, 1000)},
		{picture{width: 1, height: 9000}, site.SlotCard, "", image.Rect(0, 4499, 1, 4500).Sub(image.Pt(0, -1))},
	} {
		got := c.of.part(slotLooks[c.slot], c.focus)
		if got != c.want && c.of.width > 1 {
			t.Errorf("%v in %s around %q is %v, want %v", c.of, c.slot, c.focus, got, c.want)
		}
		if !got.In(image.Rect(0, 0, c.of.width, c.of.height)) || got.Empty() {
			t.Errorf("%v in %s is %v", c.of, c.slot, got)
		}
	}
}

func TestAPhotoIsOfferedInItsWidths(t *testing.T) {
	files := photoTree(t, "{src: images/team.png, alt: The team, phone: images/tall.png}", "")
	files["main/images/team.png"], files["main/images/tall.png"] = grayPNG(t, 1000, 700), grayPNG(t, 500, 900)
	revision := good(t, files, sampleOptions(), testNow)
	about := page(t, revision, "/about")
	shown := body[site.Hero](t, about, 0).Image
	served := revision.Sites[0].Files
	check := func(set, widths string) {
		t.Helper()
		var got []string
		for _, one := range strings.Split(set, ", ") {
			address, width, _ := strings.Cut(one, " ")
			got = append(got, width)
			if file := served[address]; file.Version == nil || file.ContentType != "image/webp" {
				t.Errorf("%s is served as %+v", address, file)
			}
		}
		if strings.Join(got, " ") != widths {
			t.Errorf("the widths are %v, want %s", got, widths)
		}
	}
	check(shown.Srcset, "480w 800w 1000w")
	check(shown.Narrow.Srcset, "480w 500w")
	if shown.Width != 1000 || shown.Height != 700 || shown.Type != "image/webp" || shown.Sizes == "" || !strings.HasSuffix(shown.URL, "-800.png") {
		t.Errorf("it is %+v", shown)
	}
	if shown.Narrow.Width != 500 || shown.Narrow.Height != 900 || about.Lead != shown.URL+" "+shown.Sizes {
		t.Errorf("phones see %+v; the first picture is %s", shown.Narrow, about.Lead)
	}
	if served[shown.URL].Version == nil {
		t.Error("nothing serves the picture for old browsers")
	}
}

func TestPicturesThatAreTooLargeOrForeignAreRefused(t *testing.T) {
	for data, want := range map[string]string{
		grayPNG(t, 65_536, 1):                "is 65536 pixels long; at most 65535 can be taken. Save it smaller",
		grayPNG(t, 5000, 5000):               "has 25 megapixels; at most 24 can be taken. Save it smaller: a width of 4000 pixels is more than any screen shows.",
		"\x00\x00\x00\x18ftypheic\x00\x00":   "is a HEIC, which browsers do not show. Export it as JPEG: on an iPhone",
		"\x00\x00\x00\x18ftypavif\x00\x00":   "is an AVIF, which browsers do not show.",
		"II*\x00more":                        "is a TIFF",
		grayPNG(t, 600, 400)[:200]:           "is not complete: its end is missing. Copy it again.",
		"\x89PNG\r\n\x1a\n" + "\x00\x00\x00": "is damaged.",
	} {
		files := photoTree(t, "images/team.png", "")
		files["main/images/team.png"] = data
		revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if got := told(problems); revision != nil || !strings.Contains(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestWhatTheCameraWroteIntoAFaviconIsNotServed(t *testing.T) {
	files := baseTree(t)
	chunk := "\x00\x00\x00\x0atEXtplace=home\x00\x00\x00\x00"
	whole := grayPNG(t, 32, 32)
	end := len(whole) - 12
	files["main/images/icon.png"] = whole[:end] + chunk + whole[end:]
	files["main/site.yaml"] += "favicon: images/icon.png\n"
	revision := good(t, files, sampleOptions(), testNow)
	served := revision.Sites[0].Files[revision.Sites[0].Site.Favicon.URL]
	if string(served.Data) != whole {
		t.Errorf("%d bytes are served, want %d without the place", len(served.Data), len(whole))
	}
}

func TestAPictureThatMovesTellsNoPlace(t *testing.T) {
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x88\x25\x00\x04\x00\x00\x00\x01\x00\x00\x00\x1a\x00\x00\x00\x00"
	chunk := func(name, data string) string {
		return name + string(binary.LittleEndian.AppendUint32(nil, uint32(len(data)))) + data + strings.Repeat("\x00", len(data)%2)
	}
	moving := func(chunks ...string) []byte {
		inside := "WEBP" + chunk("VP8X", "\x02\x00\x00\x00\x05\x00\x00\x03\x00\x00") + chunk("ANMF", strings.Repeat("x", 301)) + strings.Join(chunks, "")
		return []byte("RIFF" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(inside)))) + inside)
	}
	gif := string(samplePictures(t)["gif"])
	told := strings.Repeat("x", 64<<10-4) + "<x exif:GPSLatitude='50,0N'/>"
	for name, test := range map[string]struct {
		data []byte
		code string
	}{
		"nothing":          {moving(), ""},
		"another tag":      {moving(chunk("EXIF", strings.Replace(exif, "\x88\x25", "\x01\x12", 1))), ""},
		"by Exif":          {moving(chunk("EXIF", exif)), "picture-place"},
		"by XMP":           {moving(chunk("XMP ", told)), "picture-place"},
		"by XMP of a GIF":  {[]byte(gif[:len(gif)-1] + told + ";"), "picture-place"},
		"a chunk too long": {moving("EXIF\xff\xff\xff\xff"), ""},
	} {
		if made := inspectBytes(t, test.data); made.code != test.code {
			t.Errorf("%s: %q %s, want %q", name, made.code, made.message, test.code)
		}
	}
}

func FuzzPicture(f *testing.F) {
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x10Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00"))
	f.Add([]byte("RIFF\x10\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00"))
	f.Add([]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, format := range []format{formatJPEG, formatPNG, formatWebP} {
			if turned := orientationOf(format, bytes.NewReader(data)); turned < 1 || turned > 8 {
				t.Errorf("it is turned as %d", turned)
			}
		}
		if bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")) {
			withoutMetadata(data)
		}
		made := inspectBytes(t, data)
		if made.code == "" && (made.url == "" || made.scales() && (made.width <= 0 || made.width*made.height > maxPixels)) {
			t.Errorf("it is good: %+v", made)
		}
	})
}

func TestAPosterIsOneWebPThatAPhoneCanAfford(t *testing.T) {
	made := picture{path: "main/images/oven.jpg", format: formatJPEG, width: 1800, height: 1200, blob: &blob{}}
	shown := made.in(site.SlotPoster, "")
	if !strings.HasSuffix(shown.url, "-800.webp") || shown.set.Srcset != "" || len(shown.files) != 1 || shown.height != 533 {
		t.Errorf("a poster is %+v", shown)
	}
}
