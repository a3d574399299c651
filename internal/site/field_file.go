package site

import "fmt"

// What is sent is checked by internal/inbox/contact, which has the files.
func init() {
	registerField(FieldKind{
		Name: "file", Keys: []string{"max", "accept", "megabytes"},
		Missing: func(_ *Field, words *Checks) Text { return words.File },
		Complete: func(f *Field) (wrong []Mistake) {
			if f.Max > MostFiles {
				words := fmt.Sprintf("A field takes at most %d files.", MostFiles)
				wrong = []Mistake{{"max", "many-files", words, ""}}
			}
			f.AcceptTypes = f.AcceptList()
			f.Max, f.Megabytes = f.FileCount(), int(f.FileSize()/megabyte)
			return wrong
		},
	})
}
