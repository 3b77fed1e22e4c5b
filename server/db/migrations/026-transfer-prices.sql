-- A transfer beside the price of the package that it names, so that whoever approves it sees what is missing.

CREATE INDEX giahoantien_lower ON giahoantien (lower(ten_goi_cuoc)) WHERE deleted_at IS NULL;

-- The price of a package as it is now, in đồng; null while none is known. The name in any case, its own spelling first.
CREATE FUNCTION package_price(p_name text) RETURNS bigint LANGUAGE sql STABLE
  RETURN (SELECT nullif(gia_goi, 0) FROM giahoantien
    WHERE lower(ten_goi_cuoc) = lower(p_name) AND deleted_at IS NULL
    ORDER BY ten_goi_cuoc = p_name DESC, id LIMIT 1);

CREATE VIEW mesbank_list AS SELECT m.*, package_price(m.goi_cuoc) AS gia_goi FROM mesbank m;
