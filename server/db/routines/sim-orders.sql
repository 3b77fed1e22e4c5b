-- One sim, one order: who holds a number, what an order does to it, and what time does to both (docs/decisions/orders.md).

CREATE OR REPLACE FUNCTION sim_refusal() RETURNS text LANGUAGE sql IMMUTABLE
  RETURN 'Không thể đặt sim này, có thể sim đã được bán, vui lòng chọn sim khác!';
-- Who orders where nobody is signed in.
CREATE OR REPLACE FUNCTION shop_customer() RETURNS text LANGUAGE sql IMMUTABLE RETURN 'khách hàng';

-- The state that the order of a number holds it in; null while nobody has ordered it.
CREATE OR REPLACE FUNCTION ordered_state(p_sim uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE trang_thai WHEN order_da_thanh_toan() THEN sim_da_ban() ELSE sim_giu_so() END
  FROM sim_order WHERE sim_id = p_sim AND deleted_at IS NULL
$$;

-- Why a number cannot be put into a state by hand: its order says what it is. Null when it can.
CREATE OR REPLACE FUNCTION sim_state_refusal(p_sim uuid, p_state text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT format('Số %s đang có đơn %s %s: đổi trạng thái ở đơn hàng', ordered_so_dien_thoai, ma_don,
    CASE trang_thai WHEN order_da_thanh_toan() THEN 'đã thanh toán' ELSE 'chưa thanh toán' END)
  FROM sim_order WHERE sim_id = p_sim AND deleted_at IS NULL AND ordered_state(p_sim) IS DISTINCT FROM p_state
$$;

-- The one place that every change of a number passes: an order outweighs a hand, and a hold ends with its state.
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

-- Puts a number into a state as `p_username`, with its trail; `p_why` is told there.
CREATE OR REPLACE FUNCTION move_sim(p_sim uuid, p_to text, p_username text, p_why text) RETURNS void LANGUAGE sql AS $$
  WITH was AS MATERIALIZED (
    SELECT id, to_jsonb(t) - 'version' AS before FROM simso t WHERE id = p_sim FOR NO KEY UPDATE
  ), changed AS (
    UPDATE simso t SET trang_thai = p_to, nguoi_giu = NULL, giu_den = NULL, version = t.version + 1
    FROM was WHERE t.id = was.id RETURNING before, to_jsonb(t) - 'version' || jsonb_build_object('don_hang', p_why) AS after
  ) SELECT note_change(p_username, 'update', 'simso', p_sim, before, after) FROM changed
$$;

-- How many unpaid orders there may be at once or in a day (D3-SIM-07); those of an account are a setting.
CREATE OR REPLACE FUNCTION order_bound(p_kind text) RETURNS int LANGUAGE sql STABLE RETURN
  CASE p_kind WHEN 'phone' THEN 3 WHEN 'device' THEN 10 WHEN 'address' THEN 30 ELSE setting_number('sim.orderLimit', 20)::int END;

-- Whether an account's unpaid orders are bounded: those of managers are not.
CREATE OR REPLACE FUNCTION orders_bounded(p_username text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT r.priority >= 3 FROM users u JOIN roles r ON r.id = u.role_id WHERE u.username = p_username
$$;

-- Whether an order holds a number and waits for its money; what is over its term does not, also before the clock has looked.
CREATE OR REPLACE FUNCTION order_waits(o sim_order) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT o.trang_thai = order_chua_thanh_toan() AND o.deleted_at IS NULL AND (o.han_thanh_toan IS NULL OR o.han_thanh_toan > now())
$$;

-- VD409 where the phone, or the account of who orders for it, has as many unpaid orders as it may (D3-SIM-07). Orders of one
-- phone and of one account are counted by one order at a time.
CREATE OR REPLACE FUNCTION require_order_room(p_phone text, p_username text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- The account first: who may order nothing more is told nothing of phones.
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

-- Which of the two places that a customer's order comes from, `p_what` by its value, has had its orders of a day (D3-SIM-07),
-- and when there is room again; no row while there is. What was paid for does not count, what was deleted does.
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

-- Phones, accounts and network addresses whose orders are over half of their bound, fullest first (D3-SIM-07).
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
  -- 0 is no price: an old number without one is neither shown to customers nor sold.
  IF price <= 0 THEN PERFORM refuse('VD409', 'Sim này chưa có giá bán, chưa đặt được'); END IF;
END $$;

-- An order takes its number, once, and copies what is sold (D2-Q-134). A hold is in the way of everybody but its holder.
CREATE OR REPLACE FUNCTION take_sim() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  s simso;
BEGIN
  -- Before the phone is looked at: nothing is told of it for a number that cannot be ordered. Without a lock, which would be
  -- taken before those of phone and account; once more under the lock of the number.
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

-- The number follows its order: paid is sold, unpaid is held, deleted is for sale again (D2-Q-136). What was paid for is not
-- deleted, and whose mark is taken back gives its bank message back (D3-QR-03).
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

-- Deletes the orders that nobody has paid within their term. One that somebody is deciding on is left for the next time.
CREATE OR REPLACE FUNCTION expire_orders() RETURNS TABLE (id uuid, before jsonb, after jsonb) LANGUAGE sql AS $$
  WITH due AS MATERIALIZED (
    SELECT o.id, to_jsonb(o) - 'version' AS before FROM sim_order o
    WHERE o.trang_thai = order_chua_thanh_toan() AND o.deleted_at IS NULL AND o.han_thanh_toan < now()
    FOR NO KEY UPDATE OF o SKIP LOCKED)
  UPDATE sim_order t SET deleted_at = now(), deleted_by = '__AUTO', version = t.version + 1,
    ly_do_xoa = format('quá %s giờ chưa thanh toán', t.han_gio)
  FROM due WHERE t.id = due.id RETURNING t.id, due.before, to_jsonb(t) - 'version'
$$;

-- Puts the numbers back for sale whose hold is over (D3-SIM-04); `p_sim` names one of them, null all that nobody is busy with.
CREATE OR REPLACE FUNCTION return_holds(p_sim uuid) RETURNS TABLE (id uuid, before jsonb, after jsonb) LANGUAGE sql AS $$
  WITH due AS MATERIALIZED (
    SELECT s.id, to_jsonb(s) - 'version' AS before FROM simso s WHERE s.giu_den <= clock_timestamp() AND (p_sim IS NULL OR s.id = p_sim)
    FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE simso t SET trang_thai = sim_con_sim(), version = t.version + 1
  FROM due WHERE t.id = due.id RETURNING t.id, due.before, to_jsonb(t) - 'version'
$$;

-- 'Số 0912341368 đang được sale111 giữ đến 22-11-2026 10:30': why nobody can hold a number now.
CREATE OR REPLACE FUNCTION sim_kept_words(s simso) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN format('Số %s ', s.so_dien_thoai) || CASE
    WHEN s.trang_thai = sim_da_ban() THEN 'đã bán'
    WHEN s.nguoi_giu IS NOT NULL THEN format('đang được %s giữ đến %s', s.nguoi_giu, clock(s.giu_den))
    ELSE coalesce('đang có đơn ' || (SELECT ma_don FROM sim_order WHERE sim_id = s.id AND deleted_at IS NULL), 'đang được giữ')
  END;
END $$;

-- Whether a person is told who keeps a number: a partner only of itself (D3-ACC-06).
CREATE OR REPLACE FUNCTION sim_keeper_told(s simso, p_username text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT s.trang_thai = sim_da_ban()
    OR NOT EXISTS (SELECT FROM users u JOIN roles r ON r.id = u.role_id WHERE u.username = p_username AND r.priority = 7)
    OR coalesce(s.nguoi_giu, (SELECT username_nv FROM sim_order WHERE sim_id = s.id AND deleted_at IS NULL), '') = p_username
$$;

-- Holds a number for a person until `sim.holdMinutes` from now (D3-SIM-04). No row without such a number; VD409 for one that is
-- not for sale, for the holder of `sim.holdLimit` others, and for the same person within 24 hours of the last hold.
CREATE OR REPLACE FUNCTION hold_sim(p_sim uuid, p_username text) RETURNS TABLE (id uuid, before jsonb, after jsonb) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  s simso;
  most int := setting_number('sim.holdLimit', 5)::int;
  ends timestamptz := now() + make_interval(mins => setting_number('sim.holdMinutes', 30)::int);
  last_at timestamptz;
BEGIN
  -- What one person holds is counted by one hold at a time.
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
