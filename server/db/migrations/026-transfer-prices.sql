-- A transfer beside the price of the package that it names, so that whoever approves it sees what is missing.

-- The price of a package as it is now, in đồng; null while none is known.
CREATE FUNCTION package_price(p_name text) RETURNS bigint LANGUAGE sql STABLE
  RETURN (SELECT gia_goi FROM giahoantien WHERE ten_goi_cuoc = p_name AND deleted_at IS NULL AND gia_goi > 0);

CREATE VIEW mesbank_list AS SELECT m.*, package_price(m.goi_cuoc) AS gia_goi FROM mesbank m;
