-- Effects of the blacklist on numbers; an entry past its last day has none (D3-RULE-03).

-- A blacklisted phone takes its numbers out of hand-out, also those in hand; they keep their holder (D1-Q-141, D1-BLACK-23). A call with a
-- result stays, but its appointment does not come up. Numbers that a masked role entered beyond its daily limit stay: hand-outs skip them,
-- and no figure reveals them (D3-SEC-03). The surrounding transaction's settings are restored, so that its own movements keep their kind.
CREATE OR REPLACE FUNCTION block_numbers(phones text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kind text := coalesce(current_setting('vas.movement', true), '');
BEGIN
  PERFORM set_config('vas.movement', 'blacklist', true);
  UPDATE customer SET stage = 'blocked', status = 'BLOCKED' 
  WHERE phone = ANY (phones) AND (stage = 'open' OR (stage = 'left' AND NOT untold));
  PERFORM set_config('vas.movement', kind, true);
END $$;

-- Undoes the block. A number that was in hand for an appointment becomes that appointment again if it still has a holder. One that was in
-- hand by a recycling rule becomes a called number, planned by the rule again. A pool number goes back to its holder, or to the file if the
-- holder can no longer draw numbers of it (no row in data_quotas).
CREATE OR REPLACE FUNCTION unblock_numbers(phones text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kind text := coalesce(current_setting('vas.movement', true), '');
BEGIN
  PERFORM set_config('vas.movement', 'blacklist', true);
  -- Locked first, so that concurrent moves and deletions are committed before the rows are read below.
  PERFORM FROM customer WHERE phone = ANY (phones) AND stage = 'blocked' ORDER BY id FOR UPDATE;
  UPDATE customer c SET stage = CASE WHEN b.called THEN 'called' ELSE 'left' END,
    status = CASE WHEN b.called THEN 'TAKECARE' WHEN b.holder IS NULL THEN 'NORMAL' ELSE 'ASSIGNED' END,
    holder_id = b.holder, appointment_at = CASE WHEN b.promised THEN c.appointment_at END
  FROM (
    SELECT x.id, p.promised, p.promised OR r.from_holder IS NOT NULL AS called, CASE
        WHEN p.promised THEN x.holder_id
        WHEN r.from_holder IS NOT NULL THEN r.from_holder
        WHEN f.kind = 'list' OR x.rank < 0 OR q.user_id IS NOT NULL THEN x.holder_id END AS holder
    FROM customer x JOIN data_files f ON f.id = x.file_id
    CROSS JOIN LATERAL (SELECT x.appointment_at IS NOT NULL AND x.holder_id IS NOT NULL AS promised) p
    LEFT JOIN data_quotas q ON q.file_id = x.file_id AND q.user_id = x.holder_id
    LEFT JOIN LATERAL recycled_before_block(x.id) r ON true
    WHERE x.phone = ANY (phones) AND x.stage = 'blocked'
  ) b WHERE c.id = b.id;
  PERFORM set_config('vas.movement', kind, true);
  -- A number with a result that is not recycled gets no row.
  PERFORM plan_recycling(c.id) FROM customer c WHERE c.phone = ANY (phones) AND c.stage = 'called';
END $$;

-- A number put back without a call stays blocked when its phone was blacklisted meanwhile.
CREATE OR REPLACE FUNCTION keep_blocked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM do_not_call b WHERE b.phone_number = NEW.phone) THEN
    NEW.stage := 'blocked';
    NEW.status := 'BLOCKED';
  END IF;
  RETURN NEW;
END $$;

-- Applies the entries: a phone is blocked while any of them is in force, and released after the last one.
CREATE OR REPLACE FUNCTION blacklist_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('UPDATE', 'DELETE') THEN
    -- Serialised: of two entries of a phone deleted concurrently, each would leave the number to the other.
    PERFORM pg_advisory_xact_lock(hashtextextended('blacklist', 9));
    PERFORM unblock_numbers(ARRAY(
      SELECT o.phone_number::text FROM old_rows o
      WHERE NOT EXISTS (SELECT FROM do_not_call d WHERE d.phone_number = o.phone_number)));
  END IF;
  IF TG_OP IN ('UPDATE', 'INSERT') THEN
    -- With an array instead of a join, which would be planned for the few rows before a large import.
    PERFORM block_numbers(ARRAY(SELECT n.phone_number::text FROM new_rows n WHERE in_force(n.den_ngay)));
  END IF;
  RETURN NULL;
END $$;

-- Marks up to `p_most` entries after their last day, which releases their numbers; returns how many. Skips entries locked by another
-- process.
CREATE OR REPLACE FUNCTION end_entries(p_most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  ended int;
BEGIN
  UPDATE blacklist b SET ended_on = b.den_ngay FROM (
    SELECT id FROM blacklist
    WHERE den_ngay IS DISTINCT FROM ended_on AND NOT in_force(den_ngay)
    ORDER BY den_ngay LIMIT p_most FOR UPDATE SKIP LOCKED) o
  WHERE b.id = o.id;
  GET DIAGNOSTICS ended = ROW_COUNT;
  RETURN ended;
END $$;

-- Whether an entry is in force today in Vietnam.
CREATE OR REPLACE FUNCTION in_force(den_ngay date) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN den_ngay IS NULL OR den_ngay >= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date;

CREATE OR REPLACE TRIGGER blacklist_comes AFTER INSERT ON blacklist
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION blacklist_numbers();
CREATE OR REPLACE TRIGGER blacklist_changes AFTER UPDATE ON blacklist
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION blacklist_numbers();
CREATE OR REPLACE TRIGGER blacklist_goes AFTER DELETE ON blacklist
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION blacklist_numbers();

CREATE OR REPLACE TRIGGER customer_returns BEFORE UPDATE OF stage ON customer
  FOR EACH ROW WHEN (OLD.stage IN ('open', 'called') AND NEW.stage = 'left') EXECUTE FUNCTION keep_blocked();
