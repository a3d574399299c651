package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/memfs"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/translation"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/osfile"
)

type translationsCommand struct {
	contentFlags
	Site  string   `arg:"" optional:"" help:"Folder of the site, such as business. Default: all sites."`
	Tag   string   `arg:"" optional:"" help:"Tag of the language, such as de. Default: all languages of the site."`
	Files []string `arg:"" optional:"" name:"file" help:"Files, such as pages/about.yaml. Default: all."`

	JSON   bool `name:"json" help:"Print the texts as JSON." xor:"do"`
	Strict bool `help:"Exit with code 1 if a text is missing or older, for CI." xor:"do"`
	Done   bool `help:"Record that what is translated is up to date now." xor:"do"`

	XLIFF  string `name:"xliff" help:"Write what is missing or older as XLIFF 2.0, for translators." placeholder:"FILE" xor:"do"`
	All    bool   `help:"Write all texts, and not only those."`
	Import string `help:"Take texts of an XLIFF 2.0 file that came back." placeholder:"FILE" xor:"do"`
}

// translated is a site in another language, and its texts.
type translated struct {
	Site     string             `json:"site"`
	Language string             `json:"language"`
	Texts    []translation.Text `json:"texts"`
	site     *outline.Site
	record   translation.Record
	recordAt string
}

func (c translationsCommand) Run(ctx context.Context, p *Program, config contentConfig) error {
	if c.XLIFF+c.Import != "" && c.Tag == "" {
		return usageError{errors.New("name the site and the language, such as: marquee translations business de")}
	}
	languages, err := c.compare(ctx, p, config, tree.Folder(config.Dir))
	switch {
	case err != nil:
		return err
	case c.XLIFF != "":
		return c.export(p, languages[0])
	case c.Import != "":
		return c.take(ctx, p, config, languages[0])
	case c.Done:
		return c.done(p, config, languages)
	case c.JSON:
		return p.printJSON(languages)
	}
	behind := 0
	for _, in := range languages {
		behind += p.printTranslation(in)
	}
	if c.Strict && behind > 0 {
		return errFailed
	}
	return nil
}

// compare returns the sites in other languages that the arguments name. Where content has errors, it prints these.
func (c translationsCommand) compare(
	ctx context.Context, p *Program, config contentConfig, content fs.FS,
) ([]translated, error) {
	_, problems, err := loadFrom(ctx, config, content, time.Now())
	if err != nil {
		return nil, err
	}
	if failed, _ := count(problems); failed > 0 {
		for _, problem := range problems {
			if problem.Severity == yamldoc.Error {
				fmt.Fprintln(p.Stderr, calm(problem.String())+"\n")
			}
		}
		return nil, fmt.Errorf("the content has %s, as marquee check says", text.Counted(failed, "error"))
	}
	read, err := tree.NewReader(nil).Read(ctx, content)
	if err != nil {
		return nil, err
	}
	website := outline.Of(config.Options, read, time.Now())
	if c.Site != "" && !slices.Contains(read.Sites, c.Site) {
		return nil, fmt.Errorf("there is no site %s: the sites are %s", c.Site, strings.Join(read.Sites, ", "))
	}
	found, known := []translated{}, map[string]bool{}
	for _, s := range website.Sites {
		if s.Original == nil || c.Site != "" && s.Original.ID != c.Site || c.Tag != "" && s.Tag != c.Tag {
			continue
		}
		at := path.Join(tree.FolderOfSite(s.ID), tree.TranslationRecord)
		record, err := translation.ReadRecord(content, at)
		if err != nil {
			return nil, err
		}
		texts := slices.DeleteFunc(translation.Compare(website, s, record), func(t translation.Text) bool {
			return len(c.Files) > 0 && !slices.ContainsFunc(c.Files, func(named string) bool {
				known[named] = known[named] || isNamed(&t, named)
				return isNamed(&t, named)
			})
		})
		found = append(found, translated{s.Original.ID, s.Tag, texts, s, record, at})
	}
	if len(found) == 0 && c.Tag != "" {
		return nil, fmt.Errorf("the site %s is not there in %s: begin it with marquee new language %s %s",
			c.Site, c.Tag, c.Site, c.Tag)
	}
	for _, named := range c.Files {
		if !known[named] {
			return nil, fmt.Errorf("%s has no texts to translate: name a file such as plans.yaml or pages/about.yaml", named)
		}
	}
	return found, nil
}

// isNamed tells whether somebody names a file of a text: below the folder of the site or of the language, or by a path
// that leads there, from whatever folder.
func isNamed(t *translation.Text, named string) bool {
	named = path.Clean(filepath.ToSlash(named))
	_, below, _ := strings.Cut(t.File, "/")
	own := strings.SplitN(t.In, "/", 3)
	return named == below || named == own[2] ||
		strings.HasSuffix("/"+named, "/"+t.File) || strings.HasSuffix("/"+named, "/"+t.In)
}

// printTranslation prints what is left to do, and returns how many texts that are.
func (p *Program) printTranslation(in translated) (behind int) {
	name := locale.NameIn("en", in.Language)
	states, inFile, missing := map[translation.State]int{}, map[string]int{}, map[string]int{}
	same := 0
	for i := range in.Texts {
		t := &in.Texts[i]
		states[t.State]++
		inFile[t.File]++
		if t.State == translation.Missing {
			missing[t.File]++
		} else if t.Same() && t.State != translation.Removed {
			same++
		}
	}
	whole := "" // the last file of which nothing is translated
	for i := range in.Texts {
		t := &in.Texts[i]
		switch {
		case t.State == translation.Stale:
			fmt.Fprintf(p.Stdout, "%s:%d: changed since it was translated into %s: %s: %s\n",
				t.File, t.Line, name, t.Path, beginOf(t.Words))
		case t.State == translation.Removed:
			fmt.Fprintf(p.Stdout, "%s: the original does not say this any more: %s\n", t.In, t.Path)
		case t.State != translation.Missing, t.File == whole:
		case missing[t.File] == inFile[t.File]:
			whole = t.File
			fmt.Fprintf(p.Stdout, "%s: not in %s: all of it, %s\n", t.File, name, text.Counted(inFile[t.File], "text"))
		default:
			fmt.Fprintf(p.Stdout, "%s:%d: not in %s: %s: %s\n", t.File, t.Line, name, t.Path, beginOf(t.Words))
		}
	}
	removed := states[translation.Removed]
	behind = states[translation.Missing] + states[translation.Stale] + removed
	if behind > 0 {
		fmt.Fprintln(p.Stdout)
	}
	fmt.Fprintf(p.Stdout, "%s: %s, %d missing, %d older than the original", in.site.ID,
		text.Counted(len(in.Texts)-removed, "text"), states[translation.Missing], states[translation.Stale])
	if removed > 0 {
		fmt.Fprintf(p.Stdout, ", %d not in the original any more", removed)
	}
	if n := states[translation.Unrecorded]; n > 0 {
		fmt.Fprintf(p.Stdout, ", %d not recorded", n)
	}
	if same > 0 {
		fmt.Fprintf(p.Stdout, ", %d as in the original", same)
	}
	fmt.Fprintln(p.Stdout)
	return behind
}

// beginOf returns the first words of a text, in quotes.
func beginOf(words string) string { return calm(strconv.Quote(text.Shortened(words))) }

// done records that all that is translated is up to date.
func (c translationsCommand) done(p *Program, config contentConfig, languages []translated) error {
	files := map[string][]byte{}
	total := 0
	for _, in := range languages {
		if len(c.Files) == 0 {
			clear(in.record)
		}
		total += in.record.Done(in.Texts)
		files[in.recordAt] = in.record.Bytes()
	}
	if err := translation.WriteFiles(config.Dir, files); err != nil {
		return err
	}
	_ = p.list(slices.Sorted(maps.Keys(files)), nil)
	fmt.Fprintf(p.Stderr, "%s recorded as up to date\n", text.Counted(total, "text"))
	return nil
}

// export writes texts for translators.
func (c translationsCommand) export(p *Program, in translated) error {
	var texts []*translation.Text
	byHand := 0
	for i := range in.Texts {
		t := &in.Texts[i]
		switch {
		case t.State == translation.Removed || !c.All && t.State != translation.Missing && t.State != translation.Stale:
		case !t.Placed:
			byHand++
		default:
			texts = append(texts, t)
		}
	}
	if len(texts) == 0 && byHand > 0 {
		return fmt.Errorf("%s of files that are not built as their originals are: translate them by hand",
			text.Counted(byHand, "text"))
	}
	var out bytes.Buffer
	if err := translation.WriteXLIFF(&out, in.site.Original.LanguageTag, in.site.LanguageTag, texts); err != nil {
		return err
	}
	if err := osfile.Write(c.XLIFF, out.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(p.Stdout, "%s: %s\n", c.XLIFF, text.Counted(len(texts), "text"))
	if byHand > 0 {
		fmt.Fprintf(p.Stderr, "Left out: %s of files that are not built as their originals are. Translate them by hand.\n",
			text.Counted(byHand, "text"))
	}
	return nil
}

// take puts texts that came back into the content: all files, or none where the content would have errors with them.
func (c translationsCommand) take(ctx context.Context, p *Program, config contentConfig, in translated) error {
	file, err := os.Open(c.Import)
	if err != nil {
		return err
	}
	defer file.Close()
	back, err := translation.ReadXLIFF(file, in.site.Original.LanguageTag, in.site.LanguageTag)
	if err != nil {
		return err
	}
	folder := tree.Folder(config.Dir)
	made, err := translation.Import(folder, in.Texts, in.record, back)
	if err != nil {
		return err
	}
	with := memfs.FS{Base: folder, Files: map[string]*memfs.File{}}
	for name, data := range made.Files {
		with.Files[name] = memfs.Bytes(data)
	}
	after, err := c.compare(ctx, p, config, with)
	if err != nil {
		return fmt.Errorf("nothing is written: with these texts, %w", err)
	}
	if wrong := made.Wrong(after[0].Texts); wrong != "" {
		return fmt.Errorf("nothing is written: %s cannot be written into its file; put it there by hand", wrong)
	}
	if len(made.Files) > 0 {
		made.Files[in.recordAt] = in.record.Bytes()
	}
	if err := translation.WriteFiles(config.Dir, made.Files); err != nil {
		return err
	}
	_ = p.list(slices.Sorted(maps.Keys(made.Files)), nil)
	for _, line := range slices.Concat(made.Notes, made.Refused) {
		fmt.Fprintln(p.Stderr, calm(line))
	}
	fmt.Fprintf(p.Stderr, "%s taken, %d refused\n", text.Counted(len(made.Texts), "text"), len(made.Refused))
	if len(made.Refused) > 0 {
		return errFailed
	}
	return nil
}
