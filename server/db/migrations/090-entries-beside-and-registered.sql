-- A number may stand on the blacklist more than once, each time somebody's entry, which is theirs to change (D3-RULE-03).
ALTER TABLE blacklist DROP CONSTRAINT blacklist_phone_number_key;
CREATE INDEX blacklist_phone ON blacklist (phone_number, id);
ALTER TABLE blacklist ADD COLUMN nguoi_tao text;

-- Whose the former entries are stands in the trail; those of files and older ones are nobody's, for managers to change.
ALTER TABLE blacklist DISABLE TRIGGER blacklist_changes;
UPDATE blacklist b SET nguoi_tao = a.username FROM (
  SELECT DISTINCT ON (resource_id) resource_id, username FROM audit_log
  WHERE resource = 'blacklist' AND action = 'create' ORDER BY resource_id, id) a
WHERE a.resource_id = b.id::text;
ALTER TABLE blacklist ENABLE TRIGGER blacklist_changes;

-- That the carrier registered a customer is a fact that no call, split or hand-over takes back (D1-Q-062).
CREATE FUNCTION keep_registered() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER customer_registered BEFORE UPDATE OF status ON customer
  FOR EACH ROW WHEN (OLD.status = 'REGISTERED' AND NEW.status NOT IN ('REGISTERED', 'BLOCKED'))
  EXECUTE FUNCTION keep_registered();
