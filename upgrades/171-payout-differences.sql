-- A month is paid by its differences (D3-PAY-16): what its files hold together is what was paid, so a line says when it
-- does not count, as the bank gave it back. Before, a person's newest line replaced the former ones.
ALTER TABLE payout_line ADD COLUMN bo_boi text, ADD COLUMN bo_luc timestamptz,
  ADD CONSTRAINT payout_line_left CHECK (num_nulls(bo_boi, bo_luc) IN (0, 2));
UPDATE payout_line l SET bo_boi = '__AUTO', bo_luc = n.luc
FROM (
  SELECT o.file_id, o.username, lead(f.luc) OVER (PARTITION BY f.thang, o.username ORDER BY f.lan) AS luc
  FROM payout_line o JOIN payout_file f ON f.id = o.file_id) n
WHERE n.file_id = l.file_id AND n.username = l.username AND n.luc IS NOT NULL;
