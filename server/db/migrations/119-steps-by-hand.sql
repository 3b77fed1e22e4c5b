-- What one may take back with Ctrl+Z (D3-GRID-04): entries of cells and forms written by hand; those of one request are one step.
ALTER TABLE audit_log ADD COLUMN by_hand boolean;
CREATE INDEX audit_log_by_hand ON audit_log (actor_id, resource, id DESC) WHERE by_hand;

-- Steps taken back: none is taken back twice, from whatever place.
CREATE TABLE undone_steps (
  actor_id uuid NOT NULL,
  request_id text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (actor_id, request_id)
);
