-- The tabs that register by a code are those of the contract (contract/code-tabs.ts): a new one is a row there and no upgrade. A channel
-- of revenue lines is told by the same row.
CREATE FUNCTION is_code_tab(p_value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN p_value IN ('9084', '9084new', '9084new1', '9084new2');
ALTER TABLE invitation_history DROP CONSTRAINT invitation_history_source_check,
  ADD CONSTRAINT invitation_history_source_check CHECK (is_code_tab(source) OR source = '9332') NOT VALID;
ALTER TABLE invitation_history VALIDATE CONSTRAINT invitation_history_source_check;
ALTER TABLE revenue_line DROP CONSTRAINT revenue_line_track0_check,
  ADD CONSTRAINT revenue_line_track0_check CHECK (is_code_tab(track0) OR track0 IN ('mfy', '9332', 'ketqua', 'import')) NOT VALID;
ALTER TABLE revenue_line VALIDATE CONSTRAINT revenue_line_track0_check;
