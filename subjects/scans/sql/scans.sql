-- Scanning: the next numbers to request, and handling of answers and failures (subjects/scans/decisions/scans.md).

-- Numbers of one carrier to request now, leased to the caller for p_seconds. Users have priority: their requests of the last minute and
-- running ones are subtracted from both limits. None while another process claims, while the carrier is paused, or without free capacity.
-- Files take turns; numbers come in file order, failed ones last, those of a crashed process first.
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
  IF NOT FOUND OR pace.paused_until > at OR pace.next_at > at THEN RETURN; END IF;
  SELECT count(*) INTO waiting_people FROM lookup_turns
  WHERE nha_mang = p_nha_mang AND started_at > at - interval '60 seconds';
  SELECT count(*) + waiting_people INTO people FROM lstracuu
  WHERE carrier_of(so_dien_thoai) = p_nha_mang AND "createdAt" > at - interval '1 minute' AND nguon = 'tra_cuu';
  -- Includes files stopped meanwhile: the carrier is still processing them.
  SELECT count(*) INTO asking FROM scan_numbers
  WHERE state = 'asking' AND nha_mang = p_nha_mang AND until > at;
  room := least(p_parallel - waiting_people - asking, CASE WHEN pace.failures > 0 THEN 1 - asking ELSE p_parallel END);
  IF room <= 0 OR people >= p_per_minute THEN RETURN; END IF;
  -- Spread evenly over the minute; a missed second may be made up, so that 62 seconds' worth never fits into 60.
  gap := 62.0 / (p_per_minute - people);
  due := greatest(pace.next_at, at - interval '1 second');
  room := least(room, 1 + floor(extract(epoch FROM at - due) / gap)::int);
  -- Files are locked before numbers everywhere, to avoid deadlocks.
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
    -- A number of the program target needs two look-ups.
    spent AS (
      UPDATE scan_pace SET next_at = due + make_interval(secs => gap
        * (SELECT coalesce(sum(CASE kind WHEN 'quetdtct' THEN 2 ELSE 1 END), 0) FROM taken))
      WHERE nha_mang = p_nha_mang)
    SELECT t.* FROM taken t ORDER BY t.id;
END $$;

-- Marks a file with nothing left to request as done.
CREATE OR REPLACE FUNCTION scan_finish(p_kind text, p_file uuid) RETURNS void LANGUAGE sql AS $$
  WITH done AS (
    UPDATE scan_files SET trang_thai = 'done', xong_luc = clock_timestamp(), version = version + 1
    WHERE kind = p_kind AND id = p_file AND trang_thai <> 'done' AND so_da_quet + khong_tra_duoc = total_numbers
    RETURNING nguoi_quet, "FileName" AS file, total_numbers AS numbers
  ) SELECT ring_bell(nguoi_quet, 'job', jsonb_build_object('resource', p_kind, 'text', format('Đã quét xong %s số của %s', numbers, file)),
    p_actor => NULL, p_act => NULL) FROM done
$$;

-- Stores the carrier's answer for a number once; an existing answer stays. True when it was stored.
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

-- A number without an answer waits again, behind those requested less often if the number may be the cause; given up after three such
-- failures, or after eight while the carrier fails for all.
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

-- Updates the state of a carrier after an attempt; p_why NULL: it answers. After three consecutive failures, or at once when it is
-- unreachable or refuses, it is paused for 2 seconds, doubling each time up to 5 minutes; then one number at a time is tried. Concurrent
-- requests count as one failure: only the first to fail counts. True when a pause began or ended. `p_began`: start of the look-up.
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
