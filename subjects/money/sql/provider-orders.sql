-- Orders at refund partners: created on approval, cancelled before they are sent, and updated by the partner's reports.

-- Writes the order of an approved request in the approver's transaction; false without an adapter for that partner, so
-- that it is done by hand (D2-Q-81). Types 1 and 2 pay refund and extra, type 5 its amount before discount (D3-PRV-06);
-- a 24-hour order waits that long.
CREATE OR REPLACE FUNCTION queue_provider_order(p_request uuid, p_provider text, p_username text) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM provider_adapters WHERE name = p_provider) THEN
    RETURN false;
  END IF;
  INSERT INTO provider_orders (request_id, provider, kind, isdn, number_type, package_code, amount, due_at, by_username)
  SELECT id, p_provider, CASE request_type WHEN top_up() THEN 'topup' ELSE 'refund' END, number_phone, number_type, package_code,
    refund_sum(requestrefund),
    CASE don_24h WHEN 1 THEN created_time + interval '24 hours' ELSE now() END, p_username
  FROM requestrefund WHERE id = p_request AND is_handed_over(request_type);
  RETURN FOUND;
EXCEPTION WHEN check_violation THEN
  RAISE EXCEPTION 'Số tiền phải lớn hơn 0 để chuyển cho đối tác' USING ERRCODE = 'VD400', COLUMN = 'refund_price';
END $$;

-- Cancels an order that was not sent yet or that the partner refused; refused once the partner may have it (D3-DEC-02).
CREATE OR REPLACE FUNCTION cancel_provider_order(p_request uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE provider_orders SET state = 'cancelled' WHERE request_id = p_request AND state IN ('queued', 'refused');
  IF EXISTS (SELECT FROM provider_orders WHERE request_id = p_request AND state <> 'cancelled') THEN
    RAISE EXCEPTION 'Đơn đã chuyển cho đối tác, không mở lại được' USING ERRCODE = 'VD409';
  END IF;
END $$;

-- Stores the state of an order reported by the partner, and updates the request; returns the request when anything changed. Reports older
-- than the stored state change nothing, however often repeated; a request's progress never goes back, and a final status is only replaced
-- by another final one. The paid amount is stored as reported (p_paid NULL: none), and shown on the request where it differs from the
-- order's. A different report on an ended order also becomes a desk case.
CREATE OR REPLACE FUNCTION note_provider_state(
  p_provider text, p_order uuid, p_sequence bigint, p_code int, p_text text, p_paid bigint, p_final text
) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  was provider_orders;
  request uuid;
  corrected text;
BEGIN
  SELECT * INTO was FROM provider_orders o
  WHERE o.id = p_order AND o.provider = p_provider AND o.sequence < p_sequence AND o.state NOT IN ('queued', 'cancelled')
  FOR UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  corrected := correction_words(was, p_code, p_text, p_paid, p_final);
  UPDATE provider_orders o SET sequence = p_sequence, paid = coalesce(p_paid, o.paid), code = p_code, said = p_text,
    state = coalesce(p_final, CASE o.state WHEN 'finished' THEN 'finished' ELSE 'accepted' END),
    sent_at = coalesce(o.sent_at, now()), next_at = now() + interval '5 minutes'
  WHERE o.id = p_order;
  request := was.request_id;
  -- Waits for, and then sees, a concurrent change by a person.
  WITH stands AS MATERIALIZED (
    SELECT o.provider, o.amount, o.paid, to_jsonb(r) - 'version' AS before, CASE
      WHEN r.ma_trang_thai_giao_dich_doi_tac IN (partner_hoan_thanh(), partner_hoan_tien()) AND p_final IS NULL
      THEN r.ma_trang_thai_giao_dich_doi_tac ELSE p_code END AS code
    FROM provider_orders o JOIN requestrefund r ON r.id = o.request_id WHERE o.id = p_order FOR NO KEY UPDATE OF r
  ), changed AS (
    UPDATE requestrefund r SET
      ma_trang_thai_giao_dich_doi_tac = o.code,
      trang_thai_giao_dich_doi_tac = p_text,
      da_nap = CASE r.request_type WHEN top_up() THEN greatest(r.da_nap, least(o.paid, o.amount)) ELSE 0 END,
      doi_tac_bao_tra = CASE WHEN p_paid IS NULL THEN r.doi_tac_bao_tra
        WHEN o.paid > o.amount OR o.code = partner_hoan_thanh() AND o.paid < o.amount THEN o.paid END,
      doi_tac_sua = coalesce(corrected, r.doi_tac_sua),
      doi_tac_sua_luc = CASE WHEN corrected IS NULL THEN r.doi_tac_sua_luc ELSE now() END,
      doi_tac_sua_xem = CASE WHEN corrected IS NULL THEN r.doi_tac_sua_xem ELSE 0 END,
      version = r.version + 1
    FROM stands o
    WHERE r.id = request
    RETURNING r.id, o.before, to_jsonb(r) - 'version' AS after, o.provider
  )
  SELECT id INTO request FROM changed, note_change(provider, 'update', 'requestrefund', id, before, after);
  RETURN request;
END $$;

-- A request finished, paid back or rejected by hand is not sent any more: its waiting order is cancelled with it.
CREATE OR REPLACE FUNCTION withdraw_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE provider_orders SET state = 'cancelled' WHERE request_id = NEW.id AND state = 'queued';
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER requestrefund_ended AFTER UPDATE OF ma_trang_thai_giao_dich_doi_tac ON requestrefund
  FOR EACH ROW WHEN (NEW.ma_trang_thai_giao_dich_doi_tac IN (partner_hoan_thanh(), partner_hoan_tien(), partner_don_bi_tu_choi())
    AND NEW.ma_trang_thai_giao_dich_doi_tac <> OLD.ma_trang_thai_giao_dich_doi_tac)
  EXECUTE FUNCTION withdraw_order();

-- An order with a lost answer that the partner does not know is queued again, unless its request was ended by hand meanwhile. Locks the
-- request, so that it sees a concurrent decision, or the decision sees the order.
CREATE OR REPLACE FUNCTION requeue_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  r requestrefund;
BEGIN
  SELECT * INTO r FROM requestrefund WHERE id = NEW.request_id FOR NO KEY UPDATE;
  IF r.ma_trang_thai_giao_dich_doi_tac IN (partner_hoan_thanh(), partner_hoan_tien(), partner_don_bi_tu_choi()) OR r.deleted_at IS NOT NULL THEN
    NEW.state := 'cancelled';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER provider_order_requeued BEFORE UPDATE OF state ON provider_orders FOR EACH ROW
  WHEN (NEW.state = 'queued' AND OLD.state <> 'queued') EXECUTE FUNCTION requeue_order();

-- Whether an order may have paid out money.
CREATE OR REPLACE FUNCTION may_be_out(o provider_orders) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN o.state IN ('sending', 'accepted', 'finished') AND o.code IS DISTINCT FROM partner_hoan_tien();

-- The partner reports that the money of a request no longer in force was returned, or never paid: another waiting request of the
-- registration can now be decided (D2-Q-76).
CREATE OR REPLACE FUNCTION money_is_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  r requestrefund;
BEGIN
  SELECT * INTO r FROM requestrefund WHERE id = NEW.request_id FOR UPDATE;
  IF NOT is_effective(r) THEN
    PERFORM settle_touched(ARRAY[r.number_phone::text], ARRAY[r.package_code]);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER provider_order_back AFTER UPDATE OF state, code ON provider_orders FOR EACH ROW
  WHEN (may_be_out(OLD) AND NOT may_be_out(NEW)) EXECUTE FUNCTION money_is_back();
