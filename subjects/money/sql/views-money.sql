-- Views that lists read instead of the tables. Recreated after every upgrade, so that they have all columns of their tables; the file name
-- sorts it last, as views use functions of the other files.
DROP VIEW IF EXISTS mesbank_list, mfy_list, giahoantien_list, giagoimfy_list, requestrefund_list;
-- Warnings by row, which are tables now (desk.sql).
DROP FUNCTION IF EXISTS transfer_amount_doubt(uuid, bigint), transfer_use_doubt(uuid, uuid, boolean), is_paid_with(uuid, uuid, boolean),
  paid_besides(uuid), refund_amount_doubt(requestrefund), refund_extra_doubt(requestrefund), refund_price_doubt(requestrefund),
  refund_repeat_doubt(requestrefund), refund_line_doubt(requestrefund), refund_claim_doubt(requestrefund, boolean),
  refund_transfer_doubt(requestrefund, boolean), mfy_amount_doubt(mfy), mfy_package_doubt(text), mfy_claim_doubt(mfy, boolean),
  mfy_transfer_doubt(mfy, boolean), transfer_due(mesbank), transfer_doubt(mesbank), transfer_price_doubt(bigint, text),
  proposed_order(mesbank);

CREATE VIEW mesbank_list AS
  SELECT m.*, (SELECT p.price FROM package_prices(m.goi_cuoc) p) AS gia_goi,
    CASE WHEN u.id IS NULL THEN (SELECT w.said FROM transfer_doubts(m) w) END AS lech_gia,
    CASE WHEN u.id IS NULL THEN (SELECT w.said FROM unknown_package(m.goi_cuoc) w) END AS goi_la,
    CASE WHEN m.nhan_dang = 'vua' THEN m.ly_do_nhan_dang END AS can_xem,
    u.kind AS don_loai, u.order_id AS don_id, CASE WHEN u.id IS NOT NULL THEN order_words(u.kind, u.order_id) END AS don,
    CASE WHEN u.id IS NULL THEN 0 ELSE 1 END AS da_dung,
    (SELECT p.id FROM proposals(m) p) AS de_xuat_id, (SELECT p.said FROM proposals(m) p) AS de_xuat,
    -- Amount that it should bring: of its proposed order, else of its package (D3-QR-02).
    coalesce((SELECT p.amount FROM proposals(m) p), (SELECT p.price FROM package_prices(m.goi_cuoc) p)) AS can_chuyen
  FROM mesbank m LEFT JOIN transfer_use u ON u.message_id = m.id AND u.ended_at IS NULL;

CREATE VIEW mfy_list AS
  SELECT d.*, CASE WHEN NOT d.untold THEN d.lech_tien END AS lech_tien_told
  FROM (
    SELECT m.*,
      (SELECT w.said FROM mfy_amount_doubt(m.id, m.so_dien_thoai, m.ma_goi, m.created_at, m.doanh_thu + m.chenh_lech) w) AS lech_tien,
      (SELECT w.said FROM mfy_transfer_doubt(m.id, m.so_dien_thoai, m.ma_goi, m.created_at, true) w) AS tin_da_dung,
      (SELECT w.said FROM mfy_claim_doubt(m.id, m.so_dien_thoai, true) w) AS don_khac,
      (SELECT w.said FROM unknown_mfy_package(m.ma_goi) w) AS goi_la,
      CASE WHEN NOT m.untold THEN
        (SELECT w.said FROM mfy_transfer_doubt(m.id, m.so_dien_thoai, m.ma_goi, m.created_at, false) w) END AS tin_da_dung_told,
      CASE WHEN NOT m.untold THEN (SELECT w.said FROM mfy_claim_doubt(m.id, m.so_dien_thoai, false) w) END AS don_khac_told
    FROM mfy m) d;

-- Marks rows stored before names were normalised, for managers to merge by hand.
CREATE VIEW giahoantien_list AS
  SELECT g.*, CASE WHEN EXISTS (SELECT FROM giahoantien o WHERE o.deleted_at IS NULL AND o.id <> g.id
    AND package_key(o.ten_goi_cuoc) = package_key(g.ten_goi_cuoc)) THEN '1' ELSE '0' END AS trung_ten
  FROM giahoantien g;

CREATE VIEW giagoimfy_list AS
  SELECT g.*, CASE WHEN EXISTS (SELECT FROM giagoimfy o WHERE o.deleted_at IS NULL AND o.id <> g.id
    AND package_key(o.ten_goi_cuoc) = package_key(g.ten_goi_cuoc)) THEN '1' ELSE '0' END AS trung_ten
  FROM giagoimfy g;

CREATE VIEW requestrefund_list AS
  SELECT d.*, CASE WHEN NOT d.untold THEN d.lech_tien END AS lech_tien_told, CASE WHEN NOT d.untold THEN d.da_tung END AS da_tung_told,
    CASE WHEN NOT d.untold THEN d.khong_dang_ky END AS khong_dang_ky_told
  FROM (
    SELECT r.*,
      (SELECT w.said FROM refund_amount_doubt(r.id, r.number_phone, r.package_code, r.request_type, r.request_method, r.created_time,
        r.refund_price, r.transfer_final_amount + r.chenh_lech) w) AS lech_tien,
      (SELECT w.said FROM refund_repeat_doubt(r.id, r.number_phone, r.package_code, r.request_type, r.created_time) w) AS da_tung,
      (SELECT w.said FROM refund_line_doubt(r.id, r.number_phone, r.package_code, r.request_type, r.created_time, r.untold) w)
        AS khong_dang_ky,
      (SELECT w.said FROM refund_transfer_doubt(r.id, r.number_phone, r.package_code, r.request_type, r.created_time, true) w)
        AS tin_da_dung,
      (SELECT w.said FROM refund_claim_doubt(r.id, r.number_phone, r.package_code, r.request_type, true) w) AS don_khac,
      (SELECT w.said FROM unknown_package(r.package_code) w) AS goi_la,
      (SELECT w.said FROM refund_price_doubt(r.package_code, r.request_type, r.refund_price) w) AS cao_hon_gia,
      (SELECT w.said FROM refund_extra_doubt(r.package_code, r.request_type, r.other_refund, r.other_reason) w) AS hoan_them_la,
      CASE WHEN NOT r.untold THEN
        (SELECT w.said FROM refund_transfer_doubt(r.id, r.number_phone, r.package_code, r.request_type, r.created_time, false) w)
        END AS tin_da_dung_told,
      CASE WHEN NOT r.untold THEN
        (SELECT w.said FROM refund_claim_doubt(r.id, r.number_phone, r.package_code, r.request_type, false) w) END AS don_khac_told,
      -- Only an amount above the limit, or a first approval, needs a turn.
      CASE WHEN r.duyet_1_boi IS NOT NULL OR refund_sum(r) > (SELECT setting_number('refund.secondApprovalAbove', NULL))
        THEN approval_turn(r) END AS luot_duyet
    FROM requestrefund r) d;
