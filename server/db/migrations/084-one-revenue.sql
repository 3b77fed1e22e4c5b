-- Revenue is one column, which dashboard, lists, reports, payroll and month's result all sum (D3-ONE-01; docs/decisions/revenue-lines.md).

ALTER TABLE revenue_line ADD COLUMN "doanhThu" bigint
  GENERATED ALWAYS AS (CASE WHEN line_id = id AND deleted_at IS NULL AND status = 'SUCCESS' THEN doanh_thu ELSE 0 END) STORED;

-- Sums stay reads of an index alone.
DROP INDEX revenue_line_time;
CREATE INDEX revenue_line_time ON revenue_line (ngay_thanh_cong, id)
  INCLUDE (doanh_thu, "doanhThu", tien_hoan, doanh_thu_tinh_luong)
  WHERE line_id = id AND deleted_at IS NULL;
DROP INDEX revenue_line_sums;
CREATE INDEX revenue_line_sums ON revenue_line (ngay_thanh_cong)
  INCLUDE (username_nv, doanh_thu, "doanhThu", status, brand_id, group_id)
  WHERE line_id = id AND deleted_at IS NULL;

-- The view of the lists reads all columns of the table, the new one too.
DROP VIEW revenue_line_list;
CREATE VIEW revenue_line_list AS
SELECT l.*, (SELECT u.fullname FROM users u WHERE to_lower(u.username) = to_lower(l.username_nv)) AS ten_nv,
  (SELECT r.staff_username FROM requestrefund r WHERE r.id = l.request_id) AS staff_username,
  (SELECT r.request_type FROM requestrefund r WHERE r.id = l.request_id) AS request_type,
  (SELECT r.request_method FROM requestrefund r WHERE r.id = l.request_id) AS request_method,
  l.tien_hoan AS refund_price, (l.request_id IS NOT NULL)::int::smallint AS co_yeu_cau,
  (l.doi_soat_luc IS NOT NULL)::int::smallint AS da_doi_soat,
  CASE l.status WHEN 'SUCCESS' THEN 'SUCCESS' ELSE 'FAILD' END AS ket_qua
FROM revenue_line l WHERE l.line_id = l.id;
