-- Source and id that an import or POST named a line by, and that no report has: named again, they mean the same line.
CREATE TABLE revenue_line_pair (
  track0 text NOT NULL,
  track1 text NOT NULL,
  report uuid NOT NULL REFERENCES revenue_line ON DELETE CASCADE,
  PRIMARY KEY (track0, track1)
);
CREATE INDEX revenue_line_pair_report ON revenue_line_pair (report);

-- A row that was sent, judged (sent_lines): the line that it names or none, what identifies a new one, its fields, the
-- pair to be remembered, and why it is refused.
CREATE TYPE sent_line AS (n int, line uuid, hash text, kenh text, username text, phone text, package text, price bigint,
  at timestamptz, status text, ratio numeric, pair0 text, pair1 text, field text, why text);
