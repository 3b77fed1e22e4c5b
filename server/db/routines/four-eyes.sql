-- Two persons approve a refund or top-up above 'refund.secondApprovalAbove' (D3-ACC-03, docs/decisions/four-eyes.md). Uses functions of later files.
SET LOCAL check_function_bodies = off;

-- Whether who approved first may still approve, by decidesMoney and decidesTopUps of contract/abilities.ts: neither locked
-- nor without the right since.
CREATE OR REPLACE FUNCTION still_approves(p_username text, p_request_type int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM users u JOIN roles o ON o.id = u.role_id
    WHERE u.username = p_username AND NOT u.is_deleted AND (
      o.priority < 3 AND p_request_type <> top_up() AND setting_number('desk.onlyByPermission', 0) <> 1
      OR EXISTS (SELECT FROM permissions p
        WHERE (p.code = 'desk.decide' OR p.code = 'requestrefund.duyet-don-chuyen-khoan' AND p_request_type = top_up()
            AND setting_number('desk.onlyByPermission', 0) <> 1)
          AND (p.id IN (SELECT permission_id FROM role_permissions WHERE role_id = u.role_id)
            OR p.id IN (SELECT permission_id FROM user_permissions WHERE user_id = u.id)))))
$$;

-- What an approval would be: NULL the only one, 1 the first of two, 2 the second. The amount is what the customer gets
-- (D3-ONE-04); an amount at the bound needs one.
CREATE OR REPLACE FUNCTION approval_turn(r requestrefund) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN r.quyet_dinh = '0' AND is_handed_over(r.request_type)
    AND refund_sum(r) > setting_number('refund.secondApprovalAbove', NULL)
    THEN CASE WHEN r.duyet_1_boi IS NOT NULL AND still_approves(r.duyet_1_boi, r.request_type) THEN 2 ELSE 1 END END
$$;

-- The first approval of a changed row: kept while what was approved stays as it was. No statement writes it otherwise.
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

-- An approval of an open request by `p_by`: the first of two is noted and leaves the row open; the second must come from
-- another person. Approvals by the system count as neither.
CREATE OR REPLACE FUNCTION first_of_two(was requestrefund, r requestrefund, p_by text) RETURNS requestrefund LANGUAGE plpgsql AS $$
DECLARE
  turn int := approval_turn(r);
BEGIN
  IF turn IS NULL OR turn = 2 AND p_by NOT IN (r.duyet_1_boi, '__AUTO') THEN
    RETURN r;
  END IF;
  IF turn = 2 AND p_by = r.duyet_1_boi THEN
    PERFORM refuse('VD409', format('Bạn đã duyệt lần 1 lúc %s, cần người thứ hai duyệt',
      to_char(r.duyet_1_luc AT TIME ZONE 'Asia/Ho_Chi_Minh', 'DD-MM-YYYY HH24:MI:SS')));
  END IF;
  IF p_by <> '__AUTO' THEN
    r.duyet_1_boi := p_by;
    r.duyet_1_luc := clock_timestamp();
  END IF;
  r.status_duyet_don := was.status_duyet_don;
  r.approver := was.approver;
  r.trang_thai_duyet_hoan_goi := was.trang_thai_duyet_hoan_goi;
  r.username_duyet_trang_thai_duyet_hoan_goi := was.username_duyet_trang_thai_duyet_hoan_goi;
  RETURN r;
END $$;
