-- An attempted registration of the carrier: Status 1 succeeded, any other failed.
CREATE TABLE customer_message_9084 (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  "SubAgent" text NOT NULL CHECK ("SubAgent" <> '' AND "SubAgent" = lower("SubAgent")),
  "NumberPhone" phone NOT NULL,
  "PackageCode" text NOT NULL CHECK ("PackageCode" <> ''),
  "Price" bigint NOT NULL DEFAULT 0 CHECK ("Price" >= 0),
  "Time" timestamptz NOT NULL,
  "Status" int NOT NULL,
  "Result" text NOT NULL DEFAULT '',
  -- Null: no seller of ours is known.
  username_nv text,
  ten_nv text,
  -- Files have minutes, the feed has seconds: results match by the minute.
  minute timestamptz GENERATED ALWAYS AS (date_bin('00:01:00'::interval, "Time", '1970-01-01 00:00:00+00'::timestamptz)) STORED,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  brand_id uuid,
  group_id uuid,
  CONSTRAINT customer_message_9084_check CHECK ((username_nv IS NULL) = (ten_nv IS NULL))
);
-- A result that arrives twice is one row. Phone and package come first, for the match with reported sales.
CREATE UNIQUE INDEX customer_message_9084_natural ON customer_message_9084 ("NumberPhone", "PackageCode", minute, "SubAgent", "Status");
CREATE INDEX customer_message_9084_channel ON customer_message_9084 ("SubAgent", "Time" DESC, id DESC);
CREATE INDEX customer_message_9084_trailing ON customer_message_9084 (reverse(("NumberPhone")::text) text_pattern_ops);
CREATE INDEX customer_message_9084_staff ON customer_message_9084 (username_nv, "Time" DESC, id DESC) INCLUDE ("Status", "Price");
CREATE INDEX customer_message_9084_unassigned ON customer_message_9084 (id) WHERE COALESCE(username_nv, '') = '';
CREATE INDEX customer_message_9084_newest ON customer_message_9084 ("Time" DESC,
  id DESC) INCLUDE (username_nv, "Status", "Price", brand_id, group_id);
CREATE INDEX customer_message_9084_branch ON customer_message_9084 (brand_id, "Time" DESC, id DESC);
CREATE INDEX customer_message_9084_leader ON customer_message_9084 (group_id, "Time" DESC, id DESC);

-- OTP invitations (tabs 1 to 4) and the 9332 table, written on request and confirmation.
CREATE TABLE invitation_history (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  source text NOT NULL CHECK (is_code_tab(source) OR source = '9332'),
  msisdn phone NOT NULL,
  "packCode" text NOT NULL CHECK ("packCode" <> ''),
  "packPrice" bigint NOT NULL DEFAULT 0 CHECK ("packPrice" >= 0),
  status text NOT NULL DEFAULT 'NONE' CHECK (status IN ('NONE', 'SUCCESS', 'FAILD')),
  "genDate" timestamptz NOT NULL DEFAULT now(),
  "resultCodeMO" text,
  "requestType" text CHECK ("requestType" IN ('GIAHAN', 'DK')),
  "resultDesMt" text,
  "resultDesMO" text,
  username_nv text NOT NULL,
  ten_nv text NOT NULL,
  result text,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  -- "confirmedAt": when the carrier reported the registration. "requestKey": idempotency key of a command's click.
  "confirmedAt" timestamptz,
  "requestKey" text
);
CREATE INDEX invitation_history_newest ON invitation_history (source, "genDate" DESC, id DESC);
CREATE INDEX invitation_history_staff ON invitation_history (source, username_nv, "genDate" DESC, id DESC);
CREATE INDEX invitation_history_trailing ON invitation_history (reverse(msisdn::text) text_pattern_ops);
CREATE INDEX invitation_history_unassigned ON invitation_history (source, id) WHERE COALESCE(username_nv, '') = '';
CREATE UNIQUE INDEX invitation_history_click ON invitation_history (username_nv, "requestKey") WHERE "requestKey" IS NOT NULL;
-- Waiting rows of the invitation histories; also those whose order is gone.
CREATE INDEX invitation_history_open ON invitation_history ("genDate") WHERE status = 'NONE';

-- Open requests: a code that may still be confirmed, or a request with an unknown outcome. A row is deleted when the history has its
-- outcome. The code itself is never stored (subjects/registrations/decisions/invitations.md).
CREATE TABLE invitation_orders (
  history_id uuid PRIMARY KEY REFERENCES invitation_history,
  user_id uuid NOT NULL REFERENCES users,
  -- Host and port used by the staff member: a success is broadcast there.
  domain text NOT NULL DEFAULT '',
  -- The carrier's id of the code; null until it was sent, and for commands.
  order_code text,
  tries smallint NOT NULL DEFAULT 0 CHECK (tries >= 0 AND tries <= 5),
  expires_at timestamptz NOT NULL,
  -- The carrier request without an answer yet, and when to query its outcome.
  attempt uuid UNIQUE,
  ask_at timestamptz,
  asked int NOT NULL DEFAULT 0,
  CONSTRAINT invitation_orders_asked CHECK ((attempt IS NULL) = (ask_at IS NULL))
);
CREATE INDEX invitation_orders_user ON invitation_orders (user_id);
CREATE INDEX invitation_orders_due ON invitation_orders (ask_at) WHERE attempt IS NOT NULL;
CREATE INDEX invitation_orders_expiring ON invitation_orders (expires_at) WHERE attempt IS NULL;

-- Offers set aside for tomorrow. Price, balance and their ratio are set by the server: routines/registrations.sql.
CREATE TABLE moigoihomsau (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  phone phone NOT NULL,
  package text NOT NULL CHECK (package <> ''),
  gia_goi bigint NOT NULL DEFAULT 0 CHECK (gia_goi >= 0),
  tkc bigint,
  tkc_chia_phan_tram_gia_goi bigint
    GENERATED ALWAYS AS (
CASE
    WHEN (gia_goi > 0) THEN (round(((tkc::numeric / gia_goi::numeric) * 100::numeric)))::bigint
    ELSE NULL::bigint
END) STORED,
  duoi_50 smallint GENERATED ALWAYS AS (
CASE
    WHEN (gia_goi > 0
    AND (round(((tkc::numeric / gia_goi::numeric) * 100::numeric)) < 50::numeric)) THEN 1
    ELSE 0
END) STORED,
  -- When to fetch the balance; null: known, or not available.
  hoi_tkc_luc timestamptz DEFAULT now(),
  lan_hoi_tkc smallint NOT NULL DEFAULT 0,
  username text NOT NULL,
  ten_nv text NOT NULL,
  status smallint NOT NULL DEFAULT 0 CHECK (status IN (0, 1)),
  so_lan_moi int NOT NULL DEFAULT 0 CHECK (so_lan_moi >= 0),
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  version bigint NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  deleted_by text,
  untold boolean NOT NULL DEFAULT false
);
CREATE INDEX moigoihomsau_newest ON moigoihomsau ("createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX moigoihomsau_staff ON moigoihomsau (username, "createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX moigoihomsau_by_staff ON moigoihomsau (username, id) WHERE deleted_at IS NULL;
CREATE INDEX moigoihomsau_by_created ON moigoihomsau ("createdAt", id) WHERE deleted_at IS NULL;
CREATE INDEX moigoihomsau_asking ON moigoihomsau (hoi_tkc_luc) WHERE hoi_tkc_luc IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX moigoihomsau_phone ON moigoihomsau (phone) WHERE deleted_at IS NULL;

-- The holder of the lease polls; the cursor moves in the transaction that stores the rows.
CREATE TABLE feeds (
  name text PRIMARY KEY,
  -- Null: from the start of the feed.
  cursor text,
  failures int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  -- Time of the last valid answer.
  read_at timestamptz,
  lease uuid,
  leased_until timestamptz
);

-- Rows that could not be parsed or stored, kept until a person has handled them.
CREATE TABLE feed_rejects (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  feed text NOT NULL REFERENCES feeds(name),
  at timestamptz NOT NULL DEFAULT now(),
  -- The sender's number of the row, if readable: a later valid row with it settles this one.
  ref text,
  reason text NOT NULL,
  -- The row as received, as JSON text: it may contain what JSON columns refuse.
  "row" text NOT NULL,
  settled_at timestamptz,
  settled_by text,
  CONSTRAINT feed_rejects_check CHECK ((settled_at IS NULL) = (settled_by IS NULL))
);
-- A row received again is the same row, also after it was settled; hashed, as rows exceed the index limit.
CREATE UNIQUE INDEX feed_rejects_same ON feed_rejects (feed, md5("row"));
CREATE INDEX feed_rejects_open ON feed_rejects (feed, ref) WHERE settled_at IS NULL;
