-- What a refund or top-up request is worth and where it stands (docs/decisions/refund-requests.md).

-- Whole đồng, halves up (D2-Q-63).
CREATE OR REPLACE FUNCTION vnd(p_amount numeric) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT
  RETURN floor(p_amount + 0.5)::bigint;

-- A setting that is a number, as text or as a JSON number; the default while nobody has set it.
CREATE OR REPLACE FUNCTION setting_number(p_key text, p_default numeric) RETURNS numeric LANGUAGE sql STABLE
  RETURN coalesce((SELECT nullif(value #>> '{}', '')::numeric FROM settings WHERE key = p_key), p_default);

-- The discount of a subscriber type, %, as set now (D2-REFUND-61).
CREATE OR REPLACE FUNCTION discount_of(p_number_type int) RETURNS numeric LANGUAGE sql STABLE
  RETURN setting_number(CASE p_number_type WHEN 2 THEN 'ti_le_chiet_khau_tra_sau' ELSE 'ti_le_chiet_khau' END, 0);

-- What the customer transfers for a top-up (D2-REFUND-76).
CREATE OR REPLACE FUNCTION transfer_amount(p_amount bigint, p_percent numeric) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN vnd(p_amount - p_amount / 100.0 * p_percent);

-- What a refund costs after the discount (D2-Q-62).
CREATE OR REPLACE FUNCTION refund_after_discount(p_amount bigint, p_percent numeric) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN vnd(p_amount * (100 - p_percent) / 100);

-- The refund of a package by method (D2-Q-56, D2-MAP-30 to 41); refused for a package that is not in the table.
CREATE OR REPLACE FUNCTION refund_price_of(p_package text, p_method int) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  price bigint;
BEGIN
  SELECT (ARRAY[gia_gia_han, gia_nang_cap, gia_nang_cap_t2, gia_nang_cap_t3, gia_nang_cap_ht0, gia_nang_cap_ht1,
      gia_nang_cap_ht2, gia_nang_cap_ht3, gia_nang_cap_ht4, gia_nang_cap_g1, gia_nang_cap_g2, gia_nang_cap_g3])[p_method]
    INTO price
  FROM giahoantien WHERE lower(ten_goi_cuoc) = lower(p_package) AND deleted_at IS NULL
  ORDER BY ten_goi_cuoc = p_package DESC, id LIMIT 1;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Không tìm thấy gói cước' USING ERRCODE = 'VD400', COLUMN = 'package_code';
  END IF;
  RETURN price;
END $$;

-- Text of a partner status; positive codes are the partner's own and carry the partner's text (D2-MAP-50 to 56).
CREATE OR REPLACE FUNCTION partner_status_text(p_code int, p_text text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN CASE p_code
    WHEN -9999 THEN 'Hoàn thành' WHEN -10000 THEN 'Hoàn tiền' WHEN -10001 THEN 'Đơn bị từ chối'
    WHEN -10002 THEN 'Đang xử lý' WHEN -10003 THEN 'Đang chờ duyệt' WHEN -10004 THEN 'Đã nhận, chờ xử lý'
    WHEN -10005 THEN 'Đã tạo đơn không qua API' ELSE p_text END;

-- Whether a request counts against revenue (D2-REVF-01).
CREATE OR REPLACE FUNCTION is_effective(r requestrefund) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN r.request_type IN (1, 2, 4) AND r.deleted_at IS NULL AND r.trang_thai_duyet_hoan_goi <> 2
    AND r.ma_trang_thai_giao_dich_doi_tac NOT IN (-10000, -10001);

-- Amounts, rates and texts are the server's to say, whichever way a row comes.
CREATE OR REPLACE FUNCTION stamp_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made boolean := TG_OP = 'INSERT';
  typed boolean;
BEGIN
  NEW.package_code := upper(btrim(NEW.package_code));
  typed := made OR NEW.request_type <> OLD.request_type;
  IF made OR NEW.staff_username <> OLD.staff_username THEN
    SELECT username, fullname INTO NEW.staff_username, NEW.staff_fullname
    FROM users WHERE lower(username) = lower(NEW.staff_username);
  END IF;
  IF NEW.request_type = 5 THEN
    NEW.request_method := NULL;
    IF typed AND NOT made THEN
      NEW.approver := NULL;
      NEW.status_duyet_don := NULL;
    END IF;
  ELSIF NEW.request_type IN (1, 2) THEN
    NEW.request_method := coalesce(NEW.request_method, 1);
    IF typed OR NEW.package_code <> OLD.package_code OR NEW.request_method IS DISTINCT FROM OLD.request_method THEN
      NEW.refund_price := refund_price_of(NEW.package_code, NEW.request_method);
    END IF;
  ELSE
    NEW.request_method := coalesce(NEW.request_method, 1);
    IF typed OR NEW.package_code <> OLD.package_code THEN
      -- The package must be one that has prices, though this type pays none of them.
      PERFORM refund_price_of(NEW.package_code, 1);
    END IF;
    NEW.refund_price := 0;
  END IF;
  IF typed OR NEW.number_type <> OLD.number_type THEN
    NEW.ti_le_chiet_khau := CASE WHEN NEW.request_type = 5 THEN discount_of(NEW.number_type) ELSE 0 END;
    NEW.ti_le_chiet_khau_hoan_tien := CASE WHEN NEW.request_type = 5 THEN 0 ELSE discount_of(NEW.number_type) END;
  END IF;
  IF NEW.request_type = 5 THEN
    NEW.transfer_final_amount := transfer_amount(NEW.refund_price, NEW.ti_le_chiet_khau);
    NEW.tien_hoan_sau_chiet_khau := NEW.transfer_final_amount;
    IF NEW.ma_trang_thai_giao_dich_doi_tac = -9999 THEN NEW.da_nap := NEW.refund_price; END IF;
  ELSE
    NEW.transfer_final_amount := 0;
    NEW.da_nap := 0;
    NEW.is_transfer := 0;
    NEW.tien_hoan_sau_chiet_khau :=
      refund_after_discount(NEW.refund_price + NEW.other_refund, NEW.ti_le_chiet_khau_hoan_tien);
  END IF;
  NEW.trang_thai_giao_dich_doi_tac :=
    partner_status_text(NEW.ma_trang_thai_giao_dich_doi_tac, NEW.trang_thai_giao_dich_doi_tac);
  -- A top-up follows its transfer until a person decides (D2-Q-84).
  IF NEW.request_type = 5 AND NEW.username_duyet_trang_thai_truy_thu_hoan_theo_goi = '__AUTO' THEN
    NEW.trang_thai_truy_thu_hoan_theo_goi := CASE NEW.is_transfer WHEN 1 THEN 'binh_thuong' ELSE 'truy_thu' END;
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER requestrefund_stamped BEFORE INSERT OR UPDATE ON requestrefund
  FOR EACH ROW EXECUTE FUNCTION stamp_refund();
