package contact

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/site"
)

// For how many days submissions are kept where the form does not say.
const (
	retentionDays        = 180
	retentionDaysBooking = 90
)

// submission makes what is stored of an inquiry that fits. It returns the error
// of the source of randomness.
func (svc *Service) submission(r *request) (*site.Submission, error) {
	received := r.now.UTC().Truncate(time.Millisecond)
	s := &site.Submission{
		SiteID: r.bundle.Site.ID, FormID: r.form.ID, Kind: r.form.Kind,
		ReceivedAt: received,
		Key:        r.Key,
	}
	for i := range r.form.Fields {
		field := &r.form.Fields[i]
		text := r.Values[field.Name].Text
		switch field.Type {
		case "email", "number":
			text = trim(text)
		case "consent":
			// What was shown, which is what was sent, without what browsers did to its spaces.
			if trim(text) != "" {
				text = string(field.Label)
			}
		}
		if field.Type == "file" {
			text = namesOf(r.Files[field.Name])
		}
		s.Values = append(s.Values, site.Entry{Name: field.Name, Value: text})
	}
	s.Digest = digest(s, r.sums())
	r.trace(s)
	s.EraseAfter = eraseAfter(r.form, s)
	if svc.limiter != nil {
		r.beyondDay, r.beyondSite = svc.limiter.beyond(r.Address, s.SiteID, r.size(), r.now)
	}
	s.Suspect = svc.suspicion(r, s)
	var err error
	if s.ID, err = svc.id(received); err != nil {
		return nil, err
	}
	if s.Reference, err = svc.reference(); err != nil {
		return nil, err
	}
	return s, nil
}

// id makes a UUID of version 7 (RFC 9562, section 5.7) from the service's clock.
func (svc *Service) id(at time.Time) (string, error) {
	svc.random.Lock()
	defer svc.random.Unlock()
	id, err := uuid.NewRandomFromReader(svc.config.Random)
	if err != nil {
		return "", fmt.Errorf("make an id: %w", err)
	}
	var stamp [8]byte
	binary.BigEndian.PutUint64(stamp[:], uint64(at.UnixMilli()))
	copy(id[:6], stamp[2:])
	id[6] = 0x70 | id[6]&0x0F
	return id.String(), nil
}

func (svc *Service) reference() (string, error) {
	svc.random.Lock()
	defer svc.random.Unlock()
	reference, err := site.NewReference(svc.config.Random)
	if err != nil {
		return "", fmt.Errorf("make a reference: %w", err)
	}
	return reference, nil
}

// digest is the same where two submissions say the same. Fields that are empty do
// not count, nor does the order: a form that gets a new field between two
// attempts of one visitor does not make them differ.
func digest(s *site.Submission, files []site.Entry) [32]byte {
	hash := sha256.New()
	write := func(text string) {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(text)))
		hash.Write(length[:])
		hash.Write([]byte(text))
	}
	write(s.SiteID)
	write(s.FormID)
	for _, entry := range slices.SortedFunc(slices.Values(s.Values), func(a, b site.Entry) int { return cmp.Compare(a.Name, b.Name) }) {
		if entry.Value != "" {
			write(entry.Name)
			write(entry.Value)
		}
	}
	for _, sum := range files {
		write(sum.Name)
		write(sum.Value)
	}
	return [32]byte(hash.Sum(nil))
}

func (r *request) hasPage(path string) bool {
	if r.Space != r.bundle.Site.Space {
		return false
	}
	for _, bundle := range r.revision.In(r.Space) {
		for _, page := range bundle.Pages {
			if page.Path == path {
				return true
			}
		}
	}
	return false
}

// eraseAfter returns when a submission is to be erased: some days after it was
// received or, for a booking, after the day of the appointment, whichever is later.
func eraseAfter(form *site.Form, s *site.Submission) time.Time {
	days, from := cmp.Or(form.RetentionDays, retentionDays), s.ReceivedAt
	if field := form.AppointmentField(); field != nil {
		days = cmp.Or(form.RetentionDays, retentionDaysBooking)
		if day, exists := parseDate(s.Value(field.Name)); exists && day.After(from) {
			from = day
		}
	}
	return from.AddDate(0, 0, days)
}
