-- Wrong pairs of order code and phone in the shop's search for an order (D3-SIM-08): what was tried and from where, as digests.
CREATE TABLE order_tries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('address', 'device', 'code', 'phone')),
  who text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX order_tries_of ON order_tries (kind, who, at DESC);

-- Numbers for sale in the order of the sitemap, and by the address of their page (D3-SIM-10).
CREATE INDEX simso_offered ON simso (so_dien_thoai)
  WHERE deleted_at IS NULL AND trang_thai = 'con_sim' AND gia_khach_hang > 0;
