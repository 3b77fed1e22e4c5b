-- Views that lists read instead of the tables. Recreated after every upgrade, so that they have all columns of their tables; the file name
-- sorts it last, as views use functions of the other files.
DROP VIEW IF EXISTS report_9332, customer_message_9084_list, baodo_list, khr_list;
-- Now a table (unknown_package).
DROP FUNCTION IF EXISTS package_doubt(text);

-- Whether the carrier accepted the request, independent of the outcome (D2-INVIT-45).
CREATE VIEW report_9332 AS
  SELECT h.*, CASE WHEN "resultCodeMO" IS NOT NULL THEN 'SENT' WHEN status = 'NONE' THEN 'WAITING' ELSE 'UNSENT' END
    AS "inviteStatus",
    CASE WHEN "resultCodeMO" = 'REGISTER_SUCCESS' THEN 'SUCCESS' WHEN "resultCodeMO" IS NOT NULL THEN 'FAILD' END
    AS "resultCode",
    nullif(concat_ws(' - ', nullif("resultDesMt", ''), nullif("resultDesMO", '')), '') AS message
  FROM invitation_history h WHERE source = '9332';

CREATE VIEW customer_message_9084_list AS
  SELECT m.*, CASE WHEN m."Status" = 1 THEN '1' ELSE '0' END AS state,
    CASE WHEN to_lower(m.username_nv) <> (SELECT to_lower(default_admin())) THEN m.username_nv END AS username_shown,
    CASE WHEN to_lower(m.username_nv) <> (SELECT to_lower(default_admin())) THEN m.ten_nv END AS ten_shown,
    CASE WHEN m."Status" = 1 THEN m."Price" ELSE 0 END AS doanh_thu
  FROM customer_message_9084 m;

CREATE VIEW baodo_list AS
  SELECT b.*, claim_doubt(b.id, b.so_dien_thoai, b.ten_goi_cuoc, b.ngay_thanh_cong, b.username_nv, b.dang_ky_id) AS nghi_van,
    (SELECT w.said FROM unknown_package(b.ten_goi_cuoc) w) AS goi_la
  FROM baodo b;

CREATE VIEW khr_list AS
  SELECT k.*, d.trung_voi, CASE WHEN d.trung_voi IS NOT NULL THEN 'Số này đã duyệt cho người khác' END AS trung,
    CASE WHEN d.trung_voi IS NOT NULL AND NOT k.untold THEN 'Số này đã duyệt cho người khác' END AS trung_told
  FROM khr k, LATERAL (SELECT approved_for_another(k.id, k.so_dien_thoai, k.username_nv) AS trung_voi) d;
