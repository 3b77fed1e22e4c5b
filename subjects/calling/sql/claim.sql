-- The care queue. One call, one transaction, one round trip: returns the caller's current customer, otherwise the next one.

-- Today in Vietnam by the clock that all server processes share; data permissions are given by day.
CREATE OR REPLACE FUNCTION today_vn() RETURNS date LANGUAGE sql STABLE
  RETURN (clock_timestamp() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date;

-- Whether a data permission covers a day: as one of its days, or from its first open-ended day.
CREATE OR REPLACE FUNCTION permits_day(p_days date[], p_from date, p_day date) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN p_day = ANY (p_days) OR coalesce(p_day >= p_from, false);

-- Files that a salesperson may draw from today, in order of upload, with the pool to draw from: the own one if it has a quantity, else the
-- leader's, the branch's, the file's (D1-Q-073). Takes no locks: the claim locks the file's row and checks again.
DROP FUNCTION IF EXISTS left_for(uuid, date);
DROP FUNCTION IF EXISTS open_pools(uuid, date);
CREATE OR REPLACE FUNCTION open_pools(p_user uuid)
RETURNS TABLE (file_id uuid, pool uuid, ngay_upload timestamptz) LANGUAGE sql STABLE AS $$
  WITH me AS (SELECT id, group_id, brand_id FROM users WHERE id = p_user),
  options AS (
    SELECT o.files, permits_day(o.ngay, o.tu_ngay, today_vn()) AS today FROM data_options o, me WHERE o.user_id IN (me.id, me.group_id, me.brand_id)
  )
  SELECT f.id,
    CASE
      WHEN EXISTS (SELECT FROM data_quotas q WHERE q.file_id = f.id AND q.user_id = me.id) THEN me.id
      WHEN EXISTS (SELECT FROM data_quotas q WHERE q.file_id = f.id AND q.user_id = me.group_id) THEN me.group_id
      WHEN EXISTS (SELECT FROM data_quotas q WHERE q.file_id = f.id AND q.user_id = me.brand_id) THEN me.brand_id
    END,
    f.ngay_upload
  FROM data_files f, me
  WHERE f.kind = 'pool' AND f.is_activated = 1 AND f.deleted_at IS NULL
    AND EXISTS (SELECT FROM options)
    AND NOT EXISTS (SELECT FROM options o WHERE NOT (f.id = ANY (o.files) AND o.today))
  ORDER BY f.ngay_upload, f.id
$$;

-- Minimum time between calls to a phone, over all its rows; 0 when switched off (D3-ORG-06).
CREATE OR REPLACE FUNCTION cool_down() RETURNS interval LANGUAGE sql STABLE
  RETURN (SELECT make_interval(hours => b.cool_down) FROM calling_bounds b);

-- Queue rank of a row in cool-down since `p_at`: behind all uncalled rows, in the order in which they become free. Based on the time of the
-- call and not the end of the cool-down, so that a changed setting applies at once.
CREATE OR REPLACE FUNCTION rest_rank(p_at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN 1000000000000000 + ceil(extract(epoch FROM p_at) * 1000)::bigint;

CREATE OR REPLACE FUNCTION weekday_name(p_day date) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (ARRAY['Thứ hai', 'Thứ ba', 'Thứ tư', 'Thứ năm', 'Thứ sáu', 'Thứ bảy', 'Chủ nhật'])[extract(isodow FROM p_day)::int];

-- Copies the calling settings to `calling_bounds`. When call limit or cool-down change, numbers held back by them are checked again.
CREATE OR REPLACE FUNCTION follow_calling() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  former calling_bounds;
  bounds calling_bounds;
BEGIN
  SELECT * INTO former FROM calling_bounds FOR UPDATE;
  SELECT true, nullif(max(s.value #>> '{}') FILTER (WHERE s.key = 'care.from'), '')::time,
    nullif(max(s.value #>> '{}') FILTER (WHERE s.key = 'care.until'), '')::time,
    nullif(ARRAY(SELECT jsonb_array_elements_text(d.value) FROM settings d WHERE d.key = 'care.daysOff'), '{}'),
    nullif(max(s.value #>> '{}') FILTER (WHERE s.key = 'care.callsPerPhone'), '')::int,
    nullif(max(s.value #>> '{}') FILTER (WHERE s.key = 'care.callsPerDays'), '')::int,
    coalesce(max(s.value #>> '{}') FILTER (WHERE s.key = 'care.coolDownHours'), '24')::int
  INTO bounds FROM settings s
  WHERE s.key IN ('care.from', 'care.until', 'care.callsPerPhone', 'care.callsPerDays', 'care.coolDownHours');
  IF bounds.calls IS NULL OR bounds.call_days IS NULL THEN
    bounds.calls := NULL;
    bounds.call_days := NULL;
  END IF;
  IF bounds IS DISTINCT FROM former THEN
    UPDATE calling_bounds SET opens = bounds.opens, closes = bounds.closes, days_off = bounds.days_off,
      calls = bounds.calls, call_days = bounds.call_days, cool_down = bounds.cool_down;
  END IF;
  IF (former.calls, former.call_days, former.cool_down) IS DISTINCT FROM (bounds.calls, bounds.call_days, bounds.cool_down) THEN
    INSERT INTO backfills (name, after) VALUES ('recycling', '00000000-0000-0000-0000-000000000000')
    ON CONFLICT (name) DO UPDATE SET after = EXCLUDED.after;
  END IF;
  IF former.calls IS NOT NULL AND (former.calls, former.call_days) IS DISTINCT FROM (bounds.calls, bounds.call_days) THEN
    UPDATE customer SET rank = rest_rank(clock_timestamp() - cool_down() - interval '1 second')
    WHERE stage = 'left' AND rank > rest_rank(clock_timestamp() - cool_down());
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER settings_calling AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION follow_calling();

-- First instant at or after `p_at` at which new numbers may be called: within `care.from` and `care.until`, on none of
-- `care.daysOff` (D3-RULE-01); a year later when there is none before.
CREATE OR REPLACE FUNCTION opens_from(p_bounds calling_bounds, p_at timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE AS $$
DECLARE
  day date;
BEGIN
  -- Day by day, since nearly always the first one is the answer.
  FOR n IN 0 .. 366 LOOP
    day := (p_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date + n;
    CONTINUE WHEN p_bounds.days_off IS NOT NULL
      AND (to_char(day, 'DD/MM/YYYY') = ANY (p_bounds.days_off) OR weekday_name(day) = ANY (p_bounds.days_off));
    CONTINUE WHEN (day + coalesce(p_bounds.closes, '24:00')) AT TIME ZONE 'Asia/Ho_Chi_Minh' <= p_at;
    RETURN greatest((day + coalesce(p_bounds.opens, '00:00')) AT TIME ZONE 'Asia/Ho_Chi_Minh', p_at);
  END LOOP;
  RETURN p_at + interval '1 year';
END $$;

-- `opens_from` with the current settings.
CREATE OR REPLACE FUNCTION calls_from(p_at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN (SELECT opens_from(b, p_at) FROM calling_bounds b);

-- Time until which a phone is blocked by the call limit, after `care.callsPerPhone` calls in `care.callsPerDays` days; null when it is not,
-- or without a limit (D3-RULE-02).
CREATE OR REPLACE FUNCTION full_until(p_phone text) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT c.at + make_interval(days => b.call_days) FROM calling_bounds b
    CROSS JOIN LATERAL (
      SELECT h.created_at AS at FROM care_history h
      WHERE h.phone = p_phone AND h.created_at > clock_timestamp() - make_interval(days => b.call_days)
      ORDER BY h.created_at DESC OFFSET b.calls - 1 LIMIT 1) c
    WHERE b.calls IS NOT NULL);
END $$;

-- Whether a number may be handed out now, considering all rows of its phone (D3-ORG-06). Null when it may be given to `p_user`; infinity
-- when blacklisted; otherwise the time from which a cool-down runs, so that the number is checked again when it ends: the last call after
-- `p_since`; now, that is after an hour at least, while another salesperson holds the phone or has an appointment with it; for a phone at
-- its call limit (D3-RULE-02), one cool-down before its oldest call leaves the count. The caller's own calls do not hold back own
-- appointments and numbers that `p_asked` requested again. One statement, because starting one costs more than running these; scalar
-- subqueries on purpose: with joins the planner expects hardly any row and sorts the whole file.
DROP FUNCTION IF EXISTS is_callable(text);
DROP FUNCTION IF EXISTS is_blacklisted(text);
DROP FUNCTION IF EXISTS rests_since(uuid, text, uuid, boolean, timestamptz);
CREATE OR REPLACE FUNCTION held_back_since(p_row uuid, p_phone text, p_user uuid, p_asked boolean, p_since timestamptz)
RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT CASE
    WHEN EXISTS (SELECT FROM do_not_call b WHERE b.phone_number = p_phone) THEN 'infinity'
    ELSE greatest(
      CASE WHEN EXISTS (
        SELECT FROM customer o
        WHERE o.phone = p_phone AND (o.stage = 'open' OR (o.stage = 'called' AND o.appointment_at IS NOT NULL))
          AND o.id <> p_row AND (o.stage = 'open' OR NOT (p_asked AND o.holder_id = p_user)))
        THEN greatest(clock_timestamp(), p_since + interval '1 hour') END,
      -- OFFSET 0 reads all calls of the phone before taking the newest: otherwise the planner would walk all calls by time.
      (SELECT max(called.at) FROM (
        SELECT h.created_at AS at FROM care_history h WHERE h.phone = p_phone AND h.created_at > p_since
          AND h.customer_id <> p_row AND NOT (p_asked AND h.user_id = p_user) OFFSET 0) called),
      CASE WHEN (SELECT b.calls FROM calling_bounds b) IS NOT NULL THEN full_until(p_phone) - (clock_timestamp() - p_since) END)
    END);
END $$;

-- Locks the phone for this transaction, so that only one of its rows is considered; false while another transaction holds it.
CREATE OR REPLACE FUNCTION take_phone(p_phone text) RETURNS boolean LANGUAGE sql VOLATILE
  RETURN pg_try_advisory_xact_lock(8, p_phone::int);

-- Locks the first row of a pool below a rank, skipping rows locked by others. Two branches, because an index orders the rows of one holder
-- or those without a holder, but not 'the same or both null'.
DROP FUNCTION IF EXISTS first_of(uuid, uuid);
CREATE OR REPLACE FUNCTION first_of(p_file uuid, p_pool uuid, p_below bigint, p_skipped uuid[],
  OUT id uuid, OUT phone text, OUT rank bigint) LANGUAGE plpgsql AS $$
BEGIN
  IF p_pool IS NULL THEN
    SELECT c.id, c.phone, c.rank INTO id, phone, rank FROM customer c
    WHERE c.file_id = p_file AND c.holder_id IS NULL AND c.stage = 'left' AND c.rank < p_below
      AND NOT c.id = ANY (p_skipped)
    ORDER BY c.rank LIMIT 1 FOR UPDATE OF c SKIP LOCKED;
  ELSE
    SELECT c.id, c.phone, c.rank INTO id, phone, rank FROM customer c
    WHERE c.file_id = p_file AND c.holder_id = p_pool AND c.stage = 'left' AND c.rank < p_below
      AND NOT c.id = ANY (p_skipped)
    ORDER BY c.rank LIMIT 1 FOR UPDATE OF c SKIP LOCKED;
  END IF;
END $$;

-- The first `p_n` rows of a pool from one rank to below another, without locks.
CREATE OR REPLACE FUNCTION front_of(p_file uuid, p_pool uuid, p_from bigint, p_below bigint, p_n int)
RETURNS TABLE (id uuid, phone text, rank bigint) LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_pool IS NULL THEN
    RETURN QUERY SELECT c.id, c.phone::text, c.rank FROM customer c
      WHERE c.file_id = p_file AND c.holder_id IS NULL AND c.stage = 'left' AND c.rank >= p_from AND c.rank < p_below
      ORDER BY c.rank LIMIT p_n;
  ELSE
    RETURN QUERY SELECT c.id, c.phone::text, c.rank FROM customer c
      WHERE c.file_id = p_file AND c.holder_id = p_pool AND c.stage = 'left' AND c.rank >= p_from AND c.rank < p_below
      ORDER BY c.rank LIMIT p_n;
  END IF;
END $$;

-- Takes one number of a pool below a rank; null when there is none, or after `looks` rows without success. The first free row is nearly
-- always callable, so it is locked first and checked then. Rows in cool-down are moved behind the others, in growing batches, so that each
-- is skipped once and not by every claim.
DROP FUNCTION IF EXISTS take_from(uuid, uuid, uuid);
CREATE OR REPLACE FUNCTION take_from(p_user uuid, p_file uuid, p_pool uuid, p_below bigint, p_since timestamptz,
  INOUT looks int, OUT taken uuid) LANGUAGE plpgsql AS $$
DECLARE
  front record;
  held_back timestamptz;
  skipped uuid[] := '{}';
  batch int := 1;
BEGIN
  WHILE looks > 0 LOOP
    front := first_of(p_file, p_pool, p_below, skipped);
    EXIT WHEN front.id IS NULL;
    IF NOT take_phone(front.phone) THEN
      skipped := skipped || front.id;
      CONTINUE;
    END IF;
    held_back := held_back_since(front.id, front.phone, p_user, front.rank < 0, p_since);
    IF held_back = 'infinity' THEN
      -- Normally blocked by the blacklist already; this row was inserted past it. A row that `block_numbers` leaves alone, because blocking
      -- it would reveal the entry, goes behind the others.
      PERFORM block_numbers(ARRAY[front.phone]);
      UPDATE customer SET rank = rest_rank(clock_timestamp()) WHERE id = front.id AND stage = 'left';
    ELSIF held_back IS NULL THEN
      taken := front.id;
      UPDATE customer SET holder_id = p_user, stage = 'open', status = 'TAKECARE', claimed_at = clock_timestamp(),
        untold = false, version = version + 1
      WHERE id = taken;
      EXIT;
    ELSIF front.rank < 0 THEN
      -- A number requested again keeps its rank until the cool-down of the phone's other row ends.
      skipped := skipped || front.id;
    ELSE
      -- Locks only rows in cool-down, to leave the others to concurrent claims.
      UPDATE customer c SET rank = rest_rank(r.at) FROM (
        SELECT s.id, f.at FROM (
          SELECT f.id, held_back_since(f.id, f.phone, p_user, false, p_since) AS at
          FROM front_of(p_file, p_pool, 0, p_below, batch) f OFFSET 0) f
        JOIN customer s ON s.id = f.id AND s.stage = 'left' WHERE isfinite(f.at) FOR UPDATE OF s SKIP LOCKED) r
      WHERE c.id = r.id;
      looks := looks - batch;
      batch := least(batch * 8, 2048);
    END IF;
  END LOOP;
END $$;

-- The next customer, with figures for the count beside the card. Source: open, reinvite, appointment, recycle, assigned, pool; customer
-- null when nothing is left. `p_given`: 'all', outside calling hours 'appointments' or 'none' (D3-RULE-01). `own`: the caller has assigned
-- numbers left. `more`: the limit of skipped numbers was reached, so the next call continues after the commit.
DROP FUNCTION IF EXISTS claim_next(uuid, text, date);
DROP FUNCTION IF EXISTS claim_next(uuid, uuid[], uuid[]);
DROP FUNCTION IF EXISTS claim_next(uuid, uuid[], uuid[], timestamptz);
CREATE OR REPLACE FUNCTION claim_next(p_user uuid, p_files uuid[], p_pools uuid[], p_since timestamptz, p_given text,
  OUT customer_id uuid, OUT source text, OUT own boolean, OUT more boolean) LANGUAGE plpgsql AS $$
DECLARE
  instant timestamptz := clock_timestamp();
  due boolean;
  -- Places in `recycling` at which numbers wait for the caller; null without rules.
  places uuid[];
  kind_set text;
  from_rank bigint;
  given record;
  patient boolean;
  passed boolean := false;
  looks int := 4000;
  below bigint := rest_rank(p_since);
BEGIN
  more := false;
  -- All of the caller's numbers in one query; an account locked in the meantime gets nothing. The account row needs no lock: locking an
  -- account takes the same advisory lock before its numbers are recalled.
  SELECT o.id, f.rank, f.rank IS NOT NULL, EXISTS (
      SELECT FROM customer d WHERE d.holder_id = p_user AND d.stage = 'called' AND d.appointment_at <= clock_timestamp()),
      CASE WHEN EXISTS (SELECT FROM recycle_rules r WHERE r.active) THEN ARRAY(SELECT s FROM self_and_units(p_user, instant) s) END
    INTO customer_id, from_rank, own, due, places
  FROM users u
  LEFT JOIN LATERAL (SELECT c.id FROM customer c WHERE c.holder_id = p_user AND c.stage = 'open' LIMIT 1) o ON true
  LEFT JOIN LATERAL (
    SELECT c.rank FROM customer c WHERE c.holder_id = p_user AND c.stage = 'left' ORDER BY c.rank LIMIT 1) f
    ON true
  WHERE u.id = p_user AND NOT u.is_deleted;
  IF NOT FOUND THEN
    own := true;
    RETURN;
  END IF;
  IF customer_id IS NOT NULL THEN
    source := 'open';
    RETURN;
  END IF;
  IF p_given = 'none' THEN
    RETURN;
  END IF;

  -- A due appointment, unless another salesperson has called the phone meanwhile.
  IF due THEN
    kind_set := set_config('vas.movement', 'appointment', true);
    FOR given IN
      SELECT c.id, c.phone FROM customer c
      WHERE c.holder_id = p_user AND c.stage = 'called' AND c.appointment_at <= clock_timestamp()
      ORDER BY c.appointment_at, c.id
    LOOP
      CONTINUE WHEN NOT take_phone(given.phone);
      CONTINUE WHEN held_back_since(given.id, given.phone, p_user, true, p_since) IS NOT NULL;
      -- Checked again: its result may have been recorded before the phone was locked.
      UPDATE customer c SET stage = 'open', claimed_at = clock_timestamp(), version = version + 1
      WHERE c.id = given.id AND c.holder_id = p_user AND c.stage = 'called' AND c.appointment_at <= clock_timestamp()
      RETURNING c.id INTO customer_id;
      IF customer_id IS NOT NULL THEN
        source := 'appointment';
        RETURN;
      END IF;
    END LOOP;
  END IF;

  IF p_given = 'appointments' THEN
    RETURN;
  END IF;
  kind_set := set_config('vas.movement', 'claim', true);
  -- Numbers requested again come before all new ones, the latest request first.
  IF from_rank < 0 THEN
    FOR given IN
      SELECT c.file_id FROM customer c WHERE c.holder_id = p_user AND c.stage = 'left' AND c.rank < 0
      GROUP BY c.file_id ORDER BY min(c.rank)
    LOOP
      SELECT t.looks, t.taken INTO looks, customer_id FROM take_from(p_user, given.file_id, p_user, 0, p_since, looks) t;
      IF customer_id IS NOT NULL THEN
        source := 'reinvite';
        RETURN;
      END IF;
    END LOOP;
  END IF;

  -- Called numbers due again by a rule (D3-REC-01).
  IF places IS NOT NULL THEN
    SELECT t.looks, t.taken INTO looks, customer_id FROM take_recycled(p_user, places, p_files, p_since, looks) t;
    IF customer_id IS NOT NULL THEN
      source := 'recycle';
      RETURN;
    END IF;
  END IF;

  -- Numbers of customer lists, assigned by name.
  IF own THEN
    FOR given IN
      SELECT f.id AS file_id FROM data_files f
      WHERE f.kind = 'list' AND f.deleted_at IS NULL AND EXISTS (
        SELECT FROM customer c WHERE c.file_id = f.id AND c.holder_id = p_user AND c.stage = 'left')
      ORDER BY f.ngay_upload, f.id
    LOOP
      SELECT t.looks, t.taken INTO looks, customer_id
        FROM take_from(p_user, given.file_id, p_user, below, p_since, looks) t;
      IF customer_id IS NOT NULL THEN
        source := 'assigned';
        RETURN;
      END IF;
    END LOOP;
  END IF;

  -- First the files not locked by a split, stop or delete; then the skipped ones, waiting for the lock.
  FOREACH patient IN ARRAY ARRAY[false, true] LOOP
    FOR n IN 1 .. cardinality(p_files) LOOP
      -- Stop, delete and split lock the file's row, so the first one wins, and a stopped file hands out no more numbers.
      IF patient THEN
        PERFORM FROM data_files f
          WHERE f.id = p_files[n] AND f.is_activated = 1 AND f.deleted_at IS NULL FOR SHARE;
      ELSE
        PERFORM FROM data_files f
          WHERE f.id = p_files[n] AND f.is_activated = 1 AND f.deleted_at IS NULL FOR SHARE SKIP LOCKED;
      END IF;
      passed := passed OR NOT FOUND;
      CONTINUE WHEN NOT FOUND;
      SELECT t.looks, t.taken INTO looks, customer_id
        FROM take_from(p_user, p_files[n], p_pools[n], below, p_since, looks) t;
      IF customer_id IS NOT NULL THEN
        source := 'pool';
        RETURN;
      END IF;
    END LOOP;
    EXIT WHEN NOT passed OR looks <= 0;
  END LOOP;
  more := looks <= 0;
END $$;

-- Numbers left in pools of files and, with `p_own`, in the customer lists of a salesperson. A pool of up to 10,000 is counted exactly. Of a
-- larger one the balance of the last fold (every half second) is returned, without later changes: summing the pending changes would cost
-- each claim 150 µs. Scalar subqueries on purpose: each is one index scan, whatever the planner estimates for the files.
CREATE OR REPLACE FUNCTION left_in(p_files uuid[], p_pools uuid[], p_user uuid, p_own boolean) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(sum(folded.n + CASE WHEN folded.n > 10000 THEN 0 ELSE coalesce(
      CASE WHEN p.pool IS NULL THEN
        (SELECT sum(d.n) FROM balance_deltas d
          WHERE d.file_id = p.file_id AND d.holder_id IS NULL AND d.stage = 'left')
      ELSE
        (SELECT sum(d.n) FROM balance_deltas d
          WHERE d.file_id = p.file_id AND d.holder_id = p.pool AND d.stage = 'left')
      END, 0) END), 0)::bigint
  FROM (
    SELECT * FROM unnest(p_files, p_pools)
    UNION ALL SELECT id, p_user FROM data_files WHERE p_own AND kind = 'list' AND deleted_at IS NULL
  ) p (file_id, pool)
  CROSS JOIN LATERAL (SELECT coalesce(
    CASE WHEN p.pool IS NULL THEN
      (SELECT b.n FROM balances b WHERE b.file_id = p.file_id AND b.holder_id IS NULL AND b.stage = 'left')
    ELSE
      (SELECT b.n FROM balances b WHERE b.file_id = p.file_id AND b.holder_id = p.pool AND b.stage = 'left')
    END, 0) AS n OFFSET 0) folded);
END $$;

-- State of a pool for a salesperson: whether a claim would find a callable number, how many are in cool-down, and when the first of these
-- was called.
CREATE OR REPLACE FUNCTION pool_state(p_user uuid, p_file uuid, p_pool uuid, p_since timestamptz,
  OUT free boolean, OUT resting bigint, OUT first_rank bigint) LANGUAGE plpgsql STABLE AS $$
BEGIN
  free := EXISTS (
    SELECT FROM front_of(p_file, p_pool, -9e18::bigint, rest_rank(p_since), 20000) f
    WHERE held_back_since(f.id, f.phone, p_user, f.rank < 0, p_since) IS NULL);
  IF p_pool IS NULL THEN
    SELECT count(*), min(c.rank) INTO resting, first_rank FROM customer c
    WHERE c.file_id = p_file AND c.holder_id IS NULL AND c.stage = 'left' AND c.rank >= rest_rank(p_since);
  ELSE
    SELECT count(*), min(c.rank) INTO resting, first_rank FROM customer c
    WHERE c.file_id = p_file AND c.holder_id = p_pool AND c.stage = 'left' AND c.rank >= rest_rank(p_since);
  END IF;
END $$;

-- Numbers left for a salesperson: assigned ones, and those of the pools open today.
CREATE OR REPLACE FUNCTION left_for(p_user uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT left_in(array_agg(file_id), array_agg(pool), p_user, true) FROM open_pools(p_user)
$$;

-- The care card for its holder: the full customer, earlier results of the phone, packages with prices. For a masked role, notes of
-- colleagues are masked.
CREATE OR REPLACE FUNCTION care_card(p_customer uuid, p_source text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT json_build_object(
    'id', c.id, 'phone', c.phone, 'type', c.type, 'package', c.package,
    'packageRegisterAt', c."packageRegisterAt", 'registerAt', c."packageRegisterAt",
    'packageExpiredAt', c."packageExpiredAt", 'expiredAt', c."packageExpiredAt",
    'packageCycle', c."packageCycle", 'state', c.state, 'status', c.status,
    'packagesCanRegister', c."packagesCanRegister", 'packageCanRegister', c."packagesCanRegister",
    'so_chu_ky_mien_phi_con_lai', c.so_chu_ky_mien_phi_con_lai, 'FileName', f."FileName",
    'claimedAt', c.claimed_at, 'source', p_source, 'again', (
      SELECT json_build_object('n', 1 + (SELECT count(*) FROM care_history a WHERE a.customer_id = c.id),
        'most', (SELECT r.most FROM recycle_rule(c.file_id, l.status) r), 'lastAt', l.created_at, 'lastStatus', l.status)
      FROM care_history l WHERE l.customer_id = c.id ORDER BY l.created_at DESC LIMIT 1), 'appointmentAt', c.appointment_at, 'version', c.version,
    'packages', coalesce((
      SELECT json_agg(json_build_object('code', p.code, 'price', package_price(p.code)) ORDER BY p.n)
      FROM regexp_split_to_table(coalesce(c."packagesCanRegister", ''), '[;,\s]+') WITH ORDINALITY AS p(code, n)
      WHERE p.code <> ''), '[]'::json),
    'history', coalesce((
      SELECT json_agg(h) FROM (
        SELECT h.id, h.created_at AS "careAt", h.status, h.package,
          CASE WHEN h.user_id = c.holder_id
              OR (SELECT r.priority FROM users u JOIN roles r ON r.id = u.role_id WHERE u.id = c.holder_id) < 3
            THEN h.note ELSE redact_phones(h.note) END AS note
        FROM care_history h WHERE h.phone = c.phone ORDER BY h.created_at DESC LIMIT 20) h), '[]'::json))
  FROM customer c JOIN data_files f ON f.id = c.file_id
  WHERE c.id = p_customer);
END $$;

-- Folds the ledger when a claim would have to sum many changes of a pool, so that counts stay fast when the folding job does not run. Does
-- not wait for a concurrent fold; failures are left for the job to report.
CREATE OR REPLACE FUNCTION fold_when_long(p_files uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM balance_deltas WHERE file_id = ANY (p_files) OFFSET 2000 LIMIT 1;
  IF FOUND THEN
    EXECUTE 'LOCK TABLE balances IN SHARE ROW EXCLUSIVE MODE NOWAIT';
    PERFORM fold_balances();
  END IF;
EXCEPTION WHEN lock_not_available OR check_violation THEN
  NULL;
END $$;

-- GET new-care in one round trip: claims, returns card and count. The movement of the claim is the record that the full number was shown
-- (`disclosed`). Everything is found by key, so plans do not depend on values: replanning each call would take as long as running it.
-- Outside calling hours it returns the next opening time and hands out nothing except, with `p_reason`, a due appointment (D3-RULE-01).
DROP FUNCTION IF EXISTS next_care(uuid, text, date);
DROP FUNCTION IF EXISTS next_care(uuid, text);
DROP FUNCTION IF EXISTS next_care(uuid, text, text);
CREATE OR REPLACE FUNCTION next_care(p_user uuid, p_username text, p_reason text, OUT body text, OUT fresh boolean,
  OUT given boolean, OUT more boolean, OUT customer_id uuid, OUT opens_at timestamptz, OUT came_late boolean)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  set_for text;
  files uuid[];
  pools uuid[];
  claimed record;
  bounds record;
  instant timestamptz := clock_timestamp();
BEGIN
  -- A double click, a second tab or a retry waits here and then finds the customer of the first call.
  PERFORM pg_advisory_xact_lock(hashtextextended(p_user::text, 7));
  set_for := set_config('vas.actor', p_username, true);
  SELECT b AS calling, b.cool_down, num_nonnulls(b.opens, b.closes, b.days_off) > 0 AS in_hours,
    EXISTS (SELECT FROM waiting_returns(p_user)) AS was_late INTO bounds FROM calling_bounds b;
  IF bounds.was_late THEN
    PERFORM return_again(p_user);
  END IF;
  SELECT coalesce(array_agg(p.file_id), '{}'), coalesce(array_agg(p.pool), '{}') INTO files, pools
    FROM (SELECT o.file_id, o.pool FROM open_pools(p_user) o ORDER BY o.ngay_upload, o.file_id) p;
  IF bounds.in_hours THEN
    opens_at := nullif(opens_from(bounds.calling, instant), instant);
  END IF;
  claimed := claim_next(p_user, files, pools, instant - make_interval(hours => bounds.cool_down), CASE
    WHEN opens_at IS NULL THEN 'all' WHEN p_reason IS NULL THEN 'none' ELSE 'appointments' END);
  -- Sampled, because the check has a cost.
  IF random() < 0.02 THEN PERFORM fold_when_long(files); END IF;
  customer_id := claimed.customer_id;
  given := customer_id IS NOT NULL;
  fresh := given AND claimed.source <> 'open';
  more := claimed.more;
  came_late := bounds.was_late;
  body := json_build_object('value', CASE WHEN given THEN care_card(customer_id, claimed.source) END,
    'count', left_in(files, pools, p_user, claimed.own), 'opensAt', opens_at)::text;
END $$;
