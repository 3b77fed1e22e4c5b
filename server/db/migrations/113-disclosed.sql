-- The full numbers that somebody of a masked role was shown: with each number that came into its hand, which the ledger
-- records (a claim stored both before), and those shown by themselves.
CREATE VIEW disclosed AS
  SELECT customer_id, to_holder AS user_id, at FROM movements
  WHERE kind IN ('claim', 'appointment') AND to_stage = 'open'
  UNION ALL
  SELECT customer_id, user_id, at FROM disclosures;
