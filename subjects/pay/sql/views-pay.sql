-- Views that lists read instead of the tables. Recreated after every upgrade, so that they have all columns of their tables; the file name
-- sorts it last, as views use functions of the other files.
DROP VIEW IF EXISTS revenue_line_list;

CREATE VIEW revenue_line_list AS
SELECT l.*, (SELECT u.fullname FROM users u WHERE to_lower(u.username) = to_lower(l.username_nv)) AS ten_nv,
  (SELECT r.staff_username FROM requestrefund r WHERE r.id = l.request_id) AS staff_username,
  (SELECT r.request_type FROM requestrefund r WHERE r.id = l.request_id) AS request_type,
  (SELECT r.request_method FROM requestrefund r WHERE r.id = l.request_id) AS request_method,
  l.tien_hoan AS refund_price, (l.request_id IS NOT NULL)::int::smallint AS co_yeu_cau,
  (l.doi_soat_luc IS NOT NULL)::int::smallint AS da_doi_soat,
  CASE l.status WHEN 'SUCCESS' THEN 'SUCCESS' ELSE 'FAILD' END AS ket_qua,
  (l.status = 'SUCCESS')::int::smallint AS so_goi
FROM revenue_line l WHERE l.line_id = l.id;
