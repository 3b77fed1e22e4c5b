-- By which act a number was shown in full (D3-RULE-04): handed out to be called, or in the list of own appointments.
CREATE OR REPLACE VIEW disclosed AS
  SELECT customer_id, to_holder AS user_id, at, 'nhan'::text AS act FROM movements
  WHERE kind IN ('claim', 'appointment', 'recycle') AND to_stage = 'open'
  UNION ALL
  SELECT customer_id, user_id, at, CASE reason WHEN 'claim' THEN 'nhan' ELSE 'hen' END FROM disclosures;
