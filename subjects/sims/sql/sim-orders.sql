-- One sim, one order: holds, orders, and their expiry (subjects/sims/decisions/orders.md).

CREATE OR REPLACE FUNCTION sim_refusal() RETURNS text LANGUAGE sql IMMUTABLE
  RETURN 'Không thể đặt sim này, có thể sim đã được bán, vui lòng chọn sim khác!';
-- Author of orders without a session.
CREATE OR REPLACE FUNCTION shop_customer() RETURNS text LANGUAGE sql IMMUTABLE RETURN 'khách hàng';

-- State of a number by its order; null without one.
CREATE OR REPLACE FUNCTION ordered_state(p_sim uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE trang_thai WHEN order_da_thanh_toan() THEN sim_da_ban() ELSE sim_giu_so() END
  FROM sim_order WHERE sim_id = p_sim AND deleted_at IS NULL
$$;

-- Why a number cannot get a state by hand: its order decides it. Null when it can.
CREATE OR REPLACE FUNCTION sim_state_refusal(p_sim uuid, p_state text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT format('Số %s đang có đơn %s %s: đổi trạng thái ở đơn hàng', ordered_so_dien_thoai, ma_don,
    CASE trang_thai WHEN order_da_thanh_toan() THEN 'đã thanh toán' ELSE 'chưa thanh toán' END)
  FROM sim_order WHERE sim_id = p_sim AND deleted_at IS NULL AND ordered_state(p_sim) IS DISTINCT FROM p_state
$$;

-- Guards every change of a number: an order overrides a manual state, and a hold ends with its state.
CREATE OR REPLACE FUNCTION guard_sim() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  why text;
BEGIN
  IF NEW.trang_thai <> OLD.trang_thai OR NEW.deleted_at IS NOT NULL THEN
    why := sim_state_refusal(NEW.id, CASE WHEN NEW.deleted_at IS NULL THEN NEW.trang_thai END);
    IF why IS NOT NULL THEN PERFORM refuse('VD409', why); END IF;
  END IF;
  IF NEW.trang_thai <> sim_giu_so() OR NEW.deleted_at IS NOT NULL THEN
    NEW.nguoi_giu := NULL;
    NEW.giu_den := NULL;
  END IF;
  IF OLD.nguoi_giu IS NOT NULL AND NEW.nguoi_giu IS NULL THEN
    UPDATE sim_hold SET ended_at = now() WHERE sim_id = NEW.id AND ended_at IS NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER simso_guarded BEFORE UPDATE OF trang_thai, nguoi_giu, giu_den, deleted_at ON simso
  FOR EACH ROW EXECUTE FUNCTION guard_sim();

-- Sets the state of a number as `p_username`, audited with reason `p_why`.
CREATE OR REPLACE FUNCTION move_sim(p_sim uuid, p_to text, p_username text, p_why text) RETURNS void LANGUAGE sql AS $$
  WITH was AS MATERIALIZED (
    SELECT id, to_jsonb(t) - 'version' AS before FROM simso t WHERE id = p_sim FOR NO KEY UPDATE
  ), changed AS (
    UPDATE simso t SET trang_thai = p_to, nguoi_giu = NULL, giu_den = NULL, version = t.version + 1
    FROM was WHERE t.id = was.id RETURNING before, to_jsonb(t) - 'version' || jsonb_build_object('don_hang', p_why) AS after
  ) SELECT note_change(p_username, 'update', 'simso', p_sim, before, after) FROM changed
$$;

-- Limits of unpaid orders at once or per day (D3-SIM-07); that of an account is a setting.
CREATE OR REPLACE FUNCTION order_bound(p_kind text) RETURNS int LANGUAGE sql STABLE RETURN
  CASE p_kind WHEN 'phone' THEN 3 WHEN 'device' THEN 10 WHEN 'address' THEN 30 ELSE setting_number('sim.orderLimit', 20)::int END;

-- Whether an account's unpaid orders are limited: managers' are not.
CREATE OR REPLACE FUNCTION orders_bounded(p_username text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT r.priority >= 3 FROM users u JOIN roles r ON r.id = u.role_id WHERE u.username = p_username
$$;

-- Whether an order holds a number and waits for payment; an overdue one does not, even before the clock processed it.
CREATE OR REPLACE FUNCTION order_waits(o sim_order) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT o.trang_thai = order_chua_thanh_toan() AND o.deleted_at IS NULL AND (o.han_thanh_toan IS NULL OR o.han_thanh_toan > now())
$$;

-- VD409 when the phone, or the account that orders for it, has its maximum of unpaid orders (D3-SIM-07). Orders of one
-- phone and of one account are serialised.
CREATE OR REPLACE FUNCTION require_order_room(p_phone text, p_username text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- The account first: a full account learns nothing about phones.
  IF coalesce(orders_bounded(p_username), false) THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('sim orders of account ' || p_username, 0));
    IF (SELECT count(*) FROM sim_order o WHERE username_nv = p_username AND order_waits(o)) >= order_bound('account') THEN
      PERFORM refuse('VD409', format('Bạn đang có %s đơn chưa thanh toán, là số nhiều nhất được có cùng lúc', order_bound('account')));
    END IF;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('sim orders of phone ' || p_phone, 0));
  IF (SELECT count(*) FROM sim_order o WHERE phone = p_phone AND order_waits(o)) >= order_bound('phone') THEN
    PERFORM refuse('VD409', format('Số điện thoại này đang có %s đơn chưa thanh toán: thanh toán hoặc chờ hết hạn rồi đặt tiếp',
      order_bound('phone')), 'phone');
  END IF;
END $$;

-- The source of a customer that has reached the day's limit of orders (D3-SIM-07), with the seconds to wait; no row below the limit. Paid
-- orders do not count, deleted ones do.
CREATE OR REPLACE FUNCTION order_source_full(p_address text, p_device text) RETURNS TABLE (kind text, most int, seconds int, frees text)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sim orders of address ' || p_address, 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('sim orders of device ' || p_device, 0));
  RETURN QUERY
    SELECT b.kind, order_bound(b.kind), greatest(1, ceil(extract(epoch FROM full_at + interval '24 hours' - now())))::int, clock(full_at + interval '24 hours')
    FROM (VALUES ('address'), ('device')) b(kind), LATERAL (
      SELECT s.at AS full_at FROM sim_order_sent s JOIN sim_order o ON o.id = s.order_id
      WHERE CASE b.kind WHEN 'address' THEN s.address = p_address ELSE s.device = p_device END
        AND s.at > now() - interval '24 hours' AND o.trang_thai = order_chua_thanh_toan()
      ORDER BY s.at DESC OFFSET order_bound(b.kind) - 1 LIMIT 1) f
    ORDER BY 3 DESC LIMIT 1;
END $$;

-- Phones, accounts and networks above half of their order limit, fullest first (D3-SIM-07).
CREATE OR REPLACE FUNCTION crowded_orders() RETURNS TABLE (kind text, who text, orders int, most int) LANGUAGE sql STABLE AS $$
  SELECT kind, who, n::int, order_bound(kind) FROM (
    SELECT 'phone' AS kind, o.phone::text AS who, count(*) AS n FROM sim_order o WHERE order_waits(o) GROUP BY 2
    UNION ALL
    SELECT 'account', o.username_nv, count(*) FROM sim_order o WHERE order_waits(o) AND orders_bounded(o.username_nv) GROUP BY 2
    UNION ALL
    SELECT 'address', s.address, count(*) FROM sim_order_sent s JOIN sim_order o ON o.id = s.order_id
    WHERE s.address IS NOT NULL AND s.at > now() - interval '24 hours' AND o.trang_thai = order_chua_thanh_toan() GROUP BY 2) c
  WHERE 2 * n > order_bound(kind) ORDER BY n::float8 / order_bound(kind) DESC, kind, who LIMIT 100
$$;

-- VD409 for a number that is not for sale to `p_username`.
CREATE OR REPLACE FUNCTION require_for_sale(p_sim uuid, p_username text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  price bigint;
BEGIN
  SELECT gia_khach_hang INTO price FROM simso
  WHERE id = p_sim AND deleted_at IS NULL
    AND (trang_thai = sim_con_sim() OR nguoi_giu = p_username OR giu_den <= clock_timestamp());
  IF NOT FOUND THEN PERFORM refuse('VD409', sim_refusal()); END IF;
  -- Numbers with price 0 are neither shown to customers nor sold.
  IF price <= 0 THEN PERFORM refuse('VD409', 'Sim này chưa có giá bán, chưa đặt được'); END IF;
END $$;

-- An order takes its number, once, and copies its data (D2-Q-134). A hold blocks everybody except its holder.
CREATE OR REPLACE FUNCTION take_sim() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  s simso;
BEGIN
  -- Checked before the phone, so that nothing about it is revealed for a number that cannot be ordered. Without a lock,
  -- which would come before those of phone and account; checked again under the number's lock.
  PERFORM require_for_sale(NEW.sim_id, NEW.username_nv);
  PERFORM require_order_room(NEW.phone, NEW.username_nv);
  NEW.han_gio := CASE NEW.payment_method WHEN 'online' THEN setting_number('sim.unpaidHours', 24)
    ELSE setting_number('sim.unpaidHoursCod', 72) END;
  SELECT * INTO s FROM simso WHERE id = NEW.sim_id FOR NO KEY UPDATE;
  PERFORM require_for_sale(NEW.sim_id, NEW.username_nv);
  NEW.ordered_so_dien_thoai_co_dau_cham := s.so_dien_thoai_co_dau_cham;
  NEW.ordered_gia_khach_hang := s.gia_khach_hang;
  NEW.ordered_nha_mang := s.nha_mang;
  NEW.ordered_number_type := s.number_type;
  PERFORM move_sim(s.id, sim_giu_so(), coalesce(NEW.username_nv, shop_customer()), format('Đặt đơn DH%s', NEW.ma_so));
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER sim_order_takes BEFORE INSERT ON sim_order FOR EACH ROW EXECUTE FUNCTION take_sim();

-- The number follows its order: paid is sold, unpaid is held, deleted is for sale again (D2-Q-136). A paid order cannot
-- be deleted; removing the mark releases its bank message (D3-QR-03).
CREATE OR REPLACE FUNCTION follow_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NOT NULL THEN
    IF NEW.trang_thai = order_da_thanh_toan() THEN
      PERFORM refuse('VD409', format('Đơn %s đã thanh toán: chuyển về "Chưa thanh toán" trước khi xoá', NEW.ma_don));
    END IF;
    PERFORM move_sim(NEW.sim_id, sim_con_sim(), NEW.deleted_by, format('Xoá đơn %s', NEW.ma_don || coalesce(': ' || NEW.ly_do_xoa, '')));
  ELSIF NEW.trang_thai = order_da_thanh_toan() THEN
    PERFORM move_sim(NEW.sim_id, sim_da_ban(), NEW.username_thay_doi_trang_thai, format('Đơn %s đã thanh toán', NEW.ma_don));
  ELSE
    PERFORM move_sim(NEW.sim_id, sim_giu_so(), NEW.username_thay_doi_trang_thai, format('Đơn %s về chưa thanh toán', NEW.ma_don));
    PERFORM end_transfer_use(NEW.id, NEW.username_thay_doi_trang_thai, 0, 0);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER sim_order_followed AFTER UPDATE ON sim_order FOR EACH ROW
  WHEN (NEW.trang_thai <> OLD.trang_thai OR NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL)
  EXECUTE FUNCTION follow_order();

-- Deletes orders not paid in time. Locked ones are left for the next run.
CREATE OR REPLACE FUNCTION expire_orders() RETURNS TABLE (id uuid, before jsonb, after jsonb) LANGUAGE sql AS $$
  WITH due AS MATERIALIZED (
    SELECT o.id, to_jsonb(o) - 'version' AS before FROM sim_order o
    WHERE o.trang_thai = order_chua_thanh_toan() AND o.deleted_at IS NULL AND o.han_thanh_toan < now()
    FOR NO KEY UPDATE OF o SKIP LOCKED
  ), ended AS (
    UPDATE sim_order t SET deleted_at = now(), deleted_by = '__AUTO', version = t.version + 1,
      ly_do_xoa = format('quá %s giờ chưa thanh toán', t.han_gio)
    FROM due WHERE t.id = due.id RETURNING t.id, due.before, to_jsonb(t) - 'version' AS after)
  SELECT e.id, e.before, e.after FROM ended e, ring_bell(e.after ->> 'username_nv', 'orderEnded',
    jsonb_build_object('text', e.after -> 'ma_don', 'sim', e.after -> 'ordered_so_dien_thoai'), p_actor => NULL, p_act => NULL)
$$;

-- Ends expired holds (D3-SIM-04): of number `p_sim`, or with null all that are not locked.
CREATE OR REPLACE FUNCTION return_holds(p_sim uuid) RETURNS TABLE (id uuid, before jsonb, after jsonb) LANGUAGE sql AS $$
  WITH due AS MATERIALIZED (
    SELECT s.id, to_jsonb(s) - 'version' AS before FROM simso s WHERE s.giu_den <= clock_timestamp() AND (p_sim IS NULL OR s.id = p_sim)
    FOR NO KEY UPDATE SKIP LOCKED
  ), ended AS (
    UPDATE simso t SET trang_thai = sim_con_sim(), version = t.version + 1
    FROM due WHERE t.id = due.id RETURNING t.id, due.before, to_jsonb(t) - 'version' AS after)
  SELECT e.id, e.before, e.after FROM ended e, ring_bell(e.before ->> 'nguoi_giu', 'holdEnded',
    jsonb_build_object('sim', e.after -> 'so_dien_thoai'), p_actor => NULL, p_act => NULL)
$$;

-- Text such as 'Số 0912341368 đang được sale111 giữ đến 22-11-2026 10:30': why nobody can hold a number now.
CREATE OR REPLACE FUNCTION sim_kept_words(s simso) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN format('Số %s ', s.so_dien_thoai) || CASE
    WHEN s.trang_thai = sim_da_ban() THEN 'đã bán'
    WHEN s.nguoi_giu IS NOT NULL THEN format('đang được %s giữ đến %s', s.nguoi_giu, clock(s.giu_den))
    ELSE coalesce('đang có đơn ' || (SELECT ma_don FROM sim_order WHERE sim_id = s.id AND deleted_at IS NULL), 'đang được giữ')
  END;
END $$;

-- Whether a person may know who holds a number: a partner only its own holds (D3-ACC-06).
CREATE OR REPLACE FUNCTION sim_keeper_told(s simso, p_username text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT s.trang_thai = sim_da_ban()
    OR NOT EXISTS (SELECT FROM users u JOIN roles r ON r.id = u.role_id WHERE u.username = p_username AND r.priority = 7)
    OR coalesce(s.nguoi_giu, (SELECT username_nv FROM sim_order WHERE sim_id = s.id AND deleted_at IS NULL), '') = p_username
$$;

-- Holds a number for a person for `sim.holdMinutes` (D3-SIM-04). No row for an unknown number; VD409 when it is not for
-- sale, when the person holds `sim.holdLimit` others, or within 24 hours of the same person's last hold.
CREATE OR REPLACE FUNCTION hold_sim(p_sim uuid, p_username text) RETURNS TABLE (id uuid, before jsonb, after jsonb) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  s simso;
  most int := setting_number('sim.holdLimit', 5)::int;
  ends timestamptz := now() + make_interval(mins => setting_number('sim.holdMinutes', 30)::int);
  last_at timestamptz;
BEGIN
  -- Serialises the holds of one person, which are counted.
  PERFORM pg_advisory_xact_lock(hashtextextended('sim hold of ' || p_username, 0));
  PERFORM return_holds(p_sim);
  SELECT * INTO s FROM simso WHERE simso.id = p_sim AND deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  IF s.trang_thai <> sim_con_sim() THEN
    PERFORM refuse('VD409', CASE WHEN sim_keeper_told(s, p_username) THEN sim_kept_words(s)
      ELSE format('Số %s đang được giữ', s.so_dien_thoai) END);
  END IF;
  IF (SELECT count(*) FROM simso WHERE nguoi_giu = p_username AND giu_den > clock_timestamp()) >= most THEN
    PERFORM refuse('VD409', format('Bạn đang giữ %s số, là số nhiều nhất được giữ cùng lúc', most));
  END IF;
  SELECT max(at) INTO last_at FROM sim_hold WHERE sim_id = p_sim AND username = p_username;
  IF last_at > now() - interval '24 hours' THEN
    PERFORM refuse('VD409', format('Bạn đã giữ số này lúc %s, giữ lại được sau %s', clock(last_at), clock(last_at + interval '24 hours')));
  END IF;
  INSERT INTO sim_hold (sim_id, username, until) VALUES (p_sim, p_username, ends);
  RETURN QUERY UPDATE simso t SET trang_thai = sim_giu_so(), nguoi_giu = p_username, giu_den = ends, version = t.version + 1
    WHERE t.id = p_sim RETURNING t.id, to_jsonb(s) - 'version', to_jsonb(t) - 'version';
END $$;
