-- What the dashboard counts is answered by indexes, and every figure of it can be opened as rows.

-- The order of the lists stays; the columns carried along let sums be read from the index alone.
DROP INDEX care_history_newest;
CREATE INDEX care_history_newest ON care_history (created_at DESC, id DESC) INCLUDE (username, status);
DROP INDEX care_history_staff;
CREATE INDEX care_history_staff ON care_history (username, created_at DESC, id DESC) INCLUDE (status);
DROP INDEX customer_message_9084_newest;
CREATE INDEX customer_message_9084_newest ON customer_message_9084 ("Time" DESC, id DESC)
  INCLUDE (username_nv, "Status", "Price");
DROP INDEX customer_message_9084_staff;
CREATE INDEX customer_message_9084_staff ON customer_message_9084 (username_nv, "Time" DESC, id DESC)
  INCLUDE ("Status", "Price");

-- Appointments that are due, of everybody: few rows have one.
CREATE INDEX customer_appointments ON customer (appointment_at) WHERE appointment_at IS NOT NULL;

-- Whether the call reached somebody, and whether its appointment is kept, still to come or late.
DROP VIEW care_history_list;
CREATE VIEW care_history_list AS
  SELECT h.*, (SELECT u.fullname FROM users u WHERE u.id = h.user_id) AS fullname,
    CASE WHEN h.status IN ('KBM', 'KLLĐ') THEN 0 ELSE 1 END AS gap_khach,
    CASE
      WHEN h.appointment_at IS NULL THEN NULL
      WHEN NOT EXISTS (
        SELECT FROM customer c WHERE c.id = h.customer_id AND c.appointment_at = h.appointment_at
          AND c.place IN ('called', 'open')) THEN 'xong'
      WHEN h.appointment_at <= now() THEN 'tre'
      ELSE 'cho'
    END AS lich_hen
  FROM care_history h;
