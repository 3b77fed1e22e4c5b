-- One registration that the carrier tried: Status 1 succeeded, anything else failed.
CREATE TABLE customer_message_9084 (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  "SubAgent" text NOT NULL CHECK ("SubAgent" <> '' AND "SubAgent" = lower("SubAgent")),
  "NumberPhone" phone NOT NULL,
  "PackageCode" text NOT NULL CHECK ("PackageCode" <> ''),
  "Price" bigint NOT NULL DEFAULT 0 CHECK ("Price" >= 0),
  "Time" timestamptz NOT NULL,
  "Status" int NOT NULL,
  "Result" text NOT NULL DEFAULT '',
  -- Null: nobody of ours is known to have sold it.
  username_nv text,
  ten_nv text,
  -- Files have minutes, the feed has seconds: the minute tells that both speak of one result.
  minute timestamptz GENERATED ALWAYS AS (date_bin('00:01:00'::interval, "Time", '1970-01-01 00:00:00+00'::timestamptz)) STORED,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  brand_id uuid,
  group_id uuid,
  CONSTRAINT customer_message_9084_check CHECK ((username_nv IS NULL) = (ten_nv IS NULL))
);
-- The same result arriving twice is one row. Phone and package first: reported sales look for their result by them.
CREATE UNIQUE INDEX customer_message_9084_natural ON customer_message_9084 ("NumberPhone", "PackageCode", minute, "SubAgent", "Status");
CREATE INDEX customer_message_9084_channel ON customer_message_9084 ("SubAgent", "Time" DESC, id DESC);
CREATE INDEX customer_message_9084_trailing ON customer_message_9084 (reverse(("NumberPhone")::text) text_pattern_ops);
CREATE INDEX customer_message_9084_staff ON customer_message_9084 (username_nv, "Time" DESC, id DESC) INCLUDE ("Status", "Price");
CREATE INDEX customer_message_9084_unassigned ON customer_message_9084 (id) WHERE COALESCE(username_nv, '') = '';
CREATE INDEX customer_message_9084_newest ON customer_message_9084 ("Time" DESC,
  id DESC) INCLUDE (username_nv, "Status", "Price", brand_id, group_id);
CREATE INDEX customer_message_9084_branch ON customer_message_9084 (brand_id, "Time" DESC, id DESC);
CREATE INDEX customer_message_9084_leader ON customer_message_9084 (group_id, "Time" DESC, id DESC);

-- OTP invitations (tabs 1 to 4) and the 9332 table, written when an invitation is made and when it is confirmed.
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
  -- "confirmedAt": when the carrier said that it is registered. "requestKey": the click that a command came from.
  "confirmedAt" timestamptz,
  "requestKey" text
);
CREATE INDEX invitation_history_newest ON invitation_history (source, "genDate" DESC, id DESC);
CREATE INDEX invitation_history_staff ON invitation_history (source, username_nv, "genDate" DESC, id DESC);
CREATE INDEX invitation_history_trailing ON invitation_history (reverse(msisdn::text) text_pattern_ops);
CREATE INDEX invitation_history_unassigned ON invitation_history (source, id) WHERE COALESCE(username_nv, '') = '';
CREATE UNIQUE INDEX invitation_history_click ON invitation_history (username_nv, "requestKey") WHERE "requestKey" IS NOT NULL;
-- Rows of the invitation histories that wait; nothing looks after those whose order is gone.
CREATE INDEX invitation_history_open ON invitation_history ("genDate") WHERE status = 'NONE';

-- What is under way: a code that may still be confirmed, or a request whose outcome is not known yet. A row leaves
-- when the history says what became of it. The code itself is never here (subjects/registrations/decisions/invitations.md).
CREATE TABLE invitation_orders (
  history_id uuid PRIMARY KEY REFERENCES invitation_history,
  user_id uuid NOT NULL REFERENCES users,
  -- Host and port at which the staff member works: who hears of a success.
  domain text NOT NULL DEFAULT '',
  -- The carrier's name for the code; null until it has sent one, and for commands.
  order_code text,
  tries smallint NOT NULL DEFAULT 0 CHECK (tries >= 0 AND tries <= 5),
  expires_at timestamptz NOT NULL,
  -- The request at the carrier whose answer is not there yet, and when to ask what became of it.
  attempt uuid UNIQUE,
  ask_at timestamptz,
  asked int NOT NULL DEFAULT 0,
  CONSTRAINT invitation_orders_asked CHECK ((attempt IS NULL) = (ask_at IS NULL))
);
CREATE INDEX invitation_orders_user ON invitation_orders (user_id);
CREATE INDEX invitation_orders_due ON invitation_orders (ask_at) WHERE attempt IS NOT NULL;
CREATE INDEX invitation_orders_expiring ON invitation_orders (expires_at) WHERE attempt IS NULL;

-- Offers set aside for tomorrow. Price, balance and their ratio are the server's to say: routines/registrations.sql.
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
  -- When to ask for the balance; null: it is known, or nobody can say it.
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

-- Whoever holds the lease reads; the cursor moves with the rows.
CREATE TABLE feeds (
  name text PRIMARY KEY,
  -- Null: from the feed's own beginning.
  cursor text,
  failures int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  -- When it last answered as agreed.
  read_at timestamptz,
  lease uuid,
  leased_until timestamptz
);

-- Rows that nobody could read or store, kept until somebody has decided so that nothing is lost without a trace.
CREATE TABLE feed_rejects (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  feed text NOT NULL REFERENCES feeds(name),
  at timestamptz NOT NULL DEFAULT now(),
  -- The sender's own number of the row, as far as it can be read: the row that arrives whole later settles this one.
  ref text,
  reason text NOT NULL,
  -- The row as it came, as JSON text: it may hold what no JSON column takes.
  "row" text NOT NULL,
  settled_at timestamptz,
  settled_by text,
  CONSTRAINT feed_rejects_check CHECK ((settled_at IS NULL) = (settled_by IS NULL))
);
-- A row that is sent again is one row, also after it was settled; hashed, for rows are longer than an index takes.
CREATE UNIQUE INDEX feed_rejects_same ON feed_rejects (feed, md5("row"));
CREATE INDEX feed_rejects_open ON feed_rejects (feed, ref) WHERE settled_at IS NULL;
