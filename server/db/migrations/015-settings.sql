-- Settings decide rights too: a change clears the sessions that every server process keeps in memory.
CREATE TRIGGER settings_rights AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION notify_rights();
