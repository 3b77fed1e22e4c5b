-- One price row per package name, whatever its case (D2-Q-96), and what tells that a file was taken before (D3-FILE-02, 04).

-- Of rows whose names differ in case or outer blanks alone, the newest with a price stays; the others are deleted as by
-- hand, each with its line in the trail, so that their prices can be read there.
WITH doubled AS (
  SELECT id FROM (
    SELECT id, row_number() OVER (
      PARTITION BY lower(btrim(ten_goi_cuoc)) ORDER BY gia_goi > 0 DESC, "createdAt" DESC, id DESC) AS place
    FROM giahoantien WHERE deleted_at IS NULL) r
  WHERE place > 1
), changed AS (
  UPDATE giahoantien t SET deleted_at = now(), deleted_by = '__AUTO', version = t.version + 1
  FROM doubled d WHERE d.id = t.id RETURNING t.id, to_jsonb(old) AS before
)
INSERT INTO audit_log (username, action, resource, resource_id, before)
SELECT '__AUTO', 'remove', 'giahoantien', id::text, before FROM changed;

WITH changed AS (
  UPDATE giahoantien t SET ten_goi_cuoc = upper(btrim(ten_goi_cuoc)), version = t.version + 1
  WHERE deleted_at IS NULL AND ten_goi_cuoc <> upper(btrim(ten_goi_cuoc))
  RETURNING t.id, to_jsonb(old) - 'version' AS before, to_jsonb(new) - 'version' AS after
)
INSERT INTO audit_log (username, action, resource, resource_id, before, after)
SELECT '__AUTO', 'update', 'giahoantien', id::text, before, after FROM changed;

DROP INDEX giahoantien_lower;
CREATE UNIQUE INDEX giahoantien_lower ON giahoantien (lower(ten_goi_cuoc)) WHERE deleted_at IS NULL;

-- What the file says, apart from how it was saved; which column is which field, and which of them are asked about.
ALTER TABLE imports ADD COLUMN content_sha256 text,
  ADD COLUMN layout json NOT NULL DEFAULT '{"at": {}, "asks": []}';
CREATE INDEX imports_content ON imports (content_sha256);
