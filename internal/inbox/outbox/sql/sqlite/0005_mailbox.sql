-- compatible: 1
-- What limits count by, as SHA-256 only: all addresses of one mailbox. Rows of earlier programs have none: there the group
-- of an opt-in, and the address of a confirmation, were the mailbox itself.
ALTER TABLE submission ADD COLUMN mailbox BLOB;
ALTER TABLE confirmed ADD COLUMN mailbox BLOB;
CREATE INDEX submission_mailbox ON submission (mailbox) WHERE mailbox IS NOT NULL;
CREATE INDEX confirmed_mailbox ON confirmed (mailbox) WHERE mailbox IS NOT NULL;
