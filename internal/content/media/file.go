// Package media finds out what the files of a site are that are not YAML: pictures, drawings, fonts, films, documents,
// and files for programs.
//
// [Tree.Inspect] reads a file and returns a [File]: its hash, type, size and address, or what is wrong with it in
// words for its author. A File never changes; one whose stamp or bytes are the same as before is not inspected again.
//
// The folder of a site in which a file lies says what is allowed there ([KindOf]):
//
//	images      pictures: SVG, PNG, JPEG, WebP, GIF and ICO, by their bytes, whatever their names say
//	fonts       WOFF2
//	files       documents, films, sound and archives, whose bytes must be what the name says
//	well-known  files for programs, served below /.well-known/ (RFC 8615) as they are
//	look        style sheets, drawings and pictures of the site's own look
//
// Icons, fonts, looks and files for programs are small, and stay in memory. All others are opened in their folder
// for each request ([File.Open]), and are never served when they are not those that were inspected any more: the bytes
// are then taken from the history, or the error is [site.ErrFileChanged].
//
// Visitors get a photo in widths that were made for its slot ([File.In]), without what a camera wrote into it.
package media

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/content/look"
	"github.com/evenlight/marquee/internal/content/memfs"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/fontfile"
	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/slug"
)

// Kind is what a file is meant to be, by the folder in which it lies.
type Kind int

// The kinds.
const (
	None Kind = iota
	Picture
	Font
	Download
	WellKnown
	Look
)

// KindOf returns the kind of the files in a folder, by its path below the folder of its site.
func KindOf(folder string) Kind {
	first, _, isBelow := strings.Cut(folder, "/")
	switch {
	case first == "images":
		return Picture
	case first == "fonts" && !isBelow:
		return Font
	case first == "files":
		return Download
	case first == "well-known":
		return WellKnown
	case folder == LookFolder, folder == SheetFolder, folder == DrawingFolder:
		return Look
	}
	return None
}

const (
	saveSmaller = "Save it smaller: a width of 4000 pixels is more than any screen shows."
	subset      = "Leave out letters that nobody needs: font tools call that a subset."
)

// rules say for each kind how codes of problems end, how large a file may be, in bytes, and what to do with one that is
// larger.
var rules = map[Kind]struct {
	noun  string
	limit int64
	hint  string
}{
	Picture:   {"image", 20 << 20, saveSmaller}, // photos of cameras are smaller
	Font:      {"font", 2 << 20, subset},        // no visitor waits for more
	Download:  {"file", 200 << 20, "Make it smaller, or link to a service that is made for files of this size."},
	WellKnown: {"file", 128 << 10, ""}, // Apple takes no larger apple-app-site-association
	Look:      {"look", 2 << 20, "Visitors wait for it on their first page."},
}

// File is a file of a site, or what is wrong with it. Nobody changes it.
type File struct {
	Path string            // below the content folder
	Size int64             // in bytes
	Hash [sha256.Size]byte // SHA-256 of the bytes; zero where they could not be read
	Type Type
	// Address under which visitors get the bytes as they are; empty where something is wrong.
	URL string
	// The bytes of SVG, icons, fonts, looks and files for programs; nil for all others.
	Data []byte
	Problem

	// Of pictures and films, as they are shown, in pixels; 0 where the file does not tell.
	Width, Height int
	// Of pictures: whether no part of it is transparent, as far as its head tells.
	Opaque bool
	// Of films: how it is coded (hvc1 is HEVC), and whether it says where it was made.
	Codec      string
	TellsPlace bool
	// Of fonts: what is in them.
	Font *fontfile.Font
	// Of style sheets and drawings of a look. LeftOut warns of styles that some browsers leave out of a drawing.
	Sheet   *look.Sheet
	Drawing *site.Drawing
	LeftOut *yamldoc.Problem

	orientation int    // as Exif counts
	profile     []byte // of its colours (ICC.1); nil where they are those of sRGB
	moves       bool   // whether it has, or may have, several frames
	saved       bool   // whether browsers save it instead of showing it
	origin      *origin
}

// Problem is what is wrong with a file. All are empty where it is good.
type Problem struct {
	Code          string
	Message, Hint string // sentences for its author
}

// Type is a type of files. WellKnown files have no extension.
type Type struct{ Extension, ContentType string }

// Tree is a content folder.
type Tree struct {
	fs.FS
	// Opens bytes by their SHA-256 that were in the tree once; may be nil.
	Kept func([sha256.Size]byte) (io.ReadSeekCloser, error)
}

var errNoSeek = errors.New("the file cannot be read from the middle")

// origin is where the bytes of a file are.
type origin struct {
	tree  Tree
	stamp atomic.Pointer[osfile.Stamp]
}

// Inspect finds out what a file is. The file that was found at the same path before, which may be nil, is not looked
// into again where its bytes are the same.
func (t Tree) Inspect(name string, before *File) *File {
	made, err := t.read(name, before)
	if err != nil {
		return Unreadable(name, "")
	}
	return made
}

// Unreadable returns a file that cannot be read, with a hint for its author.
func Unreadable(name, hint string) *File {
	made := &File{Path: name}
	made.fail("unreadable-"+rules[made.kind()].noun, " cannot be read.", hint)
	return made
}

func (t Tree) read(name string, before *File) (_ *File, err error) {
	opened, err := t.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	info, err := opened.Stat()
	if err != nil {
		return nil, err
	}

	made := &File{Path: name, Size: info.Size(), origin: &origin{tree: t}}
	stamp := osfile.StampOf(info)
	made.origin.stamp.Store(&stamp)
	kind := made.kind()
	if rule := rules[kind]; made.Size > rule.limit {
		made.fail("large-"+rule.noun, " is larger than "+inUnits(rule.limit)+".", rule.hint)
		return made, nil
	}

	var data bytes.Buffer // stays empty for a download, which may be a long film
	hash := sha256.New()
	target := io.Writer(hash)
	if kind != Download {
		data.Grow(int(made.Size) + 1) // one more, so that the bytes of an empty file are not nil
		target = io.MultiWriter(hash, &data)
	}
	if made.Size, err = io.Copy(target, opened); err != nil {
		return nil, err
	}
	hash.Sum(made.Hash[:0])
	if before != nil && before.Hash == made.Hash {
		same := *before
		same.origin = made.origin
		return &same, nil
	}

	if made.Size == 0 && slices.Contains([]Kind{Picture, Font, Download}, kind) {
		made.fail("empty-"+rules[kind].noun, " is empty.", "Save it again.")
		return made, nil
	}
	switch kind {
	case Picture:
		made.inspectPicture(data.Bytes())
	case Font:
		made.inspectFont(data.Bytes())
	case WellKnown:
		made.inspectWellKnown(data.Bytes())
	case Look:
		made.inspectLook(data.Bytes())
	case Download:
		file, anywhere := opened.(io.ReaderAt)
		if !anywhere {
			return nil, errNoSeek
		}
		made.inspectDownload(file)
	}
	return made, nil
}

// HasStamp tells whether the file was read, and whether its bytes are those of a stamp.
func (f *File) HasStamp(stamp osfile.Stamp) bool {
	return f != nil && f.origin != nil && stamp != osfile.Stamp{} && *f.origin.stamp.Load() == stamp
}

// Open opens the bytes that were inspected. The error is [site.ErrFileChanged] where they are neither in the tree nor
// kept any more.
func (f *File) Open() (io.ReadSeekCloser, error) {
	if f.Data != nil {
		return memfs.Bytes(f.Data).Open()
	}
	opened, err := f.openInTree()
	if err != nil && f.origin.tree.Kept != nil {
		if kept, keptErr := f.origin.tree.Kept(f.Hash); keptErr == nil {
			return kept, nil
		}
	}
	return opened, err
}

func (f *File) openInTree() (_ io.ReadSeekCloser, err error) {
	file, err := f.origin.tree.Open(f.Path)
	if err != nil {
		return nil, err
	}
	opened, seeks := file.(io.ReadSeekCloser)
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, errors.Join(err, file.Close())
	case !seeks:
		return nil, errors.Join(errNoSeek, file.Close())
	case info.Size() != f.Size:
		return nil, errors.Join(site.ErrFileChanged, file.Close())
	}
	stamp := osfile.StampOf(info)
	if f.HasStamp(stamp) {
		return opened, nil
	}

	// The stamp proves nothing, so the bytes have to. Whoever opens the file next, perhaps for a few bytes of a film,
	// need not wait for all of them.
	hash := sha256.New()
	if _, err = io.Copy(hash, opened); err == nil {
		_, err = opened.Seek(0, io.SeekStart)
	}
	if err == nil && [sha256.Size]byte(hash.Sum(nil)) != f.Hash {
		err = site.ErrFileChanged
	}
	if err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	f.origin.stamp.Store(&stamp)
	return opened, nil
}

// Served returns the bytes as they are, as a file of a site.
func (f *File) Served() site.File {
	served := site.File{ContentType: f.Type.ContentType, Data: f.Data, Lasting: f.Lasting()}
	if f.Data == nil {
		served.Size, served.Sum, served.Open = f.Size, f.Hash, f.Open
	}
	if f.saved {
		served.Download = path.Base(f.Path)
	}
	return served
}

// Lasting returns the address of a file for visitors that stays when its bytes change: /files/ with its site, and its
// path in the folder files. It is empty for others.
func (f *File) Lasting() string {
	if f.kind() != Download {
		return ""
	}
	id, below, _ := strings.Cut(f.Path, "/")
	parts := strings.Split(strings.TrimSuffix(below, path.Ext(below)), "/")
	for i, part := range parts {
		parts[i] = slug.Name("file", part, "")
	}
	return "/files/" + id + "/" + strings.Join(parts[1:], "/") + "." + f.Type.Extension
}

func (f *File) inspectFont(data []byte) {
	font, err := fontfile.Read(data)
	switch {
	case errors.Is(err, fontfile.ErrNotWOFF2):
		f.fail("bad-font", " is no WOFF2 file, whatever its name says.",
			"Convert it to WOFF2; another name alone does not.")
	case err != nil:
		f.fail("bad-font", " is damaged.", "Fetch it again from where it came.")
	default:
		f.Data, f.Font, f.Type = data, font, Type{"woff2", "font/woff2"}
		f.URL = f.address("files", "font", f.Hash, ".woff2")
	}
}

// wellKnownTypes are media types by ending, or by name where names have no ending.
var wellKnownTypes = map[string]string{
	"apple-app-site-association": "application/json",
	"change-password":            "text/html; charset=utf-8",
	"host-meta":                  "application/xrd+xml",
	".html":                      "text/html; charset=utf-8",
	".json":                      "application/json",
	".jrd":                       "application/jrd+json",
	".txt":                       "text/plain; charset=utf-8",
	".xml":                       "application/xml",
}

func (f *File) inspectWellKnown(data []byte) {
	name, isJSON := path.Base(f.Path), json.Valid(data)
	mediaType := cmp.Or(wellKnownTypes[name], wellKnownTypes[strings.ToLower(path.Ext(name))])
	switch {
	case strings.HasSuffix(mediaType, "json") && !isJSON:
		f.fail("bad-json", " is no JSON, so nobody can read it.", "Look for a missing comma, quote or brace.")
		return
	case mediaType != "":
	case isJSON && bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")):
		mediaType = "application/json"
	case utf8.Valid(data) && !bytes.ContainsRune(data, 0):
		mediaType = "text/plain; charset=utf-8"
	default:
		mediaType = "application/octet-stream"
	}
	f.Data, f.Type = data, Type{ContentType: mediaType}
	below := strings.TrimPrefix(f.below(), "well-known/")
	if f.URL = "/.well-known/" + below; IsRootFile(below) {
		f.URL = "/" + below
	}
}

var rootFile = regexp.MustCompile(`^(google[0-9a-f]{8,32}\.html|BingSiteAuth\.xml|yandex_[0-9a-f]+\.html|` +
	`pinterest-[0-9a-z]+\.html|[0-9a-f]{32}\.txt|(app-)?ads\.txt|humans\.txt)$`)

// IsRootFile tells whether programs look for a file of the folder well-known at the root of a website, such as one with
// which a search engine asks who owns it.
func IsRootFile(name string) bool { return rootFile.MatchString(name) }

func (f *File) below() string {
	_, below, _ := strings.Cut(f.Path, "/")
	return below
}

func (f *File) kind() Kind { return KindOf(path.Dir(f.below())) }

func (f *File) subject() string {
	return "The " + cmp.Or(map[Kind]string{Picture: "picture ", Font: "font "}[f.kind()], "file ") + f.Path
}

// fail notes what is wrong; says continues a sentence that begins with the subject.
func (f *File) fail(code, says, hint string) {
	f.Problem = Problem{Code: code, Message: f.subject() + says, Hint: hint}
}

func inUnits(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d KB", bytes>>10)
	}
	return fmt.Sprintf("%d MB", bytes>>20)
}

// address returns an address of the file, or of what is made of it, by a hash of all that goes into the bytes. A file
// whose name has no Latin letters gets another one.
func (f *File) address(folder, nameless string, hash [sha256.Size]byte, end string) string {
	id, _, _ := strings.Cut(f.Path, "/")
	name := path.Base(f.Path)
	name = cmp.Or(slug.Make(strings.TrimSuffix(name, path.Ext(name)), ""), nameless)
	return fmt.Sprintf("/%s/%s/%s-%x%s", folder, id, name, hash[:5], end)
}
