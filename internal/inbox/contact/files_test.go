//go:build !race

package contact_test

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/inbox/contact"
	"github.com/evenlight/marquee/internal/site"
)

// fakeFiles notes what is kept, by submission.
type fakeFiles struct {
	mu   sync.Mutex
	kept map[string][]site.Upload
	err  error
}

func (f *fakeFiles) Keep(id string, files []site.Upload) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.kept == nil {
		f.kept = map[string][]site.Upload{}
	}
	f.kept[id] = files
	return f.err
}

func (f *fakeFiles) Forget(ids []string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, id := range ids {
		delete(f.kept, id)
	}
	return nil
}

// upload is a file of a type, by its usual ending.
func upload(name, ending string, size int64, sum byte) site.Upload {
	at := slices.IndexFunc(site.FileTypes, func(of site.FileType) bool { return of.Endings[0] == ending })
	up := site.Upload{Name: name, Size: size, Sum: [32]byte{sum}, File: name}
	if at >= 0 {
		up.Type = site.FileTypes[at]
	}
	return up
}

// openWithFiles is a service whose message form takes two pictures and one text.
func openWithFiles(change ...func(*contact.Config)) (*office, *fakeFiles) {
	files := &fakeFiles{}
	o := open(append(change, func(c *contact.Config) { c.Files = files })...)
	main := o.revision.Sites[0]
	form := *main.Forms.Get("contact")
	form.Fields = append(slices.Clone(form.Fields),
		site.Field{Name: "photo", Type: "file", Required: true, Max: 2, Megabytes: 1, Accept: []string{"image"}},
		site.Field{Name: "notes", Type: "file", Accept: []string{"text"}})
	main.Forms.Put("contact", &form)
	main.Site.Checks.FileCount, main.Site.Checks.FileSize = "at most {max} files", "at most {max} MB"
	main.Site.Checks.FileType, main.Site.Checks.FileAgain = "one of {types}", "again"
	return o, files
}

func withFiles(sent site.Inquiry, field string, files ...site.Upload) site.Inquiry {
	if sent.Files == nil {
		sent.Files = map[string][]site.Upload{}
	}
	sent.Files[field] = files
	return sent
}

var photo = upload("cake.jpg", ".jpg", 900_000, 1)

func TestFilesAreKeptBeforeTheSubmissionIsStored(t *testing.T) {
	o, files := openWithFiles()
	notes := upload("notes.txt", ".txt", 20, 2)
	sent := withFiles(withFiles(asJSON(message()), "photo", photo, upload("two.png", ".png", 5, 3)), "notes", notes)
	if receipt := o.accept(t, sent); !receipt.Stored() {
		t.Fatalf("%+v", receipt)
	}
	s := o.store.last(t)
	want := []site.StoredFile{
		{Field: "photo", Name: "cake.jpg", Type: "image/jpeg", Size: 900_000, Path: s.ID + "/1.jpg"},
		{Field: "photo", Name: "two.png", Type: "image/png", Size: 5, Path: s.ID + "/2.png"},
		{Field: "notes", Name: "notes.txt", Type: "text/plain", Size: 20, Path: s.ID + "/3.txt"},
	}
	if !slices.Equal(s.Files, want) || s.Value("photo") != "cake.jpg\ntwo.png" || len(files.kept[s.ID]) != 3 {
		t.Errorf("%+v %q %+v", s.Files, s.Value("photo"), files.kept)
	}
}

func TestFilesThatDoNotFit(t *testing.T) {
	for name, c := range map[string]struct {
		files []site.Upload
		want  site.Text
	}{
		"none":               {nil, "file"},
		"empty":              {[]site.Upload{upload("a.jpg", ".jpg", 0, 1)}, "empty file"},
		"empty, of no type":  {[]site.Upload{upload("a", "", 0, 1)}, "empty file"},
		"too many":           {[]site.Upload{photo, photo, photo}, "at most 2 files"},
		"too large":          {[]site.Upload{upload("a.jpg", ".jpg", 1_000_001, 1)}, "at most 1 MB"},
		"larger than any":    {[]site.Upload{{Name: "a.jpg", TooLarge: true}}, "at most 1 MB"},
		"of another type":    {[]site.Upload{upload("a.pdf", ".pdf", 5, 1)}, "one of .jpg, .png, .webp, .gif, .heic"},
		"of no type at all":  {[]site.Upload{upload("a.exe", "", 5, 1)}, "one of .jpg, .png, .webp, .gif, .heic"},
		"one right, one not": {[]site.Upload{photo, upload("a.exe", "", 5, 1)}, "one of .jpg, .png, .webp, .gif, .heic"},
	} {
		o, files := openWithFiles()
		receipt := o.accept(t, withFiles(asJSON(message()), "photo", c.files...))
		if receipt.Fields["photo"] != c.want || len(receipt.Fields) != 1 || len(o.store.kept)+len(files.kept) > 0 {
			t.Errorf("%s: %+v", name, receipt)
		}
	}
	for name, sent := range map[string]site.Inquiry{
		"for a field of another kind": withFiles(withFiles(asJSON(message()), "photo", photo), "name", photo),
		"for no field":                withFiles(withFiles(asJSON(message()), "photo", photo), "x", photo),
	} {
		o, _ := openWithFiles()
		if receipt := o.accept(t, sent); receipt.Code != site.CodeBadRequest {
			t.Errorf("%s: %+v", name, receipt)
		}
	}
	o, _ := openWithFiles()
	if receipt := o.accept(t, asJSON(with(message(), "photo", "cake.jpg"))); receipt.Fields["photo"] != "bad request" {
		t.Errorf("a name alone: %+v", receipt)
	}
}

func TestABrowserIsAskedForItsFilesAgain(t *testing.T) {
	o, _ := openWithFiles()
	receipt := o.accept(t, withFiles(asForm(with(message(), "email", "nobody")), "photo", photo))
	if receipt.Fields["photo"] != "again" || receipt.Fields["email"] == "" {
		t.Errorf("%+v", receipt)
	}
	receipt = o.accept(t, withFiles(asJSON(with(message(), "email", "nobody")), "photo", photo))
	if _, asked := receipt.Fields["photo"]; asked {
		t.Errorf("a script has them still: %+v", receipt)
	}
}

func TestFilesBelongToWhatIsStoredOnly(t *testing.T) {
	o, files := openWithFiles()
	send := func(sum byte) site.Receipt {
		sent := withFiles(asJSON(message()), "photo", upload("cake.jpg", ".jpg", 9, sum))
		sent.Key = "one filling"
		return o.accept(t, sent)
	}
	stored := send(1)
	if again := send(1); again.ID != stored.ID || len(files.kept) != 1 {
		t.Errorf("sent twice: %+v, %d kept", again, len(files.kept))
	}
	if other := send(2); other.Code != site.CodeConflict || len(files.kept) != 1 {
		t.Errorf("another file under the same key: %+v, %d kept", other, len(files.kept))
	}
	// Whether the answer of the database got lost nobody knows: the sweep finds out.
	o.store.errors = []error{errors.New("timeout")}
	sent := withFiles(asJSON(message()), "photo", photo)
	if receipt := o.accept(t, sent); receipt.Code != site.CodeUnavailable || len(files.kept) != 2 {
		t.Errorf("%+v, %d kept", receipt, len(files.kept))
	}
	files.err = errors.New("the disk is full")
	calls := o.store.calls
	if receipt := o.accept(t, sent); receipt.Code != site.CodeUnavailable || o.store.calls != calls {
		t.Errorf("stored without its files: %+v", receipt)
	}
}

func TestFilesCountForTheShareOfAnAddress(t *testing.T) {
	o, _ := openWithFiles(func(c *contact.Config) { c.Limits = &contact.Limits{PerDay: 20} })
	for i, want := range []string{"", "", "budget"} {
		o.accept(t, withFiles(asJSON(with(message(), "message", "What does a cake cost, "+string(rune('a'+i))+"?")), "photo", photo, photo))
		if got := o.store.last(t).Suspect; got != want {
			t.Errorf("post %d is a suspect because of %q, want %q", i+1, got, want)
		}
	}
}

// notStored is an error of a store that surely does not have a submission.
type notStored struct{}

func (notStored) Error() string   { return "the outbox is closed" }
func (notStored) NotStored() bool { return true }

// TestANetworkLeavesRoomForFilesOfOthers has two addresses of one network send as fast as they can.
func TestANetworkLeavesRoomForFilesOfOthers(t *testing.T) {
	var stored int64
	const room, each = 20_000_000, 1_000_000
	o, files := openWithFiles(func(c *contact.Config) {
		c.Limits = &contact.Limits{}
		c.Room = func() int64 { return room - stored }
	})
	send := func(address string) site.Receipt {
		o.clock.Add(time.Minute)
		sent := withFiles(asForm(message()), "photo", upload("cake.jpg", ".jpg", each, 1))
		sent.Address = netip.MustParseAddr(address)
		receipt := o.accept(t, sent)
		if receipt.Code == "" {
			stored += each
		}
		return receipt
	}
	var refused site.Receipt
	for i := range 40 {
		if receipt := send(fmt.Sprintf("192.0.2.%d", 7+i%2)); receipt.Code != "" {
			refused = receipt
		}
	}
	if refused.Code != site.CodeTooMany || refused.RetryAfter < 22*time.Hour || stored > room/2 || stored < room/3 {
		t.Errorf("%d bytes of %d are stored, then %+v", stored, room, refused)
	}
	if receipt := send("198.51.100.1"); receipt.Code != "" {
		t.Errorf("another network: %+v", receipt)
	}
	stored = room - each/2
	if receipt := send("203.0.113.1"); receipt.Code == site.CodeTooMany {
		t.Errorf("who has sent nothing yet is blamed for a full disk: %+v", receipt)
	}
	// What is not stored, such as in an outage, takes no share.
	stored, o.store.errors = 0, slices.Repeat([]error{notStored{}}, 15)
	for i := range 30 {
		if i == 15 {
			files.err = errors.New("the disk is full")
		}
		if receipt := send("203.0.113.77"); receipt.Code != site.CodeUnavailable {
			t.Fatalf("in an outage: %+v", receipt)
		}
	}
	files.err = nil
	if receipt := send("203.0.113.77"); receipt.Code != "" {
		t.Errorf("after an outage: %+v", receipt)
	}
	stored = room / 2
	o.clock.Add(26 * time.Hour)
	if receipt := send("192.0.2.7"); receipt.Code != "" {
		t.Errorf("a day later: %+v", receipt)
	}
}
