-- Results of calls, and disclosures of full numbers.

CREATE TABLE care_history (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  customer_id uuid NOT NULL REFERENCES customer,
  user_id uuid NOT NULL REFERENCES users,
  username text NOT NULL,
  phone phone NOT NULL,
  package text,
  status text NOT NULL
    CHECK (status IN ('APPROVED', 'REJECTED', 'APPOINTMENT', 'KBM', 'KLLĐ', 'KEEP', 'RE-REGISTER')),
  appointment_at timestamptz,
  note text CHECK (length(note) <= 2000),
  reinvited_at timestamptz,
  reinvited_by text,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT care_history_appointment CHECK (status <> 'APPOINTMENT' OR appointment_at IS NOT NULL),
  CONSTRAINT care_history_note CHECK (status = 'APPROVED' OR note <> ''),
  CONSTRAINT care_history_package CHECK (status NOT IN ('APPROVED', 'APPOINTMENT') OR package <> '')
);
CREATE INDEX care_history_newest ON care_history (created_at DESC, id DESC);
CREATE INDEX care_history_staff ON care_history (username, created_at DESC, id DESC);
CREATE INDEX care_history_customer ON care_history (customer_id, created_at DESC);
CREATE INDEX care_history_phone ON care_history (phone, created_at DESC);
CREATE INDEX care_history_trailing ON care_history (reverse(phone::text) text_pattern_ops);
CREATE INDEX care_history_appointments ON care_history (appointment_at) WHERE appointment_at IS NOT NULL;

-- Each time a full number was shown to somebody of a masked role.
CREATE TABLE disclosures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer,
  user_id uuid NOT NULL REFERENCES users,
  reason text NOT NULL CHECK (reason IN ('claim', 'appointment')),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX disclosures_user ON disclosures (user_id, at);
CREATE INDEX disclosures_customer ON disclosures (customer_id);

CREATE VIEW care_history_list AS
  SELECT h.*, u.fullname FROM care_history h LEFT JOIN users u ON u.id = h.user_id;
