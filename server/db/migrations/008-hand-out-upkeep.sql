-- The front of the queue index is where numbers leave it: until a vacuum clears their entries, every claim walks over
-- all that were handed out before. So early, and with the indexes, which few changed pages would otherwise spare.
ALTER TABLE customer SET (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000, vacuum_index_cleanup = on);
