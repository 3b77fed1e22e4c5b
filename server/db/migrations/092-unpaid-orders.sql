-- Unpaid orders of SIM numbers are bounded, and each keeps the term that its customer was told (D3-SIM-07).

-- A count of hours is the same in every time zone, which the operator alone is not trusted to be.
CREATE FUNCTION hours_after(timestamptz, int) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
  'SELECT $1 + make_interval(hours => $2)';

-- What was placed before keeps the term it had: that of the setting where somebody had set one, else none.
ALTER TABLE sim_order ADD COLUMN han_gio int NOT NULL DEFAULT 0 CHECK (han_gio >= 0);
UPDATE sim_order SET han_gio = (value #>> '{}')::int FROM settings WHERE key = 'sim.unpaidHours';
-- Until then the number is held; its time begins anew when the order is called unpaid again.
ALTER TABLE sim_order ADD COLUMN han_thanh_toan timestamptz GENERATED ALWAYS AS (
  CASE WHEN han_gio > 0 AND trang_thai = 'chua_thanh_toan'
    THEN hours_after(coalesce(thoi_diem_thay_doi_trang_thai, created_at), han_gio) END) STORED;
-- A value that was set by hand held for orders paid on receipt as well.
INSERT INTO settings (key, value) SELECT 'sim.unpaidHoursCod', value FROM settings WHERE key = 'sim.unpaidHours'
ON CONFLICT DO NOTHING;

DROP INDEX sim_order_unpaid;
CREATE INDEX sim_order_due ON sim_order (han_thanh_toan) WHERE trang_thai = 'chua_thanh_toan' AND deleted_at IS NULL;
CREATE INDEX sim_order_unpaid_phone ON sim_order (phone) WHERE trang_thai = 'chua_thanh_toan' AND deleted_at IS NULL;
CREATE INDEX sim_order_unpaid_staff ON sim_order (username_nv) WHERE trang_thai = 'chua_thanh_toan' AND deleted_at IS NULL;

-- From where a customer's order came: a network address, and the digest of a cookie. Null for what staff placed.
ALTER TABLE sim_order_sent ADD COLUMN at timestamptz NOT NULL DEFAULT now(), ADD COLUMN address text, ADD COLUMN device text;
CREATE INDEX sim_order_sent_address ON sim_order_sent (address, at) WHERE address IS NOT NULL;
CREATE INDEX sim_order_sent_device ON sim_order_sent (device, at) WHERE device IS NOT NULL;
