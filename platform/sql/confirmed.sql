-- Fingerprint of what a session's confirmation depends on (D3-SEC-07): the account's password, role and permissions,
-- the role's priority and permissions. Any change of these, by any call, ends the confirmation.
CREATE OR REPLACE FUNCTION account_print(p_user uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(concat_ws(' ', u.password_hash, u.role_id, r.priority, ARRAY(
    SELECT permission_id FROM role_permissions WHERE role_id = u.role_id
    UNION SELECT permission_id FROM user_permissions WHERE user_id = u.id ORDER BY 1)), 'UTF8')), 'hex')
  FROM users u JOIN roles r ON r.id = u.role_id WHERE u.id = p_user AND NOT u.is_deleted
$$;
