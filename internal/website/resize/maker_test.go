package resize

import (
	"fmt"
	"image"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
)

// website is a revision with one photo in some widths. It counts how often the photo is opened.
type website struct {
	rev       *site.Revision
	addresses []string
	opened    atomic.Int64
}

func websiteOf(data []byte, widths ...int) *website {
	made := &website{}
	bundle := &site.Bundle{
		Site:  &site.Site{ID: "main", Path: "/"},
		Files: map[string]site.File{"/images/main/mark-1.svg": {ContentType: "image/svg+xml"}},
	}
	for _, width := range widths {
		of := versionOf(data, "image/jpeg", image.Pt(600, 400), width)
		open := of.Open
		of.Open = func() (io.ReadSeekCloser, error) {
			made.opened.Add(1)
			return open()
		}
		address := fmt.Sprintf("/images/main/a-0123456789-%d.webp", width)
		bundle.Files[address] = site.File{ContentType: "image/webp", Version: of}
		made.addresses = append(made.addresses, address)
	}
	made.rev = &site.Revision{ID: "r", Sites: []*site.Bundle{bundle}}
	return made
}

func open(t *testing.T, dir string) (*Maker, *testkit.Log) {
	var log testkit.Log
	m := Open(Config{Dir: dir, Limit: 10 << 20, Logger: log.Logger()})
	t.Cleanup(m.Close)
	return m, &log
}

// run lets a maker make what is missing, until the test ends.
func run(t *testing.T, m *Maker) {
	var running sync.WaitGroup
	running.Go(func() { m.Run(t.Context()) })
	t.Cleanup(running.Wait)
}

func TestAVersionIsMadeOnceForAllWhoWait(t *testing.T) {
	m, _ := open(t, t.TempDir())
	photos := websiteOf(jpegOf(t, photo(600, 400)), 100, 200, 300)
	m.Publish(photos.rev)
	var visitors sync.WaitGroup
	for range 20 {
		for _, address := range photos.addresses {
			visitors.Go(func() {
				if r := m.Get(address); r == nil || r.ContentType != "image/webp" || len(r.Body) == 0 || r.ETag == "" {
					t.Errorf("%s is answered %+v", address, r)
				}
			})
		}
	}
	visitors.Wait()
	if n := photos.opened.Load(); n != 1 {
		t.Errorf("the photo was decoded %d times", n)
	}
}

func TestOnlyWhatIsListedIsMade(t *testing.T) {
	m, _ := open(t, t.TempDir())
	photos := websiteOf(jpegOf(t, photo(600, 400)), 100)
	m.Publish(photos.rev)
	for _, address := range []string{
		"/images/main/a-0123456789-101.webp", "/images/main/a-0123456789-100.png",
		"/images/main/mark-1.svg", "", "/",
	} {
		if m.Has(address) || m.Get(address) != nil {
			t.Errorf("%q is answered", address)
		}
	}
	if photos.opened.Load() != 0 {
		t.Error("something was made")
	}
}

func TestWhatWasMadeIsThereAfterARestartAndForPagesOfYesterday(t *testing.T) {
	dir := t.TempDir()
	m, _ := open(t, dir)
	photos := websiteOf(jpegOf(t, photo(600, 400)), 100)
	m.Publish(photos.rev)
	first := m.Get(photos.addresses[0])
	again, _ := open(t, dir)
	again.Publish(photos.rev)
	if r := again.Get(photos.addresses[0]); r == nil || r.ETag != first.ETag || photos.opened.Load() != 1 {
		t.Errorf("%+v after %d decodings", r, photos.opened.Load())
	}
	again.Publish(&site.Revision{ID: "next"})
	if r := again.Get(photos.addresses[0]); r == nil || r.ETag != first.ETag || r.ContentType != "image/webp" {
		t.Errorf("a page of yesterday gets %+v", r)
	}
}

func TestWhatIsMissingIsMadeWhileNobodyWaits(t *testing.T) {
	m, log := open(t, t.TempDir())
	photos := websiteOf(jpegOf(t, photo(600, 400)), 100, 200, 300)
	m.Publish(photos.rev)
	run(t, m)
	testkit.Eventually(t, "photos are ready", func() bool { return strings.Contains(log.String(), "photos are ready") })
	for _, address := range photos.addresses {
		if m.kept(address) == nil {
			t.Errorf("%s was not made", address)
		}
	}
	if n := photos.opened.Load(); n != 1 {
		t.Errorf("the photo was decoded %d times", n)
	}
	m.Publish(photos.rev) // nothing is new
	m.Get(photos.addresses[0])
	if n := photos.opened.Load(); n != 1 {
		t.Errorf("the photo was decoded again, %d times", n)
	}
}

func TestADamagedPhotoIsSaidOnceAndHoldsBackNoOther(t *testing.T) {
	m, log := open(t, t.TempDir())
	whole := jpegOf(t, photo(600, 400))
	bad, good := websiteOf(whole[:len(whole)/2], 100, 200), websiteOf(whole, 300)
	for address, file := range good.rev.Sites[0].Files {
		bad.rev.Sites[0].Files[address] = file
	}
	m.Publish(bad.rev)
	run(t, m)
	for range 3 {
		for _, address := range bad.addresses {
			if m.Get(address) != nil {
				t.Errorf("%s is answered", address)
			}
		}
	}
	if m.Get(good.addresses[0]) == nil {
		t.Error("another photo is not answered")
	}
	if n := strings.Count(log.String(), "cannot be shown"); n < 1 || n > 2 ||
		!strings.Contains(log.String(), "main/images/a") {
		t.Errorf("the log says so %d times:\n%s", n, log.String())
	}
}

// Nothing is ever published to the maker of an editor.
func TestAPhotoThatNoPageShowsIsMadeUnlessItIsDamaged(t *testing.T) {
	m, log := open(t, t.TempDir())
	whole := jpegOf(t, photo(600, 400))
	for isGood, data := range map[bool][]byte{true: whole, false: whole[:len(whole)/2]} {
		photos := websiteOf(data, 100)
		file := photos.rev.Sites[0].Files[photos.addresses[0]]
		if r := m.Made(fmt.Sprintf("/%t.webp", isGood), file); (r != nil) != isGood {
			t.Errorf("good: %t, made: %+v", isGood, r)
		}
	}
	if !strings.Contains(log.String(), "cannot be shown") {
		t.Errorf("the log does not say so:\n%s", log.String())
	}
}

func TestAPhotoThatChangedIsNoErrorOfThePhoto(t *testing.T) {
	m, log := open(t, t.TempDir())
	photos := websiteOf(nil, 100)
	photos.rev.Sites[0].Files[photos.addresses[0]].Version.Open = func() (io.ReadSeekCloser, error) {
		return nil,
			site.ErrFileChanged
	}
	m.Publish(photos.rev)
	if m.Get(photos.addresses[0]) != nil || strings.Contains(log.String(), "cannot be shown") {
		t.Errorf("the log says:\n%s", log.String())
	}
}

func TestNothingIsMadeAfterTheEnd(t *testing.T) {
	m, _ := open(t, t.TempDir())
	photos := websiteOf(jpegOf(t, photo(600, 400)), 100)
	m.Publish(photos.rev)
	m.Close()
	if m.Get(photos.addresses[0]) != nil {
		t.Error("it is answered")
	}
}
