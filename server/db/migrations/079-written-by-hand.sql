-- A look-up is logged by the server that made it; every other way into the log is somebody's hand (D3-TRL-03). The rows that are
-- there were logged, but those whose making by a call is on record and those that are no look-up of ours by their name.
ALTER TABLE lstracuu ADD COLUMN nguon text NOT NULL DEFAULT 'tra_cuu' CHECK (nguon IN ('tra_cuu', 'nhap_tay'));
UPDATE lstracuu l SET nguon = 'nhap_tay'
WHERE EXISTS (SELECT FROM audit_log a WHERE a.resource = 'lstracuu' AND a.action = 'create' AND a.resource_id = l.id::text)
  OR l.ten_tra_cuu NOT IN ('Tra cứu gói cước có thể đăng ký', 'Tra cứu tài khoản chính', 'Tra cứu thông tin chi tiết thuê bao',
    'Tra cứu lịch sử gói cước', 'Tra cứu lịch sử 9279', 'Tra cứu tin nhắn 999');
ALTER TABLE lstracuu ALTER COLUMN nguon SET DEFAULT 'nhap_tay';
