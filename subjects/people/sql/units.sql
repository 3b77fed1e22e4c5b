-- Branch and leader to which an event belongs (D3-ORG-01).

-- Records a new place of people after a change of account or role, if different. Several changes in one transaction count once.
CREATE OR REPLACE FUNCTION keep_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_places AS p (user_id, since, brand_id, group_id, priority, works)
  SELECT u.id, CASE WHEN last.user_id IS NULL THEN '-infinity' ELSE now() END, place.*
  FROM users u JOIN roles r ON r.id = u.role_id
  CROSS JOIN LATERAL (
    SELECT CASE WHEN r.priority = 3 THEN u.id ELSE u.brand_id END AS brand_id,
      CASE WHEN r.priority = 4 THEN u.id ELSE u.group_id END AS group_id, r.priority, NOT u.is_deleted AS works) AS place
  LEFT JOIN LATERAL (
    SELECT * FROM user_places WHERE user_id = u.id ORDER BY since DESC LIMIT 1) last ON true
  WHERE CASE WHEN TG_TABLE_NAME = 'roles' THEN u.role_id = NEW.id ELSE u.id = NEW.id END
    AND (last.user_id IS NULL
      OR (last.brand_id, last.group_id, last.priority, last.works) IS DISTINCT FROM
        (place.brand_id, place.group_id, place.priority, place.works))
  ON CONFLICT (user_id, since) DO UPDATE
  SET brand_id = EXCLUDED.brand_id, group_id = EXCLUDED.group_id, priority = EXCLUDED.priority, works = EXCLUDED.works;
  RETURN NULL;
END $$;

-- Unit of a person at a moment. Returns a table, which the planner inlines into the query, unlike a record.
DROP FUNCTION IF EXISTS unit_at(uuid, timestamptz);
CREATE OR REPLACE FUNCTION unit_at(p_user uuid, p_at timestamptz) RETURNS TABLE (brand_id uuid, group_id uuid)
LANGUAGE sql STABLE AS $$
  SELECT p.brand_id, p.group_id FROM user_places p WHERE p.user_id = p_user AND p.since <= p_at
  ORDER BY p.since DESC LIMIT 1
$$;

-- The person, its leader and its branch at a moment, at most three: places at which numbers to be called again wait. Distinct, as a leader
-- is its own leader and the head of a branch its own branch.
CREATE OR REPLACE FUNCTION self_and_units(p_user uuid, p_at timestamptz) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT l.id FROM (SELECT p_user AS id) me LEFT JOIN unit_at(p_user, p_at) u ON true
  CROSS JOIN LATERAL (VALUES (me.id), (nullif(u.group_id, me.id)), (nullif(u.brand_id, me.id))) l (id) WHERE l.id IS NOT NULL
$$;

-- Whether a person changed branch, leader, level or active state since.
CREATE OR REPLACE FUNCTION moved_since(p_user uuid, p_at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM user_places p WHERE p.user_id = p_user AND p.since > p_at)
$$;

-- BEFORE INSERT OR UPDATE OF person, time: sets `brand_id` and `group_id` to the person's unit at that time. For any table with these
-- columns; the arguments are the columns of the username and of the time (an instant, or a Vietnamese day, taken at its end). A row without
-- a person has no unit.
CREATE OR REPLACE FUNCTION stamp_unit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  row_now jsonb := to_jsonb(NEW);
  person uuid := (SELECT id FROM users WHERE to_lower(username) = to_lower(row_now ->> TG_ARGV[0]));
  moment text := row_now ->> TG_ARGV[1];
BEGIN
  SELECT u.brand_id, u.group_id INTO NEW.brand_id, NEW.group_id
  FROM unit_at(person, CASE WHEN length(moment) = 10
    THEN (moment::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh' - interval '1 microsecond'
    ELSE moment::timestamptz END) u;
  RETURN NEW;
END $$;

-- The same for the recipient of a number, and for an edited result (a new one is stamped by `number_call`); through jsonb they would cost
-- four times as much.
CREATE OR REPLACE FUNCTION stamp_receiver() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT u.brand_id, u.group_id INTO NEW.brand_id, NEW.group_id FROM unit_at(NEW.to_holder, NEW.at) u;
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION stamp_caller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT u.brand_id, u.group_id INTO NEW.brand_id, NEW.group_id FROM unit_at(NEW.user_id, NEW.created_at) u;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER movements_unit BEFORE INSERT ON movements
  FOR EACH ROW WHEN (NEW.to_stage = 'open') EXECUTE FUNCTION stamp_receiver();
CREATE OR REPLACE TRIGGER care_history_unit BEFORE UPDATE OF user_id, created_at ON care_history
  FOR EACH ROW EXECUTE FUNCTION stamp_caller();

CREATE OR REPLACE TRIGGER users_placed AFTER INSERT OR UPDATE OF role_id, brand_id, group_id, is_deleted ON users
  FOR EACH ROW EXECUTE FUNCTION keep_place();
CREATE OR REPLACE TRIGGER roles_placed AFTER UPDATE OF priority ON roles
  FOR EACH ROW WHEN (OLD.priority <> NEW.priority) EXECUTE FUNCTION keep_place();

CREATE OR REPLACE TRIGGER customer_message_9084_unit BEFORE INSERT OR UPDATE OF username_nv, "Time" ON customer_message_9084
  FOR EACH ROW EXECUTE FUNCTION stamp_unit('username_nv', 'Time');
CREATE OR REPLACE TRIGGER requestrefund_unit BEFORE INSERT OR UPDATE OF staff_username, created_time ON requestrefund
  FOR EACH ROW EXECUTE FUNCTION stamp_unit('staff_username', 'created_time');
-- Named to run after the trigger that sets the owner of a new line: triggers of a table run in name order.
CREATE OR REPLACE TRIGGER revenue_line_unit BEFORE INSERT OR UPDATE OF username_nv, ngay_thanh_cong ON revenue_line
  FOR EACH ROW EXECUTE FUNCTION stamp_unit('username_nv', 'ngay_thanh_cong');
CREATE OR REPLACE TRIGGER mfy_unit BEFORE INSERT OR UPDATE OF username_nv, created_at ON mfy
  FOR EACH ROW EXECUTE FUNCTION stamp_unit('username_nv', 'created_at');
CREATE OR REPLACE TRIGGER mfy_wait_unit BEFORE INSERT OR UPDATE OF username_nv, began ON mfy_wait
  FOR EACH ROW EXECUTE FUNCTION stamp_unit('username_nv', 'began');
