-- Bank messages: warnings against approving one, as text.

-- The package of a name in the price table: written the same, otherwise in any spelling (D3-PRC-01); no row for an unknown one. The
-- collation is that of the indexes: beside a phone number a name would have the phone's, and the table would be read.
CREATE OR REPLACE FUNCTION priced_package(p_name text) RETURNS SETOF giahoantien LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT * FROM giahoantien WHERE id = coalesce(
    (SELECT id FROM giahoantien WHERE ten_goi_cuoc = p_name COLLATE "default" AND deleted_at IS NULL),
    (SELECT id FROM giahoantien WHERE package_key(ten_goi_cuoc) = package_key(p_name) COLLATE "default" AND deleted_at IS NULL
      ORDER BY id LIMIT 1))
$$;

-- Current price of a package in đồng; null when there is none.
CREATE OR REPLACE FUNCTION package_prices(p_name text) RETURNS TABLE (price bigint) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT nullif(gia_goi, 0) FROM priced_package(p_name)
$$;

-- Warning for a typed package that is in no price table; none for a known one, or null.
CREATE OR REPLACE FUNCTION unknown_package(p_package text) RETURNS TABLE (said text) LANGUAGE sql STABLE AS $$
  SELECT format('Gói "%s" không có trong bảng giá', p_package)
  WHERE p_package IS NOT NULL AND NOT EXISTS (SELECT FROM priced_package(p_package))
$$;
