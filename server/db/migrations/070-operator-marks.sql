-- What happened to the database as a whole, and when: the demo made it, a backup of it was proven. The simulators and a
-- production start ask for it (docs/operations.md).
CREATE TABLE operator_marks (
  name text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);

-- Databases that the demo of an earlier version made: nobody has an address under .example.
INSERT INTO operator_marks (name)
SELECT 'demo' WHERE (SELECT count(*) FROM users WHERE email LIKE '%@vasdesk.example') >= 5;
