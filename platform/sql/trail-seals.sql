-- Sealing the audit log (D3-TRL-02, docs/decisions/trail-seals.md).

-- First 16 bytes of an entry's SHA-256: over all its columns, as one JSON array.
CREATE OR REPLACE FUNCTION entry_digest(id bigint, at timestamptz, actor_id uuid, username text, role_name text, action text,
  resource text, resource_id text, before jsonb, after jsonb, request_id text, by_hand boolean) RETURNS bytea LANGUAGE sql STABLE
  RETURN substring(sha256(convert_to(jsonb_build_array($1, (extract(epoch FROM $2) * 1000000)::bigint, $3, $4, $5, $6, $7, $8, $9,
    $10, $11, $12)::text, 'UTF8')) FROM 1 FOR 16);

-- Hash of the seal `s`; `p_before` is the previous seal's hash, null for the first one. Includes the times if the seal has them.
CREATE OR REPLACE FUNCTION seal_hash(p_before bytea, s trail_seals) RETURNS bytea LANGUAGE sql STABLE
  RETURN sha256(coalesce(p_before, ''::bytea) || int8send(s.n) || int8send(s.first_id) || int8send(s.last_id) || int4send(s.count)
    || convert_to(to_char(s.day, 'YYYYMMDD'), 'UTF8') || s.entries
    || coalesce(int8send((extract(epoch FROM s.since) * 1000000)::bigint) || int8send((extract(epoch FROM s.at) * 1000000)::bigint), ''));

-- Running transactions of this database that write to the audit log.
CREATE OR REPLACE FUNCTION trail_writers() RETURNS SETOF text LANGUAGE sql VOLATILE AS $$
  SELECT virtualtransaction FROM pg_locks
  WHERE locktype = 'relation' AND relation = 'audit_log'::regclass AND mode = 'RowExclusiveLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
$$;

-- Seals at most `p_most` entries in id order and returns their number; 0 if nothing can be sealed yet, or another
-- process is sealing. Ids are drawn before the commit, so a smaller id may become visible later. Therefore an id is
-- marked, with the transactions that hold the log's lock at that moment: a transaction with a smaller id has ended or
-- is among them, as the lock is taken before the id is drawn. Once none of them is running, all entries up to the mark
-- are visible.
CREATE OR REPLACE FUNCTION seal_trail(p_most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  mark trail_mark;
  newest trail_seals;
  seal trail_seals;
  last bigint;
  before_last timestamptz;
BEGIN
  IF NOT pg_try_advisory_xact_lock(74002) THEN
    RETURN 0;
  END IF;
  SELECT * INTO mark FROM trail_mark;
  IF EXISTS (SELECT FROM trail_writers() w WHERE w = ANY (mark.waits_for)) THEN
    RETURN 0;
  END IF;
  SELECT * INTO newest FROM trail_seals ORDER BY n DESC LIMIT 1;
  SELECT coalesce(newest.n, 0) + 1, clock_timestamp(), (clock_timestamp() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date,
    coalesce(newest.last_id, 0) + 1, CASE WHEN count(*) < p_most THEN mark.upto ELSE max(id) END, count(*),
    string_agg(int8send(id) || digest, ''::bytea ORDER BY id)
  INTO seal.n, seal.at, seal.day, seal.first_id, seal.last_id, seal.count, seal.entries
  FROM (SELECT id, entry_digest(id, at, actor_id, username, role_name, action, resource, resource_id, a.before, after, request_id,
      by_hand) AS digest
    FROM audit_log a WHERE id > coalesce(newest.last_id, 0) AND id <= mark.upto ORDER BY id LIMIT p_most) e;
  IF seal.count > 0 THEN
    seal.since := mark.since;
    seal.hash := seal_hash(newest.hash, seal);
    INSERT INTO trail_seals SELECT seal.*;
  END IF;
  IF seal.count < p_most THEN
    -- The time before the id: ids above the mark were drawn after it.
    before_last := clock_timestamp();
    -- The id first: ids drawn between the two statements are above the mark, so their transactions need not be waited for.
    last := coalesce(pg_sequence_last_value(pg_get_serial_sequence('audit_log', 'id')::regclass), 0);
    INSERT INTO trail_mark (upto, waits_for, at) VALUES (last, ARRAY(SELECT trail_writers()), before_last)
    ON CONFLICT (only_one) DO UPDATE
      SET upto = excluded.upto, waits_for = excluded.waits_for, since = trail_mark.at, at = excluded.at;
  END IF;
  RETURN seal.count;
END $$;
