package submissions

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

// screen is where a command writes: a terminal, with people before it, or a pipe or file, where all values are whole.
type screen struct {
	*bufio.Writer
	terminal bool
	zone     *time.Location // of people's clocks, for what was stored without one
}

func newScreen(out io.Writer) *screen {
	return &screen{Writer: bufio.NewWriter(out), terminal: IsTerminal(out), zone: time.Local}
}

// IsTerminal reports whether there are people at a stream, whom one may ask.
func IsTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// unsent are the states of submissions whose mails were not all delivered, the worst last.
var unsent = []string{outbox.StateWaiting, outbox.StateParked, outbox.StateDead, outbox.StateSuspect}

// StateOf sums up a submission in the one word that matters most: what needs somebody's attention goes before what
// needs none. The reason says why it is not sent: why it is taken for spam, or the last error of a mail with that
// state.
func StateOf(record outbox.Record) (state, reason string) {
	if record.Suspect != "" {
		return outbox.StateSuspect, record.Suspect
	}
	state = outbox.StateSent
	if record.IsUnconfirmed() {
		state = outbox.StateUnconfirmed
	}
	for _, delivery := range record.Deliveries {
		own := delivery.State
		if record.IsUnconfirmed() && delivery.Kind != site.MailOptIn {
			continue // It is held until the mail to the address is answered.
		}
		switch own {
		case outbox.StateDead:
			// A mistyped address loses a confirmation, but no message.
			if delivery.Kind == site.MailConfirmation {
				continue
			}
		case outbox.StateCollected, outbox.StateHeld:
			own = outbox.StateWaiting
		}
		switch {
		case slices.Index(unsent, own) > slices.Index(unsent, state):
			state, reason = own, ErrorOf(delivery)
		case own == state && slices.Contains(unsent, own):
			reason = cmp.Or(reason, ErrorOf(delivery))
		}
	}
	return state, reason
}

// ErrorOf is the last error without the word for what the outbox does about it: the state says that.
func ErrorOf(d outbox.Delivery) string {
	for _, fate := range []site.DeliveryFate{site.FateRetry, site.FateLater, site.FatePark, site.FateDead} {
		if rest, ok := strings.CutPrefix(d.LastError, string(fate)+": "); ok {
			return rest
		}
	}
	return d.LastError
}

func statesOf(records []outbox.Record, states []string) string {
	counts := map[string]int{}
	for _, record := range records {
		state, _ := StateOf(record)
		counts[state]++
	}
	var parts []string
	for _, state := range states {
		if n := counts[state]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, state))
		}
	}
	return strings.Join(parts, ", ")
}

func summaryOf(records []outbox.Record, more bool) string {
	states := statesOf(records, append([]string{outbox.StateSent, outbox.StateUnconfirmed}, unsent...))
	summary := fmt.Sprintf("%s: %s", plural(len(records), "submission"), states)
	if more {
		return "The newest " + summary + ". There are more: --limit 0 shows all."
	}
	return summary
}

// SenderOf returns the address of who sent a submission; of one without, the name.
func SenderOf(record outbox.Record) string {
	if email := record.Value("email"); email != "" {
		return email
	}
	for _, entry := range record.Values {
		name, host, found := strings.Cut(entry.Value, "@")
		if found && name != "" && strings.Contains(host, ".") && !strings.ContainsAny(entry.Value, " \t\r\n") {
			return entry.Value
		}
	}
	return record.Value("name")
}

func campaignOf(record outbox.Record) string {
	var lines []string
	for _, mark := range record.Campaign {
		lines = append(lines, mark.Name+" "+mark.Value)
	}
	return strings.Join(lines, "\n")
}

func (s *screen) list(records []outbox.Record) error {
	table := tabwriter.NewWriter(s, 0, 0, 2, ' ', 0)
	out := io.Writer(s)
	if s.terminal {
		out = table
		fmt.Fprintln(out, "REFERENCE\tRECEIVED\tSITE\tFORM\tFROM\tSTATE\tREASON")
	}
	for _, r := range records {
		sender := SenderOf(r)
		state, reason := StateOf(r)
		received := s.at(r, r.ReceivedAt)
		cells := []string{r.Reference, r.ID, received, r.SiteID, r.FormID, sender, state, reason}
		if s.terminal {
			cells = []string{r.Reference, received, r.SiteID, r.FormID, clip(sender), state, clip(reason)}
		}
		for i, cell := range cells {
			cells[i] = visible(cell)
		}
		fmt.Fprintln(out, strings.Join(cells, "\t"))
	}
	return table.Flush()
}

func clip(text string) string {
	const most = 60
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// at writes a moment as the site of a record does. Records of older versions do not say how.
func (s *screen) at(record outbox.Record, t time.Time) string {
	c := record.Clock
	if zone, err := time.LoadLocation(c.TimeZone); err == nil && c.TimeZone != "" {
		of := site.Site{Language: c.Language, Region: c.Region, DateFormat: c.DateFormat, TimeFormat: c.TimeFormat}
		return locale.Of(&of).Moment(t.In(zone))
	}
	if !s.terminal {
		return t.UTC().Format(time.RFC3339)
	}
	return t.In(s.zone).Format("2 Jan 2006, 15:04:05 MST")
}

func (s *screen) show(record outbox.Record, reasons func(string) []string, folder string) {
	state, _ := StateOf(record)
	if record.Suspect != "" {
		state += ": " + record.Suspect
	}
	because := ""
	if why := cmp.Or(record.Suspect, record.Released); why != "" && reasons != nil {
		because = strings.Join(reasons(why), "\n")
	}
	about := []site.Entry{
		{Name: "received", Value: s.at(record, record.ReceivedAt)},
		{Name: "id", Value: record.ID},
		{Name: "site", Value: record.SiteID},
		{Name: "form", Value: fmt.Sprintf("%s (%s)", record.FormID, record.Kind)},
		{Name: "page", Value: record.Page},
		{Name: "query", Value: record.Query},
		{Name: "campaign", Value: campaignOf(record)},
		{Name: "plan", Value: record.Plan},
		{Name: "language", Value: record.Language},
		{Name: "state", Value: state},
		{Name: "released", Value: record.Released},
		{Name: "because", Value: because},
		{Name: "erased after", Value: s.at(record, record.EraseAfter)},
	}
	if proof := record.OptIn; proof != nil {
		confirmed := "not yet: it is erased 7 days after the mail to its address"
		if !record.IsUnconfirmed() {
			confirmed = s.at(record, proof.ConfirmedAt)
		}
		about = append(about, site.Entry{Name: "confirmed", Value: confirmed},
			site.Entry{Name: "agreed to", Value: proof.Words}, site.Entry{Name: "words in", Value: proof.Language})
	}
	about = slices.DeleteFunc(about, func(e site.Entry) bool { return e.Value == "" })
	s.entries("Submission "+visible(record.Reference), about)
	s.entries("\nWhat was sent", record.Values)

	if len(record.Files) > 0 {
		var files []site.Entry
		for _, file := range record.Files {
			where := filepath.Join(folder, filepath.FromSlash(file.Path))
			what := fmt.Sprintf("%s, %d bytes\n%s", file.Type, file.Size, where)
			files = append(files, site.Entry{Name: file.Name, Value: what})
		}
		s.entries("\nFiles", files)
	}

	heading := "\nMails"
	var mails []site.Entry
	for _, delivery := range record.Deliveries {
		if delivery.Kind == site.KindWebhook {
			heading = "\nMails and webhooks"
		}
		value := s.delivery(record, delivery)
		if record.IsUnconfirmed() && record.Suspect == "" && delivery.State == outbox.StateHeld {
			value = "held until the address is confirmed"
		}
		mails = append(mails, site.Entry{Name: delivery.Kind, Value: value})
	}
	s.entries(heading, mails)
	if len(mails) == 0 {
		fmt.Fprintln(s, "  none")
	} else if record.Suspect != "" {
		fmt.Fprintf(s, "\nThey are sent after: marquee submissions release %s\n", visible(record.Reference))
	}
}

// entries writes a heading, and names with values beside them, or labels and texts where there are. Every further line
// of a value stands below its first one, so that no value looks like a line of ours.
func (s *screen) entries(heading string, all []site.Entry) {
	fmt.Fprintf(s, "%s\n\n", heading)
	width := 0
	for _, entry := range all {
		// Labels may be sentences.
		width = max(width, min(30, utf8.RuneCountInString(visible(cmp.Or(entry.Label, entry.Name)))))
	}
	for _, entry := range all {
		start := fmt.Sprintf("  %-*s  ", width, visible(cmp.Or(entry.Label, entry.Name)))
		for _, line := range visibleLines(cmp.Or(entry.Text, entry.Value)) {
			fmt.Fprintln(s, strings.TrimRight(start+line, " "))
			start = strings.Repeat(" ", width+4)
		}
	}
}

var ofStates = map[string]string{
	outbox.StateHeld:      " until it is released",
	outbox.StateCollected: " for the next digest",
	outbox.StateSkipped:   ": the mailbox had one within a day, or others had asked for too many",
}

func (s *screen) delivery(record outbox.Record, d outbox.Delivery) string {
	parts := []string{d.State + ofStates[d.State]}
	if !d.SentAt.IsZero() {
		parts[0] += " " + s.at(record, d.SentAt)
	}
	if d.Attempts > 0 {
		parts = append(parts, plural(d.Attempts, "attempt"))
	}
	if !d.DueAt.IsZero() {
		parts = append(parts, "next try "+s.at(record, d.DueAt))
	}
	if d.ProviderID != "" && d.Kind == site.KindWebhook {
		parts = append(parts, "answer "+d.ProviderID)
	} else if d.ProviderID != "" {
		parts = append(parts, "provider's id "+d.ProviderID)
	}
	line := visible(strings.Join(parts, ", "))
	if d.LastError != "" {
		line += "\nlast error: " + visible(ErrorOf(d))
	}
	return line
}

var csvColumns = []string{
	"reference", "id", "received_at", "site", "form", "kind", "state", "suspect", "page", "plan", "query", "campaign",
}

// teamColumns are the last ones: what the team noted, and the time that a visitor of a booking was told last.
var teamColumns = []string{"appointment", "answered", "done", "assigned", "note"}

// csv writes the submissions as RFC 4180 wants it.
func (s *screen) csv(records []outbox.Record, o ExportOptions) error {
	header := slices.Clone(csvColumns)
	places := map[[2]string]int{}
	for _, record := range records {
		for _, entry := range record.Values {
			asked := [2]string{entry.Name, entry.Label}
			if _, known := places[asked]; known {
				continue
			}
			places[asked] = len(header)
			column := cmp.Or(entry.Label, entry.Name)
			if slices.Contains(header, column) {
				column += " (" + entry.Name + ")"
			}
			header = append(header, column)
		}
	}
	fields := len(header)
	if o.Team {
		for _, column := range teamColumns {
			if slices.Contains(header, column) {
				column += " (team)"
			}
			header = append(header, column)
		}
	}
	moment := func(record outbox.Record, t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return s.at(record, t)
	}
	rows := [][]string{header}
	for _, record := range records {
		state, _ := StateOf(record)
		row := append(make([]string, 0, len(header)),
			record.Reference, record.ID, s.at(record, record.ReceivedAt), record.SiteID, record.FormID,
			record.Kind, state, record.Suspect, record.Page, record.Plan, record.Query, campaignOf(record))
		row = row[:fields]
		for _, entry := range record.Values {
			row[places[[2]string{entry.Name, entry.Label}]] = cmp.Or(entry.Text, entry.Value)
		}
		if h := record.Handling; o.Team {
			row = append(row, moment(record, h.StartsAt), moment(record, h.AnsweredAt),
				moment(record, h.DoneAt), h.Assigned, h.Note)
		}
		rows = append(rows, row)
	}

	if o.BOM {
		s.WriteRune('\ufeff')
	}
	for _, row := range rows {
		for i, cell := range row {
			if r, _ := utf8.DecodeRuneInString(cell); !o.Raw && cell != "" && strings.ContainsRune(formulaStarts, r) {
				cell = "'" + cell
			}
			if s.terminal {
				cell = strings.Join(visibleLines(cell), "\n")
			}
			row[i] = cell
		}
		// Asked for CRLF, the writer would also change the line breaks within values.
		var line strings.Builder
		writer := csv.NewWriter(&line)
		if err := writer.Write(row); err != nil {
			return err
		}
		writer.Flush()
		fmt.Fprintf(s, "%s\r\n", strings.TrimSuffix(line.String(), "\n"))
	}
	return nil
}

// formulaStarts are the characters that make a spreadsheet take a cell for a formula, or drop a character and then do
// so (OWASP, CSV injection); the last four are the forms of East Asian keyboards.
const formulaStarts = "=+-@\t\r\n＝＋－＠"

// View is a submission as JSON.
type View struct {
	outbox.Record
	// One of sent, unconfirmed, waiting, parked, dead and suspect.
	State string `json:"state"`
}

func newViews(records []outbox.Record) []View {
	all := make([]View, 0, len(records))
	for _, record := range records {
		if record.Deliveries == nil {
			record.Deliveries = []outbox.Delivery{}
		}
		state, _ := StateOf(record)
		all = append(all, View{record, state})
	}
	return all
}

// json writes a value such that it cannot drive a terminal either: what is hostile stands in strings only, where JSON
// has escapes for it.
func (s *screen) json(value any) error {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return err
	}
	for _, r := range text.String() {
		if r == '\n' || !hostile(r) {
			s.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(s, `\u%04x`, unit)
		}
	}
	return nil
}

// visible returns a text as one line that can be shown to people: whatever would drive a terminal, reorder a line or
// hide is written as an escape, such as \x1b. A terminal obeys what it is sent; without this a visitor could type a
// message that moves the cursor, rewrites the table above it or fills the clipboard.
func visible(text string) string {
	if strings.IndexFunc(text, hostile) < 0 && utf8.ValidString(text) {
		return text
	}
	var out strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1, r < utf8.RuneSelf && hostile(r) && !unicode.IsSpace(r):
			fmt.Fprintf(&out, `\x%02x`, text[0])
		case hostile(r):
			out.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		default:
			out.WriteRune(r)
		}
		text = text[size:]
	}
	return out.String()
}

func visibleLines(text string) []string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = visible(line)
	}
	return lines
}

// hostile are control characters of both kinds (C0, C1), marks of direction, invisible characters, the separators of
// lines and paragraphs, and what has no agreed meaning. The two joiners of zero width are not: they make emoji of
// several persons, are part of Persian and Indic spelling, and neither move nor reorder anything.
func hostile(r rune) bool {
	return r != '\u200c' && r != '\u200d' &&
		unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs)
}
