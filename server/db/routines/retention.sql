-- What may leave the long tables, and when (docs/decisions/retention.md).

-- Nothing younger than so many months leaves, whoever asks.
CREATE OR REPLACE FUNCTION kept_months() RETURNS int LANGUAGE sql IMMUTABLE RETURN 12;

-- Before when nothing but what is still needed is kept: the end of the newest month of a table that was archived.
CREATE OR REPLACE FUNCTION archived_until(p_table text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(month) + interval '1 month', '-infinity')::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
  FROM archived_months WHERE table_name = p_table
$$;

-- Trail and ledger are only added to. A row leaves with its month alone: in a transaction that says before when it archives,
-- which it says once the file with these rows has been read back (server/retention), and never a young one.
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

-- True where calls and movements since a day are all in the tables; refuses what would count those that were archived as none.
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
