package site

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Upload is a file that came with an inquiry. It lies on the disk for as long as the inquiry is handled.
type Upload struct {
	// As its sender calls it, made safe: one line, no folders, an ending that fits its type.
	Name string
	// What its bytes are; empty for anything that no form takes.
	Type FileType
	Size int64
	// SHA-256 of its bytes.
	Sum [32]byte
	// Whether it had more bytes than any form takes; they are not kept.
	TooLarge bool
	// Where it lies until it is kept.
	File string
}

// StoredFile is a file that is kept with a submission.
type StoredFile struct {
	// The field that it came with.
	Field string `json:"field"`
	// As its sender called it.
	Name string `json:"name"`
	// Its media type, by its bytes.
	Type string `json:"type"`
	// In bytes.
	Size int64 `json:"size"`
	// Where it lies in the folder of uploads.
	Path string `json:"path"`
}

// FileType is a type of file that forms can take.
type FileType struct {
	// What a form accepts it as: image, pdf, text, document, spreadsheet.
	Group string
	// The media type.
	Media string
	// The endings of its names; the first is the usual one.
	Endings []string
}

// UploadPath returns where a submission's file lies in the folder of uploads, such as <id>/1.jpg; the first has the
// number 0.
func UploadPath(id string, number int, kind FileType) string {
	ending := ""
	if len(kind.Endings) > 0 {
		ending = kind.Endings[0]
	}
	return id + "/" + strconv.Itoa(number+1) + ending
}

// FileTypes are all of them. None of them runs when it is opened.
var FileTypes = []FileType{
	{"image", "image/jpeg", []string{".jpg", ".jpeg"}},
	{"image", "image/png", []string{".png"}},
	{"image", "image/webp", []string{".webp"}},
	{"image", "image/gif", []string{".gif"}},
	{"image", "image/heic", []string{".heic", ".heif"}},
	{"pdf", "application/pdf", []string{".pdf"}},
	{"text", "text/plain", []string{".txt", ".md"}},
	{"document", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", []string{".docx"}},
	{"document", "application/vnd.oasis.opendocument.text", []string{".odt"}},
	{"document", "application/rtf", []string{".rtf"}},
	{"spreadsheet", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", []string{".xlsx"}},
	{"spreadsheet", "application/vnd.oasis.opendocument.spreadsheet", []string{".ods"}},
	{"spreadsheet", "text/csv", []string{".csv"}},
}

// Bounds of the files of a form.
const (
	MostFiles         = 10 // of a field
	MostFileMegabytes = 50 // of a form in all
	usualMegabytes    = 5  // of a file
	megabyte          = 1_000_000
)

// FileCount returns how many files the field takes; zero for other fields.
func (f *Field) FileCount() int {
	if f.Type != "file" {
		return 0
	}
	return cmp.Or(f.Max, 1)
}

// FileSize returns how many bytes each file of the field may have.
func (f *Field) FileSize() int64 { return int64(cmp.Or(f.Megabytes, usualMegabytes)) * megabyte }

// Accepted returns the types that the field takes.
func (f *Field) Accepted() []FileType {
	groups := f.Accept
	if len(groups) == 0 {
		groups = []string{"image", "pdf"}
	}
	return slices.DeleteFunc(slices.Clone(FileTypes), func(t FileType) bool { return !slices.Contains(groups, t.Group) })
}

// AcceptList returns the types of the field as browsers want them.
func (f *Field) AcceptList() string {
	var all []string
	for _, t := range f.Accepted() {
		all = append(append(all, t.Media), t.Endings...)
	}
	return strings.Join(all, ",")
}

// FileBytes returns how many bytes the files of the form may have together.
func (f *Form) FileBytes() (total int64) {
	for i := range f.Fields {
		field := &f.Fields[i]
		total += int64(field.FileCount()) * field.FileSize()
	}
	return total
}

// FileBytes returns the most bytes that the files of any form may have together; zero where no form takes files.
func (r *Revision) FileBytes() (most int64) {
	for _, bundle := range r.Sites {
		for _, form := range bundle.Forms.All() {
			most = max(most, form.FileBytes())
		}
	}
	return most
}
