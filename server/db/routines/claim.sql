-- The care queue. One call, one transaction, one round trip: who asks gets the customer they hold, else the next one.

-- Files that a salesperson may draw from today, in order of upload, with whose numbers they draw: their own when they
-- have a quantity, else the leader's, the branch's, the file's (D1-Q-073). Only a look: the claim
-- locks the file's row and looks again.
CREATE OR REPLACE FUNCTION open_pools(p_user uuid, p_today date)
RETURNS TABLE (file_id uuid, pool uuid, ngay_upload timestamptz) LANGUAGE sql STABLE AS $$
  WITH me AS (SELECT id, group_id, brand_id FROM users WHERE id = p_user),
  options AS (
    SELECT o.files, o.ngay FROM data_options o, me WHERE o.user_id IN (me.id, me.group_id, me.brand_id)
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
    AND NOT EXISTS (SELECT FROM options o WHERE NOT (f.id = ANY (o.files) AND p_today = ANY (o.ngay)))
  ORDER BY f.ngay_upload, f.id
$$;

-- Nobody holds the phone and it is not on the blacklist. Scalar queries on purpose: as joins the planner believes that
-- hardly a row is left and sorts the whole file for one.
CREATE OR REPLACE FUNCTION is_callable(p_phone text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT (SELECT true FROM customer o WHERE o.phone = p_phone AND o.place = 'open' LIMIT 1) IS NULL
    AND (SELECT true FROM blacklist b WHERE b.phone_number = p_phone LIMIT 1) IS NULL
$$;

-- The first number of a pool that may be called, locked; skips those that somebody else is taking this moment, whose
-- phone somebody else holds under another package, and those on the blacklist. Null when there is none. Two branches,
-- because an index orders the rows of one holder or those of nobody, but not 'the same or both null'.
CREATE OR REPLACE FUNCTION first_of(p_file uuid, p_pool uuid) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  first uuid;
BEGIN
  IF p_pool IS NULL THEN
    SELECT c.id INTO first FROM customer c
    WHERE c.file_id = p_file AND c.holder_id IS NULL AND c.place = 'left'
      AND is_callable(c.phone)
    ORDER BY c.rank LIMIT 1 FOR UPDATE OF c SKIP LOCKED;
  ELSE
    SELECT c.id INTO first FROM customer c
    WHERE c.file_id = p_file AND c.holder_id = p_pool AND c.place = 'left'
      AND is_callable(c.phone)
    ORDER BY c.rank LIMIT 1 FOR UPDATE OF c SKIP LOCKED;
  END IF;
  RETURN first;
END $$;

-- Takes one number of one pool; null when there is none.
CREATE OR REPLACE FUNCTION take_from(p_user uuid, p_file uuid, p_pool uuid) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  taken uuid;
BEGIN
  LOOP
    taken := first_of(p_file, p_pool);
    IF taken IS NULL THEN
      RETURN NULL;
    END IF;
    BEGIN
      UPDATE customer SET holder_id = p_user, place = 'open', status = 'TAKECARE', claimed_at = clock_timestamp(),
        version = version + 1
      WHERE id = taken;
      RETURN taken;
    EXCEPTION WHEN unique_violation THEN
      -- The same phone went to somebody else between the look and the take: look again.
      NULL;
    END;
  END LOOP;
END $$;

-- Answers (customer, source). Source: open, reinvite, appointment, assigned, pool; no row when nothing is left.
CREATE OR REPLACE FUNCTION claim_next(p_user uuid, p_username text, p_today date)
RETURNS TABLE (customer_id uuid, source text) LANGUAGE plpgsql AS $$
DECLARE
  got uuid;
  from_file uuid;
  given record;
  patient boolean;
  passed boolean := false;
BEGIN
  -- A double click, a second tab and a retry wait here and then find the first one's customer.
  PERFORM pg_advisory_xact_lock(hashtextextended(p_user::text, 7));

  -- Somebody stopped while waiting is given nothing more.
  PERFORM FROM users WHERE id = p_user AND NOT is_deleted FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  SELECT c.id INTO got FROM customer c WHERE c.holder_id = p_user AND c.place = 'open';
  IF got IS NOT NULL THEN
    RETURN QUERY SELECT got, 'open';
    RETURN;
  END IF;

  PERFORM set_config('vas.actor', p_username, true);

  -- An appointment whose time has come.
  PERFORM set_config('vas.movement', 'appointment', true);
  -- A look first: the guarded update below costs a subtransaction, and hardly ever is one due.
  IF EXISTS (SELECT FROM customer WHERE holder_id = p_user AND place = 'called' AND appointment_at <= clock_timestamp())
  THEN
    BEGIN
      UPDATE customer SET place = 'open', claimed_at = clock_timestamp(), version = version + 1
      WHERE id = (
        SELECT c.id FROM customer c
        WHERE c.holder_id = p_user AND c.place = 'called' AND c.appointment_at <= clock_timestamp()
          AND is_callable(c.phone)
        ORDER BY c.appointment_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id INTO got;
    EXCEPTION WHEN unique_violation THEN
      got := NULL;
    END;
  END IF;
  IF got IS NOT NULL THEN
    RETURN QUERY SELECT got, 'appointment';
    RETURN;
  END IF;

  -- Numbers asked for again come before all new ones.
  PERFORM set_config('vas.movement', 'claim', true);
  SELECT c.file_id INTO from_file FROM customer c
    WHERE c.holder_id = p_user AND c.place = 'left' AND c.rank < 0 ORDER BY c.rank LIMIT 1;
  IF FOUND THEN
    got := take_from(p_user, from_file, p_user);
    IF got IS NOT NULL THEN
      RETURN QUERY SELECT got, 'reinvite';
      RETURN;
    END IF;
  END IF;

  -- Numbers of customer lists, given by name.
  FOR given IN
    SELECT f.id AS file_id FROM data_files f
    WHERE f.kind = 'list' AND f.deleted_at IS NULL AND EXISTS (
      SELECT FROM customer c WHERE c.file_id = f.id AND c.holder_id = p_user AND c.place = 'left')
    ORDER BY f.ngay_upload, f.id
  LOOP
    got := take_from(p_user, given.file_id, p_user);
    IF got IS NOT NULL THEN
      RETURN QUERY SELECT got, 'assigned';
      RETURN;
    END IF;
  END LOOP;

  -- First the files that nobody is splitting, stopping or deleting this moment; then, waiting, those that were passed by.
  FOREACH patient IN ARRAY ARRAY[false, true] LOOP
    FOR given IN SELECT p.file_id, p.pool FROM open_pools(p_user, p_today) p LOOP
      -- Stop, delete and split lock the file's row; whoever comes first decides, and a stopped file gives no more.
      IF patient THEN
        PERFORM FROM data_files f
          WHERE f.id = given.file_id AND f.is_activated = 1 AND f.deleted_at IS NULL FOR SHARE;
      ELSE
        PERFORM FROM data_files f
          WHERE f.id = given.file_id AND f.is_activated = 1 AND f.deleted_at IS NULL FOR SHARE SKIP LOCKED;
      END IF;
      passed := passed OR NOT FOUND;
      CONTINUE WHEN NOT FOUND;
      got := take_from(p_user, given.file_id, given.pool);
      IF got IS NOT NULL THEN
        RETURN QUERY SELECT got, 'pool';
        RETURN;
      END IF;
    END LOOP;
    EXIT WHEN NOT passed;
  END LOOP;
END $$;

-- Numbers left for a salesperson: given by name, and those of the pools open today.
CREATE OR REPLACE FUNCTION left_for(p_user uuid, p_today date) RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH pools AS (
    SELECT file_id, pool FROM open_pools(p_user, p_today)
    UNION SELECT id, p_user FROM data_files WHERE kind = 'list' AND deleted_at IS NULL
  )
  SELECT coalesce(sum(n), 0)::bigint FROM (
    SELECT b.n FROM pools p JOIN balances b
      ON b.file_id = p.file_id AND b.holder_id IS NOT DISTINCT FROM p.pool AND b.place = 'left'
    UNION ALL
    SELECT d.n FROM pools p JOIN balance_deltas d
      ON d.file_id = p.file_id AND d.holder_id IS NOT DISTINCT FROM p.pool AND d.place = 'left'
  ) n
$$;

-- The care card: the customer in full, earlier results, packages with their price.
CREATE OR REPLACE FUNCTION care_card(p_customer uuid, p_source text) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'id', c.id, 'phone', c.phone, 'type', c.type, 'package', c.package,
    'packageRegisterAt', c."packageRegisterAt", 'registerAt', c."packageRegisterAt",
    'packageExpiredAt', c."packageExpiredAt", 'expiredAt', c."packageExpiredAt",
    'packageCycle', c."packageCycle", 'state', c.state, 'status', c.status,
    'packagesCanRegister', c."packagesCanRegister", 'packageCanRegister', c."packagesCanRegister",
    'so_chu_ky_mien_phi_con_lai', c.so_chu_ky_mien_phi_con_lai, 'FileName', f."FileName",
    'claimedAt', c.claimed_at, 'source', p_source, 'appointmentAt', c.appointment_at,
    'packages', coalesce((
      SELECT json_agg(json_build_object('code', p.code, 'price', g.gia_goi) ORDER BY p.n)
      FROM regexp_split_to_table(coalesce(c."packagesCanRegister", ''), '[;,\s]+') WITH ORDINALITY AS p(code, n)
      LEFT JOIN giahoantien g ON g.ten_goi_cuoc = p.code AND g.deleted_at IS NULL
      WHERE p.code <> ''), '[]'::json),
    'history', coalesce((
      SELECT json_agg(h) FROM (
        SELECT id, created_at AS "careAt", status, package, note FROM care_history
        WHERE customer_id = c.id ORDER BY created_at DESC LIMIT 20) h), '[]'::json))
  FROM customer c JOIN data_files f ON f.id = c.file_id WHERE c.id = p_customer
$$;

-- GET new-care in one round trip: claims, puts the disclosure on record, answers card and count.
CREATE OR REPLACE FUNCTION next_care(p_user uuid, p_username text, p_today date) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  claimed record;
BEGIN
  SELECT * INTO claimed FROM claim_next(p_user, p_username, p_today);
  IF claimed.customer_id IS NULL THEN
    RETURN json_build_object('value', NULL, 'count', left_for(p_user, p_today));
  END IF;
  IF claimed.source <> 'open' THEN
    INSERT INTO disclosures (customer_id, user_id, reason) VALUES (claimed.customer_id, p_user, 'claim');
  END IF;
  RETURN json_build_object(
    'value', care_card(claimed.customer_id, claimed.source), 'count', left_for(p_user, p_today));
END $$;
