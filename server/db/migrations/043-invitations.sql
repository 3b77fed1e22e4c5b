-- Invitations by one-time code and by command, 'Mời gói hôm sau', and revenue lines of results that came before lines were.

-- "confirmedAt": when the carrier said that it is registered. "requestKey": the click that a command came from.
ALTER TABLE invitation_history ADD COLUMN "confirmedAt" timestamptz, ADD COLUMN "requestKey" text;
CREATE UNIQUE INDEX invitation_history_click ON invitation_history (username_nv, "requestKey")
  WHERE "requestKey" IS NOT NULL;

-- Whether the carrier took the request at all, beside what became of it (D2-INVIT-45).
CREATE OR REPLACE VIEW report_9332 AS
  SELECT h.*, CASE WHEN "resultCodeMO" IS NOT NULL THEN 'SENT' WHEN status = 'NONE' THEN 'WAITING' ELSE 'UNSENT' END
    AS "inviteStatus",
    CASE WHEN "resultCodeMO" = 'REGISTER_SUCCESS' THEN 'SUCCESS' WHEN "resultCodeMO" IS NOT NULL THEN 'FAILD' END
    AS "resultCode",
    nullif(concat_ws(' - ', nullif("resultDesMt", ''), nullif("resultDesMO", '')), '') AS message
  FROM invitation_history h WHERE source = '9332';

-- What is under way: a code that may still be confirmed, or a request whose outcome is not known yet. A row leaves
-- when the history says what became of it. The code itself is never here (docs/decisions/invitations.md).
CREATE TABLE invitation_orders (
  history_id uuid PRIMARY KEY REFERENCES invitation_history,
  user_id uuid NOT NULL REFERENCES users,
  -- Host and port at which the staff member works: who hears of a success.
  domain text NOT NULL DEFAULT '',
  -- The carrier's name for the code; null until it has sent one, and for commands.
  order_code text,
  tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
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
  tkc_chia_phan_tram_gia_goi bigint GENERATED ALWAYS AS
    (CASE WHEN gia_goi > 0 THEN round(tkc::numeric / gia_goi * 100)::bigint END) STORED,
  duoi_50 smallint GENERATED ALWAYS AS
    (CASE WHEN gia_goi > 0 AND round(tkc::numeric / gia_goi * 100) < 50 THEN 1 ELSE 0 END) STORED,
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
  deleted_by text
);
CREATE INDEX moigoihomsau_newest ON moigoihomsau ("createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX moigoihomsau_staff ON moigoihomsau (username, "createdAt" DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX moigoihomsau_by_staff ON moigoihomsau (username, id) WHERE deleted_at IS NULL;
CREATE INDEX moigoihomsau_by_created ON moigoihomsau ("createdAt", id) WHERE deleted_at IS NULL;
CREATE INDEX moigoihomsau_asking ON moigoihomsau (hoi_tkc_luc) WHERE hoi_tkc_luc IS NOT NULL AND deleted_at IS NULL;

-- Results that were stored before they wrote lines, gone through once in the background: how far that is.
CREATE TABLE backfills (name text PRIMARY KEY, after uuid NOT NULL);
INSERT INTO backfills VALUES ('result-lines', '00000000-0000-0000-0000-000000000000');
