-- Bank messages and the orders they pay (subjects/money/decisions/transfers.md). A new kind of order is a branch in
-- waiting_orders or orders_named_in, order_words, order_taken and set_paid.

-- OR REPLACE cannot add columns to their results.
DROP FUNCTION IF EXISTS waiting_orders(text), orders_named_in(text, bigint), orders_of_message(mesbank), best_order(mesbank);

-- Sum of an order's messages minus the amount due, in đồng; negative while a rest is missing, null without a message.
CREATE OR REPLACE FUNCTION paid_difference(p_order uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT sum(m.money)::bigint - max(u.phai_thu)
  FROM transfer_use u JOIN mesbank m ON m.id = u.message_id WHERE u.order_id = p_order AND u.ended_at IS NULL
$$;

-- Orders of a phone that wait for a transfer; `amount` in đồng. A partly paid one waits for the rest (`rest`, D3-FEED-01), a Mfy request
-- marked as transferred by a person for its message (`marked_at`).
CREATE OR REPLACE FUNCTION waiting_orders(p_phone text)
RETURNS TABLE (kind text, id uuid, package text, amount bigint, since timestamptz, username text, rest boolean, marked_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT o.kind, o.id, o.package, CASE WHEN o.missing < 0 THEN -o.missing ELSE o.amount END, o.since, o.username,
    coalesce(o.missing < 0, false), CASE WHEN o.missing IS NULL THEN o.marked_at END
  FROM (
    SELECT kind_nap_tien() AS kind, r.id, r.package_code AS package, r.transfer_final_amount AS amount, r.created_time AS since,
      r.staff_username AS username, r.is_transfer = 1 AS marked, NULL::timestamptz AS marked_at,
      CASE WHEN r.is_transfer = 1 THEN paid_difference(r.id) END AS missing
    FROM requestrefund r
    WHERE r.number_phone = p_phone AND r.request_type = top_up() AND r.deleted_at IS NULL
      AND r.quyet_dinh <> '2' AND r.ma_trang_thai_giao_dich_doi_tac NOT IN (partner_hoan_tien(), partner_don_bi_tu_choi())
    UNION ALL
    SELECT kind_mfy(), y.id, y.ma_goi, y.doanh_thu, y.created_at, y.username_nv, y.trang_thai_thu_tien = collection_da_chuyen_khoan(),
      CASE WHEN y.trang_thai_thu_tien = collection_da_chuyen_khoan() THEN y.thoi_diem_thay_doi_trang_thai_thu_tien END,
      CASE WHEN y.trang_thai_thu_tien = collection_da_chuyen_khoan() THEN paid_difference(y.id) END
    FROM mfy y
    WHERE y.so_dien_thoai = p_phone AND y.trang_thai_thu_tien IN (collection_chua_thu_tien(), collection_da_chuyen_khoan())
      AND y.deleted_at IS NULL AND y.trang_thai NOT IN (mfy_thu_hoi(), mfy_huy_qua_han(), mfy_huy_qua_han_lan_2())) o
  WHERE NOT o.marked OR o.missing < 0 OR (o.missing IS NULL AND o.marked_at IS NOT NULL)
$$;

-- Whether a message may pay a waiting order. A rest is not paid by a larger transfer, as the customer buys again each month. A manual mark
-- stands for the exact amount around its time, not for later months.
CREATE OR REPLACE FUNCTION may_pay(m mesbank, p_amount bigint, p_rest boolean, p_marked_at timestamptz) RETURNS boolean LANGUAGE sql STABLE
  RETURN CASE WHEN p_rest THEN m.money <= p_amount
    WHEN p_marked_at IS NOT NULL THEN m.money = p_amount AND m.datetime BETWEEN p_marked_at - transfer_span() AND p_marked_at + interval '1 day'
    ELSE true END;

-- Whether a folded text has the package as a separate word, or joined to the number.
CREATE OR REPLACE FUNCTION names_package(p_fold text, p_phone text, p_package text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT name <> '' AND (strpos(words, ' ' || name || ' ') > 0 OR strpos(words, p_phone || name || ' ') > 0)
  FROM (SELECT ' ' || regexp_replace(p_fold, '[^a-z0-9]+', ' ', 'g') || ' ' AS words,
    btrim(regexp_replace(fold(p_package), '[^a-z0-9]+', ' ', 'g')) AS name) t
$$;

-- Whether a message is about the package: the recognised one, or one missing in the price table but contained in its text.
CREATE OR REPLACE FUNCTION speaks_of(m mesbank, p_package text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.goi_cuoc IS NULL THEN names_package(m.str_mes_fold, m.so_dien_thoai, p_package)
    ELSE package_key(m.goi_cuoc) = p_package END
$$;

-- Unpaid number orders whose code is in a text, alone or joined to the number, at their full amount (D3-SIM-06).
CREATE OR REPLACE FUNCTION orders_named_in(p_fold text, p_money bigint)
RETURNS TABLE (kind text, id uuid, package text, amount bigint, since timestamptz, username text, rest boolean, marked_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT DISTINCT 'sim', o.id, o.ma_don, o.ordered_gia_khach_hang, o.created_at, coalesce(o.username_nv, shop_customer()), false,
    NULL::timestamptz
  FROM regexp_matches(p_fold, '(?<![a-z0-9])dh ?(\d{1,18})(?!\d)', 'g') AS code
  CROSS JOIN LATERAL (VALUES (code[1], NULL), (left(code[1], -10), right(code[1], 10))) AS c(number, sim)
  JOIN sim_order o ON o.ma_so = nullif(c.number, '')::bigint AND (c.sim IS NULL OR c.sim = o.ordered_so_dien_thoai)
  WHERE o.trang_thai = order_chua_thanh_toan() AND o.deleted_at IS NULL AND o.ordered_gia_khach_hang = p_money
$$;

-- Waiting orders that a message may pay.
CREATE OR REPLACE FUNCTION orders_of_message(m mesbank)
RETURNS TABLE (kind text, id uuid, package text, amount bigint, since timestamptz, username text, rest boolean, marked_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT * FROM waiting_orders(m.so_dien_thoai) o WHERE speaks_of(m, o.package) AND may_pay(m, o.amount, o.rest, o.marked_at)
  UNION ALL
  SELECT * FROM orders_named_in(m.str_mes_fold, m.money)
$$;

-- The order proposed for an undecided, unused message: the oldest with the same amount, otherwise the oldest (D3-QR-02), one marked by hand
-- only when no other waits; no row without one. A page of messages asks for it several times per row, so a code is only searched where the
-- text may have one, and nothing for decided messages.
CREATE OR REPLACE FUNCTION best_order(m mesbank)
RETURNS TABLE (kind text, id uuid, package text, amount bigint, since timestamptz, username text, rest boolean, marked_at timestamptz)
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT o.* FROM (
    SELECT * FROM waiting_orders(m.so_dien_thoai) w WHERE speaks_of(m, w.package) AND may_pay(m, w.amount, w.rest, w.marked_at)
    UNION ALL
    SELECT * FROM orders_named_in(m.str_mes_fold, m.money) WHERE strpos(m.str_mes_fold, 'dh') > 0) o
  WHERE m.trang_thai_duyet_thong_tin IS NULL AND m.deleted_at IS NULL
    AND NOT EXISTS (SELECT FROM transfer_use u WHERE u.message_id = m.id AND u.ended_at IS NULL)
  ORDER BY o.marked_at IS NOT NULL, o.amount = m.money DESC, o.since, o.id LIMIT 1
$$;

CREATE OR REPLACE FUNCTION clock(p_at timestamptz) RETURNS text LANGUAGE sql STABLE
  RETURN to_char(p_at AT TIME ZONE 'Asia/Ho_Chi_Minh', 'DD-MM-YYYY HH24:MI');

-- That order, its amount, and text such as 'Nạp tiền VD90: thiếu 3,700 đ (83,700 đ, sale111 20-11-2026 10:22)'.
CREATE OR REPLACE FUNCTION proposals(m mesbank) RETURNS TABLE (id uuid, amount bigint, said text) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT o.id, o.amount, format('%s %s%s: %s (%s, %s %s)', kind_words(o.kind), o.package, CASE WHEN o.rest THEN ', trả nốt' ELSE '' END,
    CASE WHEN m.money = o.amount THEN 'đúng số tiền' WHEN m.money < o.amount THEN 'thiếu ' || dong(o.amount - m.money) || ' đ'
      ELSE 'dư ' || dong(m.money - o.amount) || ' đ' END, dong(o.amount) || ' đ', o.username, clock(o.since))
  FROM best_order(m) o
$$;
CREATE OR REPLACE FUNCTION proposal_words(m mesbank) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT said FROM proposals(m)
$$;

-- Warning for an amount other than the package's price, such as 'Thiếu 5,000 đ so với giá gói VD90 (90,000 đ)', unless the proposed order
-- explains it. None without a price.
CREATE OR REPLACE FUNCTION transfer_doubts(m mesbank) RETURNS TABLE (said text) LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN o.id IS NULL THEN format('%s %s đ so với giá gói %s (%s đ)', CASE WHEN m.money < p.price THEN 'Thiếu' ELSE 'Dư' END,
      dong(abs(m.money - p.price)), m.goi_cuoc, dong(p.price))
    WHEN m.money <> o.amount THEN format('%s %s đ so với đơn được đề xuất (%s %s, %s đ)',
      CASE WHEN m.money < o.amount THEN 'Thiếu' ELSE 'Dư' END, dong(abs(m.money - o.amount)), kind_words(o.kind), o.package,
      dong(o.amount)) END
  FROM package_prices(m.goi_cuoc) p LEFT JOIN best_order(m) o ON true WHERE m.money <> p.price
$$;

-- Name of an order, such as 'Nạp tiền 0912345678 VD90', 'Đơn sim DH1001'.
CREATE OR REPLACE FUNCTION order_words(p_kind text, p_id uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT kind_words(p_kind) || ' ' || named FROM (
    SELECT '0' || number_phone || ' ' || package_code AS named FROM requestrefund WHERE p_kind = kind_nap_tien() AND id = p_id
    UNION ALL
    SELECT '0' || so_dien_thoai || ' ' || ma_goi FROM mfy WHERE p_kind = kind_mfy() AND id = p_id
    UNION ALL
    SELECT ma_don FROM sim_order WHERE p_kind = kind_sim() AND id = p_id) o
$$;

-- Name of a message without its phone, such as 'VCB 90,000 đ 20-11-2026 10:22'.
CREATE OR REPLACE FUNCTION message_words(p_id uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT format('%s %s %s', sender, dong(money) || ' đ', clock(datetime)) FROM mesbank WHERE id = p_id
$$;

-- Message proposed for a waiting order, by phone or by code: of several the one with its amount, otherwise the oldest.
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
      FROM transfer_use u WHERE u.order_id = p_order AND u.ended_at IS NULL ORDER BY u.lan DESC LIMIT 1),
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

-- Sets or removes an order's payment mark, audited as a change by the person.
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
      UPDATE requestrefund t SET is_transfer = p_paid::int,
        username_duyet_trang_thai_chuyen_khoan =
          CASE WHEN t.is_transfer = p_paid::int THEN t.username_duyet_trang_thai_chuyen_khoan ELSE p_username END,
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

-- Makes a message pay its proposed order, or the rest of it, as `p_username`; returns the order's kind. VD409 when either is taken, naming
-- by whom, or when another order is proposed. Callers needing both lock the message first.
CREATE OR REPLACE FUNCTION use_transfer(p_message uuid, p_order uuid, p_username text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  m mesbank;
  o record;
  u transfer_use;
  was bigint;
  difference bigint;
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
  -- A SIM order has no difference: it is paid in full or not at all. A rest continues from the first payment.
  difference := m.money - o.amount;
  SELECT * INTO u FROM transfer_use WHERE order_id = p_order AND ended_at IS NULL ORDER BY lan DESC LIMIT 1;
  INSERT INTO transfer_use (message_id, kind, order_id, chenh_lech, chenh_lech_truoc, username, lan, phai_thu)
  VALUES (p_message, o.kind, p_order, difference, coalesce(u.chenh_lech_truoc, was, 0), p_username, coalesce(u.lan, 0) + 1,
    coalesce(u.phai_thu, o.amount));
  -- Decisions from an outdated screen get a version conflict.
  UPDATE mesbank SET version = version + 1 WHERE id = p_message;
  PERFORM set_paid(o.kind, p_order, true, difference, p_username, p_message);
  PERFORM note_change(p_username, 'update', 'mesbank', p_message, '{"don": null}',
    jsonb_build_object('don', order_words(o.kind, p_order)));
  RETURN o.kind;
END $$;

-- Ends one use, audited on both sides.
CREATE OR REPLACE FUNCTION end_one_use(u transfer_use, p_username text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE transfer_use SET ended_at = now(), ended_by = coalesce(p_username, '__AUTO') WHERE id = u.id;
  PERFORM note_change(coalesce(p_username, '__AUTO'), 'update', 'mesbank', u.message_id,
    jsonb_build_object('don', order_words(u.kind, u.order_id)), '{"don": null}');
  PERFORM note_change(coalesce(p_username, '__AUTO'), 'update', resource_of(u.kind), u.order_id,
    jsonb_build_object('giao_dich', message_words(u.message_id)), '{"giao_dich": null}');
END $$;

-- Ends the uses of an order's messages when its mark is removed. Called by the order's trigger; returns the difference to restore: the
-- former one, unless it was edited since.
CREATE OR REPLACE FUNCTION end_transfer_use(p_order uuid, p_username text, p_was bigint, p_now bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  u transfer_use;
  brought bigint := paid_difference(p_order);
  restored bigint := p_now;
BEGIN
  FOR u IN SELECT * FROM transfer_use WHERE order_id = p_order AND ended_at IS NULL ORDER BY lan LOOP
    IF p_now = p_was AND p_was = brought THEN restored := u.chenh_lech_truoc; END IF;
    PERFORM end_one_use(u, p_username);
  END LOOP;
  RETURN restored;
END $$;

-- A rejected or deleted message pays nothing: its order waits again, or for that part.
CREATE OR REPLACE FUNCTION give_order_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  u transfer_use;
  other uuid;
  who text := CASE WHEN NEW.deleted_at IS NULL THEN NEW.username_duyet_trang_thai_duyet_thong_tin ELSE NEW.deleted_by END;
BEGIN
  SELECT * INTO u FROM transfer_use WHERE message_id = NEW.id AND ended_at IS NULL;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM FROM requestrefund WHERE id = u.order_id FOR NO KEY UPDATE;
  PERFORM FROM mfy WHERE id = u.order_id FOR NO KEY UPDATE;
  PERFORM FROM sim_order WHERE id = u.order_id FOR NO KEY UPDATE;
  -- The order's mark may have been removed meanwhile.
  IF NOT EXISTS (SELECT FROM transfer_use WHERE id = u.id AND ended_at IS NULL) THEN RETURN NULL; END IF;
  SELECT message_id INTO other FROM transfer_use WHERE order_id = u.order_id AND id <> u.id AND ended_at IS NULL
  ORDER BY lan DESC LIMIT 1;
  IF other IS NULL THEN
    PERFORM set_paid(u.kind, u.order_id, false, NULL, who, u.message_id);
  ELSE
    PERFORM end_one_use(u, who);
    PERFORM set_paid(u.kind, u.order_id, true, paid_difference(u.order_id), who, other);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER mesbank_given_back AFTER UPDATE ON mesbank FOR EACH ROW
  WHEN (NEW.trang_thai_duyet_thong_tin = '2' AND OLD.trang_thai_duyet_thong_tin IS DISTINCT FROM '2'
    OR NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL)
  EXECUTE FUNCTION give_order_back();
