-- Amounts and states of refund and top-up requests (subjects/money/decisions/refund-requests.md).

-- Rounds to whole đồng, halves up (D2-Q-63).
CREATE OR REPLACE FUNCTION vnd(p_amount numeric) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT
  RETURN floor(p_amount + 0.5)::bigint;

-- A numeric setting, stored as text or JSON number; the default while unset.
CREATE OR REPLACE FUNCTION setting_number(p_key text, p_default numeric) RETURNS numeric LANGUAGE sql STABLE
  RETURN coalesce((SELECT nullif(value #>> '{}', '')::numeric FROM settings WHERE key = p_key), p_default);

-- Current discount of a subscriber type in % (D2-REFUND-61).
CREATE OR REPLACE FUNCTION discount_of(p_number_type int) RETURNS numeric LANGUAGE sql STABLE
  RETURN setting_number(CASE p_number_type WHEN 2 THEN 'ti_le_chiet_khau_tra_sau' ELSE 'ti_le_chiet_khau' END, 0);

-- Amount the customer transfers for a top-up (D2-REFUND-76).
CREATE OR REPLACE FUNCTION transfer_amount(p_amount bigint, p_percent numeric) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN vnd(p_amount - p_amount / 100.0 * p_percent);

-- Cost of a refund after the discount (D2-Q-62).
CREATE OR REPLACE FUNCTION refund_after_discount(p_amount bigint, p_percent numeric) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN vnd(p_amount * (100 - p_percent) / 100);

-- Today's refund of a package by a method, in đồng; no row for an unknown package.
CREATE OR REPLACE FUNCTION refund_prices(p_package text, p_method int) RETURNS TABLE (price bigint) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT (ARRAY[gia_gia_han, gia_nang_cap, gia_nang_cap_t2, gia_nang_cap_t3, gia_nang_cap_ht0, gia_nang_cap_ht1,
    gia_nang_cap_ht2, gia_nang_cap_ht3, gia_nang_cap_ht4, gia_nang_cap_g1, gia_nang_cap_g2, gia_nang_cap_g3])[p_method]
  FROM priced_package(p_package)
$$;

-- Refund of a package by method (D2-Q-56, D2-MAP-30 to 41); refused for an unknown package.
CREATE OR REPLACE FUNCTION refund_price_of(p_package text, p_method int) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  price bigint;
BEGIN
  SELECT p.price INTO price FROM refund_prices(p_package, p_method) p;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Không tìm thấy gói cước' USING ERRCODE = 'VD400', COLUMN = 'package_code';
  END IF;
  RETURN price;
END $$;

-- Label of a partner status; positive codes are the partner's own, with its text (D2-MAP-50 to 56).
CREATE OR REPLACE FUNCTION partner_status_text(p_code int, p_text text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN coalesce(partner_words(p_code), p_text);

-- Text such as 'Hoàn thành → Hoàn tiền; đã trả 100,000 → 0 đ': how a partner's report changes an ended order; NULL when it changes nothing.
CREATE OR REPLACE FUNCTION correction_words(was provider_orders, p_code int, p_text text, p_paid bigint, p_final text) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT nullif(concat_ws('; ',
    CASE WHEN p_code IS DISTINCT FROM was.code THEN
      format('%s → %s', partner_status_text(was.code, was.said), partner_status_text(p_code, p_text)) END,
    CASE WHEN p_paid <> was.paid THEN format('đã trả %s → %s đ', dong(was.paid), dong(p_paid)) END), '')
  WHERE was.state = 'finished'
$$;

-- Whether a request counts against revenue (D2-REVF-01).
CREATE OR REPLACE FUNCTION is_effective(r requestrefund) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN r.hieu_luc = 1 AND r.deleted_at IS NULL;

-- Current channel of a kind and subscriber type; an empty setting means by hand (D2-Q-82, D2-SET-03 to 06).
CREATE OR REPLACE FUNCTION channel_of(p_request_type int, p_number_type int) RETURNS text LANGUAGE sql STABLE
  RETURN coalesce((SELECT nullif(value #>> '{}', '') FROM settings WHERE key =
    CASE p_request_type WHEN top_up() THEN 'kenh_nap_chiet_khau' ELSE 'kenh_hoan_tien' END
      || CASE p_number_type WHEN 1 THEN '' ELSE '_tra_sau' END), 'khong_qua_api');

-- Hands a request approved by `p_username` to its channel, with the current time: to a provider by an order row, else
-- to a person (D2-Q-72, D2-Q-81). The only place where money is paid out.
CREATE OR REPLACE FUNCTION hand_over(r requestrefund, p_username text) RETURNS requestrefund LANGUAGE plpgsql AS $$
BEGIN
  r.kenh_doi_tac := channel_of(r.request_type, r.number_type);
  r.ma_trang_thai_giao_dich_doi_tac := CASE
    WHEN r.kenh_doi_tac <> 'khong_qua_api' AND queue_provider_order(r.id, r.kenh_doi_tac, p_username)
    THEN partner_da_nhan_cho_xu_ly() ELSE partner_da_tao_don_khong_qua_api() END;
  RETURN r;
END $$;

-- The decision on a request of any kind.
CREATE OR REPLACE FUNCTION decision_of(r requestrefund) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN (CASE WHEN r.request_type = top_up() THEN coalesce(r.status_duyet_don, 0)
    WHEN is_package_refund(r.request_type) THEN r.trang_thai_duyet_hoan_goi ELSE 0 END)::text;

CREATE OR REPLACE FUNCTION refuse(p_code text, p_text text, p_column text DEFAULT '') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', p_text USING ERRCODE = p_code, COLUMN = p_column;
END $$;

-- Approved and rejected requests are closed for every call until they are reopened (D3-DEC-01).
CREATE OR REPLACE FUNCTION refuse_closed(was requestrefund, r requestrefund) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF was.quyet_dinh <> '0' AND (r.deleted_at IS DISTINCT FROM was.deleted_at
    OR (was.number_phone, was.number_type, was.package_code, was.request_type, was.request_method, was.refund_price,
      was.other_refund, was.created_time, was.staff_username) IS DISTINCT FROM
      (r.number_phone, r.number_type, r.package_code, r.request_type, r.request_method, r.refund_price,
      r.other_refund, r.created_time, r.staff_username)) THEN
    PERFORM refuse('VD409', 'Bản ghi đã được duyệt hoặc từ chối, phải mở lại mới sửa hay xoá được');
  END IF;
END $$;

-- Refuses values that do not exist for a kind of request (D2-Q-58, 59, 61, 77, 85, D2-REFUND-104, 113).
CREATE OR REPLACE FUNCTION refuse_foreign(was requestrefund, r requestrefund) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF r.request_type = no_refund() AND was.request_type <> no_refund() THEN
    PERFORM refuse('VD400', 'Giá trị không hợp lệ', 'request_type');
  ELSIF r.request_type <> was.request_type THEN
    RETURN;
  ELSIF r.request_type = top_up() AND r.request_method IS NOT NULL THEN
    PERFORM refuse('VD400', 'Đơn nạp tiền không có hình thức', 'request_method');
  -- A value left from before it became a top-up may be removed.
  ELSIF r.request_type = top_up() AND r.trang_thai_truy_thu_hoan_them <> recovery_binh_thuong()
    AND (r.trang_thai_truy_thu_hoan_them, r.username_duyet_trang_thai_truy_thu_hoan_them) IS DISTINCT FROM
      (was.trang_thai_truy_thu_hoan_them, was.username_duyet_trang_thai_truy_thu_hoan_them) THEN
    PERFORM refuse('VD400', 'Đơn nạp tiền không có truy thu hoàn thêm', 'trang_thai_truy_thu_hoan_them');
  ELSIF r.request_type <> top_up() AND r.refund_price <> was.refund_price THEN
    PERFORM refuse('VD400', 'Chỉ sửa được số tiền của đơn nạp tiền', 'refund_price');
  ELSIF r.request_type <> top_up() AND (r.is_transfer, r.username_duyet_trang_thai_chuyen_khoan)
    IS DISTINCT FROM (was.is_transfer, was.username_duyet_trang_thai_chuyen_khoan) THEN
    PERFORM refuse('VD400', 'Chỉ đơn nạp tiền có trạng thái chuyển khoản', 'is_transfer');
  ELSIF r.request_type <> top_up() AND r.status_duyet_don IS NOT NULL THEN
    PERFORM refuse('VD400', 'Chỉ duyệt đơn nạp tiền ở đây', 'status_duyet_don');
  ELSIF NOT is_package_refund(r.request_type) AND (r.trang_thai_duyet_hoan_goi, r.username_duyet_trang_thai_duyet_hoan_goi)
    IS DISTINCT FROM (was.trang_thai_duyet_hoan_goi, was.username_duyet_trang_thai_duyet_hoan_goi) THEN
    PERFORM refuse('VD400', 'Chỉ đơn hoàn trước và hoàn sau được duyệt hoàn gói', 'trang_thai_duyet_hoan_goi');
  END IF;
END $$;

-- Effects of a changed decision (subjects/money/decisions/refund-requests.md).
CREATE OR REPLACE FUNCTION decide_refund(was requestrefund, r requestrefund) RETURNS requestrefund LANGUAGE plpgsql AS $$
DECLARE
  waits boolean := was.ma_trang_thai_giao_dich_doi_tac = partner_dang_cho_duyet();
  decision text;
BEGIN
  IF was.quyet_dinh <> '0' AND r.quyet_dinh = '0' THEN
    r.trang_thai_duyet_hoan_goi := 0;
    r.status_duyet_don := NULL;
  END IF;
  IF was.quyet_dinh = '0' AND decision_of(r) = '1' THEN
    r := first_of_two(was, r, coalesce(r.approver, r.username_duyet_trang_thai_duyet_hoan_goi, ''));
  END IF;
  decision := decision_of(r);
  IF was.quyet_dinh = '0' AND decision <> '0' THEN
    IF waits AND decision = '1' THEN
      r := hand_over(r, coalesce(r.approver, r.username_duyet_trang_thai_duyet_hoan_goi, ''));
    END IF;
    -- A rejected request frees its registration for another one, which would pay it twice.
    IF decision = '2' AND was.ma_trang_thai_giao_dich_doi_tac = partner_hoan_thanh() THEN
      PERFORM refuse('VD409', 'Đơn đã hoàn thành, không từ chối được; tiền đã thu lại thì ghi Hoàn tiền');
    END IF;
    IF waits AND decision = '2' THEN r.ma_trang_thai_giao_dich_doi_tac := partner_don_bi_tu_choi(); END IF;
    r.ly_do_mo_lai := NULL;
  ELSIF was.quyet_dinh <> '0' AND decision = '0' THEN
    -- A decision is final once a provider has the order or the money arrived (D3-DEC-02); a status set by a person or a
    -- provider's refusal is neither.
    IF was.ma_trang_thai_giao_dich_doi_tac IN (partner_hoan_thanh(), partner_hoan_tien()) THEN
      PERFORM refuse('VD409', 'Đơn đã giao cho đối tác hoặc đã hoàn thành, không mở lại được');
    END IF;
    PERFORM cancel_provider_order(was.id);
    r.ma_trang_thai_giao_dich_doi_tac := partner_dang_cho_duyet();
    r.kenh_doi_tac := NULL;
    r.approver := NULL;
    r.username_duyet_trang_thai_duyet_hoan_goi := NULL;
    r.ly_do_tu_choi := NULL;
    r.duyet_1_boi := NULL;
    r.duyet_1_luc := NULL;
    r.duyet_boi := NULL;
    r.duyet_luc := NULL;
    r.mo_lai_luc := now();
  ELSIF was.quyet_dinh <> decision THEN
    PERFORM refuse('VD409', 'Đơn đã được duyệt hoặc từ chối, phải mở lại trước khi đổi quyết định');
  ELSIF was.request_type = r.request_type AND (was.approver, was.username_duyet_trang_thai_duyet_hoan_goi)
    IS DISTINCT FROM (r.approver, r.username_duyet_trang_thai_duyet_hoan_goi) THEN
    -- A repeated or missing decision: the first author stays recorded.
    IF decision <> '0' THEN PERFORM refuse('VD409', 'Đơn này đã được xử lý'); END IF;
    r.approver := NULL;
    r.username_duyet_trang_thai_duyet_hoan_goi := NULL;
  END IF;
  RETURN r;
END $$;

-- Method and amount of a row; recomputes the amount when package, method or type changed (D2-Q-57, D2-Q-98).
CREATE OR REPLACE FUNCTION price_refund(r requestrefund, p_anew boolean) RETURNS requestrefund LANGUAGE plpgsql AS $$
BEGIN
  IF r.request_type = top_up() THEN
    r.request_method := NULL;
    RETURN r;
  END IF;
  r.request_method := coalesce(r.request_method, 1);
  IF p_anew THEN
    -- The package must have prices even when the type pays none of them.
    r.refund_price := refund_price_of(r.package_code, r.request_method);
  END IF;
  IF NOT is_package_refund(r.request_type) THEN r.refund_price := 0; END IF;
  RETURN r;
END $$;

-- Values set by the server for every write: amounts, rates, decisions and texts.
CREATE OR REPLACE FUNCTION stamp_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made boolean := TG_OP = 'INSERT';
  typed boolean := made OR NEW.request_type <> OLD.request_type;
  who text;
  difference bigint;
BEGIN
  NEW.package_code := package_key(NEW.package_code);
  NEW.created_time := coalesce(NEW.created_time, now());
  NEW.refund_price := coalesce(NEW.refund_price, 0);
  IF NEW.request_type = top_up() AND NEW.refund_price <= 0 AND (typed OR NEW.refund_price <> OLD.refund_price) THEN
    PERFORM refuse('VD400', 'Tiền nạp phải lớn hơn 0', 'refund_price');
  END IF;
  IF made OR NEW.staff_username <> OLD.staff_username THEN
    SELECT username, fullname INTO NEW.staff_username, NEW.staff_fullname
    FROM users WHERE to_lower(username) = to_lower(NEW.staff_username) AND (made OR NOT is_deleted);
    IF NOT FOUND THEN PERFORM refuse('VD400', 'Nhân viên không có hoặc đã dừng hoạt động', 'staff_username'); END IF;
  END IF;
  IF NOT made THEN
    -- A deleted request frees its registration for another one, which would pay it twice.
    IF OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND OLD.ma_trang_thai_giao_dich_doi_tac = partner_hoan_thanh() THEN
      PERFORM refuse('VD409', 'Đơn đã hoàn thành, không xóa được; tiền đã thu lại thì ghi Hoàn tiền');
    END IF;
    IF OLD.ma_trang_thai_giao_dich_doi_tac = partner_hoan_thanh() AND (OLD.number_phone, OLD.package_code, OLD.request_type)
      IS DISTINCT FROM (NEW.number_phone, NEW.package_code, NEW.request_type) THEN
      PERFORM refuse('VD409', 'Đơn đã hoàn thành, không đổi số, gói hay loại được');
    END IF;
    -- The mark is removed, by hand or with kind or row: the message that paid it is free again (D3-QR-03).
    IF OLD.is_transfer = 1 AND (NEW.is_transfer = 0 OR NEW.request_type <> top_up() OR NEW.deleted_at IS NOT NULL) THEN
      who := coalesce(NEW.deleted_by, NEW.username_duyet_trang_thai_chuyen_khoan);
      difference := end_transfer_use(NEW.id, who, OLD.chenh_lech, NEW.chenh_lech);
      IF difference <> NEW.chenh_lech THEN
        NEW.chenh_lech := difference;
        NEW.username_cap_nhat_chenh_lech := who;
      END IF;
    END IF;
    IF NEW.chenh_lech = OLD.chenh_lech THEN
      NEW.username_cap_nhat_chenh_lech := OLD.username_cap_nhat_chenh_lech;
    END IF;
    PERFORM refuse_closed(OLD, NEW);
    PERFORM refuse_foreign(OLD, NEW);
    IF typed THEN
      NEW.approver := NULL;
      NEW.status_duyet_don := NULL;
      NEW.trang_thai_duyet_hoan_goi := 0;
      NEW.username_duyet_trang_thai_duyet_hoan_goi := NULL;
      IF NEW.request_type = top_up() THEN
        NEW.trang_thai_truy_thu_hoan_them := recovery_binh_thuong();
        NEW.username_duyet_trang_thai_truy_thu_hoan_them := '__AUTO';
      END IF;
    END IF;
    NEW := decide_refund(OLD, keep_first_approval(OLD, NEW));
  END IF;
  NEW.quyet_dinh := decision_of(NEW);
  NEW.nguoi_quyet_dinh := CASE WHEN NEW.quyet_dinh = '0' THEN NULL WHEN NEW.request_type = top_up() THEN NEW.approver
    ELSE NEW.username_duyet_trang_thai_duyet_hoan_goi END;
  NEW := price_refund(NEW, typed OR NEW.package_code <> OLD.package_code
    OR NEW.request_method IS DISTINCT FROM OLD.request_method);
  IF NOT made THEN NEW := book_paid(OLD, NEW); END IF;
  IF typed OR NEW.number_type <> OLD.number_type THEN
    NEW.ti_le_chiet_khau := CASE WHEN NEW.request_type = top_up() THEN discount_of(NEW.number_type) ELSE 0 END;
    NEW.ti_le_chiet_khau_hoan_tien := CASE WHEN NEW.request_type = top_up() THEN 0 ELSE discount_of(NEW.number_type) END;
  END IF;
  IF NEW.request_type = top_up() THEN
    NEW.transfer_final_amount := transfer_amount(NEW.refund_price, NEW.ti_le_chiet_khau);
    NEW.tien_hoan_sau_chiet_khau := NEW.transfer_final_amount;
    IF NEW.ma_trang_thai_giao_dich_doi_tac = partner_hoan_thanh() THEN NEW.da_nap := NEW.refund_price; END IF;
  ELSE
    NEW.transfer_final_amount := 0;
    NEW.da_nap := 0;
    NEW.is_transfer := 0;
    NEW.username_duyet_trang_thai_chuyen_khoan := NULL;
    NEW.tien_hoan_sau_chiet_khau :=
      refund_after_discount(NEW.refund_price + NEW.other_refund, NEW.ti_le_chiet_khau_hoan_tien);
  END IF;
  NEW.trang_thai_giao_dich_doi_tac :=
    partner_status_text(NEW.ma_trang_thai_giao_dich_doi_tac, NEW.trang_thai_giao_dich_doi_tac);
  -- A top-up follows its transfer until a person decides (D2-Q-84).
  IF NEW.request_type = top_up() AND NEW.username_duyet_trang_thai_truy_thu_hoan_theo_goi = '__AUTO' THEN
    NEW.trang_thai_truy_thu_hoan_theo_goi := CASE NEW.is_transfer WHEN 1 THEN recovery_binh_thuong() ELSE recovery_truy_thu() END;
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER requestrefund_stamped BEFORE INSERT OR UPDATE ON requestrefund
  FOR EACH ROW EXECUTE FUNCTION stamp_refund();

-- Number of further undecided requests that a person may have (D3-SEC-11); blocks creating any for that person until the transaction ends.
CREATE OR REPLACE FUNCTION waiting_room(p_username text) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(88, hashtext(p_username));
  RETURN setting_number('refund.waitingLimit', 50) - (SELECT count(*) FROM requestrefund
    WHERE staff_username = p_username AND duyet = '0' AND khoa_trang_thai = partner_key_dang_cho_duyet() AND deleted_at IS NULL);
END $$;
CREATE OR REPLACE FUNCTION waiting_words(p_username text) RETURNS text LANGUAGE sql STABLE
  RETURN format('%s đã có %s đơn chờ duyệt, chờ duyệt bớt rồi tạo tiếp', p_username, setting_number('refund.waitingLimit', 50));

CREATE OR REPLACE FUNCTION bound_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP = 'INSERT' OR NEW.staff_username <> OLD.staff_username OR NEW.request_type <> OLD.request_type)
    AND waiting_room(NEW.staff_username) < 0 THEN
    PERFORM refuse('VD409', waiting_words(NEW.staff_username));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER requestrefund_bounded AFTER INSERT OR UPDATE OF staff_username, request_type ON requestrefund
  FOR EACH ROW WHEN (NEW.duyet = '0' AND NEW.khoa_trang_thai = partner_key_dang_cho_duyet()) EXECUTE FUNCTION bound_waiting();

-- Notifies open screens after the commit of requests that a line changed, as the writer of the line does not know them.
CREATE OR REPLACE FUNCTION tell_refunds_changed() RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('changed', resource) FROM unnest(ARRAY['requestrefund', 'requestrefundreport']) resource
$$;

-- Whether another request of the registration that no longer counts may still have paid out: 'Hoàn tiền' set by a
-- person frees a line when the partner confirms it, or when nothing was sent.
CREATE OR REPLACE FUNCTION may_be_paid(r requestrefund, l revenue_line) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (
    SELECT FROM requestrefund h JOIN provider_orders o ON o.request_id = h.id
    WHERE h.number_phone = r.number_phone AND h.package_code = r.package_code AND h.id <> r.id AND NOT is_effective(h)
      AND may_be_out(o)
      AND abs(extract(epoch FROM h.created_time - l.ngay_thanh_cong)) <= 86400 * setting_number('doi_soat_so_ngay_khop', 31));

-- Approves, as '__AUTO', waiting requests with a successful line, if the setting allows it (D2-Q-76). Left to a person: requests that a
-- person decided or reopened, those with an extra refund or a method other than the first, which a line does not prove, those that need two
-- approvals (D3-ACC-03), and those with a desk warning (D3-FILE-06). Called only by settle_revenue under the lock of phone and package, so
-- that no other transaction is changing the line's request.
CREATE OR REPLACE FUNCTION approve_by_lines(p_phone text, p_package text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  noted int;
BEGIN
  IF setting_number('tu_dong_duyet_hoan_goi', 0) <> 1 THEN
    RETURN;
  END IF;
  WITH was AS MATERIALIZED (
    SELECT r.id, to_jsonb(r) - 'version' AS before FROM requestrefund r, revenue_line l
    WHERE r.number_phone = p_phone AND r.package_code = p_package AND r.deleted_at IS NULL
      AND is_package_refund(r.request_type) AND r.request_method = 1 AND r.other_refund = 0
      AND r.quyet_dinh = '0' AND r.mo_lai_luc IS NULL AND r.ma_trang_thai_giao_dich_doi_tac = partner_dang_cho_duyet()
      AND l.request_id = r.id AND l.status = 'SUCCESS' AND l.deleted_at IS NULL AND NOT may_be_paid(r, l)
      AND approval_turn(r) IS NULL AND automatic_doubt(r) IS NULL
    FOR NO KEY UPDATE OF r
  ), changed AS (
    UPDATE requestrefund r SET trang_thai_duyet_hoan_goi = 1, username_duyet_trang_thai_duyet_hoan_goi = '__AUTO',
      version = r.version + 1
    FROM was WHERE r.id = was.id RETURNING r.id, was.before, to_jsonb(r) - 'version' AS after
  )
  SELECT count(*) INTO noted FROM changed, note_change('__AUTO', 'approve', 'requestrefund', id, before, after),
    ring_bell(after ->> 'staff_username', 'approved', jsonb_build_object('resource', 'requestrefund', 'phone', after ->> 'number_phone',
      'package', after ->> 'package_code', 'day', day_of((after ->> 'created_time')::timestamptz), 'type', after -> 'request_type'),
      (after ->> 'refund_price')::bigint, p_actor => NULL);
  IF noted > 0 THEN
    PERFORM tell_refunds_changed();
  END IF;
END $$;
