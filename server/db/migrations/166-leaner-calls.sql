-- What every call reads and writes, with less of it.

-- Rows come only from the trigger of care_history, which has the same foreign keys: checking them again cost three queries a result.
ALTER TABLE recycling DROP CONSTRAINT recycling_customer_id_fkey, DROP CONSTRAINT recycling_file_id_fkey,
  DROP CONSTRAINT recycling_caller_id_fkey;

-- Hours within which no person is called again, of `care.coolDownHours`; 0 when switched off (D3-ORG-06).
ALTER TABLE calling_bounds ADD COLUMN cool_down int NOT NULL DEFAULT 24;
UPDATE calling_bounds SET cool_down = coalesce((SELECT (value #>> '{}')::int FROM settings WHERE key = 'care.coolDownHours'), 24);
