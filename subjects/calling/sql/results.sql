-- Results of calls.

-- Time from which results may be edited: so many days back (`care.editDaysBack`), from the first of the month when it is empty
-- (D1-CARE-51).
CREATE OR REPLACE FUNCTION editable_since(p_at timestamptz DEFAULT now()) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN day_start(coalesce(
    (p_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date - setting_number('care.editDaysBack', NULL)::int, month_of(p_at)));

-- Sets on a new result: the unit of its caller (D3-ORG-01), its ordinal among the calls of its customer by time, and when the same person
-- called before (D3-REC-05). The lock on the customer row orders results of one customer; one entered with an earlier time moves the later
-- ones up.
CREATE OR REPLACE FUNCTION number_call() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_late boolean;
BEGIN
  SELECT u.brand_id, u.group_id, coalesce(c.earlier, 0) + 1, c.same_person, coalesce(c.is_late, false)
    INTO NEW.brand_id, NEW.group_id, NEW.lan, NEW.goi_truoc_luc, is_late
  FROM (
    SELECT max(h.lan) FILTER (WHERE h.created_at <= NEW.created_at) AS earlier,
      max(h.created_at) FILTER (WHERE h.created_at <= NEW.created_at AND h.user_id = NEW.user_id) AS same_person,
      bool_or(h.created_at > NEW.created_at) AS is_late
    FROM care_history h WHERE h.customer_id = NEW.customer_id) c
  LEFT JOIN unit_at(NEW.user_id, NEW.created_at) u ON true;
  IF is_late THEN
    UPDATE care_history h SET lan = h.lan + 1,
      goi_truoc_luc = CASE WHEN h.user_id = NEW.user_id THEN greatest(h.goi_truoc_luc, NEW.created_at) ELSE h.goi_truoc_luc END
    WHERE h.customer_id = NEW.customer_id AND h.created_at > NEW.created_at;
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER care_history_call BEFORE INSERT ON care_history
  FOR EACH ROW EXECUTE FUNCTION number_call();
