-- Look-ups that are under way at one moment fail together: a failure counts when its look-up began after the last one that did.
ALTER TABLE scan_pace ADD COLUMN failed_at timestamptz;
DROP FUNCTION IF EXISTS scan_carrier(text, boolean);
