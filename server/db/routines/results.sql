-- Results of calls.

-- Since when results may be edited: so many days back (`care.editDaysBack`), from the first of the month when it is
-- empty (D1-CARE-51).
CREATE OR REPLACE FUNCTION editable_since(p_at timestamptz DEFAULT now()) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN day_start(coalesce(
    (p_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date - setting_number('care.editDaysBack', NULL)::int, month_of(p_at)));
