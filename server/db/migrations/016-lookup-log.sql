-- Imported entries of the look-up log belong to nobody until they are assigned (D1-Q-138).

ALTER TABLE lstracuu
  ALTER username SET DEFAULT '',
  ALTER full_name SET DEFAULT '',
  ALTER noi_dung DROP NOT NULL;

CREATE FUNCTION name_lookup_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.full_name := coalesce((SELECT fullname FROM users WHERE username = NEW.username), '');
  RETURN NEW;
END $$;

CREATE TRIGGER lstracuu_staff_name BEFORE INSERT OR UPDATE OF username ON lstracuu
FOR EACH ROW WHEN (NEW.username <> '' AND NEW.full_name = '') EXECUTE FUNCTION name_lookup_staff();

-- The assign calls read only these.
CREATE INDEX lstracuu_unassigned ON lstracuu (id) WHERE username = '';
