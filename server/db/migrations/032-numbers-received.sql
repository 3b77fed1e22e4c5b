-- Numbers received are those handed out: drawn from a pool, and kept appointments. One index answers for both.
CREATE INDEX movements_received ON movements (to_holder, at) WHERE kind IN ('claim', 'appointment');
DROP INDEX movements_claims;
