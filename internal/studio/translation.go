package studio

import (
	"errors"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/memfs"
	"github.com/evenlight/marquee/internal/content/translation"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/drafts"
	"github.com/evenlight/marquee/internal/studio/people"
)

// placeholder stands for the words of a text that is not there yet. No file has a character of private use.
const placeholder = "\uE000"

// compared returns the texts of a site in another language, of one file where that is named, and the record of them.
// There may be no errors in it.
func (r *request) compared(of content.WrittenSite, file string) (
	texts []translation.Text, record translation.Record, err error,
) {
	for _, p := range r.edition.Problems {
		if p.Severity == yamldoc.Error && tree.FolderOf(p.File) == tree.FolderOf(of.Folder) {
			return nil, nil, r.mistakes([]yamldoc.Problem{p})
		}
	}
	at := recordOf(of)
	data, _ := r.bytes(at) // not of the edition, which is as old as the content; unreadable is none
	files := memfs.FS{Files: map[string]*memfs.File{at: memfs.Bytes(data)}}
	if record, err = translation.ReadRecord(files, at); err != nil {
		return nil, nil, unfit(err.Error())
	}
	for _, t := range r.edition.Translations(of.ID, record) {
		if t.State != translation.Removed && (file == "" || t.In == file || t.File == file) {
			texts = append(texts, t)
		}
	}
	return texts, record, nil
}

// translationsOf returns the files that say a file in other languages.
func (r *request) translationsOf(file string) (all []string) {
	for _, one := range r.files {
		if one.Original == file {
			all = append(all, one.Path)
		}
	}
	return slices.Sorted(slices.Values(all))
}

func recordOf(of content.WrittenSite) string { return path.Join(of.Folder, translation.RecordName) }

// translations returns how far the languages of sites are, file by file, or the texts of one file, which may be named by
// its original, too.
func (r *request) translations() (any, error) {
	query := r.URL.Query()
	if name := query.Get("file"); name != "" {
		return r.sideBySide(query.Get("site"), name)
	}
	type fileState struct {
		File    string `json:"file"`
		In      string `json:"translation"`
		Missing int    `json:"missing"`
		Stale   int    `json:"stale"`
	}
	all := []object{}
	for _, of := range r.sites {
		if of.Original == "" {
			continue
		}
		texts, _, err := r.compared(of, "")
		if f, _ := errors.AsType[failure](err); f.more != nil { // of one language alone
			all = append(all, object{"site": of.ID, "files": []fileState{}, "problems": f.more["problems"]})
			continue
		} else if err != nil {
			return nil, err
		}
		files := []fileState{}
		for _, t := range texts { // those of a file come together
			if last := len(files) - 1; last < 0 || files[last].File != t.File {
				files = append(files, fileState{File: t.File, In: t.In})
			}
			switch last := &files[len(files)-1]; t.State {
			case translation.Missing:
				last.Missing++
			case translation.Stale:
				last.Stale++
			}
		}
		all = append(all, object{"site": of.ID, "files": files, "problems": []problem{}})
	}
	return all, nil
}

// unit is a text and its translation.
type unit struct {
	translation.Text
	// Where the translation stands, or will; empty where nobody knows, since the files are not built alike.
	At string `json:"at"`
	// What puts it there first, with the placeholder for its words; nil where it is there.
	Begin *yamldoc.Change `json:"begin"`
}

func (r *request) sideBySide(id, name string) (any, error) {
	of, err := r.siteFor(people.View, id)
	if err != nil {
		return nil, err
	}
	texts, _, err := r.compared(of, name)
	if err == nil && len(texts) == 0 {
		err = notFound
	}
	if err != nil {
		return nil, err
	}
	file, in := texts[0].File, texts[0].In
	data, err := r.bytes(in)
	units := []unit{}
	for _, t := range texts {
		one := unit{Text: t}
		if at, there := r.tree(in).Locate(t.Path); there && t.Target != "" {
			one.At = at
		} else if data != nil && t.Placed {
			one.At, one.Begin = r.beginning(&t, data)
		}
		units = append(units, one)
	}
	return object{
		"file": file, "translation": in, "there": data != nil, "units": units, "placeholder": placeholder,
	}, err
}

// beginning returns what puts a text into its file that is not there, and where it will stand; nothing where one change
// does not do that.
func (r *request) beginning(t *translation.Text, data []byte) (at string, begin *yamldoc.Change) {
	made, err := translation.Begin(r.edition.Folder(), t, placeholder)
	if err != nil {
		return "", nil
	}
	changes, err := yamldoc.Compare(t.In, data, made)
	tree, unread := yamldoc.ReadTree(t.In, made)
	at, there := tree.Locate(t.Path)
	if err != nil || unread != nil || !there || len(changes) != 1 || changes[0].At == "" {
		return "", nil
	}
	return at, &changes[0]
}

// translate begins the file of a translation, or notes that a text of it is up to date, or all of them.
func (r *request) translate() (any, error) {
	of, err := r.siteFor(people.Edit, r.siteOf(r.sent.File))
	if err != nil {
		return nil, err
	}
	texts, record, err := r.compared(of, r.sent.File)
	if err != nil {
		return nil, err
	}
	if r.sent.Take != "" && r.sent.Take != "all" {
		return nil, failure{http.StatusBadRequest, site.CodeBadRequest, `Take "all", or nothing.`, nil}
	}
	for _, t := range texts {
		switch {
		case t.In != r.sent.File || r.sent.At != "" && t.Path != r.sent.At:
			continue
		case r.sent.At != "":
			record.Note(&t)
			return r.rewrite(recordOf(of), record.Bytes())
		case r.sent.Take == "all":
			record.Done(texts)
			return r.rewrite(recordOf(of), record.Bytes())
		}
		return r.beginFile(of, t)
	}
	return nil, notFound
}

// beginFile begins the file that a text is translated in and, of an entry, also its list, without which it is none. What
// is there stays.
func (r *request) beginFile(of content.WrittenSite, t translation.Text) (any, error) {
	first := []translation.Text{t}
	for _, p := range r.edition.Pages() {
		if p.Collection == "" || p.Site != of.Original || !strings.HasPrefix(t.File, path.Dir(p.File)+"/") {
			continue
		}
		texts, _, err := r.compared(of, p.File)
		if err != nil {
			return nil, err
		}
		if len(texts) > 0 && texts[0].In != t.In {
			first = append(first, texts[0])
		}
	}
	changes := []drafts.Change{}
	for _, one := range first {
		if data, err := r.bytes(one.In); err != nil {
			return nil, err
		} else if data != nil {
			continue
		}
		made, err := translation.Begin(r.edition.Folder(), &one, "")
		if err != nil {
			return nil, &drafts.Refused{Err: err}
		}
		changes = append(changes, fileChange(one.In, nil, made))
	}
	if len(changes) == 0 { // somebody was faster
		return r.changed([]string{t.In}, nil, nil)
	}
	return r.patch(changes...)
}

// rewrite makes a file another one as a whole, as long as nobody else does.
func (r *request) rewrite(name string, made []byte) (any, error) {
	seen, err := r.bytes(name)
	if err != nil {
		return nil, err
	}
	return r.patch(fileChange(name, seen, made))
}
