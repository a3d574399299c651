package media

import (
	"encoding/binary"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
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

func filmOf(tracks ...string) string {
	return box("ftyp", "isom") + box("mdat", strings.Repeat("x", 5000)) + box("moov", append([]string{box("mvhd", "time")}, tracks...)...)
}

// element is a part of a WebM, with one byte for its length.
func element(id string, parts ...string) string {
	inside := strings.Join(parts, "")
	return id + string([]byte{0x80 | byte(len(inside))}) + inside
}

func TestTheSizeOfAFilmIsReadFromItsHeader(t *testing.T) {
	webm := element("\x1a\x45\xdf\xa3", element("\x42\x82", "webm")) + "\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff" +
		element("\x16\x54\xae\x6b", element("\xae", element("\x86", "A_OPUS")), element("\xae", element("\x86", "V_VP9"), element("\xe0", element("\xb0", "\x05\x00"), element("\xba", "\x02\xd0"))))
	for name, test := range map[string]struct {
		data string
		read func(io.ReaderAt, int64) film
		want film
	}{
		"sound comes first":        {filmOf(track(0, 0, false, "mp4a"), track(1920, 1080, false, "avc1")), readMP4, film{1920, 1080, "avc1", false}},
		"a phone held upright":     {filmOf(track(1920, 1080, true, "hvc1")), readMP4, film{1080, 1920, "hvc1", false}},
		"sound alone":              {filmOf(track(0, 0, false, "mp4a")), readMP4, film{}},
		"cut off":                  {filmOf(track(1920, 1080, false, "avc1"))[:5100], readMP4, film{}},
		"the place by Android":     {filmOf(track(1920, 1080, false, "avc1"), box("udta", box("\xa9xyz", "\x00\x12\x15\xc7+50.0+008.0/"))), readMP4, film{1920, 1080, "avc1", true}},
		"the place by Apple":       {filmOf(track(1920, 1080, false, "avc1"), box("meta", box("keys", "com.apple.quicktime.location.ISO6709"))), readMP4, film{1920, 1080, "avc1", true}},
		"a box longer than itself": {box("ftyp", "isom") + "\xff\xff\xff\xffmoov", readMP4, film{}},
		"a box of no length":       {box("ftyp", "isom") + "\x00\x00\x00\x01moov\xff\xff\xff\xff\xff\xff\xff\xff", readMP4, film{}},
		"nothing but boxes":        {strings.Repeat(box("moov"), 5000), readMP4, film{}},
		"boxes in boxes":           {strings.Repeat("\x00\x00\x00\x00moov", 1<<20), readMP4, film{}},
		"WebM":                     {webm, readWebM, film{1280, 720, "", false}},
		"WebM cut off":             {webm[:len(webm)-6], readWebM, film{}},
		"WebM of zeros":            {strings.Repeat("\x00", 300), readWebM, film{}},
		"WebM of ones":             {strings.Repeat("\xff", 300), readWebM, film{}},
	} {
		if got := test.read(strings.NewReader(test.data), int64(len(test.data))); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

func FuzzTheSizeOfAFilm(f *testing.F) {
	f.Add([]byte(filmOf(track(1920, 1080, false, "avc1"))))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range []func(io.ReaderAt, int64) film{readMP4, readWebM} {
			if got := read(strings.NewReader(string(data)), int64(len(data))); got.width < 0 || got.height < 0 {
				t.Errorf("%+v", got)
			}
		}
	})
}

func TestOnlyWhatIsWhatItsNameSaysIsServed(t *testing.T) {
	for name, data := range map[string]string{
		"a.pdf": "%PDF-1.7", "a.PDF": "%PDF-1.7", "a.zip": "PK\x03\x04", "a.docx": "PK\x03\x04", "a.mp4": filmOf(), "a.csv": "a;b\n1;é", "a.vtt": "\xef\xbb\xbfWEBVTT\n", "a.mp3": "ID3\x04",
		"a.txt": strings.Repeat("x", headSize-1) + "é"[:1],
	} {
		if _, message, _ := typeOfDownload(name, []byte(data)); message != "" {
			t.Errorf("%s is refused: %s", name, message)
		}
	}
	for name, data := range map[string]string{
		"a.pdf": "<!doctype html>", "a.exe": "MZ", "a.html": "<p>", "a.svg": "<svg>", "a.mov": filmOf(), "a.txt": "a\x00b", "a.csv": "\xff\xfea\x00", "a.vtt": "1\n00:00", "a.zip": "", "a": "text", "a.xyz": "text",
		"a.mp4": "ftyp", "b.mp4": "\x00\x00\x00\x14ftypqt  ",
	} {
		if _, message, hint := typeOfDownload(name, []byte(data)); message == "" || hint == "" {
			t.Errorf("%s is served, or nobody says what to do: %q %q", name, message, hint)
		}
	}
}

func TestAFileThatIsTooLargeIsNotRead(t *testing.T) {
	for name, want := range map[string]string{
		"main/images/a.png":  "The picture main/images/a.png is larger than 20 MB.",
		"main/fonts/a.woff2": "The font main/fonts/a.woff2 is larger than 2 MB.",
		"main/files/a.zip":   "The file main/files/a.zip is larger than 200 MB.",
		"main/well-known/a":  "The file main/well-known/a is larger than 128 KB.",
	} {
		tree := unreadable{fstest.MapFS{name: {Data: []byte("PK")}}, 200<<20 + 1}
		if made := (Tree{FS: tree}).Inspect(name, nil); made.Message != want || made.Hash != [32]byte{} {
			t.Errorf("%+v", made.Problem)
		}
	}
}

// unreadable is a tree whose files say that they are large, and cannot be read.
type unreadable struct {
	fs.FS
	size int64
}

func (u unreadable) Open(name string) (fs.File, error) {
	file, err := u.FS.Open(name)
	return unreadableFile{file, u.size}, err
}

type unreadableFile struct {
	fs.File
	size int64
}

func (unreadableFile) Read([]byte) (int, error) { panic("it is read") }

func (f unreadableFile) Stat() (fs.FileInfo, error) {
	info, err := f.File.Stat()
	return largeInfo{info, f.size}, err
}

type largeInfo struct {
	fs.FileInfo
	size int64
}

func (i largeInfo) Size() int64 { return i.size }
