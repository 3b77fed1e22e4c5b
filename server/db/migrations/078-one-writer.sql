-- Its place is note_change of routines/audit.sql.
DROP FUNCTION IF EXISTS note_transfer(text, text, uuid, jsonb, jsonb);
