package outbox

import (
	"context"

	"github.com/evenlight/marquee/internal/site"
)

// unreadableMail is what a version that knows no webhooks says of one, before it gives it up.
const unreadableMail = "the stored mail cannot be read"

// unreadableByOthers is what it leaves in last_error.
var unreadableByOthers = (&site.DeliveryError{Fate: site.FateDead, Reason: unreadableMail}).Error()

// unreadable says that what is stored cannot be sent.
func unreadable(kind string) string {
	if kind == site.KindWebhook {
		return "the stored webhook cannot be read"
	}
	return unreadableMail
}

// reviveWebhooks makes due again what a node of a version before webhooks gave up
// while an update rolled out: it takes them for mails that cannot be read, because
// they are not compressed.
func (s *Store) reviveWebhooks(ctx context.Context) (int, error) {
	return writeResult(ctx, s, func(ctx context.Context, tx *transaction, now int64) (int, error) {
		return tx.exec(ctx, `UPDATE outbox SET state = 'waiting', due_at = $1, wait = 0, last_error = ''
			WHERE state = 'dead' AND kind = 'webhook' AND last_error = $2`, now, unreadableByOthers)
	})
}
