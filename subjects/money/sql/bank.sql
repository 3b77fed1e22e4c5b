-- Bank messages: warnings against approving one, as text.

-- Text such as 'Thiếu 5,000 đ so với giá gói VD90 (90,000 đ)'; null when the amount is the price or no price is known.
CREATE OR REPLACE FUNCTION transfer_price_doubt(p_money bigint, p_package text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_money <> price THEN format('%s %s đ so với giá gói %s (%s đ)',
    CASE WHEN p_money < price THEN 'Thiếu' ELSE 'Dư' END, to_char(abs(p_money - price), 'FM999,999,999,999,990'),
    p_package, to_char(price, 'FM999,999,999,999,990')) END
  FROM (SELECT package_price(p_package) AS price) p
$$;

-- Warning for a typed package that is in no price table; null for a known one, or none.
CREATE OR REPLACE FUNCTION package_doubt(p_package text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_package IS NOT NULL AND NOT EXISTS (
      SELECT FROM giahoantien WHERE package_key(ten_goi_cuoc) = package_key(p_package) AND deleted_at IS NULL)
    THEN format('Gói "%s" không có trong bảng giá', p_package) END
$$;
