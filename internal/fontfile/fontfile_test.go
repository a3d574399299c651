package fontfile_test

import (
	"encoding/json"
	"io/fs"
	"math"
	"os"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/fontfile"
	"github.com/evenlight/marquee/internal/site"
)

// dist is the web build, whose fonts are real ones.
var dist = os.DirFS("../../web/dist")

type family struct {
	Faces     []site.FontFace     `json:"faces"`
	Fallbacks []site.FontFallback `json:"fallbacks"`
	Generic   string              `json:"generic"`
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

// The build works the same out with readers of its own (web/scripts/font-metrics.mjs).
func TestFallbacksAreThoseOfTheBuild(t *testing.T) {
	for name, of := range built(t) {
		if name == "Geist" { // the build takes its kerning into account, which was measured
			continue
		}
		at := slices.IndexFunc(of.Faces, func(face site.FontFace) bool {
			return face.Style == "normal" && strings.Contains(face.URL, "-latin-wght-")
		})
		got := fontfile.Fallbacks(name, of.Generic, []*fontfile.Font{read(t, of.Faces[at])})
		if len(got) != len(of.Fallbacks) {
			t.Errorf("%s has %d fallbacks, the build %d", name, len(got), len(of.Fallbacks))
			continue
		}
		for i, want := range of.Fallbacks {
			if got[i].Name != want.Name || got[i].Weight != want.Weight || !reflect.DeepEqual(got[i].Local, want.Local) ||
				away(got[i].SizeAdjust, want.SizeAdjust) > 0.2 || away(got[i].AscentOverride, want.AscentOverride) > 0.2 ||
				away(got[i].DescentOverride, want.DescentOverride) > 0.2 {
				t.Errorf("%s:\n%+v, the build\n%+v", name, got[i], want)
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
	faces := fontfile.Faces(files, false, true)
	for i, face := range faces {
		if face.Weight != "100 900" || face.UnicodeRange == "" || !strings.HasPrefix(face.UnicodeRange, "U+") {
			t.Errorf("face %d is %+v", i, face)
		}
		if want := i == 1; face.Preload != want {
			t.Errorf("face %d is loaded first: %v", i, face.Preload)
		}
	}
	if alone := fontfile.Faces(files[1:2], true, true); alone[0].UnicodeRange != "" || !alone[0].Preload {
		t.Errorf("a file alone needs no ranges: %+v", alone[0])
	}
	if none := fontfile.Faces(nil, true, true); len(none) != 0 {
		t.Errorf("faces of nothing: %+v", none)
	}
}
