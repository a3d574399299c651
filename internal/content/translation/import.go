package translation

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// Imported is what becomes of the texts that came back.
type Imported struct {
	Files map[string][]byte // to be written, by their paths in the content folder; the record is not among them
	Texts []*Text           // that are in them, with their new targets
	// What is to be told of texts that were taken, and of those that were not.
	Notes, Refused []string
}

// Import puts texts that came back into the files of a site in another language, and into its record. A page that is
// not there begins as a copy of its original.
func Import(content fs.FS, all []Text, record Record, back []Returned) (*Imported, error) {
	made := &Imported{Files: map[string][]byte{}}
	known := map[[2]string]*Text{}
	for i := range all {
		known[[2]string{all[i].File, "u" + Hash(all[i].Path)}] = &all[i]
	}
	editors := map[string]*yamldoc.Editor{}
	whole := wholeLists(all, known, back)
	for _, b := range back {
		t := known[[2]string{b.File, b.ID}]
		where := fmt.Sprintf("%s: %s", b.File, b.Name)
		refuse := func(why string) { made.Refused = append(made.Refused, where+": "+why) }
		switch {
		case b.Target == "":
		case t == nil:
			refuse("there is no such text any more")
		case b.Initial && (b.Target == t.Target || b.Target == b.Source): // as it was sent
		case keeps(b.Source) != keeps(b.Target):
			refuse(fmt.Sprintf("the translation has %s, and the original %s", keeps(b.Target), keeps(b.Source)))
		case t.whole != "" && !t.there && !whole[[2]string{t.In, t.whole}]:
			refuse(t.whole + " is written whole: translate all of it")
		case !t.Placed:
			refuse("the translation is not built as the original is: put it there by hand")
		default:
			if editors[t.In] == nil {
				editor, err := editorOf(content, t)
				if err != nil {
					return nil, err
				}
				editors[t.In] = editor
			}
			if err := editors[t.In].Set(t.Path, b.Target); err != nil {
				refuse(err.Error())
				continue
			}
			if b.Target == t.Words {
				made.Notes = append(made.Notes, where+": it came back as it is in the original")
			}
			if b.Source != t.Words {
				made.Notes = append(made.Notes, where+": the original has changed since: it is older than the original")
			}
			t.Target = b.Target
			record.Note(&Text{File: t.File, Path: t.Path, Words: b.Source})
			made.Texts = append(made.Texts, t)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(editors)) {
		editor, complete := editors[name], completed(name, all, made.Texts)
		switch isDraft := editor.Lines("draft") != ""; {
		case isDraft && complete:
			if err := editor.Remove("draft"); err != nil {
				return nil, err
			}
			made.Notes = append(made.Notes, name+": it is no draft any more, because all of it is translated")
		case isDraft:
			made.Notes = append(made.Notes, name+": it is a draft as long as some of it is not translated")
		case !complete && made.beginsLegal(name):
			made.drop(name, record)
			continue
		}
		made.Files[name] = editor.Bytes()
	}
	return made, nil
}

// wholeLists tells which lists and blocks that are not there yet came back whole.
func wholeLists(all []Text, known map[[2]string]*Text, back []Returned) map[[2]string]bool {
	good := map[*Text]bool{}
	for _, b := range back {
		t := known[[2]string{b.File, b.ID}]
		good[t] = b.Target != "" && keeps(b.Source) == keeps(b.Target) && !(b.Initial && b.Target == b.Source)
	}
	whole := map[[2]string]bool{}
	for i := range all {
		if t := &all[i]; t.whole != "" && !t.there {
			of := [2]string{t.In, t.whole}
			before, seen := whole[of]
			whole[of] = good[t] && (before || !seen)
		}
	}
	return whole
}

// beginsLegal tells whether a file that texts were put into is a legal document that was not there before.
func (m *Imported) beginsLegal(name string) bool {
	return slices.ContainsFunc(m.Texts, func(t *Text) bool {
		kind := t.original.Kind
		return t.In == name && !t.there && (kind == tree.KindTerms || kind == tree.KindPrivacy)
	})
}

// drop takes the texts of a file back: half of a legal document is none, and it cannot be a draft.
func (m *Imported) drop(name string, record Record) {
	m.Texts = slices.DeleteFunc(m.Texts, func(t *Text) bool {
		if t.In == name {
			file, at := t.key()
			delete(record[file], at)
		}
		return t.In == name
	})
	m.Refused = append(m.Refused, name+": it is written when all of it is translated")
}

// completed tells whether all that was missing in a file is translated now.
func completed(name string, all []Text, taken []*Text) bool {
	some := false
	for i := range all {
		if t := &all[i]; t.In == name && t.State == Missing {
			if some = true; !slices.Contains(taken, t) {
				return false
			}
		}
	}
	return some
}

// Wrong returns the first text that is another one in the files, which must not be; empty for none.
func (m *Imported) Wrong(after []Text) string {
	targets := map[[2]string]string{}
	for i := range after {
		targets[[2]string{after[i].File, after[i].Path}] = after[i].Target
	}
	for _, t := range m.Texts {
		if strings.TrimSpace(targets[[2]string{t.File, t.Path}]) != strings.TrimSpace(t.Target) {
			return t.File + ": " + t.Path
		}
	}
	return ""
}

// keeps lists what a translation keeps of a text, sorted.
func keeps(text string) string {
	found := protected.FindAllString(text, -1)
	slices.Sort(found)
	return cmp.Or(strings.Join(found, ", "), "none")
}

// Begin returns the file that a text is translated in with words for it, which begin the file where it is not there. Without
// words a page is a copy of its original, and a draft; any other file has those of the original, for none may be empty.
func Begin(content fs.FS, t *Text, words string) ([]byte, error) {
	switch kind := t.original.Kind; {
	case !t.there && (kind == tree.KindTerms || kind == tree.KindPrivacy):
		return nil, errors.New("half of a legal text is none: put in the file that your lawyer has approved")
	case words == "" && !kind.IsPage():
		words = t.Words
	}
	editor, err := editorOf(content, t)
	if err == nil && words != "" {
		err = editor.Set(t.Path, words)
	}
	if err != nil {
		return nil, err
	}
	return editor.Bytes(), nil
}

// editorOf returns an editor of the file that a text is translated in.
func editorOf(content fs.FS, t *Text) (*yamldoc.Editor, error) {
	original, err := fs.ReadFile(content, t.File)
	if err != nil {
		return nil, fmt.Errorf("read the original: %w", err)
	}
	data, err := fs.ReadFile(content, t.In)
	begins, kind := errors.Is(err, fs.ErrNotExist), t.original.Kind
	switch {
	case err != nil && !begins:
		return nil, fmt.Errorf("read the translation: %w", err)
	case begins && kind.IsPage(): // it stands a folder deeper
		data = []byte(strings.Replace(string(original), "$schema=../", "$schema=../../", 1))
	case begins:
		schema := strings.TrimSuffix(path.Base(t.File), ".yaml")
		if kind != tree.KindBlocks {
			schema += ".translation"
		}
		data = fmt.Appendf(nil, "# yaml-language-server: $schema=../../.schemas/%s.json\n", schema)
	}
	editor, err := yamldoc.NewEditor(t.In, data, original)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", t.In, err)
	}
	editor.WholeEntries, editor.WholeLists = kind == tree.KindBlocks, kind == tree.KindSite
	if begins && kind.IsPage() { // former paths lead to the original
		err = editor.Remove("aliases")
	}
	if begins && (kind == tree.KindPage || kind == tree.KindNotFound) {
		err = errors.Join(err, editor.Remove("draft"), editor.Begin("draft: true"))
	}
	return editor, err
}

// WriteFiles writes files of a content folder, by their paths in it. All are written in a hidden folder, which nobody
// reads, before the first one takes its place.
func WriteFiles(dir string, files map[string][]byte) (err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("open content folder: %w", err)
	}
	hidden := ".new-" + rand.Text() + ".tmp"
	defer func() { err = errors.Join(err, root.RemoveAll(hidden), root.Close()) }()
	for name, data := range files {
		staged := path.Join(hidden, name)
		err := errors.Join(root.MkdirAll(path.Dir(staged), 0o755), root.MkdirAll(path.Dir(name), 0o755))
		if err = errors.Join(err, root.WriteFile(staged, data, 0o644)); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	for name := range files {
		if err := root.Rename(path.Join(hidden, name), name); err != nil {
			return fmt.Errorf("move to %s: %w", name, err)
		}
	}
	return nil
}
