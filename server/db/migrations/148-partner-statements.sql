-- What refund partners say of a span of days, held against the orders; nothing follows from it (D3-ACC-05).
CREATE TABLE provider_statement (
  -- That of the import which brought it.
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL CHECK (to_day >= from_day),
  by_username text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX provider_statement_newest ON provider_statement (provider, at DESC);
CREATE TABLE provider_statement_line (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  statement_id uuid NOT NULL REFERENCES provider_statement ON DELETE CASCADE,
  order_id text NOT NULL,
  day date NOT NULL,
  amount bigint NOT NULL,
  status text NOT NULL,
  paid bigint NOT NULL
);
CREATE INDEX provider_statement_line_order ON provider_statement_line (statement_id, order_id);
CREATE INDEX provider_orders_sent ON provider_orders (sent_at, provider) WHERE sent_at IS NOT NULL;
