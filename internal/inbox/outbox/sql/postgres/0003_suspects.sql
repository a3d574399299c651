-- compatible: 1
-- Suspects are erased first, the oldest of them, when there is little room.
CREATE INDEX submission_suspect ON submission (received_at) WHERE suspect <> '';
