-- What lists read beside the rows of their table. Made anew after every upgrade, so that they have all columns of their tables, and last,
-- as they name functions of the other files.
DROP VIEW IF EXISTS
  node_balances, report_9332,
  customer_message_9084_list, mesbank_list, systemaccount_list, baodo_list, mfy_list, khr_list,
  giahoantien_list, giagoimfy_list, disclosed, care_history_list, requestrefund_list, do_not_call,
  customer_list, revenue_line_list;

CREATE VIEW node_balances AS
  SELECT file_id, holder_id, stage, sum(n)::bigint AS n
  FROM (SELECT * FROM balances UNION ALL SELECT * FROM balance_deltas) b
  GROUP BY file_id, holder_id, stage;

-- Whether the carrier took the request at all, beside what became of it (D2-INVIT-45).
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

CREATE VIEW mesbank_list AS
  SELECT m.*, package_price(m.goi_cuoc) AS gia_goi,
    CASE WHEN u.id IS NULL THEN transfer_doubt(m) END AS lech_gia,
    CASE WHEN u.id IS NULL THEN package_doubt(m.goi_cuoc) END AS goi_la,
    CASE WHEN m.nhan_dang = 'vua' THEN m.ly_do_nhan_dang END AS can_xem,
    u.kind AS don_loai, u.order_id AS don_id, CASE WHEN u.id IS NOT NULL THEN order_words(u.kind, u.order_id) END AS don,
    CASE WHEN u.id IS NULL THEN 0 ELSE 1 END AS da_dung,
    proposed_order(m) AS de_xuat_id, proposal_words(m) AS de_xuat, transfer_due(m) AS can_chuyen
  FROM mesbank m LEFT JOIN transfer_use u ON u.message_id = m.id AND u.ended_at IS NULL;

CREATE VIEW systemaccount_list AS
  SELECT a.*, '********' AS password, '********' AS api, a.position || ' ' || a.account AS name,
    fold(a.position || ' ' || a.account) AS name_fold
  FROM systemaccount a;

CREATE VIEW baodo_list AS
  SELECT b.*, claim_doubt(b.id, b.so_dien_thoai, b.ten_goi_cuoc, b.ngay_thanh_cong, b.username_nv, b.dang_ky_id) AS nghi_van,
    package_doubt(b.ten_goi_cuoc) AS goi_la
  FROM baodo b;

CREATE VIEW mfy_list AS
  SELECT m.*, mfy_amount_doubt(m) AS lech_tien, mfy_transfer_doubt(m, true) AS tin_da_dung,
    mfy_claim_doubt(m, true) AS don_khac, mfy_package_doubt(m.ma_goi) AS goi_la,
    CASE WHEN NOT m.untold THEN mfy_amount_doubt(m) END AS lech_tien_told,
    CASE WHEN NOT m.untold THEN mfy_transfer_doubt(m, false) END AS tin_da_dung_told,
    CASE WHEN NOT m.untold THEN mfy_claim_doubt(m, false) END AS don_khac_told
  FROM mfy m;

CREATE VIEW khr_list AS
  SELECT k.*, d.trung_voi, CASE WHEN d.trung_voi IS NOT NULL THEN 'Số này đã duyệt cho người khác' END AS trung,
    CASE WHEN d.trung_voi IS NOT NULL AND NOT k.untold THEN 'Số này đã duyệt cho người khác' END AS trung_told
  FROM khr k, LATERAL (SELECT approved_for_another(k.id, k.so_dien_thoai, k.username_nv) AS trung_voi) d;

-- Names that were stored beside each other before: managers merge them by hand.
CREATE VIEW giahoantien_list AS
  SELECT g.*, CASE WHEN EXISTS (SELECT FROM giahoantien o WHERE o.deleted_at IS NULL AND o.id <> g.id
    AND package_key(o.ten_goi_cuoc) = package_key(g.ten_goi_cuoc)) THEN '1' ELSE '0' END AS trung_ten
  FROM giahoantien g;

CREATE VIEW giagoimfy_list AS
  SELECT g.*, CASE WHEN EXISTS (SELECT FROM giagoimfy o WHERE o.deleted_at IS NULL AND o.id <> g.id
    AND package_key(o.ten_goi_cuoc) = package_key(g.ten_goi_cuoc)) THEN '1' ELSE '0' END AS trung_ten
  FROM giagoimfy g;

-- By which act a number was shown in full (D3-RULE-04): handed out to be called, or in the list of own appointments.
CREATE VIEW disclosed AS
  SELECT customer_id, to_holder AS user_id, at, 'nhan'::text AS act FROM movements
  WHERE kind IN ('claim', 'appointment', 'recycle') AND to_stage = 'open'
  UNION ALL
  SELECT customer_id, user_id, at, CASE reason WHEN 'claim' THEN 'nhan' ELSE 'hen' END FROM disclosures;

CREATE VIEW care_history_list AS
  SELECT h.*, (SELECT u.fullname FROM users u WHERE u.id = h.user_id) AS fullname,
    is_reached(h.status)::int AS gap_khach,
    least(h.lan, 4)::text AS lan_goi,
    CASE
      WHEN h.appointment_at IS NULL THEN NULL
      WHEN NOT EXISTS (
        SELECT FROM customer c WHERE c.id = h.customer_id AND c.appointment_at = h.appointment_at
          AND c.stage IN ('called', 'open')) THEN 'xong'
      WHEN h.appointment_at <= now() THEN 'tre'
      ELSE 'cho'
    END AS lich_hen
  FROM care_history h;

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

-- The entries that do: what keeps from calling reads this and never the table.
CREATE VIEW do_not_call AS
  SELECT id, phone_number, nguon, "createdAt", den_ngay FROM blacklist
  WHERE in_force(den_ngay);

CREATE VIEW customer_list AS
  SELECT c.id, c.file_id, c.phone, c.type, c.package, c."packageRegisterAt", c."packageExpiredAt", c."packageCycle", c.state,
    CASE WHEN NOT c.untold OR c.stage <> 'left' THEN c.status
      WHEN EXISTS (SELECT FROM do_not_call b WHERE b.phone_number = c.phone) THEN 'BLOCKED'
      WHEN EXISTS (SELECT FROM customer_message_9084 m
        WHERE m."NumberPhone" = c.phone AND m."Status" = 1 AND m."createdAt" > c."createdAt") THEN 'REGISTERED'
      ELSE c.status END AS status,
    c.status AS status_told, c."packagesCanRegister", c.so_chu_ky_mien_phi_con_lai, c.holder_id, c.stage, c.rank,
    c.claimed_at, c.appointment_at, c.version, 0 AS untold_steps, c."createdAt", c.untold,
    (SELECT u.username FROM users u WHERE u.id = c.holder_id) AS holder_username,
    (SELECT f."FileName" FROM data_files f WHERE f.id = c.file_id) AS "FileName",
    (SELECT f.kind FROM data_files f WHERE f.id = c.file_id) AS file_kind,
    (SELECT f.owner_id FROM data_files f WHERE f.id = c.file_id) AS file_owner
  FROM customer c
  WHERE c.stage <> 'gone';

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
