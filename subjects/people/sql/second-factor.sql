-- Whether the second factor concerns an account (D3-SEC-06): administrators, managers, and accountants.
CREATE OR REPLACE FUNCTION factor_is_for(p_user uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM users u JOIN roles r ON r.id = u.role_id
    WHERE u.id = p_user AND (r.priority < 3 OR holds(u.id, books_code())))
$$;

-- 'set' with a second factor, 'due' when one must be set up before anything else, otherwise 'none'.
CREATE OR REPLACE FUNCTION factor_of(p_user uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM second_factors WHERE user_id = p_user AND secret IS NOT NULL) THEN 'set'
    WHEN EXISTS (SELECT FROM settings WHERE key = 'signIn.secondFactor'
      AND (binds_everybody(value #>> '{}') OR binds_some(value #>> '{}') AND factor_is_for(p_user)))
    THEN 'due' ELSE 'none' END
$$;
