-- Renewing a token brings the end of the old one forward. Server processes keep sessions in memory, so they are notified
-- of an earlier end as they are of a revoked session (D3-SEC-07, ASVS 7.2.4).
CREATE OR REPLACE FUNCTION notify_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL) OR NEW.expires_at < OLD.expires_at THEN
    PERFORM pg_notify('session', encode(NEW.token_hash, 'hex'));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER sessions_revoked AFTER UPDATE OF revoked_at, expires_at ON sessions
  FOR EACH ROW EXECUTE FUNCTION notify_session();
