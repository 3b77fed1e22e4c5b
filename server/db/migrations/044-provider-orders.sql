-- Orders handed to refund partners: written in the approving transaction, sent by a job (docs/providers.md).

-- Partners that this installation has an adapter for; the server notes them at start.
CREATE TABLE provider_adapters (name text PRIMARY KEY);

-- queued: may be sent from due_at on. sending: perhaps at the provider; asked for until that is known. accepted: the
-- provider has it. finished: completed or returned. refused: the provider will not carry it out. cancelled: taken back
-- before it was sent.
CREATE TABLE provider_orders (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  request_id uuid NOT NULL REFERENCES requestrefund,
  provider text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('refund', 'topup')),
  isdn phone NOT NULL,
  number_type smallint NOT NULL CHECK (number_type IN (1, 2)),
  package_code text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'sending', 'accepted', 'finished', 'refused', 'cancelled')),
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0,
  -- When the next step may be taken, and by whom nobody else for so long.
  next_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  -- Highest sequence that the provider has told of, and what was paid by then.
  sequence bigint NOT NULL DEFAULT -1,
  paid bigint NOT NULL DEFAULT 0 CHECK (paid >= 0),
  said text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  by_username text NOT NULL
);
-- One order a request, unless it was taken back before it was sent.
CREATE UNIQUE INDEX provider_orders_one ON provider_orders (request_id) WHERE state <> 'cancelled';
CREATE INDEX provider_orders_due ON provider_orders (greatest(due_at, next_at)) WHERE state = 'queued';
CREATE INDEX provider_orders_open ON provider_orders (next_at) WHERE state IN ('sending', 'accepted');
