-- compatible: 1
-- Webhooks have a queue of their own: neither they nor mails wait for the other.
CREATE INDEX outbox_due_webhook ON outbox (due_at) WHERE state IN ('waiting', 'parked') AND kind = 'webhook';
CREATE INDEX outbox_due_mail ON outbox (due_at) WHERE state IN ('waiting', 'parked') AND kind NOT IN ('confirmation', 'webhook');
