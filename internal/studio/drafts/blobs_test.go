package drafts

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/memfs"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// photo returns a JPEG of several chunks; each seed makes another one.
func photo(t testing.TB, seed uint64) []byte {
	random := rand.New(rand.NewPCG(seed, 1))
	noise := image.NewRGBA(image.Rect(0, 0, 500, 500))
	for i := range noise.Pix {
		noise.Pix[i] = byte(random.Uint32())
	}
	noise.Set(0, 0, color.White)
	var data bytes.Buffer
	must(t, jpeg.Encode(&data, noise, &jpeg.Options{Quality: 98}))
	if data.Len() <= ChunkSize || data.Len() >= 2*ChunkSize {
		t.Fatalf("the photo has %d bytes", data.Len())
	}
	return data.Bytes()
}

// arrive sends all bytes, and returns their sum.
func (r *rig) arrive(data []byte) Sum {
	r.t.Helper()
	sum := Sum(sha256.Sum256(data))
	at, err := r.Begin(r.t.Context(), sum, int64(len(data)))
	must(r.t, err)
	for at < int64(len(data)) {
		at, err = r.Append(r.t.Context(), sum, at, data[at:min(at+ChunkSize, int64(len(data)))])
		must(r.t, err)
	}
	return sum
}

// place sends a file, and wants it to become a draft.
func (r *rig) place(at, name string, data []byte) (file string) {
	r.t.Helper()
	file, conflicts, err := r.Place(r.t.Context(), anna, at, name, r.arrive(data), nil)
	if err != nil || conflicts != nil {
		r.t.Fatalf("%v, %v", conflicts, err)
	}
	return file
}

// blobs counts what is put aside.
func (r *rig) blobs() (count, chunks int) {
	r.t.Helper()
	must(r.t, r.DB.QueryRowContext(r.t.Context(), `SELECT (SELECT count(*) FROM blobs), (SELECT count(*) FROM chunks)`).Scan(&count, &chunks))
	return count, chunks
}

func (r *rig) wantsBlobs(what string, want int) {
	r.t.Helper()
	if count, chunks := r.blobs(); count != want || chunks < count || want == 0 && chunks > 0 {
		r.t.Errorf("%s: there are %d files in %d chunks, want %d", what, count, chunks, want)
	}
}

func TestAPictureIsPublishedWithTheTextThatNamesIt(t *testing.T) {
	r := newRig(t)
	first, second := photo(t, 1), photo(t, 2)
	file := r.place("main/images", "IMG_0001.JPG", first)
	if file != "main/images/img-0001.jpg" {
		t.Fatalf("it is %s", file)
	}
	r.patch(anna, set(home, "title", "Home", "With a photo"))
	if r.onDisk(file) != "none" || r.draft(file) != string(media.SumText(sha256.Sum256(first))) {
		t.Errorf("%s is on disk, or its draft is %q", file, r.draft(file))
	}
	r.wantsBlobs("a draft", 1)
	before := r.publish(anna).Revision
	if r.onDisk(file) != string(first) || !strings.Contains(r.onDisk(home), "With a photo") {
		t.Error("not both are published")
	}
	r.wants("published")
	r.wantsBlobs("published", 0)

	replaced := r.place(file, "other name.jpg", second)
	if replaced != file {
		t.Errorf("another file is replaced: %s", replaced)
	}
	r.publish(bert)
	if r.onDisk(file) != string(second) {
		t.Error("it is not replaced")
	}
	r.kept.Close() // waits until what was live is kept
	conflicts, err := r.Restore(t.Context(), bert, before, file)
	if err != nil || conflicts != nil {
		t.Fatal(conflicts, err)
	}
	r.publish(bert)
	if r.onDisk(file) != string(first) {
		t.Error("the first picture does not come back")
	}
	r.wantsBlobs("at the end", 0)
}

func TestPartsArriveInOrderOrNotAtAll(t *testing.T) {
	r := newRig(t)
	data := photo(t, 1)
	sum, size := Sum(sha256.Sum256(data)), int64(len(data))
	var refused *Refused
	if _, err := r.Begin(t.Context(), sum, 0); !errors.As(err, &refused) {
		t.Errorf("nothing at all is begun: %v", err)
	}
	if _, err := r.Append(t.Context(), sum, 0, data[:ChunkSize]); !errors.Is(err, ErrOffset) {
		t.Errorf("what was not begun is taken: %v", err)
	}
	if at, err := r.Begin(t.Context(), sum, size); at != 0 || err != nil {
		t.Fatal(at, err)
	}
	for what, part := range map[string]struct {
		at   int64
		data []byte
	}{
		"a later part": {ChunkSize, data[ChunkSize:]}, "a short part": {0, data[:9]}, "no bytes": {0, nil},
		"a long part": {0, data}, "one before all": {-1, data[:ChunkSize]},
	} {
		if _, err := r.Append(t.Context(), sum, part.at, part.data); !errors.Is(err, ErrOffset) {
			t.Errorf("%s is taken: %v", what, err)
		}
	}
	if at, err := r.Append(t.Context(), sum, 0, data[:ChunkSize]); at != ChunkSize || err != nil {
		t.Fatal(at, err)
	}
	if _, err := r.Append(t.Context(), sum, 0, data[:ChunkSize]); !errors.Is(err, ErrOffset) {
		t.Errorf("a part is taken twice: %v", err)
	}
	if _, _, err := r.Place(t.Context(), anna, "main/images", "half.jpg", sum, nil); !errors.As(err, &refused) {
		t.Errorf("the half of a file is a draft: %v", err)
	}
	half := Change{newID(), "main/images/half.jpg", yamldoc.Change{Op: "set", Value: words(string(media.SumText(sum)))}}
	if _, _, err := r.Patch(t.Context(), anna, []Change{half}); !errors.As(err, &refused) {
		t.Errorf("a draft names the half of a file: %v", err)
	}
	if _, err := r.Begin(t.Context(), sum, size+1); !errors.As(err, &refused) {
		t.Errorf("another size is taken: %v", err)
	}

	r.start() // the process was killed
	at, err := r.Begin(t.Context(), sum, size)
	if at != ChunkSize || err != nil {
		t.Fatalf("it goes on at %d: %v", at, err)
	}
	if at, err = r.Append(t.Context(), sum, at, data[at:]); at != size || err != nil {
		t.Fatal(at, err)
	}
	other := bytes.Clone(data)
	other[len(other)/2]++
	lie := Sum(sha256.Sum256([]byte("another file")))
	_, err = r.Begin(t.Context(), lie, size)
	must(t, err)
	_, err = r.Append(t.Context(), lie, 0, other[:ChunkSize])
	must(t, err)
	if at, err := r.Append(t.Context(), lie, ChunkSize, other[ChunkSize:]); !errors.As(err, &refused) || at != 0 {
		t.Errorf("other bytes than announced are taken: %d, %v", at, err)
	}
	r.wantsBlobs("the lie is forgotten", 1)
	r.clock.Add(keptBlobs - time.Minute)
	r.start()
	r.wantsBlobs("it waits", 1)
	r.clock.Add(2 * time.Minute)
	r.start()
	r.wantsBlobs("nobody wants it", 0)
}

func TestWhatIsOnlyAnnouncedTakesNoRoom(t *testing.T) {
	r := newRig(t)
	for n := range byte(6) {
		_, err := r.Begin(t.Context(), Sum{n}, 200<<20)
		must(t, err)
	}
	r.place("main/images", "oven.jpg", photo(t, 1))
	data := photo(t, 2)
	sum := Sum(sha256.Sum256(data))
	_, err := r.Begin(t.Context(), sum, int64(len(data)))
	must(t, err)
	_, err = r.DB.ExecContext(t.Context(), `UPDATE blobs SET arrived = size WHERE size = ?`, 200<<20)
	must(t, err)
	var refused *Refused
	if _, err = r.Append(t.Context(), sum, 0, data[:ChunkSize]); !errors.As(err, &refused) {
		t.Errorf("more is taken than there is room for: %v", err)
	}
	if _, err = r.Begin(t.Context(), Sum{9}, 1); !errors.As(err, &refused) {
		t.Errorf("more is begun than there is room for: %v", err)
	}
	must(t, r.Forget(t.Context(), sum))
	must(t, r.Forget(t.Context(), Sum{0})) // which is there
	if left, _ := r.blobs(); left != 7 {
		t.Errorf("%d files are left, want 7", left)
	}
}

func TestNamesOfPictures(t *testing.T) {
	r := newRig(t)
	data := photo(t, 1)
	sum := r.arrive(data)
	for name, want := range map[string]string{
		"../../../etc/passwd": "passwd", `C:\Users\Ada\Oven.PNG`: "oven", "a\x00b.jpg": "a-b", "NUL.jpg": "picture-nul",
		"com1": "picture-com1", ".htaccess": "picture-", "Käse & Öl.jpeg": "kase-ol", "パン.jpg": "picture-", "": "picture-",
		strings.Repeat("x", 500) + ".jpg": strings.Repeat("x", maxName), "\xff\xfe.jpg": "picture-", "x.yaml": "x",
		"_draft.jpg": "draft", "a/../b.jpg": "b", "oven.jpg ": "oven",
	} {
		file, conflicts, err := r.Place(t.Context(), anna, "main/images", name, sum, nil)
		if err != nil || conflicts != nil || !strings.HasPrefix(file, "main/images/"+want) || !isName(file) {
			t.Errorf("%q is %q, want %s: %v, %v", name, file, want, conflicts, err)
		}
		must(t, r.TakeBack(t.Context(), anna, file, whatIsAt("")))
		sum = r.arrive(data)
	}
	var refused *Refused
	for _, at := range []string{
		"", "main", "main/pages", "main/look", "nowhere/images", "main/../other/images", "/main/images", "main/images/../pages",
		"main/site.yaml", "main/fonts", "main/images/.hidden",
	} {
		if file, _, err := r.Place(t.Context(), anna, at, "x.jpg", sum, nil); err == nil || Announced(at, "x.jpg", 9) == nil && !errors.As(err, &refused) {
			t.Errorf("%q is taken as %s: %v", at, file, err)
		}
	}
	r.wants("nothing is left")
}

func TestNoNameIsTakenTwice(t *testing.T) {
	r := newRig(t)
	first, second, third := photo(t, 1), photo(t, 2), photo(t, 3)
	r.save("main/images/oven.jpg", string(first))
	if file := r.place("main/images", "Oven.jpg", second); file != "main/images/oven-2.jpg" {
		t.Errorf("the second is %s", file)
	}
	if file := r.place("main/images", "oven.jpg", third); file != "main/images/oven-3.jpg" {
		t.Errorf("the third is %s", file)
	}
	if file := r.place("main/images", "oven.jpg", second); file != "main/images/oven-2.jpg" {
		t.Errorf("the second is another one the second time: %s", file)
	}
	there := map[string]Sum{"main/images/OVEN-4.JPG": {}, "main/images/same.jpg": sha256.Sum256(first)}
	if file, _, err := r.Place(t.Context(), anna, "main/images", "x.jpg", r.arrive(first), there); err != nil || file != "main/images/same.jpg" {
		t.Errorf("what is there is sent again as %s: %v", file, err)
	}
	fourth := photo(t, 4)
	if file, _, err := r.Place(t.Context(), anna, "main/images", "oven.jpg", r.arrive(fourth), there); err != nil || file != "main/images/oven-5.jpg" {
		t.Errorf("the fourth is %s: %v", file, err)
	}
}

func TestTwoPicturesBecomeDraftsAtOnce(t *testing.T) {
	r := newRig(t)
	var changes []Change
	for n, name := range []string{"one", "two", "three"} {
		text := string(media.SumText(r.arrive(photo(t, uint64(n)))))
		changes = append(changes, Change{newID(), "main/images/" + name + ".jpg", yamldoc.Change{Op: "set", Value: words(text)}})
	}
	r.patch(anna, changes...)
	r.wantsBlobs("three drafts", 3)
	if r.publish(anna); r.onDisk("main/images/three.jpg") != string(photo(t, 2)) {
		t.Error("the third is another one")
	}
}

func TestWhatIsNoPictureIsRefusedInWordsOfCheck(t *testing.T) {
	r := newRig(t)
	var refused *Refused
	for what, bad := range map[string]struct{ at, name, data, want string }{
		"a page":         {"main/images", "x.jpg", "<html>", "no picture"},
		"a cut picture":  {"main/images", "x.jpg", "\xff\xd8\xff\xe0", "damaged"},
		"a program":      {"main/files", "x.exe", "MZ", "not served"},
		"a renamed file": {"main/files", "x.pdf", "MZ and more", "something else"},
	} {
		_, _, err := r.Place(t.Context(), anna, bad.at, bad.name, r.arrive([]byte(bad.data)), nil)
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for at, want := range map[string]string{"main/images": "20 MB", "main/files": "200 MB"} {
		if err := Announced(at, "x.pdf", 1<<40); !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", at, err)
		}
		if err := Announced(at, "x.pdf", 1<<20); err != nil {
			t.Errorf("%s: %v", at, err)
		}
	}
	r.wants("nothing is taken")
}

func TestAPictureInConflictWithTheDisk(t *testing.T) {
	r := newRig(t)
	mine, theirs := photo(t, 1), photo(t, 2)
	file := r.place("main/images", "oven.jpg", mine)
	r.save(file, string(theirs))
	if made, err := r.Publish(t.Context(), anna, []string{file}); !errors.Is(err, ErrConflicts) || len(made.Conflicts) != 1 {
		t.Fatal(made.Conflicts, err)
	}
	must(t, r.Settle(t.Context(), anna, file, whatIsAt(""), true))
	r.publish(anna)
	if r.onDisk(file) != string(mine) {
		t.Error("it is not ours")
	}
	again := r.place(file, "", theirs)
	r.wantsBlobs("a draft", 1)
	must(t, r.TakeBack(t.Context(), anna, again, whatIsAt("")))
	r.wantsBlobs("taken back", 0)
	r.patch(anna, Change{newID(), file, yamldoc.Change{Op: "unset"}})
	r.publish(anna)
	if r.onDisk(file) != "none" {
		t.Error("it is not removed")
	}
}

// TestAPublicationWithAPictureIsFinished begins where a kill in the middle has put the picture into its place, and not
// yet the text.
func TestAPublicationWithAPictureIsFinished(t *testing.T) {
	for what, isInPlace := range map[string]bool{"begun": true, "not begun": false} {
		r := newRig(t)
		data := photo(t, 1)
		file := r.place("main/images", "oven.jpg", data)
		r.patch(anna, set(home, "title", "Home", "With a photo"))
		made := publication{By: anna, When: r.clock.Now()}
		for _, name := range []string{file, home} {
			now, draft, err := r.File(t.Context(), name)
			must(t, err)
			made.Files = append(made.Files, content.Replacement{File: name, Before: now, After: draft})
		}
		must(t, r.write(t.Context(), func(t *tx) error { return t.store(&made, false) }))
		if isInPlace {
			r.save(home, string(made.Files[1].After))
		}
		r.start()
		_, err := os.Stat(filepath.Join(r.dir, filepath.FromSlash(file)))
		if isInPlace != (err == nil) || isInPlace && r.onDisk(file) != string(data) {
			t.Errorf("%s: the picture is in its place: %v", what, err)
		}
		if left := len(r.drafted()); (left == 0) != isInPlace {
			t.Errorf("%s: there are %d drafts", what, left)
		}
		count, _ := r.blobs()
		if (count == 0) != isInPlace {
			t.Errorf("%s: %d files are put aside", what, count)
		}
	}
}

// TestWhoTypesDoesNotReadPictures counts how often the bytes of a draft are opened while texts change beside it.
func TestWhoTypesDoesNotReadPictures(t *testing.T) {
	r := newRig(t)
	opened := 0
	r.source.UseBytes(func(sum Sum) (*memfs.File, error) {
		found, err := r.Bytes(sum)
		if err == nil {
			open := found.Open
			found.Open = func() (memfs.Reader, error) { opened++; return open() }
		}
		return found, err
	})
	file := r.place("main/images", "oven.jpg", photo(t, 1))
	editions := content.NewEditions(r.source, func(*site.Bundle) site.Assets { return site.Assets{} })
	for n := range 5 {
		r.patch(anna, set(home, "title", "", fmt.Sprint("Title ", n)))
		files, err := r.Files(t.Context())
		must(t, err)
		made, err := editions.With(t.Context(), files)
		must(t, err)
		if shown, ok := made.Picture("main", "images/oven.jpg"); !ok || shown.Path != file || shown.Width != 500 {
			t.Fatalf("%+v", shown)
		}
	}
	if opened != 1 {
		t.Errorf("it is opened %d times", opened)
	}
}

// BenchmarkTyping is a change of a text, and the edition with it, beside photos that are drafts.
func BenchmarkTyping(b *testing.B) {
	for _, photos := range []int{0, 10} {
		b.Run(fmt.Sprint(photos, " photos"), func(b *testing.B) {
			r := newRig(b)
			comments := bytes.Repeat(append([]byte("\xff\xfe\xff\xff"), make([]byte, 0xfffd)...), 80)
			for n := range photos {
				data := slices.Insert(photo(b, uint64(n)), 2, comments...)
				r.place("main/images", fmt.Sprint("photo ", n), data)
			}
			editions := content.NewEditions(r.source, func(*site.Bundle) site.Assets { return site.Assets{} })
			for n := 0; b.Loop(); n++ {
				r.patch(anna, set(home, "title", "", fmt.Sprint("Title ", n)))
				files, err := r.Files(b.Context())
				must(b, err)
				_, err = editions.With(b.Context(), files)
				must(b, err)
			}
		})
	}
}
