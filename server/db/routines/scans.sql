-- Scanning: which number is asked for next and when, what becomes of an answer or a failure (docs/decisions/scans.md).

-- Numbers of one carrier to ask for now, each held for p_seconds by whoever called. People come first: what they asked that
-- carrier in the last minute and what they are waiting for is taken off both limits. None while another process claims,
-- while the carrier rests after failures, or when no capacity is left. Files take turns; numbers of a file come in its order, those that
-- failed behind all others, those that a dead process left behind first.
CREATE OR REPLACE FUNCTION scan_claim(p_nha_mang text, p_per_minute int, p_parallel int, p_seconds float8)
RETURNS TABLE (r_id bigint, r_kind text, r_file uuid, r_phone text, r_package text) LANGUAGE plpgsql AS $$
DECLARE
  pace scan_pace;
  at timestamptz := clock_timestamp();
  waiting_people int;
  asking int;
  people int;
  room int;
  gap float8;
  due timestamptz;
BEGIN
  IF NOT EXISTS (SELECT FROM scan_files WHERE trang_thai = 'running') THEN RETURN; END IF;
  SELECT * INTO pace FROM scan_pace WHERE nha_mang = p_nha_mang FOR UPDATE SKIP LOCKED;
  IF NOT FOUND OR pace.paused_until > at THEN RETURN; END IF;
  SELECT count(*) INTO waiting_people FROM lookup_turns
  WHERE nha_mang = p_nha_mang AND started_at > at - interval '60 seconds';
  SELECT count(*) + waiting_people INTO people FROM lstracuu
  WHERE carrier_of(so_dien_thoai) = p_nha_mang AND "createdAt" > at - interval '1 minute' AND nguon = 'tra_cuu';
  -- Of files that were stopped meanwhile too: the carrier is still at work on them.
  SELECT count(*) INTO asking FROM scan_numbers
  WHERE state = 'asking' AND nha_mang = p_nha_mang AND until > at;
  room := least(p_parallel - waiting_people - asking, CASE WHEN pace.failures > 0 THEN 1 - asking ELSE p_parallel END);
  IF room <= 0 OR people >= p_per_minute THEN RETURN; END IF;
  -- Evenly over the minute; a second that was missed may be made up for, so that 62 seconds' worth never fits into 60.
  gap := 62.0 / (p_per_minute - people);
  due := greatest(pace.next_at, at - interval '1 second');
  IF due > at THEN RETURN; END IF;
  room := least(room, 1 + floor(extract(epoch FROM at - due) / gap)::int);
  -- Files before numbers, as everywhere: two that meet wait for each other and never in a circle.
  PERFORM FROM scan_files f WHERE f.trang_thai = 'running' ORDER BY f.kind, f.id FOR NO KEY UPDATE;
  RETURN QUERY
    WITH picked AS (
      SELECT c.id FROM (
        SELECT n.id, f.hoi_luc, row_number() OVER (PARTITION BY f.id ORDER BY n.turn, n.tries, n.id) AS place
        FROM scan_files f CROSS JOIN LATERAL (
          (SELECT s.id, 0 AS turn, s.tries FROM scan_numbers s
            WHERE s.file_id = f.id AND s.state = 'asking' AND s.nha_mang = p_nha_mang AND s.until <= at LIMIT room)
          UNION ALL
          (SELECT s.id, 1, s.tries FROM scan_numbers s
            WHERE s.file_id = f.id AND s.state = 'waiting' AND s.nha_mang = p_nha_mang ORDER BY s.tries, s.id LIMIT room)) n
        WHERE f.trang_thai = 'running') c
      ORDER BY c.place, c.hoi_luc NULLS FIRST LIMIT room),
    taken AS (
      UPDATE scan_numbers n SET state = 'asking', until = at + make_interval(secs => p_seconds)
      FROM picked WHERE n.id = picked.id
      RETURNING n.id, n.kind, n.file_id, n."PhoneNumber"::text, n.goi_can_kiem_tra),
    turned AS (
      UPDATE scan_files f SET hoi_luc = at FROM taken t WHERE f.kind = t.kind AND f.id = t.file_id),
    -- A number of the program target is two look-ups.
    spent AS (
      UPDATE scan_pace SET next_at = due + make_interval(secs => gap
        * (SELECT coalesce(sum(CASE kind WHEN 'quetdtct' THEN 2 ELSE 1 END), 0) FROM taken))
      WHERE nha_mang = p_nha_mang)
    SELECT t.* FROM taken t ORDER BY t.id;
END $$;

-- A file of which nothing is left to ask for is done.
CREATE OR REPLACE FUNCTION scan_finish(p_kind text, p_file uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE scan_files SET trang_thai = 'done', xong_luc = clock_timestamp(), version = version + 1
  WHERE kind = p_kind AND id = p_file AND trang_thai <> 'done' AND so_da_quet + khong_tra_duoc = total_numbers
$$;

-- Stores what the carrier said of a number, once: an answer that is there stays. True when it was stored.
CREATE OR REPLACE FUNCTION scan_store(p_id bigint, p_kind text, p_file uuid, p_answer jsonb) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  has_package boolean := p_answer ->> 'NumberCurrentPackage' IS NOT NULL;
  carrier text;
BEGIN
  PERFORM FROM scan_files WHERE kind = p_kind AND id = p_file FOR NO KEY UPDATE;
  UPDATE scan_numbers n SET state = 'answered', until = NULL, "NumberType" = a."NumberType",
    "NumberCurrentPackage" = a."NumberCurrentPackage", "NumberPackageRegisterDate" = a."NumberPackageRegisterDate",
    "NumberPackageRegisterExpire" = a."NumberPackageRegisterExpire", "CurrentCycle" = a."CurrentCycle",
    "NumberFreeCycleLeft" = a."NumberFreeCycleLeft", "NumberStatus" = a."NumberStatus", "Status" = a."Status",
    dtct = a.dtct, unknown = a.unknown
  FROM jsonb_to_record(p_answer) AS a("NumberType" text, "NumberCurrentPackage" text, "NumberPackageRegisterDate" date,
    "NumberPackageRegisterExpire" date, "CurrentCycle" int, "NumberFreeCycleLeft" int, "NumberStatus" text,
    "Status" text, dtct text, unknown boolean)
  WHERE n.id = p_id AND n.state IN ('waiting', 'asking') RETURNING n.nha_mang INTO carrier;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE scan_files SET so_da_quet = so_da_quet + 1, goi_da_quet = goi_da_quet + has_package::int
  WHERE kind = p_kind AND id = p_file;
  INSERT INTO scan_minutes AS m (kind, file_id, minute, nha_mang, n)
  VALUES (p_kind, p_file, date_trunc('minute', clock_timestamp()), carrier, 1)
  ON CONFLICT (file_id, minute, nha_mang) DO UPDATE SET n = m.n + 1;
  PERFORM scan_finish(p_kind, p_file);
  RETURN true;
END $$;

-- A number that got no answer waits again, behind all that were asked less often where it may be the number's own fault;
-- after three such failures it is given up, but not while the carrier fails for all: then after eight.
CREATE OR REPLACE FUNCTION scan_put_back(p_id bigint, p_kind text, p_file uuid, p_counts boolean, p_why text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE given_up boolean;
BEGIN
  PERFORM FROM scan_files WHERE kind = p_kind AND id = p_file FOR NO KEY UPDATE;
  UPDATE scan_numbers n SET tries = n.tries + p_counts::int, until = NULL, "Status" = p_why,
    state = CASE WHEN p_counts AND n.tries + 1 >= CASE WHEN p.failures >= 3 THEN 8 ELSE 3 END THEN 'failed' ELSE 'waiting' END
  FROM scan_pace p WHERE p.nha_mang = n.nha_mang AND n.id = p_id AND n.state = 'asking'
  RETURNING n.state = 'failed' INTO given_up;
  IF given_up THEN
    UPDATE scan_files SET khong_tra_duoc = khong_tra_duoc + 1 WHERE kind = p_kind AND id = p_file;
    PERFORM scan_finish(p_kind, p_file);
  END IF;
END $$;

-- What an attempt says of its carrier. NULL for p_why: it answers. After three failures in a row, or at once where it
-- cannot be reached or refuses, it is left alone for 2 seconds, then twice as long each time, at most 5 minutes; after
-- that one number at a time tries. What was under way together is one failure: of it only the first to fail counts. True when
-- this began or ended a pause. `p_began`: when the look-up did.
CREATE OR REPLACE FUNCTION scan_carrier(p_nha_mang text, p_why text, p_at_once boolean, p_began timestamptz) RETURNS boolean
LANGUAGE sql AS $$
  WITH ended AS (
    UPDATE scan_pace SET failures = 0, failing_since = NULL, why = NULL, paused_until = NULL
    WHERE nha_mang = p_nha_mang AND p_why IS NULL AND failures > 0 RETURNING old.paused_until IS NOT NULL AS told),
  begun AS (
    UPDATE scan_pace SET failures = failures + 1, why = p_why, failed_at = clock_timestamp(), failing_since = coalesce(failing_since, clock_timestamp()),
      paused_until = CASE WHEN p_at_once OR failures >= 2
        THEN clock_timestamp() + least(300, 2 ^ least(failures + CASE WHEN p_at_once THEN 1 ELSE -1 END, 10)) * interval '1 second' END
    WHERE nha_mang = p_nha_mang AND p_why IS NOT NULL AND p_began > coalesce(failed_at, '-infinity')
    RETURNING old.paused_until IS NULL AND new.paused_until IS NOT NULL AS told)
  SELECT coalesce((SELECT told FROM ended UNION ALL SELECT told FROM begun), false)
$$;
