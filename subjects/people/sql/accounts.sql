-- Whether an account holds one of these codes, through its role or itself.
CREATE OR REPLACE FUNCTION holds(p_user uuid, VARIADIC p_codes text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM users u JOIN permissions p ON p.code = ANY (p_codes)
    WHERE u.id = p_user AND (p.id IN (SELECT permission_id FROM role_permissions WHERE role_id = u.role_id)
      OR p.id IN (SELECT permission_id FROM user_permissions WHERE user_id = u.id)))
$$;
