-- Which order a bank message pays (docs/decisions/transfers.md). What is proposed and done is the routines' to say: transfers.sql.

CREATE TABLE transfer_use (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  message_id uuid NOT NULL REFERENCES mesbank,
  -- Which kind of order; its table is the routines' to know.
  kind text NOT NULL,
  order_id uuid NOT NULL,
  -- The difference that was written into the order and the one that stood there before, đồng.
  chenh_lech bigint NOT NULL,
  chenh_lech_truoc bigint NOT NULL,
  username text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  ended_by text,
  CONSTRAINT transfer_use_ended CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
-- One message serves one order, and one order has one message (D3-QR-03).
CREATE UNIQUE INDEX transfer_use_message ON transfer_use (message_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX transfer_use_order ON transfer_use (order_id) WHERE ended_at IS NULL;
CREATE INDEX transfer_use_over ON transfer_use (ended_at) WHERE ended_at IS NOT NULL;

-- Named here for the view.
CREATE FUNCTION order_words(p_kind text, p_id uuid) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';
CREATE FUNCTION proposed_order(m mesbank) RETURNS uuid LANGUAGE sql STABLE AS 'SELECT NULL::uuid';
CREATE FUNCTION proposal_words(m mesbank) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';

-- A message that pays an order is not measured by the price of its package; it is used.
DROP VIEW mesbank_list;
CREATE VIEW mesbank_list AS
  SELECT m.*, package_price(m.goi_cuoc) AS gia_goi,
    CASE WHEN u.id IS NULL THEN transfer_price_doubt(m.money, m.goi_cuoc) END AS lech_gia,
    CASE WHEN u.id IS NULL THEN package_doubt(m.goi_cuoc) END AS goi_la,
    CASE WHEN m.nhan_dang = 'vua' THEN m.ly_do_nhan_dang END AS can_xem,
    u.kind AS don_loai, u.order_id AS don_id, CASE WHEN u.id IS NOT NULL THEN order_words(u.kind, u.order_id) END AS don,
    CASE WHEN u.id IS NULL THEN 0 ELSE 1 END AS da_dung,
    proposed_order(m) AS de_xuat_id, proposal_words(m) AS de_xuat
  FROM mesbank m LEFT JOIN transfer_use u ON u.message_id = m.id AND u.ended_at IS NULL;
