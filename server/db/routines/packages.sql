-- Whether somebody knows the package of a result: the price table, or the subscriber file for this customer.
CREATE OR REPLACE FUNCTION known_package(p_code text, p_customer uuid) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM giahoantien g WHERE to_lower(g.ten_goi_cuoc) = to_lower(p_code) AND g.deleted_at IS NULL)
    OR EXISTS (SELECT FROM customer c WHERE c.id = p_customer AND to_lower(p_code) IN (
      SELECT to_lower(p) FROM regexp_split_to_table(c.package || ';' || coalesce(c."packagesCanRegister", ''), '[;,\s]+') p));
