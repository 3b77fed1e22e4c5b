-- What happened belongs to the branch and the leader in which it happened (docs/decisions/units.md).

-- Where each person stood since when: the branch and the leader, a branch and a leader being their own; at which level, and
-- whether it worked, so that the staff of a day can be counted. Written by a trigger (routines/units.sql); the first
-- place of a person holds for all time before.
CREATE TABLE user_places (
  user_id uuid NOT NULL REFERENCES users,
  since timestamptz NOT NULL,
  brand_id uuid REFERENCES users,
  group_id uuid REFERENCES users,
  priority int NOT NULL,
  works boolean NOT NULL,
  PRIMARY KEY (user_id, since)
);
INSERT INTO user_places (user_id, since, brand_id, group_id, priority, works)
SELECT u.id, '-infinity', CASE WHEN r.priority = 3 THEN u.id ELSE u.brand_id END,
  CASE WHEN r.priority = 4 THEN u.id ELSE u.group_id END, r.priority, NOT u.is_deleted
FROM users u JOIN roles r ON r.id = u.role_id;

-- The bodies are in routines/units.sql.
CREATE FUNCTION keep_place() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER users_placed AFTER INSERT OR UPDATE OF role_id, brand_id, group_id, is_deleted ON users
  FOR EACH ROW EXECUTE FUNCTION keep_place();
CREATE TRIGGER roles_placed AFTER UPDATE OF priority ON roles
  FOR EACH ROW WHEN (OLD.priority <> NEW.priority) EXECUTE FUNCTION keep_place();
CREATE FUNCTION stamp_unit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;

-- No foreign keys: accounts are never removed, and each result would lock the rows of branch and leader.
ALTER TABLE care_history ADD COLUMN brand_id uuid, ADD COLUMN group_id uuid;
ALTER TABLE customer_message_9084 ADD COLUMN brand_id uuid, ADD COLUMN group_id uuid;
-- Of numbers that came into somebody's hands.
ALTER TABLE movements ADD COLUMN brand_id uuid, ADD COLUMN group_id uuid;

-- Nobody was seen moving before this: everything belongs to where its people stand now.
UPDATE care_history t SET brand_id = p.brand_id, group_id = p.group_id FROM user_places p WHERE p.user_id = t.user_id;
UPDATE customer_message_9084 t SET brand_id = p.brand_id, group_id = p.group_id
FROM user_places p JOIN users u ON u.id = p.user_id WHERE lower(u.username) = lower(t.username_nv);
ALTER TABLE movements DISABLE TRIGGER movements_append_only;
UPDATE movements t SET brand_id = p.brand_id, group_id = p.group_id
FROM user_places p WHERE p.user_id = t.to_holder AND t.to_stage = 'open';
ALTER TABLE movements ENABLE TRIGGER movements_append_only;

CREATE TRIGGER care_history_unit BEFORE INSERT OR UPDATE OF user_id, created_at ON care_history
  FOR EACH ROW EXECUTE FUNCTION stamp_unit('user_id', 'created_at');
CREATE TRIGGER customer_message_9084_unit BEFORE INSERT OR UPDATE OF username_nv, "Time" ON customer_message_9084
  FOR EACH ROW EXECUTE FUNCTION stamp_unit('username_nv', 'Time');
CREATE TRIGGER movements_unit BEFORE INSERT ON movements
  FOR EACH ROW WHEN (NEW.to_stage = 'open') EXECUTE FUNCTION stamp_unit('to_holder', 'at');

-- Lists and sums of a branch and of a leader; the unit is carried along where everybody's rows are read.
DROP INDEX care_history_newest;
CREATE INDEX care_history_newest ON care_history (created_at DESC, id DESC)
  INCLUDE (username, status, brand_id, group_id);
CREATE INDEX care_history_branch ON care_history (brand_id, created_at DESC, id DESC);
CREATE INDEX care_history_leader ON care_history (group_id, created_at DESC, id DESC);
DROP INDEX customer_message_9084_newest;
CREATE INDEX customer_message_9084_newest ON customer_message_9084 ("Time" DESC, id DESC)
  INCLUDE (username_nv, "Status", "Price", brand_id, group_id);
CREATE INDEX customer_message_9084_branch ON customer_message_9084 (brand_id, "Time" DESC, id DESC);
CREATE INDEX customer_message_9084_leader ON customer_message_9084 (group_id, "Time" DESC, id DESC);
CREATE INDEX movements_branch ON movements (brand_id, at) WHERE to_stage = 'open';
CREATE INDEX movements_leader ON movements (group_id, at) WHERE to_stage = 'open';

-- The views read all columns of their table, the new ones too.
DROP VIEW care_history_list;
CREATE VIEW care_history_list AS
  SELECT h.*, (SELECT u.fullname FROM users u WHERE u.id = h.user_id) AS fullname,
    CASE WHEN h.status IN ('KBM', 'KLLĐ') THEN 0 ELSE 1 END AS gap_khach,
    CASE
      WHEN h.appointment_at IS NULL THEN NULL
      WHEN NOT EXISTS (
        SELECT FROM customer c WHERE c.id = h.customer_id AND c.appointment_at = h.appointment_at
          AND c.stage IN ('called', 'open')) THEN 'xong'
      WHEN h.appointment_at <= now() THEN 'tre'
      ELSE 'cho'
    END AS lich_hen
  FROM care_history h;
DROP VIEW customer_message_9084_list;
CREATE VIEW customer_message_9084_list AS
  SELECT m.*, CASE WHEN m."Status" = 1 THEN '1' ELSE '0' END AS state,
    CASE WHEN lower(m.username_nv) <> (SELECT lower(default_admin())) THEN m.username_nv END AS username_shown,
    CASE WHEN lower(m.username_nv) <> (SELECT lower(default_admin())) THEN m.ten_nv END AS ten_shown
  FROM customer_message_9084 m;

-- Why numbers change hands when people do (contract/movements.ts).
ALTER TABLE movements DROP CONSTRAINT movements_kind;
ALTER TABLE movements ADD CONSTRAINT movements_kind CHECK (kind IN (
  'import', 'split', 'undo', 'assign', 'claim', 'result', 'appointment', 'recall', 'reinvite', 'blacklist', 'delete',
  'move-return', 'move-take', 'handover', 'handover-undo'));

-- Numbers and appointments that went from one person to another by hand, so that it can be taken back (D3-ORG-04).
CREATE TABLE handovers (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  from_id uuid NOT NULL REFERENCES users,
  to_id uuid NOT NULL REFERENCES users,
  by_username text NOT NULL,
  numbers int NOT NULL,
  appointments int NOT NULL,
  -- By file id: what each of the two had of it, null for none.
  quotas_before jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  undone_by text
);
CREATE INDEX handovers_newest ON handovers (at DESC, id DESC);

-- Nothing stays with a stopped account (D3-ORG-03). The same text as in routines/ledger.sql, which are not there yet.
CREATE FUNCTION give_back(p_user uuid, p_leader uuid, p_branch uuid, p_hq uuid, p_all boolean,
  OUT uncalled int, OUT asked_again int, OUT in_hand int, OUT appointments int) LANGUAGE plpgsql AS $$
BEGIN
  WITH above AS MATERIALIZED (
    SELECT u.id, a.level FROM (VALUES (1, p_leader), (2, p_branch)) a(level, id) JOIN users u ON u.id = a.id
    WHERE NOT u.is_deleted AND u.id <> p_user
  ), held AS MATERIALIZED (
    SELECT c.id, c.file_id, c.stage, c.rank, c.stage IN ('open', 'called') AND c.appointment_at IS NOT NULL AS promised
    FROM customer c
    WHERE c.holder_id = p_user AND (
      (c.stage IN ('left', 'blocked') AND (p_all OR c.rank >= 0))
      OR (p_all AND (c.stage = 'open' OR (c.stage = 'called' AND c.appointment_at IS NOT NULL))))
    FOR UPDATE
  ), files AS MATERIALIZED (
    SELECT f.id, f.kind, (
      SELECT a.id FROM above a JOIN data_quotas q ON q.user_id = a.id AND q.file_id = f.id ORDER BY a.level LIMIT 1) AS pool
    FROM data_files f WHERE f.id IN (SELECT file_id FROM held)
  ), goes AS MATERIALIZED (
    SELECT h.*, CASE
        WHEN h.promised THEN coalesce((SELECT id FROM above ORDER BY level LIMIT 1), p_hq)
        WHEN h.rank < 0 OR f.kind = 'list' THEN (SELECT id FROM above ORDER BY level LIMIT 1)
        ELSE f.pool
      END AS to_holder
    FROM held h JOIN files f ON f.id = h.file_id
  ), given AS (
    UPDATE customer c SET holder_id = g.to_holder, version = c.version + 1,
      stage = CASE WHEN g.stage <> 'open' THEN g.stage WHEN g.promised THEN 'called' ELSE 'left' END,
      claimed_at = CASE WHEN g.stage <> 'open' THEN c.claimed_at END,
      status = CASE
        WHEN g.promised OR g.stage = 'blocked' THEN c.status WHEN g.to_holder IS NULL THEN 'NORMAL' ELSE 'ASSIGNED' END
    FROM goes g WHERE c.id = g.id
    RETURNING g.stage, g.rank
  )
  SELECT count(*) FILTER (WHERE g.stage IN ('left', 'blocked') AND g.rank >= 0),
    count(*) FILTER (WHERE g.stage IN ('left', 'blocked') AND g.rank < 0),
    count(*) FILTER (WHERE g.stage = 'open'), count(*) FILTER (WHERE g.stage = 'called')
  INTO uncalled, asked_again, in_hand, appointments FROM given g;
  DELETE FROM data_quotas WHERE user_id = p_user;
END $$;
DO $$
BEGIN
  PERFORM set_config('vas.movement', 'recall', true);
  PERFORM give_back(u.id, u.group_id, u.brand_id, (
    SELECT a.id FROM users a JOIN roles r ON r.id = a.role_id
    WHERE r.priority = 1 AND NOT a.is_deleted ORDER BY a.id LIMIT 1), true)
  FROM users u WHERE u.is_deleted;
  PERFORM set_config('vas.movement', '', true);
END $$;
