-- A second message may pay the rest of an order (D3-FEED-01): its messages are numbered, and of each number one stands.
ALTER TABLE transfer_use
  ADD COLUMN lan smallint NOT NULL DEFAULT 1 CONSTRAINT transfer_use_lan CHECK (lan > 0),
  -- What was due when the first message was counted, đồng.
  ADD COLUMN phai_thu bigint;
UPDATE transfer_use u SET phai_thu = m.money - u.chenh_lech FROM mesbank m WHERE m.id = u.message_id;
ALTER TABLE transfer_use ALTER COLUMN phai_thu SET NOT NULL;
DROP INDEX transfer_use_order;
CREATE UNIQUE INDEX transfer_use_order ON transfer_use (order_id, lan) WHERE ended_at IS NULL;
