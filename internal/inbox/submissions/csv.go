package submissions

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

// csvColumns come before those of the fields.
var csvColumns = []string{"reference", "id", "received_at", "site", "form", "kind", "state", "suspect", "page", "plan", "query", "campaign"}

// formulaStarts are the characters that make a spreadsheet take a cell for a
// formula, or drop a character and then do so (OWASP, CSV injection); the last
// four are the forms of East Asian keyboards.
const formulaStarts = "=+-@\t\r\n＝＋－＠"

// csv writes the submissions as RFC 4180 wants it. Raw leaves formulas as they
// are; bom begins with a byte order mark.
func (s *screen) csv(records []outbox.Record, raw, bom bool) error {
	header := append([]string{}, csvColumns...)
	places := map[string]int{}
	for _, record := range records {
		for _, entry := range record.Values {
			if _, known := places[entry.Name]; !known {
				places[entry.Name] = len(header)
				header = append(header, columnOf(entry.Name))
			}
		}
	}
	if bom {
		s.WriteRune('\ufeff')
	}
	if err := s.row(header, raw); err != nil {
		return err
	}
	for _, record := range records {
		row := make([]string, len(header))
		copy(row, []string{
			record.Reference, record.ID, record.ReceivedAt.UTC().Format(time.RFC3339), record.SiteID, record.FormID,
			record.Kind, stateOf(record), record.Suspect, record.Page, record.Plan,
			record.Query, campaignOf(record),
		})
		for _, entry := range record.Values {
			row[places[entry.Name]] = entry.Value
		}
		if err := s.row(row, raw); err != nil {
			return err
		}
	}
	return nil
}

// columnOf names the column of a field such that no two columns share a name.
func columnOf(name string) string {
	if slices.Contains(csvColumns, name) {
		return "field." + name
	}
	return name
}

// row writes a record with CRLF behind it. The writer of encoding/csv is asked
// for LF: with CRLF it would also change the line breaks within values.
func (s *screen) row(cells []string, raw bool) error {
	out := make([]string, len(cells))
	for i, cell := range cells {
		if !raw {
			cell = unformula(cell)
		}
		if s.terminal {
			cell = strings.Join(visibleLines(cell), "\n")
		}
		out[i] = cell
	}
	var line bytes.Buffer
	writer := csv.NewWriter(&line)
	if err := writer.Write(out); err != nil {
		return err
	}
	writer.Flush()
	if err := writer.Error(); err != nil {
		return err
	}
	s.Write(bytes.TrimSuffix(line.Bytes(), []byte("\n")))
	s.WriteString("\r\n")
	return nil
}

func unformula(cell string) string {
	if r, _ := utf8.DecodeRuneInString(cell); cell != "" && strings.ContainsRune(formulaStarts, r) {
		return "'" + cell
	}
	return cell
}
