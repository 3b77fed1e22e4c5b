-- Views that lists read instead of the tables. Recreated after every upgrade, so that they have all columns of their tables; the file name
-- sorts it last, as views use functions of the other files.
DROP VIEW IF EXISTS disclosed, care_history_list;

-- Action by which a number was shown in full (D3-RULE-04): handed out to be called, or listed among the own appointments.
CREATE VIEW disclosed AS
  SELECT customer_id, to_holder AS user_id, at, 'nhan'::text AS act FROM movements
  WHERE kind IN ('claim', 'appointment', 'recycle') AND to_stage = 'open'
  UNION ALL
  SELECT customer_id, user_id, at, CASE reason WHEN 'claim' THEN 'nhan' ELSE 'hen' END FROM disclosures;

CREATE VIEW care_history_list AS
  SELECT h.*, u.fullname,
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
  -- Joined, so that the person of many rows is read once.
  FROM care_history h LEFT JOIN users u ON u.id = h.user_id;
