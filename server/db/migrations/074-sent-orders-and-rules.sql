-- What was sent for each order that came by sendOrder, so that a second try is the same order and no second one (D2-ORD-24).
CREATE TABLE sim_order_sent (
  order_id uuid PRIMARY KEY REFERENCES sim_order ON DELETE CASCADE,
  -- Digest of whose try it was and of its key; null where no key was sent.
  key text UNIQUE,
  -- Digest of what was ordered, by whom and where to: the same words make the same order.
  said text NOT NULL
);

-- A reported sale of a package that no price table has is worth nothing until somebody looks.
DROP VIEW baodo_list;
CREATE VIEW baodo_list AS
  SELECT b.*, claim_doubt(b.id, b.so_dien_thoai, b.ten_goi_cuoc, b.ngay_thanh_cong, b.username_nv, b.dang_ky_id) AS nghi_van,
    package_doubt(b.ten_goi_cuoc) AS goi_la
  FROM baodo b;

-- Which rules the stock of numbers was typed by last: a digest, so that an update which changes one is noticed (D3-SIM-03).
CREATE TABLE sim_rules (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  digest text NOT NULL,
  ran_at timestamptz
);
