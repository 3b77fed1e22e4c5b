-- Views that lists read instead of the tables. Recreated after every upgrade, so that they have all columns of their tables; the file name
-- sorts it last, as views use functions of the other files.
DROP VIEW IF EXISTS mesbank_list, mfy_list, giahoantien_list, giagoimfy_list, requestrefund_list;

CREATE VIEW mesbank_list AS
  SELECT m.*, package_price(m.goi_cuoc) AS gia_goi,
    CASE WHEN u.id IS NULL THEN transfer_doubt(m) END AS lech_gia,
    CASE WHEN u.id IS NULL THEN package_doubt(m.goi_cuoc) END AS goi_la,
    CASE WHEN m.nhan_dang = 'vua' THEN m.ly_do_nhan_dang END AS can_xem,
    u.kind AS don_loai, u.order_id AS don_id, CASE WHEN u.id IS NOT NULL THEN order_words(u.kind, u.order_id) END AS don,
    CASE WHEN u.id IS NULL THEN 0 ELSE 1 END AS da_dung,
    proposed_order(m) AS de_xuat_id, proposal_words(m) AS de_xuat, transfer_due(m) AS can_chuyen
  FROM mesbank m LEFT JOIN transfer_use u ON u.message_id = m.id AND u.ended_at IS NULL;

CREATE VIEW mfy_list AS
  SELECT m.*, mfy_amount_doubt(m) AS lech_tien, mfy_transfer_doubt(m, true) AS tin_da_dung,
    mfy_claim_doubt(m, true) AS don_khac, mfy_package_doubt(m.ma_goi) AS goi_la,
    CASE WHEN NOT m.untold THEN mfy_amount_doubt(m) END AS lech_tien_told,
    CASE WHEN NOT m.untold THEN mfy_transfer_doubt(m, false) END AS tin_da_dung_told,
    CASE WHEN NOT m.untold THEN mfy_claim_doubt(m, false) END AS don_khac_told
  FROM mfy m;

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
  SELECT r.*, refund_amount_doubt(r) AS lech_tien, refund_repeat_doubt(r) AS da_tung,
    refund_line_doubt(r) AS khong_dang_ky, refund_transfer_doubt(r, true) AS tin_da_dung, refund_claim_doubt(r, true) AS don_khac,
    package_doubt(r.package_code) AS goi_la, refund_price_doubt(r) AS cao_hon_gia, refund_extra_doubt(r) AS hoan_them_la,
    CASE WHEN NOT r.untold THEN refund_amount_doubt(r) END AS lech_tien_told,
    CASE WHEN NOT r.untold THEN refund_repeat_doubt(r) END AS da_tung_told,
    CASE WHEN NOT r.untold THEN refund_line_doubt(r) END AS khong_dang_ky_told,
    CASE WHEN NOT r.untold THEN refund_transfer_doubt(r, false) END AS tin_da_dung_told,
    CASE WHEN NOT r.untold THEN refund_claim_doubt(r, false) END AS don_khac_told,
    approval_turn(r) AS luot_duyet
  FROM requestrefund r;
