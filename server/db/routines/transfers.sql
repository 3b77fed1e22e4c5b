-- Bank messages and the orders they pay (docs/decisions/transfers.md). A new kind of order is a branch in
-- waiting_orders or orders_named_in, order_words, order_taken and set_paid.

-- Orders of a phone that wait for a transfer; `amount` in đồng.
CREATE OR REPLACE FUNCTION waiting_orders(p_phone text)
RETURNS TABLE (kind text, id uuid, package text, amount bigint, since timestamptz, username text) LANGUAGE sql STABLE AS $$
  SELECT kind_nap_tien(), r.id, r.package_code, r.transfer_final_amount, r.created_time, r.staff_username
  FROM requestrefund r
  WHERE r.number_phone = p_phone AND r.request_type = top_up() AND r.is_transfer = 0 AND r.deleted_at IS NULL
    AND r.quyet_dinh <> '2' AND r.ma_trang_thai_giao_dich_doi_tac NOT IN (partner_hoan_tien(), partner_don_bi_tu_choi())
  UNION ALL
  SELECT kind_mfy(), y.id, y.ma_goi, y.doanh_thu, y.created_at, y.username_nv
  FROM mfy y
  WHERE y.so_dien_thoai = p_phone AND y.trang_thai_thu_tien = collection_chua_thu_tien() AND y.deleted_at IS NULL
    AND y.trang_thai NOT IN (mfy_thu_hoi(), mfy_huy_qua_han(), mfy_huy_qua_han_lan_2())
$$;

-- Whether a folded text has the package as a separate word, or joined to the number.
CREATE OR REPLACE FUNCTION names_package(p_fold text, p_phone text, p_package text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT name <> '' AND (strpos(words, ' ' || name || ' ') > 0 OR strpos(words, p_phone || name || ' ') > 0)
  FROM (SELECT ' ' || regexp_replace(p_fold, '[^a-z0-9]+', ' ', 'g') || ' ' AS words,
    btrim(regexp_replace(fold(p_package), '[^a-z0-9]+', ' ', 'g')) AS name) t
$$;

-- Whether a message is about the package: the recognised one, or one unknown to the price table that is in its text.
CREATE OR REPLACE FUNCTION speaks_of(m mesbank, p_package text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.goi_cuoc IS NULL THEN names_package(m.str_mes_fold, m.so_dien_thoai, p_package)
    ELSE package_key(m.goi_cuoc) = p_package END
$$;

-- Unpaid number orders whose code is in a text, alone or joined to the number, at their full amount (D3-SIM-06).
CREATE OR REPLACE FUNCTION orders_named_in(p_fold text, p_money bigint)
RETURNS TABLE (kind text, id uuid, package text, amount bigint, since timestamptz, username text) LANGUAGE sql STABLE AS $$
  SELECT DISTINCT 'sim', o.id, o.ma_don, o.ordered_gia_khach_hang, o.created_at, coalesce(o.username_nv, shop_customer())
  FROM regexp_matches(p_fold, '(?<![a-z0-9])dh ?(\d{1,18})(?!\d)', 'g') AS code
  CROSS JOIN LATERAL (VALUES (code[1], NULL), (left(code[1], -10), right(code[1], 10))) AS c(number, sim)
  JOIN sim_order o ON o.ma_so = nullif(c.number, '')::bigint AND (c.sim IS NULL OR c.sim = o.ordered_so_dien_thoai)
  WHERE o.trang_thai = order_chua_thanh_toan() AND o.deleted_at IS NULL AND o.ordered_gia_khach_hang = p_money
$$;

-- Waiting orders that a message is about.
CREATE OR REPLACE FUNCTION orders_of_message(m mesbank)
RETURNS TABLE (kind text, id uuid, package text, amount bigint, since timestamptz, username text) LANGUAGE sql STABLE AS $$
  SELECT * FROM waiting_orders(m.so_dien_thoai) o WHERE speaks_of(m, o.package)
  UNION ALL
  SELECT * FROM orders_named_in(m.str_mes_fold, m.money)
$$;

-- The order proposed for an undecided, unused message: the oldest with the same amount, else the oldest (D3-QR-02); no
-- row without one. A page of messages calls it twice per row, so most return without searching for a code, decided ones
-- at once.
CREATE OR REPLACE FUNCTION best_order(m mesbank)
RETURNS TABLE (kind text, id uuid, package text, amount bigint, since timestamptz, username text) LANGUAGE plpgsql STABLE ROWS 1 AS $$
BEGIN
  IF m.trang_thai_duyet_thong_tin IS NOT NULL OR m.deleted_at IS NOT NULL
    OR EXISTS (SELECT FROM transfer_use u WHERE u.message_id = m.id AND u.ended_at IS NULL) THEN
    RETURN;
  ELSIF strpos(m.str_mes_fold, 'dh') > 0 THEN
    RETURN QUERY SELECT o.* FROM orders_of_message(m) o ORDER BY o.amount = m.money DESC, o.since, o.id LIMIT 1;
  ELSE
    RETURN QUERY SELECT o.* FROM waiting_orders(m.so_dien_thoai) o WHERE speaks_of(m, o.package)
      ORDER BY o.amount = m.money DESC, o.since, o.id LIMIT 1;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION proposed_order(m mesbank) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.trang_thai_duyet_thong_tin IS NULL THEN (SELECT o.id FROM best_order(m) o) END
$$;

CREATE OR REPLACE FUNCTION clock(p_at timestamptz) RETURNS text LANGUAGE sql STABLE
  RETURN to_char(p_at AT TIME ZONE 'Asia/Ho_Chi_Minh', 'DD-MM-YYYY HH24:MI');

-- 'Nạp tiền VD90: thiếu 3,700 đ (83,700 đ, sale111 20-11-2026 10:22)'
CREATE OR REPLACE FUNCTION proposal_words(m mesbank) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.trang_thai_duyet_thong_tin IS NULL THEN (
    SELECT format('%s %s: %s (%s, %s %s)', kind_words(o.kind), o.package,
      CASE WHEN m.money = o.amount THEN 'đúng số tiền' WHEN m.money < o.amount THEN 'thiếu ' || dong(o.amount - m.money) || ' đ'
        ELSE 'dư ' || dong(m.money - o.amount) || ' đ' END, dong(o.amount) || ' đ', o.username, clock(o.since))
    FROM best_order(m) o) END
$$;

-- Amount a message should bring: of its proposed order, else of its package (D3-QR-02).
CREATE OR REPLACE FUNCTION transfer_due(m mesbank) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT o.amount FROM best_order(m) o), package_price(m.goi_cuoc))
$$;

-- Warning for an amount other than the package's price, unless the proposed order explains it.
CREATE OR REPLACE FUNCTION transfer_doubt(m mesbank) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  doubt text := transfer_price_doubt(m.money, m.goi_cuoc);
  o record;
BEGIN
  IF doubt IS NULL THEN RETURN NULL; END IF;
  SELECT * INTO o FROM best_order(m);
  IF NOT FOUND THEN RETURN doubt; END IF;
  RETURN CASE WHEN m.money <> o.amount THEN format('%s %s đ so với đơn được đề xuất (%s %s, %s đ)',
    CASE WHEN m.money < o.amount THEN 'Thiếu' ELSE 'Dư' END, dong(abs(m.money - o.amount)), kind_words(o.kind), o.package,
    dong(o.amount)) END;
END $$;

-- 'Nạp tiền 0912345678 VD90', 'Đơn sim DH1001': name of an order.
CREATE OR REPLACE FUNCTION order_words(p_kind text, p_id uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT kind_words(p_kind) || ' ' || named FROM (
    SELECT '0' || number_phone || ' ' || package_code AS named FROM requestrefund WHERE p_kind = kind_nap_tien() AND id = p_id
    UNION ALL
    SELECT '0' || so_dien_thoai || ' ' || ma_goi FROM mfy WHERE p_kind = kind_mfy() AND id = p_id
    UNION ALL
    SELECT ma_don FROM sim_order WHERE p_kind = kind_sim() AND id = p_id) o
$$;

-- 'VCB 90,000 đ 20-11-2026 10:22': name of a message, without its phone.
CREATE OR REPLACE FUNCTION message_words(p_id uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT format('%s %s %s', sender, dong(money) || ' đ', clock(datetime)) FROM mesbank WHERE id = p_id
$$;

-- Message proposed for a waiting order of a phone, or with a code: of those proposing it the one with its amount, else
-- the oldest.
CREATE OR REPLACE FUNCTION proposed_message(p_phone text, p_order uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT m.id FROM mesbank m JOIN LATERAL best_order(m) o ON o.id = p_order
  WHERE (m.so_dien_thoai = p_phone OR m.str_mes_fold LIKE (SELECT '%dh%' || ma_so || '%' FROM sim_order s WHERE s.id = p_order))
    AND m.trang_thai_duyet_thong_tin IS NULL AND m.deleted_at IS NULL
  ORDER BY m.money = o.amount DESC, m.datetime, m.id LIMIT 1
$$;

CREATE OR REPLACE FUNCTION resource_of(p_kind text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN CASE p_kind WHEN kind_nap_tien() THEN 'requestrefund' WHEN kind_sim() THEN 'order' ELSE p_kind END;

-- Why an order cannot take a message: who marked it first, by hand or with another message.
CREATE OR REPLACE FUNCTION order_taken(p_order uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT format('%s đã được %s ghi nhận với tin %s', order_words(u.kind, u.order_id), u.username, message_words(u.message_id))
      FROM transfer_use u WHERE u.order_id = p_order AND u.ended_at IS NULL),
    (SELECT format('%s đã được %s đặt "Đã CK"', order_words(kind_nap_tien(), id),
        coalesce(username_duyet_trang_thai_chuyen_khoan, staff_username))
      FROM requestrefund WHERE id = p_order AND is_transfer = 1 AND deleted_at IS NULL),
    (SELECT format('%s đã được %s đặt "%s"', order_words(kind_mfy(), id), username_thay_doi_trang_thai_thu_tien,
        collection_words(trang_thai_thu_tien))
      FROM mfy WHERE id = p_order AND trang_thai_thu_tien <> collection_chua_thu_tien() AND deleted_at IS NULL),
    (SELECT format('%s đã được %s đặt "Đã thanh toán"', order_words(kind_sim(), id), username_thay_doi_trang_thai)
      FROM sim_order WHERE id = p_order AND trang_thai = order_da_thanh_toan() AND deleted_at IS NULL),
    (SELECT words || ' không còn chờ chuyển khoản hoặc không khớp nội dung tin'
      FROM (SELECT coalesce(order_words(kind_nap_tien(), p_order), order_words(kind_mfy(), p_order), order_words(kind_sim(), p_order)) AS words) o
      WHERE words IS NOT NULL),
    'Không tìm thấy đơn')
$$;

-- Sets or removes an order's payment mark, audited as the person's change.
CREATE OR REPLACE FUNCTION set_paid(p_kind text, p_order uuid, p_paid boolean, p_difference bigint, p_username text, p_message uuid)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  paid_by jsonb := CASE WHEN p_paid THEN jsonb_build_object('giao_dich', message_words(p_message)) ELSE '{}' END;
  noted int;
BEGIN
  IF p_kind = kind_nap_tien() THEN
    WITH was AS MATERIALIZED (
      SELECT id, to_jsonb(t) - 'version' AS before FROM requestrefund t WHERE id = p_order FOR NO KEY UPDATE
    ), changed AS (
      UPDATE requestrefund t SET is_transfer = p_paid::int, username_duyet_trang_thai_chuyen_khoan = p_username,
        chenh_lech = coalesce(p_difference, t.chenh_lech), username_cap_nhat_chenh_lech = p_username, version = t.version + 1
      FROM was WHERE t.id = was.id RETURNING before, to_jsonb(t) - 'version' || paid_by AS after
    ) SELECT count(*) INTO noted FROM changed, note_change(p_username, 'update', 'requestrefund', p_order, before, after);
  ELSIF p_kind = kind_sim() THEN
    WITH was AS MATERIALIZED (
      SELECT id, to_jsonb(t) - 'version' AS before FROM sim_order t WHERE id = p_order FOR NO KEY UPDATE
    ), changed AS (
      UPDATE sim_order t SET trang_thai = CASE WHEN p_paid THEN order_da_thanh_toan() ELSE order_chua_thanh_toan() END,
        username_thay_doi_trang_thai = p_username, thoi_diem_thay_doi_trang_thai = now(), version = t.version + 1
      FROM was WHERE t.id = was.id RETURNING before, to_jsonb(t) - 'version' || paid_by AS after
    ) SELECT count(*) INTO noted FROM changed, note_change(p_username, 'update', 'order', p_order, before, after);
  ELSE
    WITH was AS MATERIALIZED (
      SELECT id, to_jsonb(t) - 'version' AS before FROM mfy t WHERE id = p_order FOR NO KEY UPDATE
    ), changed AS (
      UPDATE mfy t SET trang_thai_thu_tien = CASE WHEN p_paid THEN collection_da_chuyen_khoan() ELSE collection_chua_thu_tien() END,
        username_thay_doi_trang_thai_thu_tien = p_username, thoi_diem_thay_doi_trang_thai_thu_tien = now(),
        chenh_lech = coalesce(p_difference, t.chenh_lech), version = t.version + 1
      FROM was WHERE t.id = was.id RETURNING before, to_jsonb(t) - 'version' || paid_by AS after
    ) SELECT count(*) INTO noted FROM changed, note_change(p_username, 'update', 'mfy', p_order, before, after);
  END IF;
END $$;

-- Makes a message pay its proposed order, as `p_username`; returns the order's kind. VD409 when either is taken, naming
-- by whom, or when another order is proposed. Callers needing both lock the message first.
CREATE OR REPLACE FUNCTION use_transfer(p_message uuid, p_order uuid, p_username text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  m mesbank;
  o record;
  u transfer_use;
  was bigint;
BEGIN
  SELECT * INTO m FROM mesbank WHERE id = p_message AND deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM refuse('VD409', 'Tin nhắn đã bị xoá'); END IF;
  SELECT * INTO u FROM transfer_use WHERE message_id = p_message AND ended_at IS NULL;
  IF FOUND THEN
    PERFORM refuse('VD409', format('Tin này đã được %s ghi nhận cho %s', u.username, order_words(u.kind, u.order_id)));
  ELSIF m.trang_thai_duyet_thong_tin IS NOT NULL THEN
    PERFORM refuse('VD409', format(CASE m.trang_thai_duyet_thong_tin WHEN '1' THEN 'Tin này đã được %s duyệt' ELSE 'Tin này đã bị %s từ chối' END
      || ', phải mở lại trước khi ghi nhận cho đơn', m.username_duyet_trang_thai_duyet_thong_tin));
  END IF;
  PERFORM FROM requestrefund WHERE id = p_order FOR NO KEY UPDATE;
  PERFORM FROM mfy WHERE id = p_order FOR NO KEY UPDATE;
  PERFORM FROM sim_order WHERE id = p_order FOR NO KEY UPDATE;
  SELECT * INTO o FROM best_order(m);
  IF o.id IS DISTINCT FROM p_order THEN
    PERFORM refuse('VD409', CASE WHEN EXISTS (SELECT FROM orders_of_message(m) w WHERE w.id = p_order)
      THEN format('Tin này được đề xuất cho đơn khác: %s', proposal_words(m)) ELSE order_taken(p_order) END);
  END IF;
  SELECT chenh_lech INTO was FROM requestrefund WHERE id = p_order;
  IF NOT FOUND THEN SELECT chenh_lech INTO was FROM mfy WHERE id = p_order; END IF;
  -- A number's order has no difference: it is paid in full or not at all.
  INSERT INTO transfer_use (message_id, kind, order_id, chenh_lech, chenh_lech_truoc, username)
  VALUES (p_message, o.kind, p_order, m.money - o.amount, coalesce(was, 0), p_username);
  -- Decisions from an outdated screen get a version conflict.
  UPDATE mesbank SET version = version + 1 WHERE id = p_message;
  PERFORM set_paid(o.kind, p_order, true, m.money - o.amount, p_username, p_message);
  PERFORM note_change(p_username, 'update', 'mesbank', p_message, '{"don": null}',
    jsonb_build_object('don', order_words(o.kind, p_order)));
  RETURN o.kind;
END $$;

-- Ends the use of an order's message when its mark is removed; for the order's trigger, which gets the difference to
-- restore: the former one, unless somebody has typed another since.
CREATE OR REPLACE FUNCTION end_transfer_use(p_order uuid, p_username text, p_was bigint, p_now bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  u transfer_use;
BEGIN
  UPDATE transfer_use SET ended_at = now(), ended_by = coalesce(p_username, '__AUTO')
  WHERE order_id = p_order AND ended_at IS NULL RETURNING * INTO u;
  IF NOT FOUND THEN RETURN p_now; END IF;
  PERFORM note_change(u.ended_by, 'update', 'mesbank', u.message_id, jsonb_build_object('don', order_words(u.kind, u.order_id)), '{"don": null}');
  PERFORM note_change(u.ended_by, 'update', resource_of(u.kind), u.order_id,
    jsonb_build_object('giao_dich', message_words(u.message_id)), '{"giao_dich": null}');
  RETURN CASE WHEN p_now = p_was AND p_was = u.chenh_lech THEN u.chenh_lech_truoc ELSE p_now END;
END $$;

-- A rejected or deleted message pays nothing: its order waits again.
CREATE OR REPLACE FUNCTION give_order_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  u transfer_use;
BEGIN
  SELECT * INTO u FROM transfer_use WHERE message_id = NEW.id AND ended_at IS NULL;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM FROM requestrefund WHERE id = u.order_id FOR NO KEY UPDATE;
  PERFORM FROM mfy WHERE id = u.order_id FOR NO KEY UPDATE;
  PERFORM FROM sim_order WHERE id = u.order_id FOR NO KEY UPDATE;
  -- The order's mark may have been removed meanwhile.
  IF EXISTS (SELECT FROM transfer_use WHERE id = u.id AND ended_at IS NULL) THEN
    PERFORM set_paid(u.kind, u.order_id, false, NULL,
      CASE WHEN NEW.deleted_at IS NULL THEN NEW.username_duyet_trang_thai_duyet_thong_tin ELSE NEW.deleted_by END, u.message_id);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER mesbank_given_back AFTER UPDATE ON mesbank FOR EACH ROW
  WHEN (NEW.trang_thai_duyet_thong_tin = '2' AND OLD.trang_thai_duyet_thong_tin IS DISTINCT FROM '2'
    OR NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL)
  EXECUTE FUNCTION give_order_back();
