-- A refund above the price of its package is a warning of the desk (D3-FILE-06).

-- Named here for the view.
CREATE FUNCTION refund_price_doubt(r requestrefund) RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text';
DROP VIEW requestrefund_list;
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
