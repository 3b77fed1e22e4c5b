-- Mfy requests: price, the two waits, back-charges and the revenue line (subjects/money/decisions/mfy.md).

-- Time to compose 'Y' (D2-MFY-44).
CREATE OR REPLACE FUNCTION mfy_wait_time() RETURNS interval LANGUAGE sql IMMUTABLE RETURN interval '10 minutes';
-- Back-charge of the holder for a cancellation, in đồng (D2-Q-107).
CREATE OR REPLACE FUNCTION mfy_back_charge() RETURNS bigint LANGUAGE sql IMMUTABLE RETURN 30000;

-- Current wait of a request, 1 or 2; 0 for none.
CREATE OR REPLACE FUNCTION mfy_wait_of(m mfy) RETURNS int LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN m.deleted_at IS NOT NULL THEN 0 WHEN m.trang_thai = mfy_duyet() THEN 1 WHEN m.trang_thai = mfy_duyet_lan_2() THEN 2
    ELSE 0 END;

-- When a request entered its state, which starts its wait (D2-Q-102).
CREATE OR REPLACE FUNCTION mfy_since(m mfy) RETURNS timestamptz LANGUAGE sql IMMUTABLE
  RETURN coalesce(m.thoi_diem_thay_doi_trang_thai, m.created_at);

-- Remaining time of a wait in ms; never below 0.
CREATE OR REPLACE FUNCTION mfy_left(m mfy) RETURNS int LANGUAGE sql VOLATILE
  RETURN greatest(0, ceil(extract(epoch FROM mfy_since(m) + mfy_wait_time() - clock_timestamp()) * 1000))::int;

-- Outcome of a wait when the request gets a state (D3-CLK-04).
CREATE OR REPLACE FUNCTION mfy_wait_end(p_wait int, p_state text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN p_state IN (mfy_huy_qua_han(), mfy_huy_qua_han_lan_2()) THEN 'qua_han'
    WHEN p_state = mfy_dang_ky_thanh_cong() OR p_wait = 1 AND p_state IN (mfy_da_soan_y_lan_1(), mfy_duyet_lan_2()) THEN 'dung_han'
    ELSE 'khac' END;

-- The offered partner companies (D2-Q-112).
CREATE OR REPLACE FUNCTION mfy_companies() RETURNS jsonb LANGUAGE sql STABLE
  RETURN coalesce((SELECT value FROM settings WHERE key = 'mfy_cty'),
    (SELECT jsonb_agg('Đối tác ' || n ORDER BY n) FROM generate_series(1, 8) n));

-- Values set by the server for every write: price, ratio, names, author, time, back-charge, pay.
CREATE OR REPLACE FUNCTION stamp_mfy() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made boolean := TG_OP = 'INSERT';
  price giagoimfy;
BEGIN
  NEW.ma_goi := package_key(NEW.ma_goi);
  IF made OR (NEW.ma_goi, NEW.gia_ban_goi) <> (OLD.ma_goi, OLD.gia_ban_goi) THEN
    SELECT * INTO price FROM giagoimfy WHERE package_key(ten_goi_cuoc) = NEW.ma_goi AND deleted_at IS NULL
      ORDER BY ten_goi_cuoc = NEW.ma_goi DESC, id LIMIT 1;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'Không tìm thấy gói cước' USING ERRCODE = 'VD400', COLUMN = 'ma_goi';
    END IF;
    NEW.doanh_thu := (ARRAY[price.gia_t1, price.gia_t2, price.gia_t3])[NEW.gia_ban_goi];
    NEW.phi_thu_hoi := price.phi_thu_hoi;
  END IF;
  IF NEW.cty IS NOT NULL AND (made OR NEW.cty IS DISTINCT FROM OLD.cty) AND NOT mfy_companies() ? NEW.cty THEN
    RAISE EXCEPTION 'Đối tác không có trong danh sách' USING ERRCODE = 'VD400', COLUMN = 'cty';
  END IF;
  IF made OR NEW.username_nv <> OLD.username_nv THEN
    SELECT fullname INTO NEW.ten_nv FROM users WHERE username = NEW.username_nv;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'Không tìm thấy nhân viên' USING ERRCODE = 'VD400', COLUMN = 'username_nv';
    END IF;
  END IF;
  IF made THEN
    NEW.ti_le_doanh_thu := setting_number('mfy_ti_le_doanh_thu', 100);
  ELSE
    IF NEW.trang_thai <> OLD.trang_thai THEN
      IF NEW.thoi_diem_thay_doi_trang_thai IS NOT DISTINCT FROM OLD.thoi_diem_thay_doi_trang_thai THEN
        NEW.thoi_diem_thay_doi_trang_thai := now();
      END IF;
      IF NEW.trang_thai IN (mfy_huy_qua_han(), mfy_huy_qua_han_lan_2()) THEN
        NEW.truy_thu := NEW.truy_thu + mfy_back_charge();
      END IF;
    -- The same state set by another person is no change, so no clock restarts.
    ELSIF NEW.username_thay_doi_trang_thai IS DISTINCT FROM OLD.username_thay_doi_trang_thai THEN
      NEW.username_thay_doi_trang_thai := OLD.username_thay_doi_trang_thai;
      NEW.thoi_diem_thay_doi_trang_thai := OLD.thoi_diem_thay_doi_trang_thai;
    END IF;
    IF NEW.trang_thai_thu_tien = OLD.trang_thai_thu_tien THEN
      NEW.username_thay_doi_trang_thai_thu_tien := OLD.username_thay_doi_trang_thai_thu_tien;
      NEW.thoi_diem_thay_doi_trang_thai_thu_tien := OLD.thoi_diem_thay_doi_trang_thai_thu_tien;
    END IF;
    -- The mark is removed, so the message that paid it is free again (D3-QR-03).
    IF OLD.trang_thai_thu_tien = collection_da_chuyen_khoan()
      AND (NEW.trang_thai_thu_tien <> collection_da_chuyen_khoan() OR NEW.deleted_at IS NOT NULL) THEN
      NEW.chenh_lech := end_transfer_use(NEW.id, coalesce(NEW.deleted_by, NEW.username_thay_doi_trang_thai_thu_tien),
        OLD.chenh_lech, NEW.chenh_lech);
    END IF;
  END IF;
  NEW.doanh_thu_tinh_luong := CASE NEW.trang_thai WHEN mfy_dang_ky_thanh_cong()
    THEN pay_base(NEW.doanh_thu, NEW.chenh_lech, NEW.ti_le_doanh_thu) ELSE 0 END;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER mfy_stamped BEFORE INSERT OR UPDATE ON mfy FOR EACH ROW EXECUTE FUNCTION stamp_mfy();

-- Starts and ends the waits of a request when its state or holder changes.
CREATE OR REPLACE FUNCTION follow_mfy_waits(p_old mfy, p_new mfy) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  was int := coalesce(mfy_wait_of(p_old), 0);
  is_in int := mfy_wait_of(p_new);
  charged bigint := p_new.truy_thu - p_old.truy_thu;
BEGIN
  IF p_new.trang_thai <> p_old.trang_thai OR was > is_in THEN
    UPDATE mfy_wait SET ended = CASE WHEN p_new.deleted_at IS NULL THEN mfy_since(p_new) ELSE now() END,
      ket_qua = mfy_wait_end(was, p_new.trang_thai), truy_thu = charged, username_nv = p_old.username_nv
    WHERE mfy_id = p_new.id AND ended IS NULL;
    IF NOT FOUND AND charged > 0 THEN
      INSERT INTO mfy_wait (mfy_id, lan, username_nv, began, ended, ket_qua, truy_thu)
      VALUES (p_new.id, CASE p_new.trang_thai WHEN mfy_huy_qua_han() THEN 1 ELSE 2 END, p_old.username_nv,
        mfy_since(p_new), mfy_since(p_new), 'qua_han', charged);
    END IF;
  END IF;
  IF is_in > 0 AND (p_old IS NULL OR p_new.trang_thai <> p_old.trang_thai) THEN
    INSERT INTO mfy_wait (mfy_id, lan, username_nv, began)
    VALUES (p_new.id, is_in, p_new.username_nv, mfy_since(p_new));
  END IF;
  IF p_new.username_nv <> p_old.username_nv THEN
    UPDATE mfy_wait SET username_nv = p_new.username_nv WHERE mfy_id = p_new.id AND ended IS NULL;
  END IF;
  IF charged > 0 THEN PERFORM tell_mfy_charge(p_old.username_nv, p_new, 'overdue', charged); END IF;
  IF charged < 0 THEN UPDATE mfy_wait SET truy_thu = 0 WHERE mfy_id = p_new.id AND truy_thu > 0; END IF;
END $$;

-- Writes, changes and withdraws the revenue line of a request (D2-REVF-06), audited like a manual change (D3-TRL-01).
CREATE OR REPLACE FUNCTION follow_mfy_line(m mfy) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  noted int;
BEGIN
  IF m.trang_thai <> mfy_dang_ky_thanh_cong() OR m.deleted_at IS NOT NULL THEN
    WITH gone AS (
      DELETE FROM revenue_line l WHERE l.track0 = 'mfy' AND l.track1 = m.id::text RETURNING l.id, to_jsonb(l) - 'version' AS before
    ) SELECT count(*) INTO noted FROM gone, note_change('__AUTO', 'remove', 'dsdttinhluong', id, before, NULL);
    RETURN;
  END IF;
  WITH saved AS (
    INSERT INTO revenue_line AS l (track0, track1, kenh, so_dien_thoai_cs, goi_cuoc, doanh_thu, chenh_lech, ngay_thanh_cong,
      username_he_thong, own_username, own_ti_le)
    VALUES ('mfy', m.id::text, 'MFY', m.so_dien_thoai, m.ma_goi, m.doanh_thu, m.chenh_lech, mfy_since(m),
      m.username_nv, m.username_nv, m.ti_le_doanh_thu)
    ON CONFLICT (track0, track1) DO UPDATE SET so_dien_thoai_cs = EXCLUDED.so_dien_thoai_cs, goi_cuoc = EXCLUDED.goi_cuoc,
      doanh_thu = EXCLUDED.doanh_thu, chenh_lech = EXCLUDED.chenh_lech, own_username = EXCLUDED.own_username,
      version = l.version + 1
    WHERE (l.so_dien_thoai_cs, l.goi_cuoc, l.doanh_thu, l.chenh_lech, l.own_username)
      IS DISTINCT FROM (EXCLUDED.so_dien_thoai_cs, EXCLUDED.goi_cuoc, EXCLUDED.doanh_thu, EXCLUDED.chenh_lech, EXCLUDED.own_username)
    RETURNING l.id, to_jsonb(old) - 'version' AS before, to_jsonb(l) - 'version' AS after
  ) SELECT count(*) INTO noted FROM saved, note_change('__AUTO', 'update', 'dsdttinhluong', id, before, after) WHERE before IS NOT NULL;
END $$;

CREATE OR REPLACE FUNCTION mfy_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM follow_mfy_waits(CASE TG_OP WHEN 'UPDATE' THEN OLD END, NEW);
  IF NEW.trang_thai = mfy_dang_ky_thanh_cong() OR TG_OP = 'UPDATE' AND OLD.trang_thai = mfy_dang_ky_thanh_cong() THEN
    PERFORM follow_mfy_line(NEW);
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.trang_thai = mfy_thu_hoi() AND OLD.trang_thai <> mfy_thu_hoi() AND NEW.phi_thu_hoi > 0 THEN
    PERFORM tell_mfy_charge(NEW.username_nv, NEW, 'withdrawn', NEW.phi_thu_hoi);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER mfy_followed AFTER INSERT OR UPDATE ON mfy FOR EACH ROW EXECUTE FUNCTION mfy_changed();

-- Expires every request after its ten minutes, each once, for any caller. The clock skips locked rows, so that one request delays no other;
-- a call waits for them, so that it never sees an expired wait.
CREATE OR REPLACE FUNCTION expire_mfy(p_wait boolean) RETURNS TABLE (id uuid, before jsonb, after jsonb) LANGUAGE plpgsql AS $$
DECLARE
  until timestamptz := now() - mfy_wait_time();
BEGIN
  IF p_wait THEN
    PERFORM m.id FROM mfy m
    WHERE m.trang_thai IN (mfy_duyet(), mfy_duyet_lan_2()) AND m.deleted_at IS NULL
      AND coalesce(m.thoi_diem_thay_doi_trang_thai, m.created_at) <= until
    ORDER BY m.id FOR UPDATE;
  END IF;
  RETURN QUERY
    WITH due AS (
      SELECT m.id, to_jsonb(m) - 'version' AS before FROM mfy m
      WHERE m.trang_thai IN (mfy_duyet(), mfy_duyet_lan_2()) AND m.deleted_at IS NULL
        AND coalesce(m.thoi_diem_thay_doi_trang_thai, m.created_at) <= until
      ORDER BY m.id FOR UPDATE SKIP LOCKED
    )
    UPDATE mfy AS t SET trang_thai = CASE t.trang_thai WHEN mfy_duyet() THEN mfy_huy_qua_han() ELSE mfy_huy_qua_han_lan_2() END,
      username_thay_doi_trang_thai = '__AUTO', thoi_diem_thay_doi_trang_thai = now(), version = t.version + 1
    FROM due WHERE t.id = due.id
    RETURNING t.id, due.before, to_jsonb(t) - 'version';
END $$;
