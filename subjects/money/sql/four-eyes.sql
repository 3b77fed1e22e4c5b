-- Two persons approve a refund or top-up above 'refund.secondApprovalAbove' (D3-ACC-03, D3-ACC-08, subjects/money/decisions/four-eyes.md). Uses functions of later files.
SET LOCAL check_function_bodies = off;

-- Whether the first approver may still approve, by decidesMoney and decidesTopUps of platform/contract/abilities.ts: not locked, and still
-- with the permission.
CREATE OR REPLACE FUNCTION still_approves(p_username text, p_request_type int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM users u JOIN roles o ON o.id = u.role_id
    WHERE u.username = p_username AND NOT u.is_deleted AND (
      o.priority < 3 AND p_request_type <> top_up() AND setting_number('desk.onlyByPermission', 0) <> 1
      OR holds(u.id, decide_code())
      OR holds(u.id, top_up_code()) AND p_request_type = top_up() AND setting_number('desk.onlyByPermission', 0) <> 1))
$$;

-- Amounts in đồng that `p_by` alone released today (Asia/Ho_Chi_Minh) for a number and for a seller, without request `p_but` (D3-ACC-08).
CREATE OR REPLACE FUNCTION released_today(p_by text, p_phone text, p_seller text, p_but uuid, OUT of_phone bigint, OUT of_seller bigint)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(refund_sum(r)) FILTER (WHERE r.number_phone = p_phone), 0)::bigint,
    coalesce(sum(refund_sum(r)) FILTER (WHERE r.staff_username = p_seller), 0)::bigint
  FROM requestrefund r
  WHERE r.duyet_boi = ANY (own_hands(p_by)) AND r.duyet_luc >= date_trunc('day', now(), 'Asia/Ho_Chi_Minh')
    AND r.id IS DISTINCT FROM p_but AND r.deleted_at IS NULL
$$;

-- Whether `p_by` may not approve a request alone: the amount that the customer receives (D3-ONE-04), or that plus today's releases, is
-- above the limit. An amount equal to the limit needs one approval; NULL checks the amount alone.
CREATE OR REPLACE FUNCTION needs_two(r requestrefund, p_by text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN b.above IS NULL THEN false
    WHEN refund_sum(r) > b.above THEN true WHEN p_by IS NULL THEN false
    ELSE (SELECT refund_sum(r) + greatest(d.of_phone, d.of_seller) > b.above
      FROM released_today(p_by, r.number_phone, r.staff_username, r.id) d) END
  FROM setting_number('refund.secondApprovalAbove', NULL) AS b(above)
$$;

-- Number of an approval by `p_by`: NULL the only one, 1 the first of two, 2 the second.
CREATE OR REPLACE FUNCTION approval_turn(r requestrefund, p_by text) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN r.quyet_dinh = '0' AND (needs_two(r, p_by) OR f.stands AND needs_two(r, r.duyet_1_boi))
    THEN CASE WHEN f.stands THEN 2 ELSE 1 END END
  FROM (SELECT r.duyet_1_boi IS NOT NULL AND still_approves(r.duyet_1_boi, r.request_type) AS stands) f
$$;

-- The same for any approver.
CREATE OR REPLACE FUNCTION approval_turn(r requestrefund) RETURNS int LANGUAGE sql STABLE
  RETURN approval_turn(r, NULL);

-- Number of these requests, approved in sequence, for which an approval by `p_by` would be the first of two.
CREATE OR REPLACE FUNCTION first_approvals(p_ids uuid[], p_by text) RETURNS int LANGUAGE plpgsql STABLE AS $$
DECLARE
  above bigint := setting_number('refund.secondApprovalAbove', NULL);
  r requestrefund;
  turn int;
  today record;
  released jsonb := '{}';
  phone text;
  seller text;
  firsts int := 0;
BEGIN
  IF above IS NULL THEN RETURN 0; END IF;
  FOR r IN SELECT * FROM requestrefund WHERE id = ANY (p_ids) ORDER BY id LOOP
    phone := 'phone ' || r.number_phone;
    seller := 'seller ' || r.staff_username;
    turn := approval_turn(r, p_by);
    today := released_today(p_by, r.number_phone, r.staff_username, r.id);
    IF turn = 1 OR turn IS NULL AND is_handed_over(r.request_type) AND refund_sum(r) + greatest(
      today.of_phone + coalesce((released ->> phone)::bigint, 0),
      today.of_seller + coalesce((released ->> seller)::bigint, 0)) > above THEN
      firsts := firsts + 1;
    ELSIF turn IS NULL THEN
      released := released || jsonb_build_object(phone, coalesce((released ->> phone)::bigint, 0) + refund_sum(r),
        seller, coalesce((released ->> seller)::bigint, 0) + refund_sum(r));
    END IF;
  END LOOP;
  RETURN firsts;
END $$;

-- Serialises approvals for one number and those for one seller while sums are limited: of two concurrent ones the later one sees the other.
CREATE OR REPLACE FUNCTION lock_sums(r requestrefund) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF setting_number('refund.secondApprovalAbove', NULL) IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('approved for ' || r.number_phone, 0));
    PERFORM pg_advisory_xact_lock(hashtextextended('approved of ' || r.staff_username, 0));
  END IF;
END $$;

-- The first approval of a changed row: kept while the approved values are unchanged. No statement can write it otherwise.
CREATE OR REPLACE FUNCTION keep_first_approval(was requestrefund, r requestrefund) RETURNS requestrefund LANGUAGE plpgsql AS $$
DECLARE
  same boolean := (was.number_phone, was.number_type, was.package_code, was.request_type, was.request_method, was.refund_price,
    was.other_refund, was.created_time, was.staff_username) IS NOT DISTINCT FROM
    (r.number_phone, r.number_type, r.package_code, r.request_type, r.request_method, r.refund_price, r.other_refund,
    r.created_time, r.staff_username);
BEGIN
  r.duyet_1_boi := CASE WHEN same THEN was.duyet_1_boi END;
  r.duyet_1_luc := CASE WHEN same THEN was.duyet_1_luc END;
  RETURN r;
END $$;

-- Refuses an approver who does not count as another person than the first one (D3-ACC-07). Both account rows are locked against concurrent
-- changes.
CREATE OR REPLACE FUNCTION refuse_same_hand(p_by text, p_first text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  why text;
BEGIN
  PERFORM FROM users WHERE username IN (p_by, p_first) ORDER BY username FOR SHARE;
  why := coalesce(too_new_words(p_by), hand_words(p_by, p_first, 'người duyệt lần 1'));
  IF why IS NOT NULL THEN PERFORM refuse('VD409', why); END IF;
END $$;

-- Applies an approval of an open request by `p_by`: the first of two is recorded and leaves the row open; the second must come from another
-- person. Automatic approvals count as neither.
CREATE OR REPLACE FUNCTION first_of_two(was requestrefund, r requestrefund, p_by text) RETURNS requestrefund LANGUAGE plpgsql AS $$
DECLARE
  person boolean := p_by <> '__AUTO';
  turn int;
BEGIN
  IF person THEN PERFORM lock_sums(r); END IF;
  turn := approval_turn(r, CASE WHEN person THEN p_by END);
  IF turn IS NULL THEN
    -- A request marked as paid before keeps its author.
    IF person AND r.duyet_boi IS NULL THEN
      r.duyet_boi := p_by;
      r.duyet_luc := clock_timestamp();
    END IF;
    RETURN r;
  END IF;
  IF turn = 2 AND p_by = r.duyet_1_boi THEN
    PERFORM refuse('VD409', format('Bạn đã duyệt lần 1 lúc %s, cần người thứ hai duyệt',
      to_char(r.duyet_1_luc AT TIME ZONE 'Asia/Ho_Chi_Minh', 'DD-MM-YYYY HH24:MI:SS')));
  END IF;
  IF person THEN PERFORM refuse_same_hand(p_by, CASE WHEN turn = 2 THEN r.duyet_1_boi END); END IF;
  IF person AND turn = 2 THEN RETURN r; END IF;
  IF person THEN
    r.duyet_1_boi := p_by;
    r.duyet_1_luc := clock_timestamp();
  END IF;
  r.status_duyet_don := was.status_duyet_don;
  r.approver := was.approver;
  r.trang_thai_duyet_hoan_goi := was.trang_thai_duyet_hoan_goi;
  r.username_duyet_trang_thai_duyet_hoan_goi := was.username_duyet_trang_thai_duyet_hoan_goi;
  RETURN r;
END $$;

-- 'Hoàn thành' set by hand marks an open request as paid, by one person: within the amount that this person may approve alone, then and
-- after later increases (D3-ACC-03, D3-ACC-08). For a kind without approval, like 'Hoàn thêm', it is the approval: the first of two is
-- recorded and leaves the status unchanged (D3-ACC-09).
CREATE OR REPLACE FUNCTION book_paid(was requestrefund, r requestrefund) RETURNS requestrefund LANGUAGE plpgsql AS $$
DECLARE
  who text := acting_person();
  booked boolean := was.ma_trang_thai_giao_dich_doi_tac = partner_hoan_thanh();
  noted timestamptz := r.duyet_1_luc;
BEGIN
  IF r.quyet_dinh <> '0' OR r.ma_trang_thai_giao_dich_doi_tac <> partner_hoan_thanh()
    OR booked AND refund_sum(r) <= refund_sum(was) OR NOT booked AND who IS NULL THEN
    RETURN r;
  END IF;
  IF NOT booked AND NOT is_handed_over(r.request_type) THEN
    r := first_of_two(was, r, who);
    IF r.duyet_1_luc IS DISTINCT FROM noted THEN
      r.ma_trang_thai_giao_dich_doi_tac := was.ma_trang_thai_giao_dich_doi_tac;
    END IF;
    RETURN r;
  END IF;
  PERFORM lock_sums(r);
  IF approval_turn(r, who) IS NOT NULL THEN
    PERFORM refuse('VD409', CASE WHEN booked THEN 'Đơn đã ghi hoàn thành, số tiền này cần hai người duyệt'
      ELSE 'Đơn cần hai người duyệt, phải duyệt trước khi ghi hoàn thành' END);
  END IF;
  IF who IS NOT NULL THEN
    r.duyet_boi := who;
    r.duyet_luc := clock_timestamp();
  END IF;
  RETURN r;
END $$;
