package content

import (
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evenlight/marquee/internal/site"
)

// box is a part of an MP4.
func box(name string, parts ...string) string {
	inside := strings.Join(parts, "")
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(inside)))) + name + inside
}

// track is a track of an MP4: its header ends with a matrix, width and height.
func track(width, height uint16, upright bool, codec string) string {
	matrix := make([]byte, 36)
	matrix[1] = 1
	if upright {
		matrix[1], matrix[5] = 0, 1
	}
	size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(width)<<16), uint32(height)<<16)
	return box("trak", box("tkhd", strings.Repeat("\x00", 40), string(matrix), string(size)),
		box("mdia", box("minf", box("stbl", box("stsd", "\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x10", codec, "more")))))
}

func film(tracks ...string) string {
	return box("ftyp", "isom") + box("mdat", strings.Repeat("x", 5000)) + box("moov", append([]string{box("mvhd", "time")}, tracks...)...)
}

// element is a part of a WebM, with one byte for its length.
func element(id string, parts ...string) string {
	inside := strings.Join(parts, "")
	return id + string([]byte{0x40, byte(len(inside))}) + inside
}

func TestTheSizeOfAFilmIsReadFromItsHeader(t *testing.T) {
	webm := element("\x1a\x45\xdf\xa3", element("\x42\x82", "webm")) + "\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff" +
		element("\x16\x54\xae\x6b", element("\xae", element("\x86", "A_OPUS")), element("\xae", element("\x86", "V_VP9"), element("\xe0", element("\xb0", "\x05\x00"), element("\xba", "\x02\xd0"))))
	for name, test := range map[string]struct {
		data string
		read func(io.ReaderAt, int64) media
		want media
	}{
		"sound comes first":        {film(track(0, 0, false, "mp4a"), track(1920, 1080, false, "avc1")), readMP4, media{1920, 1080, "avc1", false}},
		"a phone held upright":     {film(track(1920, 1080, true, "hvc1")), readMP4, media{1080, 1920, "hvc1", false}},
		"sound alone":              {film(track(0, 0, false, "mp4a")), readMP4, media{}},
		"cut off":                  {film(track(1920, 1080, false, "avc1"))[:5100], readMP4, media{}},
		"the place by Android":     {film(track(1920, 1080, false, "avc1"), box("udta", box("\xa9xyz", "\x00\x12\x15\xc7+50.0+008.0/"))), readMP4, media{1920, 1080, "avc1", true}},
		"the place by Apple":       {film(track(1920, 1080, false, "avc1"), box("meta", box("keys", "com.apple.quicktime.location.ISO6709"))), readMP4, media{1920, 1080, "avc1", true}},
		"a box longer than itself": {box("ftyp", "isom") + "\xff\xff\xff\xffmoov", readMP4, media{}},
		"a box of no length":       {box("ftyp", "isom") + "\x00\x00\x00\x01moov\xff\xff\xff\xff\xff\xff\xff\xff", readMP4, media{}},
		"nothing but boxes":        {strings.Repeat(box("moov"), 5000), readMP4, media{}},
		"WebM":                     {webm, readWebM, media{1280, 720, "V_VP9", false}},
		"WebM cut off":             {webm[:len(webm)-6], readWebM, media{}},
		"WebM of zeros":            {strings.Repeat("\x00", 300), readWebM, media{}},
		"WebM of ones":             {strings.Repeat("\xff", 300), readWebM, media{}},
	} {
		if got := test.read(strings.NewReader(test.data), int64(len(test.data))); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

func FuzzTheSizeOfAFilm(f *testing.F) {
	f.Add([]byte(film(track(1920, 1080, false, "avc1"))))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range []func(io.ReaderAt, int64) media{readMP4, readWebM} {
			if got := read(strings.NewReader(string(data)), int64(len(data))); got.width < 0 || got.height < 0 {
				t.Errorf("%+v", got)
			}
		}
	})
}

func TestOnlyWhatIsWhatItsNameSaysIsServed(t *testing.T) {
	for name, data := range map[string]string{
		"a.pdf": "%PDF-1.7", "a.PDF": "%PDF-1.7", "a.zip": "PK\x03\x04", "a.docx": "PK\x03\x04", "a.mp4": film(), "a.csv": "a;b\n1;é", "a.vtt": "\xef\xbb\xbfWEBVTT\n", "a.mp3": "ID3\x04",
		"a.txt": strings.Repeat("x", fileHead-1) + "é"[:1],
	} {
		if _, message, _ := typeOfFile(name, []byte(data)); message != "" {
			t.Errorf("%s is refused: %s", name, message)
		}
	}
	for name, data := range map[string]string{
		"a.pdf": "<!doctype html>", "a.exe": "MZ", "a.html": "<p>", "a.svg": "<svg>", "a.mov": film(), "a.txt": "a\x00b", "a.csv": "\xff\xfea\x00", "a.vtt": "1\n00:00", "a.zip": "", "a": "text", "a.xyz": "text",
		"a.mp4": "ftyp", "b.mp4": "\x00\x00\x00\x14ftypqt  ",
	} {
		if _, message, hint := typeOfFile(name, []byte(data)); message == "" || hint == "" {
			t.Errorf("%s is served, or nobody says what to do: %q %q", name, message, hint)
		}
	}
}

// withFiles is the tree with files for visitors.
func withFiles(t *testing.T, sections string) tree {
	t.Helper()
	files := withMedia(t, sections)
	files["main/files/Price List 2026.pdf"] = "%PDF-1.7 prices"
	files["main/files/press/logos.zip"] = "PK\x03\x04 logos"
	files["main/files/tour.mp4"] = film(track(1280, 720, false, "avc1"))
	files["main/files/tour.vtt"] = "WEBVTT\n\n00:00.000 --> 00:02.000\nHello."
	files["main/files/_old.exe"] = "MZ"
	return files
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
	if _, problems := load(t, loader, files.fs(), testNow); !hasError(problems) {
		t.Error("a link to a file that is gone is good")
	}
}

func TestAFileThatIsTooLargeIsNotRead(t *testing.T) {
	tree := fstest.MapFS{"main/files/a.zip": {Data: []byte("PK\x03\x04")}}
	made := NewLoader(Options{}).readFile(t.Context(), tree, "main/files/a.zip", entry{name: "a.zip", size: maxFile + 1}, nil)
	if made.code != "large-file" || made.blob != nil {
		t.Errorf("%+v", made)
	}
}

func TestSizesInWords(t *testing.T) {
	for bytes, want := range map[int64]string{1: "1 KB", 1000: "1 KB", 1001: "2 KB", 998_999: "999 KB", 999_001: "1 MB", 1_000_001: "2 MB", 200 << 20: "210 MB"} {
		if got := sizeInWords(bytes); got != want {
			t.Errorf("%d bytes are %s, want %s", bytes, got, want)
		}
	}
}
