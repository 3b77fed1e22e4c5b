-- The office, level 6: no unit, own rows only (D3-ACC-01).
ALTER TABLE roles DROP CONSTRAINT roles_priority_check,
  ADD CONSTRAINT roles_priority_check CHECK (priority IN (1, 2, 3, 4, 5, 6, 7));
