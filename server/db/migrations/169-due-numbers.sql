-- Numbers are taken at the head of an index, where those that were taken stay until the table is vacuumed (D3-REC-01).
-- Thousands are due at the same instant, when a part of the day begins; equal keys would share an entry, which is passed
-- over only once all its numbers are gone.
DROP INDEX recycling_due;
CREATE INDEX recycling_due ON recycling (taker_id, file_id, due_at) WITH (deduplicate_items = off) WHERE due_at < 'infinity';
-- As `customer` (008-hand-out-upkeep.sql).
ALTER TABLE recycling SET (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000, vacuum_index_cleanup = on);
