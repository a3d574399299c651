package fontfile_test

import (
	"encoding/json"
	"io/fs"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/fontfile"
	"github.com/evenlight/marquee/internal/site"
)

// dist is the web build, whose fonts are real ones.
var dist = os.DirFS("../../web/dist")

type family struct {
	Faces   []site.FontFace `json:"faces"`
	Generic string          `json:"generic"`
	Whole   string          `json:"whole"`
	Kerning float64         `json:"kerning"`
}

func built(t testing.TB) map[string]family {
	t.Helper()
	data, err := fs.ReadFile(dist, "fonts.json")
	if err != nil {
		t.Fatal("the web client is not built, run make build: ", err)
	}
	var fonts map[string]family
	if err := json.Unmarshal(data, &fonts); err != nil {
		t.Fatal(err)
	}
	return fonts
}

func bytesOf(t testing.TB, face site.FontFace) []byte {
	t.Helper()
	data, err := fs.ReadFile(dist, path.Join("client", face.URL))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func read(t testing.TB, face site.FontFace) *fontfile.Font {
	t.Helper()
	f, err := fontfile.Read(bytesOf(t, face))
	if err != nil {
		t.Fatalf("%s: %v", face.URL, err)
	}
	return f
}

// The figures were worked out by other readers of the same files, for the weights 400 and 700.
func TestFallbacksOfTheFamiliesThatAreBuilt(t *testing.T) {
	type scaled struct{ size, ascent, descent string }
	want := map[string][2]scaled{
		"Inter":               {{"107.3%", "90.3%", "22.5%"}, {"101.9%", "95%", "23.7%"}},
		"Geist":               {{"103.3%", "97.3%", "28.5%"}, {"101.9%", "98.7%", "29%"}},
		"Sora":                {{"113.7%", "85.3%", "25.5%"}, {"107.2%", "90.5%", "27.1%"}},
		"Manrope":             {{"103.5%", "103%", "29%"}, {"100.7%", "105.8%", "29.8%"}},
		"Fraunces":            {{"115.9%", "84.4%", "22%"}, {"115.8%", "84.5%", "22%"}},
		"Newsreader":          {{"105.4%", "69.8%", "25.1%"}, {"106.4%", "69.1%", "24.9%"}},
		"Bricolage Grotesque": {{"106.7%", "87.2%", "25.3%"}, {"102.3%", "90.9%", "26.4%"}},
		"Instrument Sans":     {{"102.5%", "94.7%", "24.4%"}, {"98.8%", "98.1%", "25.3%"}},
	}
	for name, of := range built(t) {
		got := fontfile.Fallbacks(name, of.Generic, []*fontfile.Font{read(t, site.FontFace{URL: of.Whole})}, of.Kerning)
		if len(got) < 2 {
			t.Errorf("%s has %d fallbacks", name, len(got))
			continue
		}
		for i, want := range want[name] {
			if got[i].Name != name+" Fallback" || got[i].Weight != []string{"400", "700"}[i] || len(got[i].Local) == 0 ||
				away(got[i].SizeAdjust, want.size) > 0.2 || away(got[i].AscentOverride, want.ascent) > 0.2 ||
				away(got[i].DescentOverride, want.descent) > 0.2 {
				t.Errorf("%s: %+v, want %+v", name, got[i], want)
			}
		}
	}
}

func away(a, b string) float64 {
	x, err1 := strconv.ParseFloat(strings.TrimSuffix(a, "%"), 64)
	y, err2 := strconv.ParseFloat(strings.TrimSuffix(b, "%"), 64)
	if err1 != nil || err2 != nil {
		return math.Inf(1)
	}
	return math.Abs(x - y)
}

func TestWhatAFileHolds(t *testing.T) {
	of := built(t)["Inter"]
	for _, face := range of.Faces {
		f := read(t, face)
		if f.Italic != (face.Style == "italic") || f.From > 400 || f.To < 800 {
			t.Errorf("%s: %d to %d, italic %v", face.URL, f.From, f.To, f.Italic)
		}
		if first := strings.Contains(face.URL, "inter-latin-wght"); first &&
			(!f.Has('a') || !f.Has('ß') || !f.Has('€') || f.Has('ж') || f.Has('Ğ')) {
			t.Errorf("%s covers %v", face.URL, f.Covers)
		}
	}
}

func TestFacesOfAFamily(t *testing.T) {
	fonts := built(t)
	var files []*fontfile.Font
	for _, face := range fonts["Inter"].Faces[:4] { // latin-ext and latin, upright and italic
		files = append(files, read(t, face))
	}
	faces := fontfile.Faces(files, false, true, 'e')
	for i, face := range faces {
		if face.Weight != "100 900" || face.UnicodeRange == "" || !strings.HasPrefix(face.UnicodeRange, "U+") {
			t.Errorf("face %d is %+v", i, face)
		}
		if want := i == 1; face.Preload != want {
			t.Errorf("face %d is loaded first: %v", i, face.Preload)
		}
	}
	if polish := fontfile.Faces(files, false, true, 'ł'); !polish[0].Preload || polish[1].Preload {
		t.Error("pages whose language has a letter of its own do not load the file with it first")
	}
	if alone := fontfile.Faces(files[1:2], true, true, 'e'); alone[0].UnicodeRange != "" || !alone[0].Preload {
		t.Errorf("a file alone needs no ranges: %+v", alone[0])
	}
	if none := fontfile.Faces(nil, true, true, 'e'); len(none) != 0 {
		t.Errorf("faces of nothing: %+v", none)
	}
}
