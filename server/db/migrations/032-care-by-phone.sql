-- Numbers received are those handed out: drawn from a pool, and kept appointments. One index answers for both.
CREATE INDEX movements_received ON movements (to_holder, at) WHERE kind IN ('claim', 'appointment');
DROP INDEX movements_claims;

-- Whether somebody is calling a phone or has an appointment with it: each claim asks before it hands out a row of it.
CREATE INDEX customer_busy ON customer (phone)
  WHERE stage = 'open' OR (stage = 'called' AND appointment_at IS NOT NULL);
