-- Whom the second factor is for (D3-SEC-06): administrators, managers, and who has pay.manage.
CREATE OR REPLACE FUNCTION factor_is_for(p_user uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM users u JOIN roles r ON r.id = u.role_id WHERE u.id = p_user AND (r.priority < 3 OR EXISTS (
      SELECT FROM permissions p WHERE p.code = 'pay.manage' AND p.id IN (
        SELECT permission_id FROM role_permissions WHERE role_id = u.role_id
        UNION SELECT permission_id FROM user_permissions WHERE user_id = u.id))))
$$;

-- 'set' with a second factor, 'due' where one must be set up before anything else, else 'none'.
CREATE OR REPLACE FUNCTION factor_of(p_user uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM second_factors WHERE user_id = p_user AND secret IS NOT NULL) THEN 'set'
    WHEN EXISTS (SELECT FROM settings WHERE key = 'signIn.secondFactor'
      AND (value = '"everybody"' OR value = '"required"' AND factor_is_for(p_user)))
    THEN 'due' ELSE 'none' END
$$;
