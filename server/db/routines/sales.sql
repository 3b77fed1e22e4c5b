-- Reported sales: what the server says of a sale by itself, its price and its result.

-- The price of a package as it is now, in đồng; null while none is known. The name in any case: there is one row of it.
CREATE OR REPLACE FUNCTION package_price(p_name text) RETURNS bigint LANGUAGE sql STABLE
  RETURN (SELECT nullif(gia_goi, 0) FROM giahoantien
    WHERE lower(ten_goi_cuoc) = lower(btrim(p_name)) AND deleted_at IS NULL);

-- Price and result are the server's to say, whichever way a row comes: POST, PUT or import.
CREATE OR REPLACE FUNCTION stamp_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.trang_thai = 'FAILED' THEN NEW.trang_thai := 'FAILD'; END IF;
  IF TG_OP = 'INSERT' OR NEW.ten_goi_cuoc IS DISTINCT FROM OLD.ten_goi_cuoc THEN
    NEW.gia_goi_cuoc := coalesce(package_price(NEW.ten_goi_cuoc), 0);
  END IF;
  -- A result that was found for another number, package or day says nothing of this one.
  IF NEW.nguoi_dat_trang_thai = '__AUTO' AND TG_OP = 'UPDATE' THEN
    NEW.trang_thai := '0';
    NEW.nguoi_dat_trang_thai := NULL;
  END IF;
  IF NEW.trang_thai = '0' AND settles_sales() THEN
    NEW.trang_thai := coalesce(result_of_sale(NEW.so_dien_thoai, NEW.ten_goi_cuoc, NEW.ngay_thanh_cong), '0');
    IF NEW.trang_thai <> '0' THEN NEW.nguoi_dat_trang_thai := '__AUTO'; END IF;
  END IF;
  RETURN NEW;
END $$;

-- Sets the result of the waiting sales that these registration results speak of, and turns a failure that was found
-- into the success that it became; answers which, before and after. What a hand has set is left alone.
CREATE OR REPLACE FUNCTION settle_sales(p_results uuid[])
RETURNS TABLE (id uuid, before jsonb, after jsonb) LANGUAGE plpgsql AS $$
BEGIN
  IF NOT settles_sales() THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(settling_lock());
  RETURN QUERY
    WITH found AS MATERIALIZED (
      SELECT DISTINCT b.id, result_of_sale(b.so_dien_thoai, b.ten_goi_cuoc, b.ngay_thanh_cong) AS result
      FROM customer_message_9084 m JOIN baodo b
        ON b.so_dien_thoai = m."NumberPhone" AND lower(b.ten_goi_cuoc) = lower(m."PackageCode")
        AND m."Time" >= b.ngay_thanh_cong::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
      WHERE m.id = ANY (p_results) AND b.trang_thai <> 'SUCCESS' AND b.deleted_at IS NULL
        AND coalesce(b.nguoi_dat_trang_thai, '__AUTO') = '__AUTO'
    )
    UPDATE baodo AS t SET trang_thai = f.result, nguoi_dat_trang_thai = '__AUTO', version = t.version + 1
    FROM found f
    -- Looked at again here: a hand may have been there while this waited for the row.
    WHERE t.id = f.id AND t.trang_thai <> 'SUCCESS' AND t.trang_thai <> f.result AND t.deleted_at IS NULL
      AND coalesce(t.nguoi_dat_trang_thai, '__AUTO') = '__AUTO'
    RETURNING t.id, to_jsonb(old) - 'version', to_jsonb(new) - 'version';
END $$;
