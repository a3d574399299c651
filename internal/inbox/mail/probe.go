package mail

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/evenlight/marquee/internal/site"
)

// ErrSendingOnly says that the key may send and do nothing else, which is all that is needed.
var ErrSendingOnly = errors.New("the key may only send")

// Domains returns the domains of the account with the state of each, such as
// "verified". Its error is ErrSendingOnly where the key may not ask, and else a
// *site.DeliveryError.
func (r *Resend) Domains(ctx context.Context) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	ctx, seen := observe(ctx)
	list, err := r.client.Domains.ListWithContext(ctx)
	if seen.status == 0 {
		return nil, seen.classifyLost(ctx, err)
	}
	var answer struct{ Name string }
	if json.Unmarshal(seen.body, &answer) == nil && answer.Name == "restricted_api_key" {
		return nil, ErrSendingOnly
	}
	if failure := seen.classify(); failure != nil {
		return nil, failure
	}
	if err != nil || seen.status != http.StatusOK {
		return nil, &site.DeliveryError{Status: seen.status, Reason: "the answer cannot be read"}
	}
	states := map[string]string{}
	for _, domain := range list.Data {
		states[domain.Name] = domain.Status
	}
	return states, nil
}

// Check connects, encrypts and logs in, as it is done for a mail from that domain,
// and sends nothing. Its error is a *site.DeliveryError.
func (s *SMTP) Check(ctx context.Context, domain string) error {
	ctx, cancel := context.WithTimeout(ctx, s.config.Timeout)
	defer cancel()
	d := &dialogue{SMTP: s, ctx: ctx, mail: &envelope{domain: domain}}
	if _, err := d.send(); err != nil {
		return d.classify(err)
	}
	return nil
}
