package submissions

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/site"
)

func written(t *testing.T, records []outbox.Record, raw, bom bool) string {
	t.Helper()
	return printed(t, false, func(s *screen) {
		if err := s.csv(records, ExportOptions{Raw: raw, BOM: bom}); err != nil {
			t.Error(err)
		}
	})
}

func TestCSVHasTheColumnsOfAllFormsInOrder(t *testing.T) {
	records := samples()[3:]
	records[0].Page, records[0].Plan = "/connect", "pro"
	records[0].Query, records[0].Campaign = "plan=pro&utm_source=mail", []site.Entry{{Name: "utm_source", Value: "mail"}}
	records[1].Values = []site.Entry{{Name: "email", Value: "emil@example.com"}, {Name: "date", Value: "2026-12-01"}, {Name: "plan", Value: "his own"}}
	same(t, strings.ReplaceAll(written(t, records, false, false), "\r\n", "\n"), `
reference,id,received_at,site,form,kind,state,suspect,page,plan,query,campaign,name,email,date,plan (plan)
DDDD-2222,01937b1e-0000-7000-8000-00000000dddd,2026-11-19T10:00:00Z,business,contact,contact,dead,,/connect,pro,plan=pro&utm_source=mail,utm_source mail,Somebody,dora@example.com,,
EEEE-2222,01937b1e-0000-7000-8000-00000000eeee,2025-10-17T12:00:00Z,business,contact,contact,sent,,,,,,,emil@example.com,2026-12-01,his own
`)
}

// told is a submission as it is stored with what its team reads, in New York.
func told() outbox.Record {
	record := samples()[3]
	record.Clock = site.Clock{TimeZone: "America/New_York", Language: "en", TimeFormat: "3:04 PM"}
	record.Values = []site.Entry{
		{Name: "name", Label: "Your name", Value: "Ann"},
		{Name: "email", Label: "Email", Value: "ann@example.com"},
		{Name: "clinic", Label: "Clinic", Value: "r", Text: "Riverside"},
		{Name: "date", Label: "Date", Value: "2026-11-27", Text: "November 27, 2026"},
		{Name: "time", Label: "Time", Value: "15:00", Text: "3:00 PM"},
		{Name: "terms", Label: "I agree that you keep what I send for as long as it takes to answer.", Value: "I agree that you keep what I send for as long as it takes to answer.", Text: "✓"},
	}
	return record
}

func TestCSVIsReadByPeople(t *testing.T) {
	first, second, old := told(), told(), samples()[4]
	second.Clock.TimeZone, second.Clock.Language, second.Clock.TimeFormat = "Europe/Berlin", "de", ""
	second.Values = []site.Entry{
		{Name: "name", Label: "Your name", Value: "Ben"},
		{Name: "born", Label: "Date", Value: "1980-05-04", Text: "4. Mai 1980"}, // as another field is called
		{Name: "date", Label: "Arrival", Value: "2026-12-01", Text: "1. Dezember 2026"},
		{Name: "terms", Label: "I agree.", Value: "Ich stimme zu.", Text: "✓ Ich stimme zu."},
	}
	rows := parseCSV(t, written(t, []outbox.Record{first, second, old}, false, false))
	want := [][]string{
		{"received_at", "Your name", "Email", "Clinic", "Date", "Time", told().Values[5].Label, "Date (born)", "Arrival", "I agree.", "name", "email"},
		{"November 19, 2026, 5:00 AM EST", "Ann", "ann@example.com", "Riverside", "November 27, 2026", "3:00 PM", "✓", "", "", "", "", ""},
		{"19. November 2026, 11:00 CET", "Ben", "", "", "", "", "", "4. Mai 1980", "1. Dezember 2026", "✓ Ich stimme zu.", "", ""},
		{"2025-10-17T12:00:00Z", "", "", "", "", "", "", "", "", "", "Somebody", "emil@example.com"}, // stored before there were clocks and labels
	}
	for i, row := range rows {
		if got := append([]string{row[2]}, row[len(csvColumns):]...); !slices.Equal(got, want[i]) {
			t.Errorf("line %d\n got %q\nwant %q", i+1, got, want[i])
		}
	}
}

func TestCSVEndsWithWhatTheTeamNoted(t *testing.T) {
	record := told()
	record.Values = []site.Entry{{Name: "note", Value: "Ring twice."}}
	record.Handling = outbox.Handling{
		StartsAt: time.Date(2026, 11, 28, 15, 0, 0, 0, time.UTC), DoneAt: time.Date(2026, 11, 27, 15, 0, 0, 0, time.UTC),
		Assigned: "ada@example.com", Note: "=Moved.",
	}
	var file bytes.Buffer
	if err := Write(&file, []outbox.Record{record}, ExportOptions{Team: true}); err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"note", "appointment", "answered", "done", "assigned", "note (team)"},
		{"Ring twice.", "November 28, 2026, 10:00 AM EST", "", "November 27, 2026, 10:00 AM EST", "ada@example.com", "'=Moved."},
	}
	for i, row := range parseCSV(t, file.String()) {
		if got := row[len(csvColumns):]; !slices.Equal(got, want[i]) {
			t.Errorf("line %d\n got %q\nwant %q", i+1, got, want[i])
		}
	}
}

func TestNoLabelIsAFormula(t *testing.T) {
	record := told()
	record.Values[0].Label = "=1+1"
	if row := parseCSV(t, written(t, []outbox.Record{record}, false, false))[0]; row[len(csvColumns)] != "'=1+1" {
		t.Errorf("%q", row)
	}
}

func TestCSVWithoutSubmissionsIsAHeader(t *testing.T) {
	if got, want := written(t, nil, false, false), strings.Join(csvColumns, ",")+"\r\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestNoCellOfCSVIsAFormula(t *testing.T) {
	record := samples()[4]
	for typed, want := range map[string]string{
		`=HYPERLINK("http://evil.example";"click")`: `'=HYPERLINK("http://evil.example";"click")`,
		"+44 20 7946 0000":                          "'+44 20 7946 0000",
		"-1+cmd|' /C calc'!A0":                      "'-1+cmd|' /C calc'!A0",
		"@SUM(A1)":                                  "'@SUM(A1)",
		"\t=1":                                      "'\t=1",
		"\r=1":                                      "'\r=1",
		"\n=1":                                      "'\n=1",
		"＝1":                                        "'＝1",
		"a=b":                                       "a=b",
		"'quoted":                                   "'quoted",
		"":                                          "",
		" =1":                                       " =1",
		"plain, \"quoted\"\ttext":                   "plain, \"quoted\"\ttext",
	} {
		record.Values = []site.Entry{{Name: "message", Value: typed}}
		record.Page, record.Plan, record.Suspect = typed, typed, typed
		for raw, want := range map[bool]string{false: want, true: typed} {
			row := parseCSV(t, written(t, []outbox.Record{record}, raw, false))[1]
			for _, column := range []string{"message", "page", "plan", "suspect"} {
				place := slices.Index(append(csvColumns[:len(csvColumns):len(csvColumns)], "message"), column)
				if row[place] != want {
					t.Errorf("%q in %s, raw %t: %q, want %q", typed, column, raw, row[place], want)
				}
			}
		}
	}
}

func TestCSVHoldsLineBreaksAsTheyWereTyped(t *testing.T) {
	record := samples()[4]
	typed := "one\r\ntwo\nthree\rfour\x00\x1b[31m " + strings.Repeat("long ", 2_000)
	record.Values = []site.Entry{{Name: "message", Value: typed}}
	got := written(t, []outbox.Record{record}, false, false)
	if !strings.HasSuffix(got, `,"`+typed+"\"\r\n") || !strings.HasPrefix(got, "reference,") || !strings.Contains(got, ",message\r\nEEEE-2222,") {
		t.Errorf("%.400q", got)
	}
}

func TestCSVInATerminalCannotDriveIt(t *testing.T) {
	record := samples()[4]
	record.Values = []site.Entry{{Name: "message", Value: "one\r\ntwo\x1b[2J"}}
	got := printed(t, true, func(s *screen) {
		if err := s.csv([]outbox.Record{record}, ExportOptions{}); err != nil {
			t.Error(err)
		}
	})
	if !strings.HasSuffix(got, "\"one\ntwo\\x1b[2J\"\r\n") && !strings.HasSuffix(got, "\"one\ntwo\\x1b[2J\"\n") || strings.ContainsRune(got, '\x1b') {
		t.Errorf("%q", got)
	}
}

func TestCSVForExcelBeginsWithAByteOrderMark(t *testing.T) {
	if got := written(t, nil, false, true); !strings.HasPrefix(got, "\xef\xbb\xbfreference,") {
		t.Errorf("%q", got)
	}
}

// parseCSV reads with the rules of RFC 4180. The reader of encoding/csv takes
// CRLF within quotes for LF, so a lone CR is what it keeps.
func parseCSV(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return rows
}
