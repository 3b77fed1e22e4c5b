-- Whatever a masked role writes of a phone takes from the one number of the day (D3-SEC-05); a person's undecided requests
-- are bounded (D3-SEC-11); codes that nobody confirms end.

-- Entered beyond the writer's number of phones of the day: what is derived from the phone is told to nobody who sees masks.
ALTER TABLE requestrefund ADD COLUMN untold boolean NOT NULL DEFAULT false;
ALTER TABLE mfy ADD COLUMN untold boolean NOT NULL DEFAULT false;
ALTER TABLE khr ADD COLUMN untold boolean NOT NULL DEFAULT false;
ALTER TABLE moigoihomsau ADD COLUMN untold boolean NOT NULL DEFAULT false;

-- The lists as they were, with what masked roles are told of their doubts.
DROP VIEW requestrefund_list;
CREATE VIEW requestrefund_list AS
  SELECT r.*, refund_amount_doubt(r) AS lech_tien, refund_repeat_doubt(r) AS da_tung,
    refund_line_doubt(r) AS khong_dang_ky, refund_transfer_doubt(r, true) AS tin_da_dung, refund_claim_doubt(r, true) AS don_khac,
    package_doubt(r.package_code) AS goi_la, refund_extra_doubt(r) AS hoan_them_la,
    CASE WHEN NOT r.untold THEN refund_amount_doubt(r) END AS lech_tien_told,
    CASE WHEN NOT r.untold THEN refund_repeat_doubt(r) END AS da_tung_told,
    CASE WHEN NOT r.untold THEN refund_line_doubt(r) END AS khong_dang_ky_told,
    CASE WHEN NOT r.untold THEN refund_transfer_doubt(r, false) END AS tin_da_dung_told,
    CASE WHEN NOT r.untold THEN refund_claim_doubt(r, false) END AS don_khac_told
  FROM requestrefund r;

DROP VIEW mfy_list;
CREATE VIEW mfy_list AS
  SELECT m.*, mfy_amount_doubt(m) AS lech_tien, mfy_transfer_doubt(m, true) AS tin_da_dung,
    mfy_claim_doubt(m, true) AS don_khac, mfy_package_doubt(m.ma_goi) AS goi_la,
    CASE WHEN NOT m.untold THEN mfy_amount_doubt(m) END AS lech_tien_told,
    CASE WHEN NOT m.untold THEN mfy_transfer_doubt(m, false) END AS tin_da_dung_told,
    CASE WHEN NOT m.untold THEN mfy_claim_doubt(m, false) END AS don_khac_told
  FROM mfy m;

DROP VIEW khr_list;
CREATE VIEW khr_list AS
  SELECT k.*, d.trung_voi, CASE WHEN d.trung_voi IS NOT NULL THEN 'Số này đã duyệt cho người khác' END AS trung,
    CASE WHEN d.trung_voi IS NOT NULL AND NOT k.untold THEN 'Số này đã duyệt cho người khác' END AS trung_told
  FROM khr k, LATERAL (SELECT approved_for_another(k.id, k.so_dien_thoai, k.username_nv) AS trung_voi) d;

-- The undecided requests of a person, who has a bounded number of them.
CREATE INDEX requestrefund_waiting_of ON requestrefund (staff_username)
  WHERE duyet = '0' AND khoa_trang_thai = 'dang_cho_duyet' AND deleted_at IS NULL;

-- Rows of the invitation histories that wait; nothing looks after those whose order is gone.
CREATE INDEX invitation_history_open ON invitation_history ("genDate") WHERE status = 'NONE';
