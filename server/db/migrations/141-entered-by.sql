-- Who entered a row that is decided, by the own hand or in a file: it may be nobody's to decide itself (D3-ACC-03). Null of
-- rows of before.
CREATE FUNCTION stamp_entered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.nhap_boi := nullif(current_setting('vasdesk.entered_by', true), '');
  RETURN NEW;
END $$;

ALTER TABLE mesbank ADD COLUMN nhap_boi text;
ALTER TABLE khr ADD COLUMN nhap_boi text;
ALTER TABLE baodo ADD COLUMN nhap_boi text;
ALTER TABLE requestrefund ADD COLUMN nhap_boi text;
ALTER TABLE mfy ADD COLUMN nhap_boi text;

CREATE TRIGGER mesbank_entered BEFORE INSERT ON mesbank FOR EACH ROW EXECUTE FUNCTION stamp_entered();
CREATE TRIGGER khr_entered BEFORE INSERT ON khr FOR EACH ROW EXECUTE FUNCTION stamp_entered();
CREATE TRIGGER baodo_entered BEFORE INSERT ON baodo FOR EACH ROW EXECUTE FUNCTION stamp_entered();
CREATE TRIGGER requestrefund_entered BEFORE INSERT ON requestrefund FOR EACH ROW EXECUTE FUNCTION stamp_entered();
CREATE TRIGGER mfy_entered BEFORE INSERT ON mfy FOR EACH ROW EXECUTE FUNCTION stamp_entered();

CREATE INDEX mesbank_entered_by ON mesbank (nhap_boi) WHERE nhap_boi IS NOT NULL;
CREATE INDEX khr_entered_by ON khr (nhap_boi) WHERE nhap_boi IS NOT NULL;
CREATE INDEX baodo_entered_by ON baodo (nhap_boi) WHERE nhap_boi IS NOT NULL;
CREATE INDEX requestrefund_entered_by ON requestrefund (nhap_boi) WHERE nhap_boi IS NOT NULL;
CREATE INDEX mfy_entered_by ON mfy (nhap_boi) WHERE nhap_boi IS NOT NULL;
