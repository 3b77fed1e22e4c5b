-- The results of a call are those of the contract (contract/care-results.ts): what is checked of them are its conditions, which the
-- routines make anew with every version. A new result is then a row there and no upgrade.
CREATE FUNCTION is_care_result(p_value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN p_value IN ('APPROVED', 'REJECTED', 'APPOINTMENT', 'KBM', 'KLLĐ', 'KEEP', 'RE-REGISTER');
CREATE FUNCTION is_appointment(p_value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN p_value = 'APPOINTMENT';
CREATE FUNCTION needs_note(p_value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN p_value <> 'APPROVED';
CREATE FUNCTION needs_package(p_value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN p_value IN ('APPROVED', 'APPOINTMENT');
-- Their parameter is called as in all of these; a function that nothing of a table reads is made anew by the routines.
DROP VIEW care_history_list;
DROP FUNCTION is_reached(text), has_rules(text);
CREATE FUNCTION has_rules(p_value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN p_value IN ('KBM', 'KLLĐ', 'KEEP', 'REJECTED');
ALTER TABLE care_history
  DROP CONSTRAINT care_history_status_check, DROP CONSTRAINT care_history_appointment, DROP CONSTRAINT care_history_note,
  DROP CONSTRAINT care_history_package,
  ADD CONSTRAINT care_history_status_check CHECK (is_care_result(status)) NOT VALID,
  ADD CONSTRAINT care_history_appointment CHECK (NOT is_appointment(status) OR appointment_at IS NOT NULL) NOT VALID,
  ADD CONSTRAINT care_history_note CHECK (NOT needs_note(status) OR note <> '') NOT VALID,
  ADD CONSTRAINT care_history_package CHECK (NOT needs_package(status) OR package <> '') NOT VALID;
ALTER TABLE care_history VALIDATE CONSTRAINT care_history_status_check;
ALTER TABLE care_history VALIDATE CONSTRAINT care_history_appointment;
ALTER TABLE care_history VALIDATE CONSTRAINT care_history_note;
ALTER TABLE care_history VALIDATE CONSTRAINT care_history_package;
ALTER TABLE recycle_rules DROP CONSTRAINT recycle_rules_status_check, ADD CONSTRAINT recycle_rules_status_check CHECK (has_rules(status));
