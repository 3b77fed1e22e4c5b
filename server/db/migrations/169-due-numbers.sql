-- Thousands of numbers are due at the same instant (a part of the day begins). Equal keys share an entry of the index, and an
-- entry is passed over only once all its numbers are gone: each claim looked at about a hundred that had been taken (D3-REC-01).
DROP INDEX recycling_due;
CREATE INDEX recycling_due ON recycling (taker_id, file_id, due_at) WITH (deduplicate_items = off) WHERE due_at < 'infinity';
