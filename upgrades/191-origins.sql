-- Who made, unlocked, raised or gave a password to an account, and when (D3-ACC-07). Accounts that came with the database
-- have no maker. Rows are added by triggers (routines/origins.sql) and never changed.
CREATE TABLE account_origins (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL,
  how text NOT NULL CHECK (how IN ('made', 'unlocked', 'raised', 'moved', 'password', 'vouched')),
  by_username text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX account_origins_of ON account_origins (username, at);
CREATE INDEX account_origins_by ON account_origins (by_username, at);
CREATE TRIGGER account_origins_append_only BEFORE UPDATE OR DELETE ON account_origins
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What the trail knows of accounts of before. A role that was edited counts for who has it now; who gave a password out of
-- a file is known for the last one.
WITH known AS (
  SELECT a.at, a.username AS by_username, a.action, a.resource, a.resource_id, a.before, a.after FROM audit_log a
  WHERE a.resource IN ('users', 'role') AND a.action IN ('create', 'unlock', 'update', 'reset-password')
), codes AS (
  SELECT id::text AS id FROM permissions
  WHERE code IN ('pay.manage', 'desk.decide', 'requestrefund.duyet-don-chuyen-khoan')
), found AS (
  SELECT u.username, CASE k.action WHEN 'create' THEN 'made' WHEN 'unlock' THEN 'unlocked' ELSE 'password' END AS how,
    k.by_username, k.at
  FROM known k JOIN users u ON u.id::text = k.resource_id WHERE k.resource = 'users' AND k.action <> 'update'
  UNION ALL
  SELECT u.username, 'raised', k.by_username, k.at
  FROM known k JOIN users u ON u.id::text = k.resource_id
    LEFT JOIN roles old_role ON old_role.id::text = k.before ->> 'role_id'
    LEFT JOIN roles new_role ON new_role.id::text = k.after ->> 'role_id'
  WHERE k.action = 'update' AND (new_role.priority < old_role.priority
    OR new_role.id <> old_role.id AND EXISTS (
      SELECT FROM role_permissions p WHERE p.role_id = new_role.id AND p.permission_id::text IN (SELECT id FROM codes))
    OR EXISTS (SELECT FROM codes c WHERE k.after -> 'permissions' ? c.id AND NOT k.before -> 'permissions' ? c.id))
  UNION ALL
  SELECT u.username, 'raised', k.by_username, k.at
  FROM known k JOIN users u ON u.role_id::text = k.resource_id
  WHERE k.resource = 'role' AND k.action = 'update' AND ((k.after ->> 'priority')::int < (k.before ->> 'priority')::int
    OR EXISTS (SELECT FROM codes c WHERE k.after -> 'permissions' ? c.id AND NOT k.before -> 'permissions' ? c.id))
  UNION ALL
  SELECT u.username, 'password', u.given_by, s.taken_at
  FROM users u JOIN staff_import_people p ON p.user_id = u.id JOIN staff_imports s USING (import_id)
  WHERE u.given_by IS NOT NULL AND u.given_by = s.taken_by
)
INSERT INTO account_origins (username, how, by_username, at)
SELECT username, how, by_username, at FROM found ORDER BY at;

-- Whoever last changed phone, package, kind or amount of what is decided (D3-ACC-07); filling in what was empty is no change.
-- The function itself is in routines/origins.sql.
CREATE FUNCTION stamp_changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';

ALTER TABLE mesbank ADD COLUMN sua_boi text;
ALTER TABLE khr ADD COLUMN sua_boi text;
ALTER TABLE baodo ADD COLUMN sua_boi text;
ALTER TABLE requestrefund ADD COLUMN sua_boi text;
ALTER TABLE mfy ADD COLUMN sua_boi text;

-- Named to fire after the triggers that write values as they are stored. Of a bank message only what a person types: reading it again is the product's work.
CREATE TRIGGER mesbank_touched BEFORE UPDATE OF so_dien_thoai, goi_cuoc, money ON mesbank
  FOR EACH ROW WHEN (NEW.nhan_dang = 'tay') EXECUTE FUNCTION stamp_changed('so_dien_thoai', 'goi_cuoc', 'money');
CREATE TRIGGER khr_touched BEFORE UPDATE OF so_dien_thoai ON khr
  FOR EACH ROW EXECUTE FUNCTION stamp_changed('so_dien_thoai');
CREATE TRIGGER baodo_touched BEFORE UPDATE OF so_dien_thoai, ten_goi_cuoc, kenh, gia_goi_cuoc ON baodo
  FOR EACH ROW EXECUTE FUNCTION stamp_changed('so_dien_thoai', 'ten_goi_cuoc', 'kenh', 'gia_goi_cuoc');
CREATE TRIGGER requestrefund_touched
  BEFORE UPDATE OF number_phone, number_type, package_code, request_type, request_method, refund_price, other_refund ON requestrefund
  FOR EACH ROW EXECUTE FUNCTION
  stamp_changed('number_phone', 'number_type', 'package_code', 'request_type', 'request_method', 'refund_price', 'other_refund');
CREATE TRIGGER mfy_touched BEFORE UPDATE OF so_dien_thoai, ma_goi, gia_ban_goi ON mfy
  FOR EACH ROW EXECUTE FUNCTION stamp_changed('so_dien_thoai', 'ma_goi', 'gia_ban_goi');

CREATE INDEX mesbank_changed_by ON mesbank (sua_boi) WHERE sua_boi IS NOT NULL;
CREATE INDEX khr_changed_by ON khr (sua_boi) WHERE sua_boi IS NOT NULL;
CREATE INDEX baodo_changed_by ON baodo (sua_boi) WHERE sua_boi IS NOT NULL;
CREATE INDEX requestrefund_changed_by ON requestrefund (sua_boi) WHERE sua_boi IS NOT NULL;
CREATE INDEX mfy_changed_by ON mfy (sua_boi) WHERE sua_boi IS NOT NULL;

-- Who alone released the money of a request, and when (D3-ACC-08); null of two persons and of '__AUTO'.
ALTER TABLE requestrefund
  ADD COLUMN duyet_boi text,
  ADD COLUMN duyet_luc timestamptz,
  ADD CONSTRAINT requestrefund_released CHECK ((duyet_boi IS NULL) = (duyet_luc IS NULL));
CREATE INDEX requestrefund_released_by ON requestrefund (duyet_boi, duyet_luc) WHERE duyet_boi IS NOT NULL;
