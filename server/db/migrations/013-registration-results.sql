-- Registration results of the carrier, the invitation histories, and how far the carrier's feed has been read.

-- Rows of the default admin account keep their staff to priority 1 and 2 (D1-REG-31, D1-Q-106).
CREATE FUNCTION default_admin() RETURNS text LANGUAGE sql STABLE
  RETURN coalesce((SELECT nullif(value #>> '{}', '') FROM settings WHERE key = 'defaultAdminUsername'), 'admin');

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
  minute timestamptz GENERATED ALWAYS AS (date_bin('1 minute', "Time", 'epoch')) STORED,
  version int NOT NULL DEFAULT 1,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  CHECK ((username_nv IS NULL) = (ten_nv IS NULL))
);
-- The same result arriving twice is one row. Phone and package first: reported sales look for their result by them.
CREATE UNIQUE INDEX customer_message_9084_natural
  ON customer_message_9084 ("NumberPhone", "PackageCode", minute, "SubAgent", "Status");
CREATE INDEX customer_message_9084_newest ON customer_message_9084 ("Time" DESC, id DESC);
CREATE INDEX customer_message_9084_staff ON customer_message_9084 (username_nv, "Time" DESC, id DESC);
CREATE INDEX customer_message_9084_channel ON customer_message_9084 ("SubAgent", "Time" DESC, id DESC);
CREATE INDEX customer_message_9084_trailing
  ON customer_message_9084 (reverse("NumberPhone"::text) text_pattern_ops);

-- The name follows the username, whoever writes it; an unknown username has no name and is refused by the check.
CREATE FUNCTION name_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ten_nv := (SELECT fullname FROM users WHERE lower(username) = lower(NEW.username_nv));
  RETURN NEW;
END $$;
CREATE TRIGGER customer_message_9084_named BEFORE INSERT OR UPDATE OF username_nv ON customer_message_9084
  FOR EACH ROW EXECUTE FUNCTION name_staff();

CREATE VIEW customer_message_9084_list AS
  SELECT m.*, CASE WHEN m."Status" = 1 THEN '1' ELSE '0' END AS state,
    CASE WHEN lower(m.username_nv) <> (SELECT lower(default_admin())) THEN m.username_nv END AS username_shown,
    CASE WHEN lower(m.username_nv) <> (SELECT lower(default_admin())) THEN m.ten_nv END AS ten_shown
  FROM customer_message_9084 m;

-- OTP invitations (tabs 1 to 4) and the 9332 table, written when an invitation is made and when it is confirmed.
CREATE TABLE invitation_history (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  source text NOT NULL CHECK (source IN ('9084', '9084new', '9084new1', '9084new2', '9332')),
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
  "createdAt" timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER invitation_history_named BEFORE INSERT OR UPDATE OF username_nv ON invitation_history
  FOR EACH ROW EXECUTE FUNCTION name_staff();
CREATE INDEX invitation_history_newest ON invitation_history (source, "genDate" DESC, id DESC);
CREATE INDEX invitation_history_staff ON invitation_history (source, username_nv, "genDate" DESC, id DESC);
CREATE INDEX invitation_history_trailing ON invitation_history (reverse(msisdn::text) text_pattern_ops);

CREATE VIEW report_9084 AS SELECT * FROM invitation_history WHERE source = '9084';
CREATE VIEW report_9084new AS SELECT * FROM invitation_history WHERE source = '9084new';
CREATE VIEW report_9084new1 AS SELECT * FROM invitation_history WHERE source = '9084new1';
CREATE VIEW report_9084new2 AS SELECT * FROM invitation_history WHERE source = '9084new2';
CREATE VIEW report_9332 AS SELECT * FROM invitation_history WHERE source = '9332';

-- How far a feed of the carrier has been read. Whoever holds the lease reads; the cursor moves with the rows.
CREATE TABLE carrier_feeds (
  name text PRIMARY KEY,
  cursor text NOT NULL DEFAULT '',
  failures int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  lease uuid,
  leased_until timestamptz
);
INSERT INTO carrier_feeds (name) VALUES ('registration-results');

-- Rows of a feed that nobody could read, kept so that no sale is lost without a trace.
CREATE TABLE carrier_feed_rejects (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  feed text NOT NULL REFERENCES carrier_feeds,
  at timestamptz NOT NULL DEFAULT now(),
  reason text NOT NULL,
  -- The row as it came, as JSON text.
  row text NOT NULL
);
