-- Case is folded the same in every database, whatever locale it was made with: with LC_CTYPE C 'Đ' had no small letter,
-- and two roles 'Trưởng ĐỘI' and 'trưởng đội' existed at once (docs/decisions/own-database.md).

CREATE FUNCTION to_lower(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower($1 COLLATE pg_unicode_fast);

CREATE FUNCTION to_upper(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN upper($1 COLLATE pg_unicode_fast);

-- What such a database let in: a role gets a number, people and prices are for somebody to decide.
UPDATE roles r SET name = format('%s (%s)', r.name, t.n)
FROM (SELECT id, row_number() OVER (PARTITION BY to_lower(name) ORDER BY "createdAt", id) AS n FROM roles) t
WHERE t.id = r.id AND t.n > 1;

DO $$
DECLARE
  same text;
BEGIN
  SELECT string_agg(DISTINCT names, '; ') INTO same FROM (
    SELECT string_agg(username, ', ') FROM users GROUP BY to_lower(username) HAVING count(*) > 1
    UNION ALL
    SELECT string_agg(ten_goi_cuoc, ', ') FROM giahoantien WHERE deleted_at IS NULL
    GROUP BY to_lower(ten_goi_cuoc) HAVING count(*) > 1) t (names);
  IF same IS NOT NULL THEN
    RAISE EXCEPTION 'these differ in the case of letters alone: %; rename or delete one of each with the former version', same;
  END IF;
END $$;

DROP INDEX roles_name;
CREATE UNIQUE INDEX roles_name ON roles (to_lower(name));
DROP INDEX users_username;
CREATE UNIQUE INDEX users_username ON users (to_lower(username));
DROP INDEX giahoantien_lower;
CREATE UNIQUE INDEX giahoantien_lower ON giahoantien (to_lower(ten_goi_cuoc)) WHERE deleted_at IS NULL;

DO $$
DECLARE
  v record;
BEGIN
  FOR v IN SELECT viewname AS name, definition FROM pg_views
    WHERE schemaname = 'public' AND definition ~ '\m(lower|upper)\(' LOOP
    EXECUTE format('CREATE OR REPLACE VIEW %I AS %s', v.name,
      regexp_replace(v.definition, '\m(lower|upper)\(', 'to_\1(', 'g'));
  END LOOP;
END $$;

-- Live messages above 8 kB go through this table from one server process to the others; without it they were lost.
CREATE UNLOGGED TABLE IF NOT EXISTS socket_io_attachments (
  id bigserial UNIQUE,
  created_at timestamptz DEFAULT now(),
  payload bytea
);
