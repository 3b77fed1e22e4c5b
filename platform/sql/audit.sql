-- The only SQL function that writes the audit log, for a person or for automatic work; unchanged rows get no entry.
-- Former states come from rows locked by the statement, as in kit/server/audit.ts: RETURNING old of an UPDATE that
-- waited for a lock is stale if the table has a BEFORE UPDATE trigger (D3-TRL-01). Called in the statement of the
-- change, so that later changes by triggers are logged after it.
CREATE OR REPLACE FUNCTION note_change(p_username text, p_action text, p_resource text, p_id uuid, p_before jsonb, p_after jsonb)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO audit_log (actor_id, username, role_name, action, resource, resource_id, before, after)
  SELECT u.id, p_username, r.name, p_action, p_resource, p_id::text, p_before, p_after
  FROM (SELECT p_username AS name) who LEFT JOIN users u ON u.username = who.name LEFT JOIN roles r ON r.id = u.role_id
  WHERE p_before IS DISTINCT FROM p_after
$$;
