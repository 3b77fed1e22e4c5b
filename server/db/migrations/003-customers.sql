-- Subscriber files, customers, and the ledger of whose hands each number went through.

-- 'pool': a file of 'Upload chia data', handed out by activation, permission and quantity.
-- 'list': a customer list of 'Upload', distributed by hand.
CREATE TABLE data_files (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  kind text NOT NULL CHECK (kind IN ('pool', 'list')),
  "FileName" text NOT NULL CHECK ("FileName" <> ''),
  is_activated smallint NOT NULL DEFAULT 0 CHECK (is_activated IN (0, 1)),
  stopped_at timestamptz,
  nguoi_upload text NOT NULL,
  owner_id uuid NOT NULL REFERENCES users,
  ngay_upload timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  deleted_by text
);
-- A pool file is named by its file name, a list by its id; each account has one list for what it enters by hand.
CREATE UNIQUE INDEX data_files_pool_name ON data_files ("FileName") WHERE kind = 'pool' AND deleted_at IS NULL;
CREATE UNIQUE INDEX data_files_direct ON data_files (owner_id)
  WHERE kind = 'list' AND "FileName" = 'Nhập trực tiếp' AND deleted_at IS NULL;
CREATE INDEX data_files_owner ON data_files (owner_id, ngay_upload DESC) WHERE deleted_at IS NULL;
CREATE INDEX data_files_newest ON data_files (kind, ngay_upload DESC, id DESC) WHERE deleted_at IS NULL;

-- Later rows come after earlier ones without a look at the file; high, so that ranks given by hand come first.
CREATE SEQUENCE customer_rank START 1000000000;

-- place: where the number is at its holder: left = may still be handed out, open = in somebody's hands,
-- called = has a result, blocked = on the blacklist. holder_id null = the file itself.
CREATE TABLE customer (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  file_id uuid NOT NULL REFERENCES data_files,
  phone phone NOT NULL,
  type text,
  package text NOT NULL DEFAULT '',
  "packageRegisterAt" date,
  "packageExpiredAt" date,
  "packageCycle" int,
  state text,
  status text NOT NULL DEFAULT 'NORMAL'
    CHECK (status IN ('NORMAL', 'ASSIGNED', 'BLOCKED', 'TAKECARE', 'APPROVED', 'REGISTERED')),
  "packagesCanRegister" text,
  so_chu_ky_mien_phi_con_lai int,
  holder_id uuid REFERENCES users,
  place text NOT NULL DEFAULT 'left' CHECK (place IN ('left', 'open', 'called', 'blocked', 'gone')),
  -- Order of hand-out inside a file; asked-for-again numbers go to the front with a negative one.
  rank bigint NOT NULL,
  claimed_at timestamptz,
  appointment_at timestamptz,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT customer_open_held CHECK (place <> 'open' OR (holder_id IS NOT NULL AND claimed_at IS NOT NULL))
);
CREATE UNIQUE INDEX customer_key ON customer (file_id, phone, package) WHERE place <> 'gone';
-- The promises: one person holds a phone, one open care per person.
CREATE UNIQUE INDEX customer_one_holder ON customer (phone) WHERE place = 'open';
CREATE UNIQUE INDEX customer_one_open ON customer (holder_id) WHERE place = 'open';
CREATE INDEX customer_queue ON customer (file_id, holder_id, rank) WHERE place = 'left';
-- Numbers that stand with nobody: 'holder_id IS NULL' does not let the index above give their order.
CREATE INDEX customer_common ON customer (file_id, rank) WHERE place = 'left' AND holder_id IS NULL;
-- Numbers asked for again stand with their caller and belong to no quantity: few, and counted by every split.
CREATE INDEX customer_asked_again ON customer (file_id, holder_id) WHERE place = 'left' AND rank < 0;
CREATE INDEX customer_held ON customer (holder_id, rank) WHERE place = 'left' AND holder_id IS NOT NULL;
CREATE INDEX customer_due ON customer (holder_id, appointment_at) WHERE appointment_at IS NOT NULL;
CREATE INDEX customer_newest ON customer ("createdAt" DESC, id DESC) WHERE place <> 'gone';
CREATE INDEX customer_owner ON customer (holder_id, "createdAt" DESC, id DESC) WHERE place <> 'gone';
CREATE INDEX customer_phone ON customer (phone);
CREATE INDEX customer_trailing ON customer (reverse(phone::text) text_pattern_ops);

-- The ledger: one line per number and movement, written by the trigger below and by nothing else.
CREATE TABLE movements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id uuid NOT NULL,
  file_id uuid NOT NULL,
  from_holder uuid,
  from_place text,
  to_holder uuid,
  to_place text NOT NULL,
  -- import, split, undo, assign, claim, result, appointment, recall, reinvite, blacklist, delete
  kind text NOT NULL,
  batch_id uuid,
  by_username text,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX movements_customer ON movements (customer_id, id);
CREATE INDEX movements_claims ON movements (to_holder, at) WHERE kind = 'claim';
CREATE INDEX movements_batch ON movements (batch_id) WHERE batch_id IS NOT NULL;
CREATE TRIGGER movements_append_only BEFORE UPDATE OR DELETE ON movements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- How many numbers stand where. `balances` is folded; `balance_deltas` only grows between two folds, so that
-- no hand-out waits for another one's counter. A sum below zero cannot be saved.
CREATE TABLE balances (
  file_id uuid NOT NULL,
  holder_id uuid,
  place text NOT NULL,
  n bigint NOT NULL CHECK (n >= 0),
  UNIQUE NULLS NOT DISTINCT (file_id, holder_id, place)
);
CREATE TABLE balance_deltas (
  file_id uuid NOT NULL,
  holder_id uuid,
  place text NOT NULL,
  n bigint NOT NULL
);
CREATE INDEX balance_deltas_file ON balance_deltas (file_id, holder_id);

CREATE VIEW node_balances AS
  SELECT file_id, holder_id, place, sum(n)::bigint AS n
  FROM (SELECT * FROM balances UNION ALL SELECT * FROM balance_deltas) b
  GROUP BY file_id, holder_id, place;

-- A fold must not insert a negative sum on its way to the row it is added to: the check on `balances` looks at what
-- is inserted before it sees the conflict. So the new balance is computed first, by one fold at a time.
CREATE FUNCTION fold_balances() RETURNS void LANGUAGE sql AS $$
  LOCK TABLE balances IN SHARE ROW EXCLUSIVE MODE;
  WITH taken AS (DELETE FROM balance_deltas RETURNING *),
  sums AS (SELECT file_id, holder_id, place, sum(n) AS n FROM taken GROUP BY 1, 2, 3)
  INSERT INTO balances (file_id, holder_id, place, n)
  SELECT s.file_id, s.holder_id, s.place, s.n + coalesce(b.n, 0)
  FROM sums s LEFT JOIN balances b
    ON b.file_id = s.file_id AND b.holder_id IS NOT DISTINCT FROM s.holder_id AND b.place = s.place
  ON CONFLICT (file_id, holder_id, place) DO UPDATE SET n = EXCLUDED.n
$$;

-- Every arrival and every change of holder or place is a movement, whoever makes it. The kind, the batch and the
-- person come from the transaction's settings; a change without a kind is refused.
-- One join, and never a nested loop: the plan of the first, small change of a connection is kept, and pair by pair
-- 50,000 numbers take minutes.
CREATE FUNCTION record_movements() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  what text := nullif(current_setting('vas.movement', true), '');
  batch uuid := nullif(current_setting('vas.batch', true), '')::uuid;
  who text := nullif(current_setting('vas.actor', true), '');
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO movements (customer_id, file_id, to_holder, to_place, kind, batch_id, by_username)
    SELECT id, file_id, holder_id, place, coalesce(what, 'import'), batch, who FROM new_rows;
    INSERT INTO balance_deltas (file_id, holder_id, place, n)
    SELECT file_id, holder_id, place, count(*) FROM new_rows GROUP BY 1, 2, 3;
    RETURN NULL;
  END IF;
  IF what IS NULL AND EXISTS (
    SELECT FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.holder_id, n.place) IS DISTINCT FROM (o.holder_id, o.place)
  ) THEN
    RAISE EXCEPTION 'a number changed hands without a movement kind';
  END IF;
  WITH moved AS MATERIALIZED (
    SELECT n.id, n.file_id, o.holder_id AS from_holder, o.place AS from_place, n.holder_id AS to_holder,
      n.place AS to_place
    FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.holder_id, n.place) IS DISTINCT FROM (o.holder_id, o.place)
  ), lines AS (
    INSERT INTO movements
      (customer_id, file_id, from_holder, from_place, to_holder, to_place, kind, batch_id, by_username)
    SELECT id, file_id, from_holder, from_place, to_holder, to_place, what, batch, who FROM moved
  )
  INSERT INTO balance_deltas (file_id, holder_id, place, n)
  SELECT file_id, holder_id, place, sum(n) FROM (
    SELECT file_id, from_holder AS holder_id, from_place AS place, -1 AS n FROM moved
    UNION ALL SELECT file_id, to_holder, to_place, 1 FROM moved
  ) d GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER customer_arrives AFTER INSERT ON customer
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_movements();
CREATE TRIGGER customer_moves AFTER UPDATE ON customer
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_movements();
CREATE FUNCTION refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never removed; set their place to gone', TG_TABLE_NAME;
END $$;
CREATE TRIGGER customer_stays BEFORE DELETE ON customer FOR EACH ROW EXECUTE FUNCTION refuse_delete();

-- Which files and dates a user may be handed numbers from (D1-DPERM); a row means the level has an option saved.
CREATE TABLE data_options (
  user_id uuid PRIMARY KEY REFERENCES users,
  files uuid[] NOT NULL DEFAULT '{}',
  ngay date[] NOT NULL DEFAULT '{}',
  version int NOT NULL DEFAULT 1,
  "updatedAt" timestamptz NOT NULL DEFAULT now()
);

-- That a user has a quantity of a file at all (D1-SPLIT): how many are left is the ledger's business.
CREATE TABLE data_quotas (
  file_id uuid NOT NULL REFERENCES data_files,
  user_id uuid NOT NULL REFERENCES users,
  quantity int NOT NULL CHECK (quantity >= 0),
  "updatedAt" timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (file_id, user_id)
);
CREATE INDEX data_quotas_user ON data_quotas (user_id);

-- One saved split, so that it can be undone while its numbers are untouched.
CREATE TABLE split_batches (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  file_id uuid NOT NULL REFERENCES data_files,
  by_username text NOT NULL,
  quotas_before jsonb NOT NULL,
  quotas_after jsonb NOT NULL,
  moved int NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  undone_by text
);
CREATE INDEX split_batches_file ON split_batches (file_id, at DESC);

CREATE VIEW customer_list AS
  SELECT c.*, u.username AS holder_username, f."FileName", f.kind AS file_kind, f.owner_id AS file_owner
  FROM customer c
  LEFT JOIN users u ON u.id = c.holder_id
  LEFT JOIN data_files f ON f.id = c.file_id
  WHERE c.place <> 'gone';
