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
CREATE OR REPLACE FUNCTION is_callable(p_phone text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT true FROM customer o WHERE o.phone = p_phone AND o.stage = 'open' LIMIT 1) IS NULL
    AND (SELECT true FROM blacklist b WHERE b.phone_number = p_phone LIMIT 1) IS NULL;
END $$;

-- The first number of a pool that may be called, locked; skips those that somebody else is taking this moment, whose
-- phone somebody else holds under another package, and those on the blacklist. Null when there is none. Two branches,
-- because an index orders the rows of one holder or those of nobody, but not 'the same or both null'.
-- The first free row is nearly always callable, so it is locked first and then looked at: a condition in the query
-- would be worked out for every row that somebody else is taking.
CREATE OR REPLACE FUNCTION first_of(p_file uuid, p_pool uuid) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  first uuid;
  called text;
BEGIN
  IF p_pool IS NULL THEN
    SELECT c.id, c.phone INTO first, called FROM customer c
    WHERE c.file_id = p_file AND c.holder_id IS NULL AND c.stage = 'left'
    ORDER BY c.rank LIMIT 1 FOR UPDATE OF c SKIP LOCKED;
    IF first IS NULL OR is_callable(called) THEN
      RETURN first;
    END IF;
    SELECT c.id INTO first FROM customer c
    WHERE c.file_id = p_file AND c.holder_id IS NULL AND c.stage = 'left'
      AND is_callable(c.phone)
    ORDER BY c.rank LIMIT 1 FOR UPDATE OF c SKIP LOCKED;
  ELSE
    SELECT c.id, c.phone INTO first, called FROM customer c
    WHERE c.file_id = p_file AND c.holder_id = p_pool AND c.stage = 'left'
    ORDER BY c.rank LIMIT 1 FOR UPDATE OF c SKIP LOCKED;
    IF first IS NULL OR is_callable(called) THEN
      RETURN first;
    END IF;
    SELECT c.id INTO first FROM customer c
    WHERE c.file_id = p_file AND c.holder_id = p_pool AND c.stage = 'left'
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
      UPDATE customer SET holder_id = p_user, stage = 'open', status = 'TAKECARE', claimed_at = clock_timestamp(),
        version = version + 1
      WHERE id = taken;
      RETURN taken;
    EXCEPTION WHEN unique_violation THEN
      -- The same phone went to somebody else between the look and the take: look again.
      NULL;
    END;
  END LOOP;
END $$;

-- What claim_next answers and what it looked up on its way, for the count beside the card. Source: open, reinvite,
-- appointment, assigned, pool; customer null when nothing is left. `own`: numbers were left at the caller itself.
DROP FUNCTION IF EXISTS claim_next(uuid, text, date);
CREATE OR REPLACE FUNCTION claim_next(p_user uuid, p_files uuid[], p_pools uuid[],
  OUT customer_id uuid, OUT source text, OUT own boolean) LANGUAGE plpgsql AS $$
DECLARE
  due boolean;
  kind_set text;
  from_file uuid;
  from_rank bigint;
  given record;
  patient boolean;
  passed boolean := false;
BEGIN
  -- One look at what the caller has; somebody stopped while waiting is given nothing more. No lock on the account:
  -- who stops one takes the same advisory lock before recalling what is in its hands.
  SELECT o.id, f.file_id, f.rank, f.file_id IS NOT NULL, EXISTS (
      SELECT FROM customer d WHERE d.holder_id = p_user AND d.stage = 'called' AND d.appointment_at <= clock_timestamp())
    INTO customer_id, from_file, from_rank, own, due
  FROM users u
  LEFT JOIN LATERAL (SELECT c.id FROM customer c WHERE c.holder_id = p_user AND c.stage = 'open' LIMIT 1) o ON true
  LEFT JOIN LATERAL (
    SELECT c.file_id, c.rank FROM customer c WHERE c.holder_id = p_user AND c.stage = 'left' ORDER BY c.rank LIMIT 1) f
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

  -- An appointment whose time has come. The guarded update costs a subtransaction, and hardly ever is one due.
  IF due THEN
    kind_set := set_config('vas.movement', 'appointment', true);
    BEGIN
      UPDATE customer SET stage = 'open', claimed_at = clock_timestamp(), version = version + 1
      WHERE id = (
        SELECT c.id FROM customer c
        WHERE c.holder_id = p_user AND c.stage = 'called' AND c.appointment_at <= clock_timestamp()
          AND is_callable(c.phone)
        ORDER BY c.appointment_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id INTO customer_id;
    EXCEPTION WHEN unique_violation THEN
      customer_id := NULL;
    END;
    IF customer_id IS NOT NULL THEN
      source := 'appointment';
      RETURN;
    END IF;
  END IF;

  kind_set := set_config('vas.movement', 'claim', true);
  -- Numbers asked for again come before all new ones.
  IF from_rank < 0 THEN
    customer_id := take_from(p_user, from_file, p_user);
    IF customer_id IS NOT NULL THEN
      source := 'reinvite';
      RETURN;
    END IF;
  END IF;

  -- Numbers of customer lists, given by name.
  IF own THEN
    FOR given IN
      SELECT f.id AS file_id FROM data_files f
      WHERE f.kind = 'list' AND f.deleted_at IS NULL AND EXISTS (
        SELECT FROM customer c WHERE c.file_id = f.id AND c.holder_id = p_user AND c.stage = 'left')
      ORDER BY f.ngay_upload, f.id
    LOOP
      customer_id := take_from(p_user, given.file_id, p_user);
      IF customer_id IS NOT NULL THEN
        source := 'assigned';
        RETURN;
      END IF;
    END LOOP;
  END IF;

  -- First the files that nobody is splitting, stopping or deleting this moment; then, waiting, those that were passed by.
  FOREACH patient IN ARRAY ARRAY[false, true] LOOP
    FOR n IN 1 .. cardinality(p_files) LOOP
      -- Stop, delete and split lock the file's row; whoever comes first decides, and a stopped file gives no more.
      IF patient THEN
        PERFORM FROM data_files f
          WHERE f.id = p_files[n] AND f.is_activated = 1 AND f.deleted_at IS NULL FOR SHARE;
      ELSE
        PERFORM FROM data_files f
          WHERE f.id = p_files[n] AND f.is_activated = 1 AND f.deleted_at IS NULL FOR SHARE SKIP LOCKED;
      END IF;
      passed := passed OR NOT FOUND;
      CONTINUE WHEN NOT FOUND;
      customer_id := take_from(p_user, p_files[n], p_pools[n]);
      IF customer_id IS NOT NULL THEN
        source := 'pool';
        RETURN;
      END IF;
    END LOOP;
    EXIT WHEN NOT passed;
  END LOOP;
END $$;

-- Numbers left in pools of files, and, where `p_own`, in the customer lists at a salesperson. Scalar queries on purpose:
-- each is one walk of an index, whatever the planner believes of the files.
CREATE OR REPLACE FUNCTION left_in(p_files uuid[], p_pools uuid[], p_user uuid, p_own boolean) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(sum(
    CASE WHEN p.pool IS NULL THEN
      coalesce((SELECT b.n FROM balances b WHERE b.file_id = p.file_id AND b.holder_id IS NULL AND b.stage = 'left'), 0)
      + coalesce((SELECT sum(d.n) FROM balance_deltas d
          WHERE d.file_id = p.file_id AND d.holder_id IS NULL AND d.stage = 'left'), 0)
    ELSE
      coalesce((SELECT b.n FROM balances b WHERE b.file_id = p.file_id AND b.holder_id = p.pool AND b.stage = 'left'), 0)
      + coalesce((SELECT sum(d.n) FROM balance_deltas d
          WHERE d.file_id = p.file_id AND d.holder_id = p.pool AND d.stage = 'left'), 0)
    END), 0)::bigint
  FROM (
    SELECT * FROM unnest(p_files, p_pools)
    UNION ALL SELECT id, p_user FROM data_files WHERE p_own AND kind = 'list' AND deleted_at IS NULL
  ) p (file_id, pool));
END $$;

-- Numbers left for a salesperson: given by name, and those of the pools open today.
CREATE OR REPLACE FUNCTION left_for(p_user uuid, p_today date) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT left_in(array_agg(file_id), array_agg(pool), p_user, true) FROM open_pools(p_user, p_today)
$$;

-- The care card: the customer in full, earlier results, packages with their price.
CREATE OR REPLACE FUNCTION care_card(p_customer uuid, p_source text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT json_build_object(
    'id', c.id, 'phone', c.phone, 'type', c.type, 'package', c.package,
    'packageRegisterAt', c."packageRegisterAt", 'registerAt', c."packageRegisterAt",
    'packageExpiredAt', c."packageExpiredAt", 'expiredAt', c."packageExpiredAt",
    'packageCycle', c."packageCycle", 'state', c.state, 'status', c.status,
    'packagesCanRegister', c."packagesCanRegister", 'packageCanRegister', c."packagesCanRegister",
    'so_chu_ky_mien_phi_con_lai', c.so_chu_ky_mien_phi_con_lai, 'FileName', f."FileName",
    'claimedAt', c.claimed_at, 'source', p_source, 'appointmentAt', c.appointment_at,
    'packages', coalesce((
      SELECT json_agg(json_build_object('code', p.code, 'price', package_price(p.code)) ORDER BY p.n)
      FROM regexp_split_to_table(coalesce(c."packagesCanRegister", ''), '[;,\s]+') WITH ORDINALITY AS p(code, n)
      WHERE p.code <> ''), '[]'::json),
    'history', coalesce((
      SELECT json_agg(h) FROM (
        SELECT id, created_at AS "careAt", status, package, note FROM care_history
        WHERE customer_id = c.id ORDER BY created_at DESC LIMIT 20) h), '[]'::json))
  FROM customer c JOIN data_files f ON f.id = c.file_id WHERE c.id = p_customer);
END $$;

-- GET new-care in one round trip: claims, puts the disclosure on record, answers card and count. Everything in it is
-- found by key, so the plans do not hang on the values: planned anew for each call they take as long as they run.
DROP FUNCTION IF EXISTS next_care(uuid, text, date);
CREATE FUNCTION next_care(p_user uuid, p_username text, p_today date, OUT body text, OUT fresh boolean,
  OUT given boolean)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  set_for text;
  files uuid[];
  pools uuid[];
  claimed record;
BEGIN
  -- A double click, a second tab and a retry wait here and then find the first one's customer.
  PERFORM pg_advisory_xact_lock(hashtextextended(p_user::text, 7));
  set_for := set_config('vas.actor', p_username, true);
  SELECT coalesce(array_agg(p.file_id), '{}'), coalesce(array_agg(p.pool), '{}') INTO files, pools
    FROM (SELECT o.file_id, o.pool FROM open_pools(p_user, p_today) o ORDER BY o.ngay_upload, o.file_id) p;
  claimed := claim_next(p_user, files, pools);
  given := claimed.customer_id IS NOT NULL;
  fresh := given AND claimed.source <> 'open';
  IF fresh THEN
    INSERT INTO disclosures (customer_id, user_id, reason) VALUES (claimed.customer_id, p_user, 'claim');
  END IF;
  IF NOT given THEN
    body := json_build_object('value', NULL, 'count', left_in(files, pools, p_user, claimed.own));
  ELSE
    body := json_build_object('value', care_card(claimed.customer_id, claimed.source),
      'count', left_in(files, pools, p_user, claimed.own));
  END IF;
END $$;
