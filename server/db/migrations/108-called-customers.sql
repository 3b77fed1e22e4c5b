-- A result tells of its customer as it was called; the log reads no customer per row.
ALTER TABLE care_history ADD COLUMN customer_type text, ADD COLUMN customer_package text, ADD COLUMN customer_expired_at date;
UPDATE care_history h
SET customer_type = c.type, customer_package = c.package, customer_expired_at = c."packageExpiredAt"
FROM customer c WHERE c.id = h.customer_id;
DROP VIEW care_history_list;
CREATE VIEW care_history_list AS
  SELECT h.*, (SELECT u.fullname FROM users u WHERE u.id = h.user_id) AS fullname,
    CASE WHEN h.status IN ('KBM', 'KLLĐ') THEN 0 ELSE 1 END AS gap_khach,
    CASE
      WHEN h.appointment_at IS NULL THEN NULL
      WHEN NOT EXISTS (
        SELECT FROM customer c WHERE c.id = h.customer_id AND c.appointment_at = h.appointment_at
          AND c.stage IN ('called', 'open')) THEN 'xong'
      WHEN h.appointment_at <= now() THEN 'tre'
      ELSE 'cho'
    END AS lich_hen
  FROM care_history h;

-- A person's results are counted from the index for readers of a branch or a group as well.
DROP INDEX care_history_staff;
CREATE INDEX care_history_staff ON care_history (username, created_at DESC, id DESC) INCLUDE (status, brand_id, group_id);
