-- Retention of the long tables (docs/decisions/retention.md).

-- Rows younger than this many months are never deleted.
CREATE OR REPLACE FUNCTION kept_months() RETURNS int LANGUAGE sql IMMUTABLE RETURN 12;

-- End of the newest archived month of a table; before it only rows still needed are kept.
CREATE OR REPLACE FUNCTION archived_until(p_table text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(month) + interval '1 month', '-infinity')::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
  FROM archived_months WHERE table_name = p_table
$$;

-- Audit log and ledger are append-only. Rows are only deleted by archived month, in a transaction that sets the month
-- after the archive file was verified (platform/app/server/retention), and never young ones.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME IN ('audit_log', 'movements') THEN
    IF OLD.at < nullif(current_setting('vas.archived_before', true), '')::timestamptz
        AND OLD.at < now() - make_interval(months => kept_months()) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

-- True if all calls and movements since a day are still in the tables; refuses periods whose archived rows would be missing from counts.
CREATE OR REPLACE FUNCTION still_counted(p_from date) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  until timestamptz := greatest(archived_until('movements'), archived_until('care_history'));
BEGIN
  IF coalesce(p_from, '-infinity')::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh' < until THEN
    PERFORM refuse('VD400', format('Số liệu chăm sóc trước ngày %s đã được lưu trữ ra tệp, hãy chọn từ ngày đó trở đi', day_text(until)),
      'startDate');
  END IF;
  RETURN true;
END $$;

CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER movements_append_only BEFORE UPDATE OR DELETE ON movements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER archived_months_append_only BEFORE UPDATE OR DELETE ON archived_months
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER trail_seals_append_only BEFORE UPDATE OR DELETE ON trail_seals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER archived_entries_append_only BEFORE UPDATE OR DELETE ON archived_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER account_origins_append_only BEFORE UPDATE OR DELETE ON account_origins
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
