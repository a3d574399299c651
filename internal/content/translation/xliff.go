package translation

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// XLIFF 2.0, https://docs.oasis-open.org/xliff/xliff-core/v2.0/. A unit is known by its file and its id, a hash of the
// path, which its name is. What a text has from elsewhere is a <ph>, which tools protect, and so are targets of links.

const (
	namespace = "urn:oasis:names:tc:xliff:document:2.0"
	// maxXLIFF is more than all words of any site.
	maxXLIFF = 16 << 20
)

// protected is what a translation has as its original: what it has from elsewhere, and where links of Markdown lead.
var protected = regexp.MustCompile(filledIn.String() + `|\]\([^()\s]*\)`)

type document struct {
	XMLName xml.Name  `xml:"xliff"`
	Space   string    `xml:"xmlns,attr"`
	Version string    `xml:"version,attr"`
	Source  string    `xml:"srcLang,attr"`
	Target  string    `xml:"trgLang,attr"`
	Files   []xmlFile `xml:"file"`
}

type xmlFile struct {
	ID       string    `xml:"id,attr"`
	Original string    `xml:"original,attr"`
	Groups   []xmlFile `xml:"group"` // which tools may add
	Units    []unit    `xml:"unit"`
}

type unit struct {
	ID       string    `xml:"id,attr"`
	Name     string    `xml:"name,attr"`
	Space    string    `xml:"xml:space,attr"`
	Notes    []string  `xml:"notes>note"`
	Segments []segment `xml:",any"`
}

// segment is a part of a unit: a <segment>, or what tools leave between two, an <ignorable>.
type segment struct {
	XMLName xml.Name
	State   string  `xml:"state,attr,omitempty"`
	Source  inline  `xml:"source"`
	Target  *inline `xml:"target"`
}

// inline is a text with placeholders.
type inline string

// MarshalXML implements [xml.Marshaler].
func (t inline) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	var out strings.Builder
	rest := string(t)
	for i, found := range protected.FindAllString(rest, -1) {
		before, after, _ := strings.Cut(rest, found)
		fmt.Fprintf(&out, `%s<ph id="%d" equiv="%s"/>`, escape(before), i+1, escape(found))
		rest = after
	}
	return e.EncodeElement(struct {
		Inner string `xml:",innerxml"`
	}{out.String() + escape(rest)}, start)
}

// People read these files: of &#10; and &#34; they learn nothing.
var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace

// UnmarshalXML implements [xml.Unmarshaler]. Of marks that tools add, it takes what is in them.
func (t *inline) UnmarshalXML(d *xml.Decoder, _ xml.StartElement) error {
	var out strings.Builder
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.CharData:
			out.Write(token)
		case xml.StartElement:
			depth++
			for _, attribute := range token.Attr {
				if token.Name.Local == "ph" && attribute.Name.Local == "equiv" {
					out.WriteString(attribute.Value)
				}
			}
		case xml.EndElement:
			depth--
		}
	}
	*t = inline(out.String())
	return nil
}

// WriteXLIFF writes texts as XLIFF 2.0 from one language into another one.
func WriteXLIFF(w io.Writer, source, target string, texts []*Text) error {
	made := document{Space: namespace, Version: "2.0", Source: source, Target: target}
	for _, t := range texts {
		last := len(made.Files) - 1
		if last < 0 || made.Files[last].Original != t.File {
			made.Files = append(made.Files, xmlFile{ID: "f" + Hash(t.File), Original: t.File})
			last++
		}
		part := segment{XMLName: xml.Name{Local: "segment"}, State: "initial", Source: inline(t.Words)}
		if t.Target != "" && t.State != Missing {
			part.Target = new(inline(t.Target))
		}
		if t.State == Current || t.State == Unrecorded {
			part.State = "translated"
		}
		note := t.Path
		if t.State == Stale {
			note += ": the source has changed since it was translated"
		}
		made.Files[last].Units = append(made.Files[last].Units, unit{
			ID: "u" + Hash(t.Path), Name: t.Path, Space: "preserve", Notes: []string{note}, Segments: []segment{part},
		})
	}
	if len(made.Files) == 0 {
		return errors.New("nothing is left to translate")
	}
	data, err := xml.MarshalIndent(made, "", " ")
	if err == nil {
		_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, data)
	}
	if err != nil {
		return fmt.Errorf("write XLIFF: %w", err)
	}
	return nil
}

// Returned is a text that came back from a translator.
type Returned struct {
	File, ID, Name string
	Source, Target string
	Initial        bool // whether nobody says that it is translated
}

// ReadXLIFF reads the texts of an XLIFF 2 file between two languages.
func ReadXLIFF(r io.Reader, source, target string) (found []Returned, err error) {
	data, err := io.ReadAll(io.LimitReader(r, maxXLIFF+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read XLIFF: %w", err)
	case len(data) > maxXLIFF:
		return nil, fmt.Errorf("read XLIFF: the file is larger than %d MB", maxXLIFF>>20)
	case bytes.Contains(data, []byte("<!DOCTYPE")), bytes.Contains(data, []byte("<!ENTITY")):
		return nil, errors.New("read XLIFF: the file declares a document type, which XLIFF does not have")
	}
	var read document
	if err := xml.Unmarshal(data, &read); err != nil {
		return nil, fmt.Errorf("read XLIFF: %w", err)
	}
	switch {
	case !strings.HasPrefix(read.Version, "2."):
		return nil, fmt.Errorf("read XLIFF: the version is %q, and 2.0 is needed", read.Version)
	case !strings.EqualFold(read.Source, source), !strings.EqualFold(read.Target, target):
		return nil, fmt.Errorf("the file is from %s into %s, and not from %s into %s",
			read.Source, read.Target, source, target)
	}
	for _, f := range read.Files {
		found = append(found, f.returned(f.Original)...)
	}
	return found, nil
}

func (f xmlFile) returned(original string) (found []Returned) {
	for _, u := range f.Units {
		back := Returned{File: original, ID: u.ID, Name: u.Name}
		for _, part := range u.Segments {
			kind := part.XMLName.Local
			if kind != "segment" && kind != "ignorable" {
				continue
			}
			back.Source += string(part.Source)
			if kind == "segment" {
				back.Initial = back.Initial || part.State == "" || part.State == "initial"
			}
			if part.Target != nil {
				back.Target += string(*part.Target)
			} else if kind == "ignorable" {
				back.Target += string(part.Source)
			}
		}
		if strings.TrimSpace(back.Target) == "" {
			back.Target = ""
		}
		found = append(found, back)
	}
	for _, group := range f.Groups {
		found = append(found, group.returned(original)...)
	}
	return found
}
