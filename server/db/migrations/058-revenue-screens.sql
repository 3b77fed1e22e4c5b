-- What the lists over revenue lines show, sum and are found by (docs/decisions/revenue-lines.md).

ALTER TABLE revenue_line
  -- When an import or a POST last named this report; and the latest of its registration, worked out by settle_revenue.
  ADD COLUMN named_at timestamptz,
  ADD COLUMN doi_soat_luc timestamptz,
  ADD COLUMN kenh_fold text GENERATED ALWAYS AS (fold(kenh)) STORED,
  -- What the line counts for pay after its refund (D2-REVF-15); a column, so that a month is summed from an index.
  ADD COLUMN doanh_thu_tinh_luong bigint GENERATED ALWAYS AS (CASE WHEN status = 'SUCCESS'
    THEN greatest(0, floor((doanh_thu + chenh_lech) * ti_le_doanh_thu / 100 + 0.5)::bigint - tien_hoan) ELSE 0 END) STORED;

-- The channels of the confirmation tabs as they are called (D2-Q-178).
UPDATE revenue_line SET kenh = CASE kenh WHEN '9084new' THEN '9084 (2)' WHEN '9084new1' THEN '9084 (3)' ELSE '9084 (4)' END
WHERE kenh IN ('9084new', '9084new1', '9084new2') AND kenh = track0;

CREATE INDEX revenue_line_time ON revenue_line (ngay_thanh_cong, id) INCLUDE (doanh_thu, tien_hoan, doanh_thu_tinh_luong)
  WHERE line_id = id AND deleted_at IS NULL;
CREATE INDEX revenue_line_price ON revenue_line (doanh_thu, id) WHERE line_id = id AND deleted_at IS NULL;
CREATE INDEX revenue_line_unowned ON revenue_line (id) WHERE line_id = id AND deleted_at IS NULL AND username_nv IS NULL;

-- The lines that are in force, with whose they are by name and the refund that each is matched with (D2-REVF-10 to 15). What
-- is looked up stands in selects of its own: a join would keep sums from being read from the index alone.
CREATE VIEW revenue_line_list AS
SELECT l.*, (SELECT u.fullname FROM users u WHERE lower(u.username) = lower(l.username_nv)) AS ten_nv,
  (SELECT r.staff_username FROM requestrefund r WHERE r.id = l.request_id) AS staff_username,
  (SELECT r.request_type FROM requestrefund r WHERE r.id = l.request_id) AS request_type,
  (SELECT r.request_method FROM requestrefund r WHERE r.id = l.request_id) AS request_method,
  l.tien_hoan AS refund_price, (l.request_id IS NOT NULL)::int::smallint AS co_yeu_cau,
  (l.doi_soat_luc IS NOT NULL)::int::smallint AS da_doi_soat,
  CASE l.status WHEN 'SUCCESS' THEN 'SUCCESS' ELSE 'FAILD' END AS ket_qua
FROM revenue_line l WHERE l.line_id = l.id;
