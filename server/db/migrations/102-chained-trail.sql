-- The entries of a row form an unbroken chain from here on (docs/decisions/kit.md); earlier ones were written before the rule.
CREATE TABLE trail_chained (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  after_entry bigint NOT NULL
);
INSERT INTO trail_chained (after_entry) SELECT coalesce(max(id), 0) FROM audit_log;
