-- Origin of accounts, and so which ones count as another person (D3-ACC-07, subjects/money/decisions/four-eyes.md). Uses functions of later
-- files.
SET LOCAL check_function_bodies = off;

-- The person for whom the transaction writes; NULL for automatic and operator actions.
CREATE OR REPLACE FUNCTION acting_person() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT s FROM nullif(current_setting('vasdesk.entered_by', true), '') s WHERE s NOT LIKE '\_\_%'
$$;

CREATE OR REPLACE FUNCTION stamp_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  who text := acting_person();
BEGIN
  IF who IS NOT NULL AND EXISTS (
    SELECT FROM jsonb_each_text(to_jsonb(OLD)) o JOIN jsonb_each_text(to_jsonb(NEW)) n USING (key)
    WHERE o.key = ANY (TG_ARGV) AND o.value <> coalesce(n.value, '')) THEN
    NEW.sua_boi := who;
  END IF;
  RETURN NEW;
END $$;

-- The account's permission codes for deciding on money or keeping books, through role or own permissions.
CREATE OR REPLACE FUNCTION money_codes(p_role uuid, p_user uuid) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(p.code), '{}') FROM permissions p
  WHERE p.code IN (books_code(), decide_code(), top_up_code())
    AND (p.id IN (SELECT permission_id FROM role_permissions WHERE role_id = p_role)
      OR p.id IN (SELECT permission_id FROM user_permissions WHERE user_id = p_user))
$$;

-- Notifies all accounts of priority 1, including the actor, and the person of an event on an account that manages or handles money. Changes
-- of role or permissions are notified to the person by the call that made them (subjects/people/server/accounts/tell-rights.ts).
CREATE OR REPLACE FUNCTION tell_origin(p_username text, p_how text, p_by text) RETURNS void LANGUAGE sql AS $$
  SELECT ring_bell(w.username, CASE WHEN w.username = p_username THEN 'ownAccount' ELSE 'highAccount' END,
    jsonb_build_object('to', p_username, 'text', p_username, 'by', p_by, 'why', p_how, 'role', o.name), p_actor => NULL)
  FROM users u JOIN roles o ON o.id = u.role_id, users w JOIN roles v ON v.id = w.role_id
  WHERE u.username = p_username AND (o.priority < 3 OR money_codes(u.role_id, u.id) && ARRAY[books_code(), decide_code()])
    AND NOT w.is_deleted AND CASE WHEN w.id = u.id THEN p_how NOT IN ('raised', 'moved') ELSE v.priority = 1 END
  ORDER BY w.username
$$;

-- Records an action of the transaction's person on an account; nothing for automatic actions, such as seeding.
CREATE OR REPLACE FUNCTION note_origin(p_username text, p_how text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  who text := nullif(current_setting('vasdesk.entered_by', true), '');
BEGIN
  IF who IS NOT NULL THEN
    INSERT INTO account_origins (username, how, by_username) VALUES (p_username, p_how, who);
    PERFORM tell_origin(p_username, p_how, who);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION note_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_origin(NEW.username, 'made');
    RETURN NULL;
  END IF;
  IF OLD.is_deleted AND NOT NEW.is_deleted THEN
    PERFORM note_origin(NEW.username, 'unlocked');
  END IF;
  IF NEW.role_id <> OLD.role_id THEN
    PERFORM note_origin(NEW.username, CASE
      WHEN (SELECT priority FROM roles WHERE id = NEW.role_id) < (SELECT priority FROM roles WHERE id = OLD.role_id)
        OR NOT money_codes(NEW.role_id, NEW.id) <@ money_codes(OLD.role_id, NEW.id) THEN 'raised' ELSE 'moved' END);
  END IF;
  -- A password that the person set is known to nobody else; one from a file is known to the account that downloaded it.
  IF NEW.must_change_password AND NEW.given_by IS NOT NULL
    AND (NEW.password_hash, NEW.given_by) IS DISTINCT FROM (OLD.password_hash, OLD.given_by) THEN
    PERFORM note_origin(NEW.username, 'password');
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER users_origin AFTER INSERT OR UPDATE OF is_deleted, role_id, password_hash, given_by ON users
  FOR EACH ROW EXECUTE FUNCTION note_account();

-- A changed role raises or moves all its accounts.
CREATE OR REPLACE FUNCTION note_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_origin(u.username, CASE WHEN NEW.priority < OLD.priority THEN 'raised' ELSE 'moved' END)
  FROM users u WHERE u.role_id = NEW.id ORDER BY u.username;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER roles_origin AFTER UPDATE OF priority ON roles
  FOR EACH ROW WHEN (NEW.priority <> OLD.priority) EXECUTE FUNCTION note_role();

-- An account that newly gets a money code is raised, whether through its role or directly; not if it already had the code in the other way.
CREATE OR REPLACE FUNCTION note_role_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_origin(u.username, 'raised') FROM users u JOIN permissions p ON p.id = NEW.permission_id
  WHERE u.role_id = NEW.role_id AND p.code = ANY (money_codes(NEW.role_id, NULL)) AND NOT p.code = ANY (money_codes(NULL, u.id))
  ORDER BY u.username;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER role_permissions_origin AFTER INSERT ON role_permissions
  FOR EACH ROW EXECUTE FUNCTION note_role_code();

CREATE OR REPLACE FUNCTION note_own_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_origin(u.username, 'raised') FROM users u JOIN permissions p ON p.id = NEW.permission_id
  WHERE u.id = NEW.user_id AND p.code = ANY (money_codes(NULL, u.id)) AND NOT p.code = ANY (money_codes(u.role_id, NULL));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER user_permissions_origin AFTER INSERT ON user_permissions
  FOR EACH ROW EXECUTE FUNCTION note_own_code();

-- Events of the last 30 days that put an account into another's hand. Vouching for an account ends earlier ones.
CREATE OR REPLACE FUNCTION live_origins() RETURNS SETOF account_origins LANGUAGE sql STABLE AS $$
  SELECT o.* FROM account_origins o
  WHERE o.how IN ('made', 'unlocked', 'raised', 'password') AND o.at > now() - interval '30 days' AND o.by_username <> o.username
    AND NOT EXISTS (SELECT FROM account_origins v WHERE v.username = o.username AND v.how = 'vouched' AND v.at > o.at)
$$;

-- Accounts in one hand with this one, itself included: its makers (or who unlocked, raised it or set its password) and their makers,
-- recursively; the accounts it made itself; and the other accounts of those makers, except administrators, who make everybody's accounts
-- and write the settings that require two persons.
CREATE OR REPLACE FUNCTION own_hands(p_username text) RETURNS text[] LANGUAGE sql STABLE AS $$
  WITH RECURSIVE above AS (
    SELECT p_username AS username
    UNION SELECT o.by_username FROM above a JOIN live_origins() o ON o.username = a.username
  ), below AS (
    SELECT a.username FROM above a
    WHERE a.username = p_username OR EXISTS (
      SELECT FROM users u JOIN roles r ON r.id = u.role_id WHERE u.username = a.username AND r.priority <> 1)
    UNION SELECT o.username FROM below b JOIN live_origins() o ON o.by_username = b.username
  )
  SELECT array_agg(username) FROM (SELECT username FROM above UNION SELECT username FROM below) h
$$;

-- Why `p_by` does not count as another person than `p_other`, who is the row's `p_as`; NULL when it does. Does not cover equal names.
CREATE OR REPLACE FUNCTION hand_words(p_by text, p_other text, p_as text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT format('Tài khoản %s do %s %s ngày %s%s: cần người khác duyệt', o.username,
    CASE o.by_username WHEN p_by THEN 'bạn' WHEN p_other THEN format('%s (%s)', p_as, p_other) ELSE o.by_username END,
    CASE o.how WHEN 'made' THEN 'tạo' WHEN 'unlocked' THEN 'mở khoá' WHEN 'raised' THEN 'nâng quyền' ELSE 'cấp mật khẩu' END,
    day_text(o.at),
    CASE WHEN p_other <> ALL (ARRAY[o.username, o.by_username]) THEN format(', cùng một tay với %s (%s)', p_as, p_other)
      WHEN o.username = p_other THEN format(', là %s', p_as) ELSE '' END)
  FROM live_origins() o
  WHERE p_by <> p_other AND p_other = ANY (own_hands(p_by)) AND (o.username = p_by OR o.by_username = p_by)
  ORDER BY p_other = ANY (ARRAY[o.username, o.by_username]) DESC, o.username = p_by DESC, o.at DESC LIMIT 1
$$;

-- Why an account is too new to count as another person; NULL when it is not. Seeded accounts have no creator.
CREATE OR REPLACE FUNCTION too_new_words(p_username text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT format('Tài khoản %s mới tạo ngày %s, chưa đủ một ngày: cần người khác duyệt', u.username, day_text(u."createdAt"))
  FROM users u
  WHERE u.username = p_username AND u."createdAt" > now() - interval '1 day'
    AND EXISTS (SELECT FROM account_origins o WHERE o.username = u.username AND o.how = 'made')
    AND NOT EXISTS (SELECT FROM account_origins v WHERE v.username = u.username AND v.how = 'vouched')
$$;

-- Why `p_by` may not decide a row with this owner, author and last editor (D3-ACC-03): '' for an own one, NULL when it may.
CREATE OR REPLACE FUNCTION own_row_words(p_by text, p_named text, p_entered text, p_changed text) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_by IN (p_named, p_entered, p_changed) THEN '' ELSE coalesce(too_new_words(p_by),
    hand_words(p_by, p_named, 'người đứng tên đơn'), hand_words(p_by, p_entered, 'người nhập đơn'),
    hand_words(p_by, p_changed, 'người sửa đơn sau cùng')) END
$$;

-- Author of a row that is decided, by form or file, who may not decide it (D3-ACC-03). Null in older rows.
CREATE OR REPLACE FUNCTION stamp_entered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.nhap_boi := nullif(current_setting('vasdesk.entered_by', true), '');
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER mesbank_entered BEFORE INSERT ON mesbank FOR EACH ROW EXECUTE FUNCTION stamp_entered();
CREATE OR REPLACE TRIGGER khr_entered BEFORE INSERT ON khr FOR EACH ROW EXECUTE FUNCTION stamp_entered();
CREATE OR REPLACE TRIGGER baodo_entered BEFORE INSERT ON baodo FOR EACH ROW EXECUTE FUNCTION stamp_entered();
CREATE OR REPLACE TRIGGER requestrefund_entered BEFORE INSERT ON requestrefund FOR EACH ROW EXECUTE FUNCTION stamp_entered();
CREATE OR REPLACE TRIGGER mfy_entered BEFORE INSERT ON mfy FOR EACH ROW EXECUTE FUNCTION stamp_entered();

-- Named to run after the triggers that normalise values. For bank messages only typed values count, as parsing them again is automatic.
CREATE OR REPLACE TRIGGER mesbank_touched BEFORE UPDATE OF so_dien_thoai, goi_cuoc, money ON mesbank
  FOR EACH ROW WHEN (NEW.nhan_dang = 'tay') EXECUTE FUNCTION stamp_changed('so_dien_thoai', 'goi_cuoc', 'money');
CREATE OR REPLACE TRIGGER khr_touched BEFORE UPDATE OF so_dien_thoai ON khr
  FOR EACH ROW EXECUTE FUNCTION stamp_changed('so_dien_thoai');
CREATE OR REPLACE TRIGGER baodo_touched BEFORE UPDATE OF so_dien_thoai, ten_goi_cuoc, kenh, gia_goi_cuoc ON baodo
  FOR EACH ROW EXECUTE FUNCTION stamp_changed('so_dien_thoai', 'ten_goi_cuoc', 'kenh', 'gia_goi_cuoc');
CREATE OR REPLACE TRIGGER requestrefund_touched
  BEFORE UPDATE OF number_phone, number_type, package_code, request_type, request_method, refund_price, other_refund ON requestrefund
  FOR EACH ROW EXECUTE FUNCTION
  stamp_changed('number_phone', 'number_type', 'package_code', 'request_type', 'request_method', 'refund_price', 'other_refund');
CREATE OR REPLACE TRIGGER mfy_touched BEFORE UPDATE OF so_dien_thoai, ma_goi, gia_ban_goi ON mfy
  FOR EACH ROW EXECUTE FUNCTION stamp_changed('so_dien_thoai', 'ma_goi', 'gia_ban_goi');
