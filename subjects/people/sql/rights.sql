-- Sessions and rights are kept in memory by every server process; a change here clears them within a second.
CREATE OR REPLACE FUNCTION notify_rights() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rights', TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER users_rights AFTER INSERT OR UPDATE OR DELETE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rights();
CREATE OR REPLACE TRIGGER roles_rights AFTER UPDATE ON roles FOR EACH STATEMENT EXECUTE FUNCTION notify_rights();
CREATE OR REPLACE TRIGGER role_permissions_rights AFTER INSERT OR DELETE ON role_permissions
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rights();
CREATE OR REPLACE TRIGGER user_permissions_rights AFTER INSERT OR DELETE ON user_permissions
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rights();
-- Settings decide rights too: a change clears the sessions that every server process keeps in memory.
CREATE OR REPLACE TRIGGER settings_rights AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rights();

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
